import type { NoticeRecord } from '../../schema/records.ts'
import { compare } from '../text/words.ts'
import { DAY_MS } from '../time/moments.ts'
import { toNoticeKey } from './notice-key.ts'

/** Notices that are one opportunity. `earliest` gives the opportunity its id and slug. */
export type Family = ReturnType<typeof mergeNotices>[number]

/**
 * Merges notices that are one solicitation, so each opportunity is published once. Ids must be unique. The order of the
 * input does not matter; families are returned earliest first (`postedDate`, otherwise `firstSeen`; then id).
 *
 * Two notices of one scope and state are linked if
 * (a) one is marked as a duplicate of the other, or they share a notice number, or
 * (b) their titles are equal without noise, both are awards, inquiries or solicitations, and their due dates are on the
 * same day as written, one is missing, or one of them is amended or says that its deadline was extended.
 *
 * A notice whose parts are separate records is left out: its parts represent it.
 *
 * Links are transitive, but no family contains two notices with different numbers, with different fiscal years in their
 * titles, or (unless they share a number) with dates further apart than `ROUND_DAYS`; nor does a notice without a due
 * date connect two different due dates unless one of them is amended. So a notice that fits several families must
 * choose: notices with a number come first, then those with a due date, then those whose title names a fiscal year,
 * each earliest first, and each joins the family with the strongest link (number, same due date, amended, missing due
 * date), then nearest in time, then the older family.
 */
export function mergeNotices(notices: readonly NoticeRecord[]) {
  const wholes = new Set(notices.flatMap(({ partOf }) => partOf ?? []))
  const members = notices
    .filter(({ id }) => !wholes.has(id))
    .map(readMember)
    .sort(byClaim)
  return [...Map.groupBy(members, ({ notice }) => `${notice.scope} ${notice.state}`).values()]
    .flatMap((neighbors) => [...findFamilies(neighbors)])
    .map((family) => family.map(({ notice }) => notice).sort(compareEarliest))
    .sort(([a], [b]) => compareEarliest(a as NoticeRecord, b as NoticeRecord))
    .map((records) => ({
      notice: createMergedNotice(records),
      earliest: records[0] as NoticeRecord,
      memberIds: records.map(({ id }) => id),
    }))
}

/** Dates further apart than this belong to the rounds of different years. */
const ROUND_DAYS = 300

type Member = ReturnType<typeof readMember>

function readMember(notice: NoticeRecord) {
  const { opportunityType, dueDate, postedDate } = notice
  const dated = dueDate ?? postedDate
  return {
    ...toNoticeKey(notice),
    notice,
    /** Awards and inquiries are not the solicitation that they belong to. */
    kind: opportunityType === 'AWARD' || opportunityType === 'RFI' ? opportunityType : 'SOLICITATION',
    dueDay: dueDate?.slice(0, 10) ?? null,
    /** The due date, otherwise the posted date, in milliseconds since 1970. */
    date: dated === null ? null : Date.parse(dated),
  }
}

const shareNumber = (a: Member, b: Member): boolean => a.numbers.some((number) => b.numbers.includes(number))
const isAmended = ({ notice, isExtended }: Member): boolean => notice.amended || isExtended
const isRepeat = (a: Member, b: Member): boolean =>
  a.notice.duplicateOf === b.notice.id || b.notice.duplicateOf === a.notice.id

function findLink(a: Member, b: Member): number | null {
  if (isRepeat(a, b) || shareNumber(a, b)) return 0
  if (a.title === '' || a.title !== b.title || a.kind !== b.kind) return null
  if (a.dueDay === null || b.dueDay === null) return 3
  if (a.dueDay === b.dueDay) return 1
  return isAmended(a) || isAmended(b) ? 2 : null
}

