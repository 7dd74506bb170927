import type { AddError, RecordError } from '../../records/dataset-error.ts'
import type { Coverage } from '../../resources/coverage.ts'
import { getAwardFacts } from '../../rules/awards/award-coverage.ts'
import { getAwardLists, isWithin } from '../../rules/awards/award-lists.ts'
import { shortfallText } from '../../rules/notices/gaps.ts'
import type { ListRecord, Records } from '../../schema/records.ts'

/** Errors in documents, award lists, awards and pools that show only when they are read together. */
export function awardErrors(records: Records, add: AddError): void {
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

/** One URL is one document, regardless of a trailing slash and of its fragment, unless that names lines of a file. */
const readCallerAddress = (url: string): string => url.replace(/#(?!L\d).*$/, '').replace(/\/$/, '')

function repeatedAddresses({ documents }: Records, add: AddError): void {
  const present = new Set(documents.map(({ id }) => id))
  const taken = new Map<string, string>()
  for (const document of documents) {
    const address = readCallerAddress(document.url)
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
