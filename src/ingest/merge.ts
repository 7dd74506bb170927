import { isDeepStrictEqual } from 'node:util'
import { implausibleDates } from '../rules/notices/plausible.ts'
import { parseWords } from '../rules/text/words.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import { RECORDS, type Records } from '../schema/records.ts'
import { firstIssue, getId, getRules } from './drafts.ts'
import {
  type Conflict,
  conflictName,
  type Fields,
  GIVEN_FILE,
  type Given,
  type GivenEntry,
  getHash,
  givenName,
  newRecord,
  recordConflicts,
  settle,
} from './settle.ts'
import { type Draft, type Edit, INGEST_KINDS, type IngestKind, type Rejection, type SourceResult } from './source.ts'

/** The part of the dataset that sources write, and their last values. */
export interface IngestState {
  records: Readonly<Records>
  given: Given
  conflicts: readonly Conflict[]
}

export interface MergeOptions {
  source: string
  now: Date
  /** Names of rows that the source no longer lists (see `givenName`). */
  gone?: readonly string[]
  /** Kinds whose records are removed when their row is gone. */
  removes?: readonly IngestKind[]
  /** A person released the data: rows with implausible dates are accepted. */
  isReleased?: boolean
}

export interface Merged {
  state: IngestState
  /** The kinds whose files have changed. */
  touched: IngestKind[]
  tally: Pick<SourceResult, 'new' | 'changed' | 'unchanged' | 'removed' | 'gone'>
  rejected: Rejection[]
  /** Rows whose dates cannot be right. */
  suspect: { draft: Draft; reason: string }[]
  /** Every changed field with both sides. */
  edits: Edit[]
  /** The drafts that changed something. */
  effective: Draft[]
  /** Names of the rows that were not used (see `givenName`). */
  unused: ReadonlySet<string>
}

/**
 * Merges the data of one source into the dataset without modifying its inputs.
 *
 * A row belongs to the same record as before, otherwise to the one with its id, otherwise to the most similar one;
 * otherwise it becomes a new record. `settle` decides its fields: what a person wrote, corrected, cleared or verified
 * is kept. A record that a person removed is not created again. A record whose row is gone is removed only if the
 * source says so and no person has edited it.
 */
export function merge(state: IngestState, drafts: readonly Draft[], options: MergeOptions): Merged {
  const merger = new Merger(state, options)
  for (const draft of drafts.toSorted((a, b) => INGEST_KINDS.indexOf(a.kind) - INGEST_KINDS.indexOf(b.kind))) {
    merger.add(draft)
  }
  for (const name of options.gone ?? []) merger.drop(name)
  return merger.result()
}

class Merger {
  readonly #state: IngestState
  readonly #options: MergeOptions
  readonly #today: string
  readonly #records: Map<IngestKind, Rows>
  readonly #given: Map<string, GivenEntry>
  readonly #conflicts: Map<string, Conflict>
  readonly #recognizer: Recognizer
  readonly #seen = new Set<string>()
  readonly #touched = new Set<IngestKind>()
  readonly #tally = { new: 0, changed: 0, unchanged: 0, removed: 0, gone: 0 }
  readonly #rejected: Rejection[] = []
  readonly #suspect: Merged['suspect'] = []
  readonly #edits: Edit[] = []
  readonly #effective: Draft[] = []
  readonly #unused = new Set<string>()