function areCompatible(a: readonly Member[], b: readonly Member[]): boolean {
  const pairs = a.flatMap((left) => b.map((right) => [left, right] as const))
  if (pairs.some(([left, right]) => isRepeat(left, right))) return true
  const numberPassages = pairs.filter(([left, right]) => left.numbers.length > 0 && right.numbers.length > 0)
  if (!numberPassages.every(([left, right]) => shareNumber(left, right))) return false
  const all = [...a, ...b]
  if (new Set(all.flatMap(({ round }) => round ?? [])).size > 1) return false
  if (numberPassages.length > 0) return true

  const dates = all.flatMap(({ date }) => date ?? [])
  if (Math.max(...dates) - Math.min(...dates) > ROUND_DAYS * DAY_MS) return false
  const dueDays = new Set(a.flatMap(({ dueDay }) => dueDay ?? []))
  const dueDaysOther = b.flatMap(({ dueDay }) => dueDay ?? [])
  if (dueDays.size === 0 || dueDaysOther.length === 0 || all.some(isAmended)) return true
  return dueDaysOther.some((day) => dueDays.has(day))
}

function findFamilies(members: readonly Member[]): Set<Member[]> {
  const familyByMember = new Map<Member, Member[]>()
  const alike = new Map<string, Member[]>()
  for (const member of members) {
    const keys = getKeys(member)
    let family = [member]
    const refused = new Set<Member[]>()
    const others = keys.flatMap((key) => alike.get(key) ?? [])
    for (const other of isLinked(member, others)) {
      const otherFamily = familyByMember.get(other) as Member[]
      if (otherFamily === family || refused.has(otherFamily)) continue
      if (!areCompatible(family, otherFamily)) {
        refused.add(otherFamily)
        continue
      }
      family = [...otherFamily, ...family]
      for (const joined of family) familyByMember.set(joined, family)
    }
    familyByMember.set(member, family)
    for (const key of keys) (alike.get(key) ?? alike.set(key, []).get(key))?.push(member)
  }
  return new Set(familyByMember.values())
}

const getKeys = ({ numbers, title, notice }: Member): string[] => [
  `id ${notice.duplicateOf ?? notice.id}`,
  ...numbers.map((number) => `number ${number}`),
  `title ${title}`,
]

const isLinked = (member: Member, others: readonly Member[]): Member[] =>
  [...new Set(others)]
    .map((other) => ({ other, strength: findLink(member, other), apart: countDaysApart(member, other) }))
    .filter((link): link is typeof link & { strength: number } => link.strength !== null)
    .sort((a, b) => a.strength - b.strength || a.apart - b.apart)
    .map(({ other }) => other)

const countDaysApart = (a: Member, b: Member): number =>
  a.date === null || b.date === null ? ROUND_DAYS : Math.abs(a.date - b.date) / DAY_MS

