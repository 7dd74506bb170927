import type { Dataset } from '../../records/dataset.ts'
import type { AddError, RecordError } from '../../records/ndjson.ts'
import type { Coverage } from '../../resources/coverage.ts'
import { getAwardFacts } from '../../rules/awards/award-coverage.ts'
import { getAwardLists, isWithin } from '../../rules/awards/award-lists.ts'
import { shortfallText } from '../../rules/notices/gaps.ts'
import { deadlineInstant, startInstant } from '../../rules/time/moments.ts'
import { type ListRecord, RECORDS, type RecordKind, type Records } from '../../schema/records.ts'
import type { ChangeEvent } from '../../schema/wire/changes.ts'
import { misplacedValues } from './field-checks.ts'

const AWARD_KINDS = ['documents', 'lists', 'awards', 'pools'] as const

/**
 * Errors that a single record does not show, by file and line. References to a file with invalid lines are checked once
 * those lines are fixed.
 */
export function crossErrors({ records, history, errors, formatLine }: Dataset): RecordError[] {
  const found: RecordError[] = []
  const add: AddError = (kind, record, field, reason) =>
    found.push({ file: `${kind}.ndjson`, line: formatLine(record), field, reason })
  const isWhole = (kind: RecordKind) => !errors.some(({ file }) => file === `${kind}.ndjson`)
  for (const kind of KINDS) repeated(kind, records[kind], add)
  repeated('changes', history.feed ?? [], add)
  if (isWhole('states')) {
    if (records.states.length === 0) found.push(NO_STATES)
    else unknownStates(records, add)
  }
  if (AWARD_KINDS.every(isWhole)) awardErrors(records, add)
  if (isWhole('notices')) danglingNotices(records, add)
  contradictions(records, add)
  misplacedValues(records, add)
  disorder(history.feed ?? [], add)
  return found
}

const NO_STATES: RecordError = {
  file: 'states.ndjson',
  line: 0,
  field: 'file',
  reason: 'is empty; a dataset needs its states',
}

const KINDS = Object.keys(RECORDS) as RecordKind[]

function repeated(kind: string, rows: readonly ({ id: string } | { code: string })[], add: AddError): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const [field, name] = 'id' in row ? ['id', row.id] : ['code', row.code]
    if (seen.has(name)) add(kind, row, field, `"${name}" is already used on an earlier line; it must be unique`)
    seen.add(name)
  }
}

function unknownStates(records: Records, add: AddError): void {
  const codes = new Set<string>(records.states.map(({ code }) => code))
  for (const kind of KINDS) {
    for (const record of records[kind]) {
      if (!('state' in record) || record.state === null || codes.has(record.state)) continue
      add(kind, record, 'state', `"${record.state}" is not in states.ndjson; add the state there first`)
    }
  }
}

function danglingNotices(records: Records, add: AddError): void {
  const known = new Map(records.notices.map((notice) => [notice.id, notice]))
  for (const notice of records.notices) {
    const { duplicateOf, partOf, relatedTo } = notice
    for (const [field, id] of Object.entries({ duplicateOf, partOf, relatedTo: relatedTo?.id ?? null })) {
      if (id === null) continue
      if (id === notice.id) add('notices', notice, field, 'is the record itself')
      else if (!known.has(id)) add('notices', notice, field, `no notice has the id "${id}"`)
    }
    if (partOf !== null && known.get(partOf)?.partOf)
      add('notices', notice, 'partOf', `"${partOf}" is itself a part; use the id of the whole`)
    if (duplicateOf !== null && known.get(duplicateOf)?.duplicateOf)
      add('notices', notice, 'duplicateOf', `"${duplicateOf}" is itself a duplicate; use the id of the original record`)
  }
}

// The zone does not matter for the order of two moments of one record.
const ZONE = 'UTC'

function contradictions(records: Records, add: AddError): void {
  for (const notice of records.notices) {
    const { scope, state, budgetMin, budgetMax } = notice
    if ((scope === 'NATIONAL') !== (state === null)) {
      add('notices', notice, 'scope', `is ${scope}, but state is ${state}`)
    }
    if (budgetMin !== null && budgetMax !== null && budgetMin > budgetMax) {
      add('notices', notice, 'budgetMin', `${budgetMin} is greater than budgetMax ${budgetMax}`)
    }
  }
  for (const activity of records.activities) {
    const { status, statusSourceUrl, statusSince } = activity
    if (status !== null && statusSourceUrl === null)
      add('activities', activity, 'statusSourceUrl', `is null, but status is ${status}; a status needs its own source`)
    if (status === null && (statusSourceUrl ?? statusSince) !== null)
      add('activities', activity, 'status', 'is null, but has a source or a day')
  }
  for (const event of records.events) {
    if (event.endAt === null || deadlineInstant(event.endAt, ZONE) >= startInstant(event.startAt, ZONE)) continue
    add('events', event, 'endAt', `${event.endAt} is before startAt ${event.startAt}`)
  }
}

