import type { NoticeRecord } from '../../schema/records.ts'
import { compare } from '../text/words.ts'
import { noticeKey } from './notice-key.ts'

/**
 * The one record of notices that are one solicitation, given earliest first: the id of the earliest, and of each field
 * the newest value that is not null.
 *
 * Newest is by `lastChanged`, then by `amendedAt`, else `postedDate` (the unknown oldest), then the one whose title says
 * that the deadline was extended, then by id. Duplicates, and questions and answers, only fill gaps. Some fields are
 * taken together, so that records are not mixed to something that no source says: `sourceUrl` with `retrievedFrom`, and
 * the budget, whose older bound only fills a gap when it keeps the minimum below the maximum. A deadline whose newest
 * value is a bare date keeps the time of day that an older record gives for that day.
 */
export function mergedNotice(records: readonly NoticeRecord[]): NoticeRecord {
  const [earliest] = records as [NoticeRecord]
  if (records.length === 1) return earliest
  const newestFirst = records.toSorted((a, b) => getRank(a) - getRank(b) || compareNewest(b, a))
  const [newest] = newestFirst as [NoticeRecord]
  const latest = <Field extends keyof NoticeRecord>(field: Field): NoticeRecord[Field] =>
    (newestFirst.find((record) => record[field] !== null) ?? newest)[field]
  const categories = getUnion(
    records,
    ({ categories }) => categories,
    ({ category, source }) => `${source} ${category}`,
  )
  const merged: NoticeRecord = {
    ...newest,
    id: earliest.id,
    noticeNumber: latest('noticeNumber'),
    issuingAgency: latest('issuingAgency'),
    summary: latest('summary'),
    ...latestBudget(newestFirst),
    budgetPerAward: latest('budgetPerAward'),
    applicantTypes: getUnion(
      records,
      ({ applicantTypes }) => applicantTypes,
      (type) => type.toLowerCase(),
    ),
    postedDate: latest('postedDate'),
    dueDate: latestDeadline(newestFirst, 'dueDate'),
    loiDate: latestDeadline(newestFirst, 'loiDate'),
    questionDeadline: latestDeadline(newestFirst, 'questionDeadline'),
    expectedBy: latest('expectedBy'),
    rolling: records.some(({ rolling }) => rolling),
    amended: records.some(({ amended }) => amended),
    amendedAt: latest('amendedAt'),
    sourceStatus: latest('sourceStatus'),
    confirmedAt: findEdge(records, 'confirmedAt', 1) ?? null,
    documentUrls: getUnion(records, ({ documentUrls }) => documentUrls),
    firstSeen: findEdge(records, 'firstSeen', -1) ?? newest.firstSeen,
    lastChanged: findEdge(records, 'lastChanged', 1) ?? newest.lastChanged,
    alsoFrom: getUnion(records, ({ alsoFrom }) => alsoFrom),
    duplicateOf: null,
    partOf: latest('partOf'),
    relatedTo: latest('relatedTo'),
    ...(categories.length > 0 ? { categories } : {}),
  }
  return { ...merged, inferred: getInferred(merged, records) }
}

function getInferred(merged: NoticeRecord, records: readonly NoticeRecord[]): NoticeRecord['inferred'] {
  const fields = [...new Set(records.flatMap(({ inferred }) => inferred))]
  return fields.filter((field) => {
    const agreeing = records.filter((record) => record[field] === merged[field])
    return agreeing.length > 0 && agreeing.every(({ inferred }) => inferred.includes(field))
  })
}

/** Duplicates, and questions and answers, come after the notices of the solicitation itself. */
const getRank = (record: NoticeRecord): number =>
  record.duplicateOf !== null ? 2 : noticeKey(record).isCompanion ? 1 : 0

/** Earliest first: by `postedDate`, else `firstSeen`, then by id. A date without a time is the start of its UTC day. */
export const compareEarliest = (a: NoticeRecord, b: NoticeRecord): number =>
  Date.parse(a.postedDate ?? a.firstSeen) - Date.parse(b.postedDate ?? b.firstSeen) || compare(a.id, b.id)

const compareNewest = (a: NoticeRecord, b: NoticeRecord): number =>
  Date.parse(a.lastChanged) - Date.parse(b.lastChanged) ||
  issuedAt(a) - issuedAt(b) ||
  saysExtended(a) - saysExtended(b) ||
  compare(a.id, b.id)

const saysExtended = (record: NoticeRecord): number => Number(noticeKey(record).isExtended)

const issuedAt = ({ amendedAt, postedDate }: NoticeRecord): number => {
  const issued = amendedAt ?? postedDate
  return issued === null ? 0 : Date.parse(issued)
}

function latestBudget(newestFirst: readonly NoticeRecord[]): Pick<NoticeRecord, 'budgetMin' | 'budgetMax'> {
  const stated = newestFirst.find(({ budgetMin, budgetMax }) => budgetMin !== null || budgetMax !== null)
  const { budgetMin = null, budgetMax = null } = stated ?? {}
  const older = newestFirst.find(
    (record) =>
      (budgetMin === null && record.budgetMin !== null && record.budgetMin <= (budgetMax ?? 0)) ||
      (budgetMax === null && record.budgetMax !== null && record.budgetMax >= (budgetMin ?? 0)),
  )
  return { budgetMin: budgetMin ?? older?.budgetMin ?? null, budgetMax: budgetMax ?? older?.budgetMax ?? null }
}

function latestDeadline(
  newestFirst: readonly NoticeRecord[],
  field: 'dueDate' | 'loiDate' | 'questionDeadline',
): string | null {
  const known = newestFirst.flatMap((record) => record[field] ?? [])
  const [newest = null] = known
  // A bare date means 23:59; a source that gives the hour is more precise.
  return known.find((moment) => moment !== newest && moment.startsWith(`${newest}T`)) ?? newest
}

/** The earliest (`-1`) or latest (`1`) of the known values of a field. */
const findEdge = (
  records: readonly NoticeRecord[],
  field: 'firstSeen' | 'lastChanged' | 'confirmedAt',
  side: -1 | 1,
): string | undefined =>
  records
    .flatMap((record) => record[field] ?? [])
    .sort((a, b) => side * (Date.parse(b) - Date.parse(a)) || compare(a, b))[0]

function getUnion<Item>(
  records: readonly NoticeRecord[],
  getList: (record: NoticeRecord) => readonly Item[] | undefined,
  getKey: (item: Item) => string = String,
): Item[] {
  const first = new Map<string, Item>()
  for (const item of records.flatMap((record) => getList(record) ?? [])) {
    if (!first.has(getKey(item))) first.set(getKey(item), item)
  }
  return [...first.values()]
}
