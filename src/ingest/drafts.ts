import { hash } from 'node:crypto'
import * as z from 'zod'
import { formatNdjson, parseNdjson } from '../records/ndjson.ts'
import { recordId } from '../rules/record-id.ts'
import { compare } from '../rules/text/words.ts'
import { RECORDS } from '../schema/records.ts'
import { formatReason, NetworkFailure } from './net/exchange.ts'
import { type Draft, type DraftOf, INGEST_KINDS, type IngestKind, type Run } from './source.ts'

/** The instants that the ingest sets itself: when a record is new, and `lastChanged` also when it changes. */
const STAMPS = { allotments: [], documents: ['discovered'], awards: [], notices: ['firstSeen', 'lastChanged'] } as const

export const getStamps = (kind: IngestKind, isNew: boolean, now: Date): Readonly<Record<string, string>> =>
  Object.fromEntries(
    STAMPS[kind].flatMap((field) => (isNew || field === 'lastChanged' ? [[field, now.toISOString()]] : [])),
  )

/** The statuses in which a notice is no longer listed. */
export const OVER: ReadonlySet<unknown> = new Set(['CLOSED', 'WITHDRAWN', 'AWARDED', 'ARCHIVED'])

/** The fields of a record that may be blank, each as it is when nothing is known: null, false or an empty list. */
export const getBlank = (kind: IngestKind): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(RECORDS[kind].shape).flatMap(([field, type]) => {
      const blank = [null, false, []].filter((value) => type.safeParse(value).success)
      return blank.length > 0 && !type.safeParse(undefined).success ? [[field, blank[0]]] : []
    }),
  )

export const getId = (kind: IngestKind, key: readonly (string | null)[]): string => recordId(kind.slice(0, -1), key)

/**
 * What is made of each row. A row of which nothing can be made is skipped for the reason that is returned instead.
 * @param getReference how a person can find a skipped row in the source
 */
export function makeRecords<Row, Made extends object>(
  rows: readonly Row[],
  make: (row: Row) => Made | string,
  getReference: (row: Row, index: number) => string,
  { reject }: Run,
): Made[] {
  return rows.flatMap((row, index) => {
    const made = make(row)
    if (typeof made !== 'string') return [made]
    reject(getReference(row, index), made)
    return []
  })
}

/**
 * Reads the lists of a source one after the other. A list that cannot be read is reported among the skipped rows.
 * @returns the lists that were read
 * @throws Error when none could be read, unless robots.txt disallows all of them
 */
export async function readEach<List>(
  lists: readonly List[],
  run: Run,
  getUrl: (list: List) => string,
  read: (list: List) => Promise<void>,
): Promise<Set<List>> {
  const done = new Set<List>()
  const failures: string[] = []
  for (const list of lists) {
    const url = getUrl(list)
    run.say(url)
    try {
      await read(list)
      done.add(list)
    } catch (error) {
      if (!isDisallowed(error)) failures.push(`${url} ${formatReason(error)}`)
      run.reject(url, formatReason(error))
    }
  }
  if (failures.length > 0 && done.size === 0) throw new Error(failures.join('; '))
  return done
}

/** Whether a robots.txt disallows what was asked for. */
export const isDisallowed = (error: unknown): error is NetworkFailure =>
  error instanceof NetworkFailure && error.failing === 'robots'

type DocumentFields = DraftOf<'documents'>['given']

/**
 * The draft of a document that is only listed, not read. A record with its URL is the same document.
 * @param given the fields that the source keeps current
 * @param start those taken from it only once
 */
export const createDocumentDraft = (
  ref: string,
  key: readonly string[],
  given: DocumentFields,
  start: DocumentFields & { url: string },
): DraftOf<'documents'> => ({
  kind: 'documents',
  ref,
  key,
  given,
  start: { ...start, sourceUrl: start.url },
  like: [{ url: start.url }, { sourceUrl: start.url }],
})

export type Fields = Record<string, unknown>

export function createRecord({ kind, key, start, given }: Draft, now: Date): ReturnType<typeof settle> {
  const stated = Object.entries(given).filter(([, value]) => !isBlank(value))
  return {
    fields: { ...getBlank(kind), ...start, ...given, ...getStamps(kind, true, now), id: getId(kind, key) },
    given: Object.fromEntries(stated.map(([field, value]) => [field, getHash(value)])),
    conflicts: new Map(),
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
  entry: GivenEntry | undefined,
  isOpen: (field: string) => boolean,
) {
  const fields = { ...present }
  const given: Record<string, string> = { ...entry?.fields }
  // The source's values of the fields that keep the record's value.
  const conflicts = new Map<string, unknown>()
  for (const [field, value] of Object.entries(draft.given)) {
    if (value === undefined) continue
    const here = present[field]
    if (field === 'confirmedBy') {
      if (!isBlank(value)) fields[field] = [...new Set([...(here as unknown[]), ...(value as unknown[])])]
      continue
    }
    const last = given[field]
    const hash = getHash(value)
    const isFree = last !== undefined && last === getHash(here) && present.verified !== true
    if (isBlank(value)) {
      if (isFree) fields[field] = value
      else if (!isBlank(here) && (last !== undefined || isOpen(field))) conflicts.set(field, value)
      delete given[field]
      continue
    }
    given[field] = hash
    // The source alone decides its status.
    if (isFree || field === 'sourceStatus' || (last === undefined && isBlank(here))) fields[field] = value
    else if (hash === getHash(here)) continue
    else if (last === undefined ? isOtherFigure(here, value) : last !== hash || isOpen(field))
      conflicts.set(field, value)
  }
  return { fields, given, conflicts }
}

function isOtherFigure(here: unknown, there: unknown): boolean {
  if (typeof here === 'number' && typeof there === 'number') return here !== there
  const [day, other] = [here, there].map((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0])
  return Boolean(day && other) && day !== other
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

export const toGivenName = (source: string, kind: IngestKind, key: string): string =>
  JSON.stringify([source, kind, key])

export const parseGiven = (text: string | null): Given =>
  new Map(
    parseNdjson(GIVEN_FILE, text, GivenEntry).map((entry) => [toGivenName(entry.source, entry.kind, entry.key), entry]),
  )

/** Sorted by source, kind and key, fields by name, so the same entries give the same text. */
export const formatGiven = (given: Given): string =>
  formatNdjson(
    [...given]
      .sort(([a], [b]) => compare(a, b))
      .map(([, entry]) => ({ ...entry, fields: Object.fromEntries(Object.entries(entry.fields).sort()) })),
  )

export const getHash = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? 'null').slice(0, 16)

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

export const toConflictName = (conflict: Pick<Conflict, 'source' | 'kind' | 'id' | 'field'>): string =>
  JSON.stringify([conflict.source, conflict.kind, conflict.id, conflict.field])

export const parseConflicts = (text: string | null): Conflict[] => parseNdjson(CONFLICTS_FILE, text, Conflict)

/** Sorted by source, kind, record and field, so the same conflicts give the same text. */
export const formatConflicts = (conflicts: readonly Conflict[]): string =>
  formatNdjson(
    conflicts.toSorted((a, b) => compare(toConflictName(a), toConflictName(b))).map((row) => Conflict.parse(row)),
  )