function disorder(changes: readonly ChangeEvent[], add: AddError): void {
  changes.forEach((event, index) => {
    const before = changes[index - 1]
    if (!before || before.occurredAt < event.occurredAt) return
    add('changes', event, 'occurredAt', `${event.occurredAt} is not after the event before it`)
  })
}

/** Errors in documents, award lists, awards and pools that show only when they are read together. */
function awardErrors(records: Records, add: AddError): void {
  repeatedAddresses(records, add)
  danglingDocuments(records, add)
  danglingAwards(records, add)
  for (const award of records.awards) {
    if (award.federalAmount === 0) add('awards', award, 'federalAmount', 'is 0; write null when the amount is unknown')
  }
  for (const list of records.lists) listErrors(list, add)
  partsOfLists(records, add)
  overlappingLists(records, add)
}

function repeatedAddresses({ documents }: Records, add: AddError): void {
  const present = new Set(documents.map(({ id }) => id))
  const taken = new Map<string, string>()
  for (const document of documents) {
    // One URL is one document, regardless of a trailing slash and of its fragment, unless that names lines of a file.
    const address = document.url.replace(/#(?!L\d).*$/, '').replace(/\/$/, '')
    const other = taken.get(address)
    if (other) add('documents', document, 'url', `is the URL of document ${other}; merge the two (mergedIds)`)
    taken.set(address, document.id)
    for (const id of document.mergedIds) {
      if (present.has(id)) add('documents', document, 'mergedIds', `${id} is still a separate document`)
    }
  }
}

function danglingDocuments(records: Records, add: AddError): void {
  const ids = new Set(records.documents.map(({ id }) => id))
  const check = (kind: string, field: string, record: object, id: string) => {
    if (!ids.has(id)) add(kind, record, field, `no document has the id "${id}"`)
  }
  for (const award of records.awards) check('awards', 'sourceDocumentId', award, award.sourceDocumentId)
  for (const pool of records.pools) check('pools', 'sourceDocumentId', pool, pool.sourceDocumentId)
  for (const list of records.lists) check('lists', 'documentId', list, list.documentId)
}

function danglingAwards({ awards }: Records, add: AddError): void {
  const ids = new Set(awards.map(({ id }) => id))
  for (const award of awards) {
    if (award.duplicateOf === null) continue
    if (award.duplicateOf === award.id) add('awards', award, 'duplicateOf', 'is the record itself')
    else if (!ids.has(award.duplicateOf)) {
      add('awards', award, 'duplicateOf', `no award has the id "${award.duplicateOf}"`)
    }
  }
}

function listErrors(list: ListRecord, add: AddError): void {
  const { firstLine, lastLine, statedTotal, statedTotalUnit } = list
  if ((firstLine === null) !== (lastLine === null)) add('lists', list, 'lastLine', 'is only allowed with firstLine')
  if (firstLine !== null && lastLine !== null && firstLine > lastLine)
    add('lists', list, 'lastLine', 'is before firstLine')
  if (statedTotalUnit !== null && statedTotal === null) {
    add('lists', list, 'statedTotalUnit', 'requires a statedTotal')
  }
}

function partsOfLists({ lists }: Records, add: AddError): void {
  const byId = new Map(lists.map((list) => [list.id, list]))
  for (const list of lists) {
    if (list.partOf === null) continue
    const whole = byId.get(list.partOf)
    if (!whole) add('lists', list, 'partOf', `no list has the id "${list.partOf}"`)
    else if (whole.partOf !== null || whole === list)
      add('lists', list, 'partOf', 'must be a list that is itself whole')
  }
}

function overlappingLists({ lists, awards }: Records, add: AddError): void {
  const getLists = Map.groupBy(lists, ({ documentId }) => documentId)
  for (const award of awards) {
    const own = (getLists.get(award.sourceDocumentId) ?? []).filter((list) => isWithin(list, award.sourceLine))
    if (own.length > 1)
      add('awards', award, 'sourceLine', `is in ${own.length} lists of its document; it must be in exactly one`)
  }
}

/**
 * An error for each award list that is known to be incomplete but has no gap in the coverage.
 * @param coverage called if there is such a list
 */
export function silentShortfalls(
  records: Records,
  coverage: () => readonly { item: Pick<Coverage, 'state' | 'gaps'> }[],
): RecordError[] {
  const short = getAwardFacts(getAwardLists(records), new Map(), null).lists.filter(({ isShort }) => isShort)
  if (short.length === 0) return []
  const gapsOf = new Map(coverage().map(({ item }) => [item.state, item.gaps]))
  return short
    .filter((list) => !gapsOf.get(list.state)?.includes(shortfallText(list)))
    .map((list) => ({
      file: 'lists.ndjson',
      line: 0,
      field: list.title,
      reason: `no gap mentions this: ${shortfallText(list)}`,
    }))
}
