import { hash } from 'node:crypto'
import * as z from 'zod'
import { ndjson, parseNdjson } from '../records/ndjson.ts'
import { recordId } from '../rules/record-id.ts'
import { compare } from '../rules/text/words.ts'
import { RECORDS } from '../schema/records.ts'
import { type Draft, type DraftOf, INGEST_KINDS, type IngestKind, type Rejection } from './source.ts'

interface KindRules {
  word: string
  setWhenNew: readonly string[]
  setWhenChanged: readonly string[]
  union: readonly string[]
  /** Fields decided by the source alone: manual corrections are overwritten. */
  own: readonly string[]
  /** When a source last listed the record. */
  confirmed: string | null
}

const PLAIN: Omit<KindRules, 'word'> = { setWhenNew: [], setWhenChanged: [], union: [], own: [], confirmed: null }

const KINDS: { [Kind in IngestKind]: KindRules } = {
  allotments: { ...PLAIN, word: 'allotment', union: ['confirmedBy'] },
  documents: { ...PLAIN, word: 'document', setWhenNew: ['discovered'] },
  awards: { ...PLAIN, word: 'award' },
  notices: {
    ...PLAIN,
    word: 'notice',
    setWhenNew: ['firstSeen', 'lastChanged'],
    setWhenChanged: ['lastChanged'],
    own: ['sourceStatus'],
    confirmed: 'confirmedAt',
  },
}

export const getRules = (kind: IngestKind): KindRules => KINDS[kind]

/** The fields of a record that may be blank, each as it is when nothing is known: null, false or an empty list. */
export const getBlank = (kind: IngestKind): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(RECORDS[kind].shape).flatMap(([field, type]) => {
      const blank = [null, false, []].filter((value) => type.safeParse(value).success)
      return blank.length > 0 && !type.safeParse(undefined).success ? [[field, blank[0]]] : []
    }),
  )

export const getId = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(KINDS[kind].word, key)

/**
 * What is made of each row. A row of which nothing can be made is skipped for the reason that is returned instead.
 * @param getReference how a person can find a skipped row in the source
 */
export function makeRecords<Row, Made extends object>(
  rows: readonly Row[],
  make: (row: Row) => Made | string,
  getReference: (row: Row, index: number) => string,
  rejected: Rejection[],
): Made[] {
  return rows.flatMap((row, index) => {
    const made = make(row)
    if (typeof made !== 'string') return [made]
    rejected.push({ ref: getReference(row, index), reason: made })
    return []
  })
}

export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type DocumentFields = DraftOf<'documents'>['given']

/** The fields of a document that its source keeps current, and those taken from it only once. */
interface DocumentParts {
  ref: string
  key: readonly string[]
  given: DocumentFields
  start: DocumentFields & Pick<Required<DocumentFields>, 'url'>
}

/** The draft of a document that is only listed, not read. A record with its URL is the same document. */
export const documentDraft = ({ ref, key, given, start }: DocumentParts): DraftOf<'documents'> => ({
  kind: 'documents',
  ref,
  key,
  given,
  start: { ...start, sourceUrl: start.url },
  like: [{ url: start.url }, { sourceUrl: start.url }],
})

export type Fields = Record<string, unknown>

interface Settled {
  fields: Fields
  given: Record<string, string>
  /** Fields that keep the record's value although the source disagrees, with the source's value. */
  conflicts: { field: string; offered: unknown }[]
}

export function newRecord(draft: Draft, now: Date): Settled {
  const stated = Object.entries(draft.given).filter(([, value]) => !isBlank(value))
  const instants = getRules(draft.kind).setWhenNew.map((field) => [field, now.toISOString()])
  return {
    fields: {
      ...getBlank(draft.kind),
      ...draft.start,
      ...draft.given,
      ...Object.fromEntries(instants),
      id: getId(draft.kind, draft.key),
    },
    given: Object.fromEntries(stated.map(([field, value]) => [field, getHash(value)])),
    conflicts: [],
  }
}

/**
 * Applies a draft to an existing record. The source decides a field whose value is blank or still the one it gave; all
 * other values are a person's. If the source's amount or date differs from a person's, that is a conflict when they
 * first meet; for any field, when the source changes its value, and then until they agree or a person decides.
 * @param isOpen whether a field was in conflict before
 */