  constructor(state: IngestState, options: MergeOptions) {
    this.#state = state
    this.#options = options
    this.#today = options.now.toISOString().slice(0, 10)
    this.#records = new Map(
      INGEST_KINDS.map((kind) => [kind, new Map(state.records[kind].map((row) => [row.id, row as Fields]))]),
    )
    this.#given = new Map(state.given)
    this.#conflicts = new Map(state.conflicts.map((conflict) => [conflictName(conflict), conflict]))
    this.#recognizer = new Recognizer(options.source, state.given, new Set(options.gone), this.#records)
  }

  add(draft: Draft): void {
    const { kind, ref } = draft
    const name = this.#nameOf(draft)
    if (this.#seen.has(name)) {
      this.#reject(ref, 'is in the source twice')
      return
    }
    this.#seen.add(name)
    const own = this.#given.get(name)
    const match = own ? { present: this.#rows(kind).get(own.id), known: own } : this.#recognizer.match(draft)
    if (own && !match.present) {
      this.#reject(ref, `its record was removed; to take it again, remove ${own.id} from ${GIVEN_FILE}`)
      return
    }
    this.#settle(draft, name, match)
  }

  #settle(draft: Draft, name: string, { present, known }: Match): void {
    const { kind, ref } = draft
    const { source, now } = this.#options
    const place = (field: string) => ({ source, kind, id: String(present?.id), field })
    const isOpen = (field: string) => this.#conflicts.has(conflictName(place(field)))
    const settled = present ? settle(draft, present, known, isOpen) : newRecord(draft, now)
    const changed = Object.keys(settled.fields).filter((field) => differ(settled.fields[field], present?.[field]))
    const parsed = RECORDS[kind].safeParse(stamped(draft, settled.fields, changed.length > 0 && !!present, now))
    const error = parsed.success ? toError(kind, parsed.data, this.#records) : firstIssue(parsed.error, 'row')
    if (!parsed.success || error) {
      this.#unused.add(name)
      this.#reject(ref, error ?? 'is not a record')
      return
    }
    const record = parsed.data as Fields & { id: string }
    const doubt = changed.length > 0 && !this.#options.isReleased ? implausibleDates(record, this.#today) : null
    if (doubt) {
      this.#unused.add(name)
      this.#suspect.push({ draft, reason: doubt })
      return
    }
    if (known) this.#given.delete(givenName(source, kind, known.key))
    this.#given.set(name, { source, kind, key: JSON.stringify(draft.key), id: record.id, fields: settled.given })
    const row = { source, kind, id: record.id, ref }
    recordConflicts(this.#conflicts, row, Object.keys(draft.given), settled.conflicts, record, this.#today)
    if (differ(record, present)) {
      this.#rows(kind).set(record.id, record)
      this.#touched.add(kind)
    }
    if (!present) this.#edits.push({ kind, id: record.id, ref, field: null, before: null, after: record })
    else {
      const sides = (field: string) => ({ before: present[field], after: record[field] })
      this.#edits.push(...changed.map((field) => ({ kind, id: record.id, ref, field, ...sides(field) })))
    }
    if (changed.length > 0) this.#effective.push(draft)
    this.#tally[present ? (changed.length > 0 ? 'changed' : 'unchanged') : 'new'] += 1
  }

  /** Handles a row that the source no longer lists. */
  drop(name: string): void {
    const entry = this.#given.get(name)
    if (!entry || this.#seen.has(name)) return
    const { kind, id } = entry
    const record = this.#rows(kind).get(id)
    const removes = this.#options.removes?.includes(kind) ?? false
    if (!removes || !record || !this.#isRemovable(entry, record)) {
      this.#tally.gone += 1
      return
    }
    this.#rows(kind).delete(id)
    this.#given.delete(name)
    for (const field of Object.keys(record)) {
      this.#conflicts.delete(conflictName({ source: this.#options.source, kind, id, field }))
    }
    this.#touched.add(kind)
    this.#tally.removed += 1
    this.#edits.push({ kind, id, ref: entry.key, field: null, before: record, after: null })
  }

  /** Whether a record is as its only source left it, and no other record refers to it. */
  #isRemovable(entry: GivenEntry, record: Fields): boolean {
    const isUntouched = Object.entries(entry.fields).every(([field, hash]) => getHash(record[field]) === hash)
    const isShared = [...this.#given.values()].some((other) => other.id === entry.id && other !== entry)
    const isNamed = [...this.#rows('awards').values()].some(
      (award) => award.duplicateOf === entry.id || award.sourceDocumentId === entry.id,
    )
    return isUntouched && !isShared && !isNamed
  }

  result(): Merged {
    const touched = [...this.#touched]
    const rows = Object.fromEntries(touched.map((kind) => [kind, [...this.#rows(kind).values()]]))
    const records = { ...this.#state.records, ...rows }
    return {
      state: { records, given: this.#given, conflicts: [...this.#conflicts.values()] },
      touched,
      tally: this.#tally,
      rejected: this.#rejected,
      suspect: this.#suspect,
      edits: this.#edits,
      effective: this.#effective,
      unused: this.#unused,
    }
  }

  #rows = (kind: IngestKind): Rows => this.#records.get(kind) ?? new Map()

  #nameOf = ({ kind, key }: Draft): string => givenName(this.#options.source, kind, JSON.stringify(key))

  #reject(ref: string, reason: string): void {
    this.#rejected.push({ ref, reason })
  }
}

const differ = (a: unknown, b: unknown): boolean => !isDeepStrictEqual(a, b)

/** An existing record that a row is about, and the source's earlier values for it. */
export interface Match {
  present: Fields | undefined
  known: GivenEntry | undefined
}

type ReadonlyRows = ReadonlyMap<string, Fields>

/** Names are compared by words, everything else exactly. */
const NAMES: ReadonlySet<string> = new Set(['awardeeName', 'projectTitle'])

const comparable = (field: string, value: unknown): unknown =>
  NAMES.has(field) && typeof value === 'string' ? parseWords(value).join(' ') : (value ?? null)

const fingerprint = (fields: readonly string[], record: Fields): string =>
  JSON.stringify(fields.map((field) => comparable(field, record[field])))

/**
 * Finds the existing record for a row that is seen for the first time: the one with its id, otherwise the one that fits
 * the earliest entry of `like`. Each record is matched to at most one row of a source; a record whose row is gone is
 * available.
 */
class Recognizer {
  readonly #rows: ReadonlyMap<IngestKind, ReadonlyRows>
  readonly #taken = new Set<string>()
  /** The earlier values of records whose rows are gone. */
  readonly #freed = new Map<string, GivenEntry>()
  readonly #indexes = new Map<string, Map<string, string[]>>()

  /** @param gone names of rows that the source no longer lists */
  constructor(source: string, given: Given, gone: ReadonlySet<string>, rows: ReadonlyMap<IngestKind, ReadonlyRows>) {
    this.#rows = rows
    for (const [name, entry] of given) {
      if (entry.source !== source) continue
      if (gone.has(name)) this.#freed.set(entry.id, entry)
      else this.#taken.add(entry.id)
    }
  }

  match(draft: Draft): Match {
    const id = this.#idFor(draft)
    if (id === undefined) return { present: undefined, known: undefined }
    this.#taken.add(id)
    return { present: this.#rows.get(draft.kind)?.get(id), known: this.#freed.get(id) }
  }

  #idFor({ kind, key, like = [] }: Draft): string | undefined {
    const own = getId(kind, key)
    if (this.#rows.get(kind)?.has(own) && !this.#taken.has(own)) return own
    for (const fields of like as readonly Fields[]) {
      const names = Object.keys(fields).sort()
      const found = this.#index(kind, names).get(fingerprint(names, fields))
      const free = found?.find((id) => !this.#taken.has(id))
      if (free !== undefined) return free
    }
    return undefined
  }

  #index(kind: IngestKind, fields: readonly string[]): Map<string, string[]> {
    const name = `${kind} ${fields.join(' ')}`
    const known = this.#indexes.get(name)
    if (known) return known
    const index = new Map<string, string[]>()
    for (const [id, record] of this.#rows.get(kind) ?? []) {
      const print = fingerprint(fields, record)
      index.set(print, [...(index.get(print) ?? []), id])
    }
    this.#indexes.set(name, index)
    return index
  }
}

/** The records of a kind by id, as fields. */
export type Rows = Map<string, Fields>

/** Days until the ingest records again that a source still lists a record. */
const CONFIRM_DAYS = 14

/** A settled record with the times set by the run. */
function stamped(draft: Draft, fields: Fields, isChanged: boolean, now: Date): Fields {
  const { setWhenChanged: moved, confirmed } = getRules(draft.kind)
  const stamps = isChanged ? [...moved] : []
  if (confirmed && draft.isListed !== false && isDueForConfirmation(fields[confirmed], now)) stamps.push(confirmed)
  const instants = stamps.map((field) => [field, field === confirmed ? toDay(now) : now.toISOString()])
  return { ...fields, ...Object.fromEntries(instants) }
}

const toDay = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Whether another span of `CONFIRM_DAYS` has started since a confirmation. Spans follow the calendar, so all records
 * are confirmed in the same run and the runs in between change nothing.
 */
export function isDueForConfirmation(confirmedAt: unknown, now: Date): boolean {
  const span = (ms: number) => Math.floor(ms / (CONFIRM_DAYS * DAY_MS))
  return typeof confirmedAt !== 'string' || span(Date.parse(confirmedAt)) < span(now.getTime())
}

/** Errors in a record that its fields alone do not show. */
function toError(kind: IngestKind, record: Fields, records: ReadonlyMap<IngestKind, Rows>): string | null {
  if (kind === 'notices' && Number(record.budgetMin ?? 0) > Number(record.budgetMax ?? Infinity)) {
    return 'budgetMin: is greater than budgetMax'
  }
  if (kind === 'awards' && !records.get('documents')?.has(String(record.sourceDocumentId))) {
    return 'sourceDocumentId: no document has this id'
  }
  return null
}
