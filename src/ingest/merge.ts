import { isDeepStrictEqual } from 'node:util'
import { findAwardFaults } from '../rules/awards/award-faults.ts'
import { findImplausibleDate } from '../rules/notices/dates.ts'
import { onceEach } from '../rules/once.ts'
import { parseWords } from '../rules/text/words.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import { type AwardRecord, RECORDS, type Records } from '../schema/records.ts'
import {
  type Conflict,
  createRecord,
  type Fields,
  GIVEN_FILE,
  type Given,
  type GivenEntry,
  getHash,
  getId,
  getStamps,
  settle,
  toConflictName,
  toGivenName,
} from './drafts.ts'
import { formatFirstIssue } from './net/exchange.ts'
import { type Collected, type Draft, type Edit, INGEST_KINDS, type IngestKind, type SourceResult } from './source.ts'

/** The part of the dataset that sources write, and their last values. */
export interface IngestState {
  records: Readonly<Records>
  given: Given
  conflicts: readonly Conflict[]
}

export type Merged = ReturnType<typeof merge>

type Rows = Map<string, Fields>

/**
 * Merges the data of one source into the dataset without modifying its inputs.
 *
 * A row belongs to the same record as before, otherwise to the one with its id, otherwise to the most similar one;
 * otherwise it becomes a new record. `settle` decides its fields: what a person wrote, corrected, cleared or verified
 * is kept. A record that a person removed is not created again. A record whose row is gone is removed only if the
 * source says so and no person has edited it. Data that a person released may have implausible dates.
 */
export function merge(
  state: IngestState,
  drafts: readonly Draft[],
  options: Pick<Collected, 'removes'> & { source: string; now: Date; gone?: readonly string[]; isReleased?: boolean },
) {
  const { source, now, gone = [], removes = [], isReleased = false } = options
  const today = now.toISOString().slice(0, 10)
  const records = Object.fromEntries(
    INGEST_KINDS.map((kind) => [kind, new Map(state.records[kind].map((row) => [row.id, row as Fields]))]),
  ) as Record<IngestKind, Rows>
  const given = new Map(state.given)
  const conflicts = new Map(state.conflicts.map((conflict) => [toConflictName(conflict), conflict]))
  const findSimilar = openRecognizer(source, state.given, new Set(gone), records)
  const seen = new Set<string>()
  const touched = new Set<IngestKind>()
  /** Names of the rows that were refused. */
  const unused = new Set<string>()
  const tally = { new: 0, changed: 0, unchanged: 0, removed: 0, gone: 0 }
  const rejected: SourceResult['rejected'] = []
  const suspect: { draft: Draft; reason: string }[] = []
  const edits: Edit[] = []
  /** The rows that change something. */
  const effective: Draft[] = []

  /** Merges a row. Returns why it was skipped. */
  function add(draft: Draft): string | null {
    const { kind, ref } = draft
    const name = toGivenName(source, kind, JSON.stringify(draft.key))
    if (seen.has(name)) return 'is in the source twice'
    seen.add(name)
    const entry = given.get(name)
    const { present, match } = entry ? { present: records[kind].get(entry.id), match: entry } : findSimilar(draft)
    if (entry && !present) return `its record was removed; to take it again, remove ${entry.id} from ${GIVEN_FILE}`

    const isOpen = (field: string) => conflicts.has(toConflictName({ source, kind, id: String(present?.id), field }))
    const settled = present ? settle(draft, present, match, isOpen) : createRecord(draft, now)
    const changed = Object.keys(settled.fields).filter(
      (field) => !isDeepStrictEqual(settled.fields[field], present?.[field]),
    )
    const parsed = RECORDS[kind].safeParse(toStamped(draft, settled.fields, changed.length > 0 && !!present, now))
    const error = parsed.success ? findError(kind, parsed.data, records) : formatFirstIssue(parsed.error, 'row')
    if (!parsed.success || error) {
      unused.add(name)
      return error ?? 'is not a record'
    }
    const record = parsed.data as Fields & { id: string }
    const doubt = changed.length > 0 && !isReleased ? findImplausibleDate(record, today) : null
    if (doubt) {
      unused.add(name)
      suspect.push({ draft, reason: doubt })
      return null
    }
    if (match) given.delete(toGivenName(source, kind, match.key))
    given.set(name, { source, kind, key: JSON.stringify(draft.key), id: record.id, fields: settled.given })
    const edit = { kind, id: record.id, ref }
    for (const field of Object.keys(draft.given)) {
      const conflict = toConflictName({ ...edit, source, field })
      const since = conflicts.get(conflict)?.since ?? today
      conflicts.delete(conflict)
      if (!settled.conflicts.has(field)) continue
      const offered = settled.conflicts.get(field)
      conflicts.set(conflict, { source, ...edit, field, recorded: record[field], offered, since })
    }
    if (!isDeepStrictEqual(record, present)) {
      records[kind].set(record.id, record)
      touched.add(kind)
    }
    if (present) {
      edits.push(...changed.map((field) => ({ ...edit, field, before: present[field], after: record[field] })))
    } else edits.push({ ...edit, field: null, before: null, after: record })
    if (changed.length > 0) effective.push(draft)
    tally[present ? (changed.length > 0 ? 'changed' : 'unchanged') : 'new'] += 1
    return null
  }

  function isRemovable(entry: GivenEntry, record: Fields): boolean {
    const isUntouched = Object.entries(entry.fields).every(([field, hash]) => getHash(record[field]) === hash)
    const isShared = [...given.values()].some((other) => other.id === entry.id && other !== entry)
    const isNamed = [...records.awards.values()].some(
      (award) => award.duplicateOf === entry.id || award.sourceDocumentId === entry.id,
    )
    return isUntouched && !isShared && !isNamed
  }

  function drop(name: string): void {
    const entry = given.get(name)
    if (!entry || seen.has(name)) return
    const { kind, id } = entry
    const record = records[kind].get(id)
    if (!removes.includes(kind) || !record || !isRemovable(entry, record)) {
      tally.gone += 1
      return
    }
    records[kind].delete(id)
    given.delete(name)
    for (const field of Object.keys(record)) conflicts.delete(toConflictName({ source, kind, id, field }))
    touched.add(kind)
    tally.removed += 1
    edits.push({ kind, id, ref: entry.key, field: null, before: record, after: null })
  }

  for (const draft of INGEST_KINDS.flatMap((kind) => drafts.filter((draft) => draft.kind === kind))) {
    const reason = add(draft)
    if (reason !== null) rejected.push({ ref: draft.ref, reason })
  }
  for (const name of gone) drop(name)
  const rows = Object.fromEntries([...touched].map((kind) => [kind, [...records[kind].values()]]))
  const after: IngestState = { records: { ...state.records, ...rows }, given, conflicts: [...conflicts.values()] }
  return { state: after, touched: [...touched], tally, rejected, suspect, edits, effective, unused }
}