export function settle(
  draft: Draft,
  present: Fields,
  known: GivenEntry | undefined,
  isOpen: (field: string) => boolean,
): Settled {
  const { union, own } = getRules(draft.kind)
  const fields = { ...present }
  const given: Record<string, string> = { ...known?.fields }
  const conflicts: Settled['conflicts'] = []
  const isLocked = present.verified === true
  for (const [field, value] of Object.entries(draft.given)) {
    if (value === undefined) continue
    const here = present[field]
    const last = given[field]
    if (isBlank(value)) {
      if (union.includes(field)) continue
      const wasGiven = last !== undefined
      if (wasGiven && last === getHash(here) && !isLocked) fields[field] = value
      else if (!isBlank(here) && (wasGiven || isOpen(field))) conflicts.push({ field, offered: value })
      delete given[field]
      continue
    }
    if (union.includes(field)) {
      fields[field] = [...new Set([...(here as unknown[]), ...(value as unknown[])])]
      continue
    }
    const hash = getHash(value)
    given[field] = hash
    const isOwn = own.includes(field)
    const isFree = last === undefined ? isBlank(here) : last === getHash(here) && !isLocked
    if (isOwn || isFree) fields[field] = value
    else if (hash === getHash(here)) continue
    else if (last === undefined ? isOtherFigure(here, value) : last !== hash || isOpen(field)) {
      conflicts.push({ field, offered: value })
    }
  }
  return { fields, given, conflicts }
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** Whether two values are different amounts or different days; wording may differ. */
function isOtherFigure(here: unknown, there: unknown): boolean {
  if (typeof here === 'number' && typeof there === 'number') return here !== there
  const [day] = (typeof here === 'string' && DAY.exec(here)) || []
  const [other] = (typeof there === 'string' && DAY.exec(there)) || []
  return day !== undefined && other !== undefined && day !== other
}

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

/**
 * The last values that each source gave for each record, as hashes. They show whether a value was corrected by a person
 * (it differs from the source's last value) or may be replaced by the source.
 */
export const GIVEN_FILE = 'given.ndjson'

const GivenEntry = z.strictObject({
  source: z.string(),
  kind: z.enum(INGEST_KINDS),
  key: z.string(),
  id: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type GivenEntry = z.infer<typeof GivenEntry>

export type Given = ReadonlyMap<string, GivenEntry>

export const givenName = (source: string, kind: IngestKind, key: string): string => JSON.stringify([source, kind, key])
const getName = ({ source, kind, key }: GivenEntry): string => givenName(source, kind, key)

export const parseGiven = (text: string | null): Given =>
  new Map(parseNdjson(GIVEN_FILE, text, GivenEntry).map((entry) => [getName(entry), entry]))

/** Sorted by source, kind and key, fields by name, so the same entries give the same text. */
export const formatGiven = (given: Given): string =>
  ndjson(
    [...given]
      .sort(([a], [b]) => compare(a, b))
      .map(([, entry]) => ({ ...entry, fields: Object.fromEntries(Object.entries(entry.fields).sort()) })),
  )

const HASH_LENGTH = 16

export const getHash = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? 'null').slice(0, HASH_LENGTH)

/** Fields on which a source and the record disagree. The record's value is kept until a person decides. */
export const CONFLICTS_FILE = 'conflicts.ndjson'

const Conflict = z.strictObject({
  source: z.string(),
  kind: z.enum(INGEST_KINDS),
  id: z.string(),
  ref: z.string(),
  field: z.string(),
  recorded: z.unknown(),
  offered: z.unknown(),
  /** The UTC day on which the difference was first found. */
  since: z.string(),
})
export type Conflict = z.infer<typeof Conflict>

type Place = Pick<Conflict, 'source' | 'kind' | 'id' | 'field'>

export const conflictName = ({ source, kind, id, field }: Place): string => JSON.stringify([source, kind, id, field])

export const parseConflicts = (text: string | null): Conflict[] => parseNdjson(CONFLICTS_FILE, text, Conflict)

/**
 * Replaces the conflicts of one record in `fields`, the fields that a draft states, with those found in this run. A
 * conflict that continues keeps its first day.
 */
export function recordConflicts(
  conflicts: Map<string, Conflict>,
  row: Pick<Conflict, 'source' | 'kind' | 'id' | 'ref'>,
  fields: readonly string[],
  found: readonly Pick<Conflict, 'field' | 'offered'>[],
  record: Readonly<Record<string, unknown>>,
  today: string,
): void {
  const getName = (field: string) => conflictName({ ...row, field })
  const before = new Map(fields.map((field) => [field, conflicts.get(getName(field))]))
  for (const field of fields) conflicts.delete(getName(field))
  for (const { field, offered } of found) {
    const since = before.get(field)?.since ?? today
    conflicts.set(getName(field), { ...row, field, recorded: record[field], offered, since })
  }
}

/** Sorted by source, kind, record and field, so the same conflicts give the same text. */
export const formatConflicts = (conflicts: readonly Conflict[]): string =>
  ndjson(conflicts.toSorted((a, b) => compare(conflictName(a), conflictName(b))).map((row) => Conflict.parse(row)))
