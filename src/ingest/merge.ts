import { isDeepStrictEqual } from 'node:util'
import { recordId } from '../rules/identity.ts'
import { DAY_MS } from '../rules/moments.ts'
import { RECORDS, type Records } from '../schema/records.ts'
import { GIVEN_FILE, type Given, type GivenEntry, givenName, hashOf } from './given.ts'
import { type Draft, type Held, INGEST_KINDS, type IngestKind, type Rejection, type SourceResult } from './source.ts'

/** The dataset as far as sources write it, and what they have said so far. */
export interface World {
  records: Readonly<Records>
  given: Given
}

export interface Merged {
  world: World
  /** The kinds whose files differ now. */
  touched: IngestKind[]
  tally: Pick<SourceResult, 'new' | 'changed' | 'unchanged' | 'vanished'>
  rejected: Rejection[]
  held: Held[]
}

type Fields = Record<string, unknown>

/** What each kind needs besides its fields: the word of its ids, and the instants that the ingest itself knows. */
const KINDS = {
  allotments: { word: 'allotment', born: [], moved: [], union: ['confirmedBy'] },
  documents: { word: 'document', born: ['discovered'], moved: [], union: [] },
  awards: { word: 'award', born: [], moved: [], union: [] },
  notices: { word: 'notice', born: ['firstSeen', 'lastChanged'], moved: ['lastChanged'], union: [] },
} as const satisfies Record<
  IngestKind,
  { word: string; born: readonly string[]; moved: readonly string[]; union: readonly string[] }
>

/** The id of the record that a row of a source makes. */
export const idOf = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(KINDS[kind].word, key)

/**
 * Merges what one source says into the dataset; changes nothing that is passed in.
 *
 * A row belongs to the record it belonged to before, else to the one with its id, else to the one most like it; else it
 * is a new record. Of a record that is there, the source replaces only fields that
 * - it gives a value for (null, false and empty lists say nothing), and
 * - are as the source left them: blank and never given, or still the value it gave last time in a record that nobody has
 *   verified.
 *
 * A figure that stands against what the source says is named (`held`) when the two first meet, and a field of any kind
 * when the source changes it later.
 *
 * So what a person wrote, corrected, cleared or verified stands, and so does all that sources do not give: id, first
 * seen, rejections, duplicates, categories. A record that a person removed is not made again. A list of `union` only
 * grows. `lastChanged` moves when a field has changed; `confirmedAt` says that a notice was listed, and moves at most once
 * in a week. A record that has no row any more is left alone.
 */
export function merge(world: World, source: string, drafts: readonly Draft[], now: Date, whole = false): Merged {
  const records = new Map(INGEST_KINDS.map((kind) => [kind, new Map<string, Fields>(byId(world.records[kind]))]))
  const given = new Map(world.given)
  const seen = new Set<string>()
  const touched = new Set<IngestKind>()
  const tally = { new: 0, changed: 0, unchanged: 0, vanished: 0 }
  const rejected: Rejection[] = []
  const held: Held[] = []

  const taken = (kind: IngestKind): Set<string> =>
    new Set([...given.values()].flatMap((entry) => (entry.source === source && entry.kind === kind ? entry.id : [])))

  for (const draft of drafts.toSorted((a, b) => INGEST_KINDS.indexOf(a.kind) - INGEST_KINDS.indexOf(b.kind))) {
    const { kind, ref } = draft
    const rows = records.get(kind) ?? new Map<string, Fields>()
    const name = givenName(source, kind, JSON.stringify(draft.key))
    if (seen.has(name)) {
      rejected.push({ ref, reason: 'stands in the source twice' })
      continue
    }
    seen.add(name)
    const known = given.get(name)
    const present = ownRecord(draft, known, rows) ?? (known ? undefined : likeliest(draft, rows, taken(kind)))
    if (known && !present) {
      rejected.push({ ref, reason: `its record was removed; to take it again, remove ${known.id} from ${GIVEN_FILE}` })
      continue
    }
    const next = present ? settled(draft, present, known) : born(draft, now)
    const changed = !isDeepStrictEqual(next.fields, present)
    const stamped = present && changed ? { ...next.fields, ...stamps(KINDS[kind].moved, now) } : next.fields
    const listed = kind === 'notices' ? { ...stamped, confirmedAt: confirmation(stamped.confirmedAt, now) } : stamped
    const parsed = RECORDS[kind].safeParse(listed)
    const fault = parsed.success ? faultOf(kind, parsed.data, records) : firstIssue(parsed.error)
    if (!parsed.success || fault) {
      rejected.push({ ref, reason: fault ?? 'is not a record' })
      continue
    }
    held.push(...next.held.map((field) => ({ ref, field })))
    given.set(name, { source, kind, key: JSON.stringify(draft.key), id: parsed.data.id, fields: next.given })
    if (changed || listed.confirmedAt !== stamped.confirmedAt) {
      rows.set(parsed.data.id, parsed.data)
      touched.add(kind)
    }
    tally[present ? (changed ? 'changed' : 'unchanged') : 'new'] += 1
  }
  if (whole) tally.vanished = [...given].filter(([name, entry]) => entry.source === source && !seen.has(name)).length
  const merged = Object.fromEntries([...touched].map((kind) => [kind, [...(records.get(kind) ?? []).values()]]))
  return {
    world: { records: { ...world.records, ...merged }, given },
    touched: [...touched],
    tally,
    rejected,
    held,
  }
}