/** Names are compared by words, everything else exactly. */
const NAMES: ReadonlySet<string> = new Set(['awardeeName', 'projectTitle'])

const getFingerprint = (fields: readonly string[], record: Fields): string =>
  JSON.stringify(
    fields.map((field) => {
      const value = record[field]
      return NAMES.has(field) && typeof value === 'string' ? parseWords(value).join(' ') : (value ?? null)
    }),
  )

/**
 * Finds the existing record for a row that is seen for the first time, with the source's earlier values for it: the one
 * with its id, otherwise the one that fits the earliest entry of `like`. Each record is matched to at most one row of a
 * source; a record whose row is gone is available.
 */
function openRecognizer(source: string, given: Given, gone: ReadonlySet<string>, records: Record<IngestKind, Rows>) {
  const taken = new Set<string>()
  const freed = new Map<string, GivenEntry>()
  for (const [name, entry] of given) {
    if (entry.source !== source) continue
    if (gone.has(name)) freed.set(entry.id, entry)
    else taken.add(entry.id)
  }
  const getIndex = onceEach((name: string) => {
    const [kind, ...fields] = name.split(' ') as [IngestKind, ...string[]]
    return Map.groupBy(records[kind].values(), (record) => getFingerprint(fields, record))
  })

  function findId({ kind, key, like = [] }: Draft): string {
    const ownId = getId(kind, key)
    if (records[kind].has(ownId) && !taken.has(ownId)) return ownId
    for (const fields of like as readonly Fields[]) {
      const names = Object.keys(fields).sort()
      const rows = getIndex([kind, ...names].join(' ')).get(getFingerprint(names, fields))
      const free = rows?.find(({ id }) => !taken.has(String(id)))
      if (free) return String(free.id)
    }
    return ''
  }

  return (draft: Draft) => {
    const id = findId(draft)
    if (id) taken.add(id)
    return { present: records[draft.kind].get(id), match: freed.get(id) }
  }
}

/** Days until the ingest records again that a source still lists a record. */
const CONFIRM_DAYS = 14

function toStamped({ kind, isListed }: Draft, fields: Fields, isChanged: boolean, now: Date): Fields {
  const isDue = kind === 'notices' && isListed !== false && isDueForConfirmation(fields.confirmedAt, now)
  return {
    ...fields,
    ...(isChanged && getStamps(kind, false, now)),
    ...(isDue && { confirmedAt: now.toISOString().slice(0, 10) }),
  }
}

/**
 * Whether another span of `CONFIRM_DAYS` has started since a confirmation. Spans follow the calendar, so all records
 * are confirmed in the same run and the runs in between change nothing.
 */
export function isDueForConfirmation(confirmedAt: unknown, now: Date): boolean {
  const getSpan = (ms: number) => Math.floor(ms / (CONFIRM_DAYS * DAY_MS))
  return typeof confirmedAt !== 'string' || getSpan(Date.parse(confirmedAt)) < getSpan(now.getTime())
}

function findError(kind: IngestKind, record: Fields, { documents }: Record<IngestKind, Rows>): string | null {
  if (kind === 'notices' && Number(record.budgetMin ?? 0) > Number(record.budgetMax ?? Infinity)) {
    return 'budgetMin: is greater than budgetMax'
  }
  if (kind === 'awards' && !documents.has(String(record.sourceDocumentId))) {
    return 'sourceDocumentId: no document has this id'
  }
  const [fault] = kind === 'awards' ? findAwardFaults(record as unknown as AwardRecord) : []
  return fault ? fault.join(': ') : null
}