const byClaim = (a: Member, b: Member): number =>
  Number(b.numbers.length > 0) - Number(a.numbers.length > 0) ||
  Number(b.dueDay !== null) - Number(a.dueDay !== null) ||
  Number(b.round !== null) - Number(a.round !== null) ||
  compareEarliest(a.notice, b.notice)

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
export function createMergedNotice(records: readonly NoticeRecord[]): NoticeRecord {
  const [earliest] = records as [NoticeRecord]
  if (records.length === 1) return earliest
  const newestFirst = records.toSorted((a, b) => getRank(a) - getRank(b) || compareNewest(b, a))
  const [newest] = newestFirst as [NoticeRecord]
  const findLatest = <Field extends keyof NoticeRecord>(field: Field): NoticeRecord[Field] =>
    (newestFirst.find((record) => record[field] !== null) ?? newest)[field]
  const categories = getUnion(records, 'categories', ({ category, source }) => `${source} ${category}`)
  const merged: NoticeRecord = {
    ...newest,
    id: earliest.id,
    noticeNumber: findLatest('noticeNumber'),
    issuingAgency: findLatest('issuingAgency'),
    summary: findLatest('summary'),
    ...findLatestBudget(newestFirst),
    budgetPerAward: findLatest('budgetPerAward'),
    applicantTypes: getUnion(records, 'applicantTypes', (type) => type.toLowerCase()),
    postedDate: findLatest('postedDate'),
    dueDate: findLatestDeadline(newestFirst, 'dueDate'),
    loiDate: findLatestDeadline(newestFirst, 'loiDate'),
    questionDeadline: findLatestDeadline(newestFirst, 'questionDeadline'),
    expectedBy: findLatest('expectedBy'),
    rolling: records.some(({ rolling }) => rolling),
    amended: records.some(({ amended }) => amended),
    amendedAt: findLatest('amendedAt'),
    sourceStatus: findLatest('sourceStatus'),
    confirmedAt: findEdge(records, 'confirmedAt', 1) ?? null,
    documentUrls: getUnion(records, 'documentUrls'),
    firstSeen: findEdge(records, 'firstSeen', -1) ?? newest.firstSeen,
    lastChanged: findEdge(records, 'lastChanged', 1) ?? newest.lastChanged,
    alsoFrom: getUnion(records, 'alsoFrom'),
    duplicateOf: null,
    partOf: findLatest('partOf'),
    relatedTo: findLatest('relatedTo'),
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

const getRank = (record: NoticeRecord): number =>
  record.duplicateOf !== null ? 2 : toNoticeKey(record).isCompanion ? 1 : 0

/** Earliest first: by `postedDate`, else `firstSeen`, then by id. A date without a time is the start of its UTC day. */
export const compareEarliest = (a: NoticeRecord, b: NoticeRecord): number =>
  Date.parse(a.postedDate ?? a.firstSeen) - Date.parse(b.postedDate ?? b.firstSeen) || compare(a.id, b.id)

const compareNewest = (a: NoticeRecord, b: NoticeRecord): number =>
  Date.parse(a.lastChanged) - Date.parse(b.lastChanged) ||
  getIssueDate(a) - getIssueDate(b) ||
  Number(toNoticeKey(a).isExtended) - Number(toNoticeKey(b).isExtended) ||
  compare(a.id, b.id)

const getIssueDate = ({ amendedAt, postedDate }: NoticeRecord): number =>
  Date.parse(amendedAt ?? postedDate ?? '1970-01-01')

function findLatestBudget(newestFirst: readonly NoticeRecord[]): Pick<NoticeRecord, 'budgetMin' | 'budgetMax'> {
  const stated = newestFirst.find(({ budgetMin, budgetMax }) => budgetMin !== null || budgetMax !== null)
  const { budgetMin = null, budgetMax = null } = stated ?? {}
  const older = newestFirst.find(
    (record) =>
      (budgetMin === null && record.budgetMin !== null && record.budgetMin <= (budgetMax ?? 0)) ||
      (budgetMax === null && record.budgetMax !== null && record.budgetMax >= (budgetMin ?? 0)),
  )
  return { budgetMin: budgetMin ?? older?.budgetMin ?? null, budgetMax: budgetMax ?? older?.budgetMax ?? null }
}

function findLatestDeadline(
  newestFirst: readonly NoticeRecord[],
  field: 'dueDate' | 'loiDate' | 'questionDeadline',
): string | null {
  const moments = newestFirst.flatMap((record) => record[field] ?? [])
  const [newest = null] = moments
  // A bare date means 23:59; a source that gives the hour is more precise.
  return moments.find((moment) => moment !== newest && moment.startsWith(`${newest}T`)) ?? newest
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

function getUnion<Field extends 'categories' | 'applicantTypes' | 'documentUrls' | 'alsoFrom'>(
  records: readonly NoticeRecord[],
  field: Field,
  getKey: (item: NonNullable<NoticeRecord[Field]>[number]) => string = String,
) {
  const items = records.flatMap((record): NonNullable<NoticeRecord[Field]>[number][] => record[field] ?? [])
  return [...Map.groupBy(items, getKey).values()].map(([first]) => first as (typeof items)[number])
}