/** So that a night does not rewrite every notice, a confirmation is renewed only once it is this many days old. */
const CONFIRMATION_DAYS = 7

/** The day on which a source last listed a notice, given the day that the record has. */
function confirmation(last: unknown, now: Date): unknown {
  const isFresh = typeof last === 'string' && now.getTime() - Date.parse(last) < CONFIRMATION_DAYS * DAY_MS
  return isFresh ? last : now.toISOString().slice(0, 10)
}

const byId = (rows: readonly { id: string }[]): [string, Fields][] => rows.map((row) => [row.id, row as Fields])

const ownRecord = (draft: Draft, known: GivenEntry | undefined, rows: ReadonlyMap<string, Fields>) =>
  (known && rows.get(known.id)) ?? rows.get(idOf(draft.kind, draft.key))

function likeliest(draft: Draft, rows: ReadonlyMap<string, Fields>, taken: ReadonlySet<string>): Fields | undefined {
  const likeness = draft.likeness as ((record: Fields) => number) | undefined
  if (!likeness) return undefined
  let best: Fields | undefined
  let most = 0
  for (const [id, record] of rows) {
    const score = taken.has(id) ? 0 : likeness(record)
    if (score > most) [best, most] = [record, score]
  }
  return best
}

interface Next {
  fields: Fields
  given: Record<string, string>
  held: string[]
}

function born(draft: Draft, now: Date): Next {
  const spoken = spokenOf(draft)
  return {
    fields: { ...draft.start, ...draft.given, ...stamps(KINDS[draft.kind].born, now), id: idOf(draft.kind, draft.key) },
    given: Object.fromEntries(spoken.map(([field, value]) => [field, hashOf(value)])),
    held: [],
  }
}

function settled(draft: Draft, present: Fields, known: GivenEntry | undefined): Next {
  const fields = { ...present }
  const given = { ...known?.fields }
  const held: string[] = []
  const verified = present.verified === true
  const unions: readonly string[] = KINDS[draft.kind].union
  for (const [field, value] of spokenOf(draft)) {
    if (unions.includes(field)) {
      fields[field] = [...new Set([...(present[field] as unknown[]), ...(value as unknown[])])]
      continue
    }
    const last = given[field]
    const hash = hashOf(value)
    const here = hashOf(present[field])
    if (last === undefined ? isBlank(present[field]) : here === last && !verified) fields[field] = value
    else if (last === undefined ? isOtherFigure(present[field], value) : last !== hash && here !== hash)
      held.push(field)
    given[field] = hash
  }
  return { fields, given, held }
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** Whether two values are different amounts or different days; wording may differ. */
function isOtherFigure(here: unknown, there: unknown): boolean {
  if (typeof here === 'number' && typeof there === 'number') return here !== there
  const [day] = (typeof here === 'string' && DAY.exec(here)) || []
  const [other] = (typeof there === 'string' && DAY.exec(there)) || []
  return day !== undefined && other !== undefined && day !== other
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

const spokenOf = (draft: Draft): [string, unknown][] =>
  Object.entries(draft.given).filter(([, value]) => !isBlank(value))

const stamps = (names: readonly string[], now: Date): Fields =>
  Object.fromEntries(names.map((name) => [name, now.toISOString()]))

const firstIssue = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string =>
  error.issues
    .slice(0, 1)
    .map(({ path, message }) => `${path.join('.') || 'row'}: ${message}`)
    .join('')

/** What is wrong with a record that its fields alone do not show. */
function faultOf(
  kind: IngestKind,
  record: Fields,
  records: ReadonlyMap<IngestKind, ReadonlyMap<string, Fields>>,
): string | null {
  if (kind === 'notices' && Number(record.budgetMin ?? 0) > Number(record.budgetMax ?? Infinity)) {
    return 'budgetMin: is more than budgetMax'
  }
  if (kind === 'awards' && !records.get('documents')?.has(String(record.sourceDocumentId))) {
    return 'sourceDocumentId: no document has this id'
  }
  return null
}
