import type { z } from 'zod'
import type { Dataset } from '../../records/dataset.ts'
import type { AddError, RecordError } from '../../records/ndjson.ts'
import type { Coverage } from '../../resources/coverage.ts'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import { type AnyRow, getId } from '../../resources/publishing.ts'
import { Stats } from '../../resources/states.ts'
import { getAwardFacts } from '../../rules/awards/award-coverage.ts'
import { getAwardLists, isWithin } from '../../rules/awards/award-lists.ts'
import { formatShortfall } from '../../rules/notices/gaps.ts'
import { toDeadlineInstant, toStartInstant } from '../../rules/time/moments.ts'
import { RECORDS, type RecordKind, type Records } from '../../schema/records.ts'
import type { PublishedLists } from '../publication.ts'
import { checkMisplacedValues } from './field-checks.ts'

/**
 * Errors that a single record does not show, by file and line. References to a file with invalid lines are checked once
 * those lines are fixed.
 */
export function findCrossErrors({ records, history, errors, formatLine }: Dataset): RecordError[] {
  const recordErrors: RecordError[] = []
  const add: AddError = (kind, record, field, reason) =>
    recordErrors.push({ file: `${kind}.ndjson`, line: formatLine(record), field, reason })
  const isWhole = (...kinds: RecordKind[]) =>
    !errors.some(({ file }) => kinds.some((kind) => file === `${kind}.ndjson`))
  const feed = history.feed ?? []
  for (const kind of KINDS) checkRepeated(kind, records[kind], add)
  checkRepeated('changes', feed, add)
  if (isWhole('states')) {
    const reason = 'is empty; a dataset needs its states'
    if (records.states.length > 0) checkUnknownStates(records, add)
    else recordErrors.push({ file: 'states.ndjson', line: 0, field: 'file', reason })
  }
  for (const reference of REFERENCES) {
    if (isWhole(reference.kind, reference.target)) checkDangling(records, reference, add)
  }
  if (isWhole('documents')) checkRepeatedAddresses(records, add)
  if (isWhole('lists', 'awards')) checkOverlappingLists(records, add)
  for (const kind of KINDS) for (const record of records[kind]) checkContradictions(kind, record, add)
  checkMisplacedValues(records, add)
  feed.forEach((event, index) => {
    const before = feed[index - 1]
    if (before && before.occurredAt >= event.occurredAt)
      add('changes', event, 'occurredAt', `${event.occurredAt} is not after the event before it`)
  })
  return recordErrors
}

const KINDS = Object.keys(RECORDS) as RecordKind[]

function checkRepeated(kind: string, rows: readonly ({ id: string } | { code: string })[], add: AddError): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const [field, name] = 'id' in row ? ['id', row.id] : ['code', row.code]
    if (seen.has(name)) add(kind, row, field, `"${name}" is already used on an earlier line; it must be unique`)
    seen.add(name)
  }
}

function checkUnknownStates(records: Records, add: AddError): void {
  const codes = new Set<string>(records.states.map(({ code }) => code))
  for (const kind of KINDS) {
    for (const record of records[kind]) {
      if (!('state' in record) || record.state === null || codes.has(record.state)) continue
      add(kind, record, 'state', `"${record.state}" is not in states.ndjson; add the state there first`)
    }
  }
}

interface Reference {
  kind: RecordKind
  field: string
  target: 'notices' | 'awards' | 'documents' | 'lists'
  /** What the target is, and the remedy, if it has the same field; undefined if it may. */
  chained?: string
}

/** The fields with the id of another record. */
const REFERENCES: readonly Reference[] = [
  { kind: 'notices', field: 'duplicateOf', target: 'notices', chained: 'a duplicate; use the id of the original' },
  { kind: 'notices', field: 'partOf', target: 'notices', chained: 'a part; use the id of the whole' },
  { kind: 'notices', field: 'relatedTo', target: 'notices' },
  { kind: 'awards', field: 'sourceDocumentId', target: 'documents' },
  { kind: 'pools', field: 'sourceDocumentId', target: 'documents' },
  { kind: 'lists', field: 'documentId', target: 'documents' },
  { kind: 'awards', field: 'duplicateOf', target: 'awards' },
  { kind: 'lists', field: 'partOf', target: 'lists', chained: 'a part; use the id of the whole' },
]

type Referring = { id: string } & { [field: string]: string | { id: string } | null }

function checkDangling(records: Records, { kind, field, target, chained }: Reference, add: AddError): void {
  const targets = new Map((records[target] as unknown as Referring[]).map((record) => [record.id, record]))
  for (const record of records[kind] as unknown as Referring[]) {
    const value = record[field] ?? null
    if (value === null) continue
    const id = typeof value === 'string' ? value : value.id
    const other = targets.get(id)
    if (id === record.id) add(kind, record, field, 'is the record itself')
    else if (!other) add(kind, record, field, `no ${target.slice(0, -1)} has the id "${id}"`)
    else if (chained && other[field]) add(kind, record, field, `"${id}" is itself ${chained}`)
  }
}

function checkRepeatedAddresses({ documents }: Records, add: AddError): void {
  const present = new Set(documents.map(({ id }) => id))
  const taken = new Map<string, string>()
  for (const document of documents) {
    // One URL is one document, also with a slash at its end or a fragment that names neither lines nor a page of it.
    const address = document.url.replace(/#(?!L\d|page=\d).*$/, '').replace(/\/$/, '')
    const other = taken.get(address)
    if (other) add('documents', document, 'url', `is the URL of document ${other}; merge the two (mergedIds)`)
    taken.set(address, document.id)
    for (const id of document.mergedIds) {
      if (present.has(id)) add('documents', document, 'mergedIds', `${id} is still a separate document`)
    }
  }
}

function checkOverlappingLists({ lists, awards }: Records, add: AddError): void {
  const getLists = Map.groupBy(lists, ({ documentId }) => documentId)
  for (const award of awards) {
    const containing = (getLists.get(award.sourceDocumentId) ?? []).filter((list) => isWithin(list, award.sourceLine))
    if (containing.length > 1)
      add('awards', award, 'sourceLine', `is in ${containing.length} lists of its document; it must be in exactly one`)
  }
}

// The zone does not matter for the order of two moments of one record.
const ZONE = 'UTC'

/** Values of a record that exclude each other: the field, the reason, and whether it applies. */
const CONTRADICTIONS: {
  [Kind in RecordKind]?: (record: Records[Kind][number]) => readonly [field: string, reason: string, isWrong: boolean][]
} = {
  notices: ({ scope, state, budgetMin, budgetMax, lastChanged: changed, confirmedAt }) => [
    ['scope', `is ${scope}, but state is ${state}`, (scope === 'NATIONAL') !== (state === null)],
    ['budgetMin', `${budgetMin} is greater than budgetMax ${budgetMax}`, (budgetMin ?? 0) > (budgetMax ?? Infinity)],
    // The ingest writes instants, and records anew only every two weeks what a source still lists.
    [
      'lastChanged',
      `${changed} is after confirmedAt ${confirmedAt}; a correction of ours does not change it`,
      !changed.includes('T') && confirmedAt !== null && changed > confirmedAt.slice(0, changed.length),
    ],
  ],
  activities: ({ status, statusSourceUrl, statusSince }) => [
    ['statusSourceUrl', `is null, but status ${status} needs a source`, status !== null && statusSourceUrl === null],
    ['status', 'is null, but has a source or a day', status === null && (statusSourceUrl ?? statusSince) !== null],
  ],
  events: ({ startAt: start, endAt: end }) => [
    ['endAt', `${end} is before startAt ${start}`, !!end && toDeadlineInstant(end, ZONE) < toStartInstant(start, ZONE)],
  ],
  lists: ({ firstLine, lastLine, statedTotal, statedTotalUnit }) => [
    ['lastLine', 'is only allowed with firstLine', (firstLine === null) !== (lastLine === null)],
    ['lastLine', 'is before firstLine', (firstLine ?? 0) > (lastLine ?? Infinity)],
    ['statedTotalUnit', 'requires a statedTotal', statedTotalUnit !== null && statedTotal === null],
  ],
}

function checkContradictions(kind: RecordKind, record: object, add: AddError): void {
  for (const [field, reason, isWrong] of CONTRADICTIONS[kind]?.(record as never) ?? []) {
    if (isWrong) add(kind, record, field, reason)
  }
}

/**
 * An error for each award list that is known to be incomplete but has no gap in the coverage.
 * @param coverage called if there is such a list
 */
export function checkSilentShortfalls(
  records: Records,
  coverage: () => readonly { item: Pick<Coverage, 'state' | 'gaps'> }[],
): RecordError[] {
  const short = getAwardFacts(getAwardLists(records), new Map(), null).lists.filter(({ isShort }) => isShort)
  if (short.length === 0) return []
  const gapsByState = new Map(coverage().map(({ item }) => [item.state, item.gaps]))
  return short
    .filter((list) => !gapsByState.get(list.state)?.includes(formatShortfall(list)))
    .map((list) => ({
      file: 'lists.ndjson',
      line: 0,
      field: list.title,
      reason: `no gap mentions this: ${formatShortfall(list)}`,
    }))
}

/**
 * Checks that everything in a publication matches its documented schema, in each of its phases.
 * @throws Error with the list, the record and the field
 */
export function checkItems(publication: PublishedLists): void {
  for (const name of RESOURCE_NAMES) {
    const { item: schema, timed, detail } = getResource(name)
    const unset = Object.fromEntries(timed.map((field) => [field, null]))
    for (const row of publication[name] as AnyRow[]) {
      const record = `${name} ${getId(row)}`
      for (const { fields } of row.phases ?? [{ fields: unset }])
        must(schema.safeParse({ ...row.item, ...fields }), record)
      if (detail && row.detail) must(detail.schema.safeParse(row.detail), `${record} (detail)`)
    }
  }
  must(Stats.safeParse(publication.stats), 'stats')
}

function must({ error }: z.ZodSafeParseResult<unknown>, what: string): void {
  const issue = error?.issues[0]
  if (!issue) return
  const problem = `${what}: ${issue.path.join('.')}: ${issue.message}`
  throw new Error(`${problem}; the bake produced a value that does not match the schema`)
}
