import type { NoticeRecord } from '../../schema/records.ts'
import { DAY_MS } from '../time/moments.ts'
import { compareEarliest, mergedNotice } from './merged-notice.ts'
import { type NoticeKey, noticeKey } from './notice-key.ts'

/** Notices that are one opportunity. */
export interface Family {
  /** The merged record, under the id of its earliest notice. */
  notice: NoticeRecord
  /** The notice that gives the opportunity its id and slug. */
  earliest: NoticeRecord
  /** The ids of all members, earliest first. */
  memberIds: string[]
}

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
export function mergeNotices(notices: readonly NoticeRecord[]): Family[] {
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
      notice: mergedNotice(records),
      earliest: records[0] as NoticeRecord,
      memberIds: records.map(({ id }) => id),
    }))
}

/** Dates further apart than this belong to the rounds of different years. */
const ROUND_DAYS = 300

interface Member extends NoticeKey {
  notice: NoticeRecord
  /** Awards and inquiries are not the solicitation that they belong to. */
  kind: 'AWARD' | 'RFI' | 'SOLICITATION'
  /** The due date as written, without its time. */
  dueDay: string | null
  /** The due date, otherwise the posted date, in milliseconds since 1970. */
  date: number | null
}

function readMember(notice: NoticeRecord): Member {
  const { opportunityType, dueDate, postedDate } = notice
  const dated = dueDate ?? postedDate
  return {
    ...noticeKey(notice),
    notice,
    kind: opportunityType === 'AWARD' || opportunityType === 'RFI' ? opportunityType : 'SOLICITATION',
    dueDay: dueDate?.slice(0, 10) ?? null,
    date: dated === null ? null : Date.parse(dated),
  }
}

const shareNumber = (a: Member, b: Member): boolean => a.numbers.some((number) => b.numbers.includes(number))
const areNumbered = (a: Member, b: Member): boolean => a.numbers.length > 0 && b.numbers.length > 0
const isAmended = ({ notice, isExtended }: Member): boolean => notice.amended || isExtended
const repeats = (a: Member, b: Member): boolean =>
  a.notice.duplicateOf === b.notice.id || b.notice.duplicateOf === a.notice.id

function findLink(a: Member, b: Member): number | null {
  if (repeats(a, b) || shareNumber(a, b)) return 0
  if (a.title === '' || a.title !== b.title || a.kind !== b.kind) return null
  if (a.dueDay === null || b.dueDay === null) return 3
  if (a.dueDay === b.dueDay) return 1
  return isAmended(a) || isAmended(b) ? 2 : null
}

function compatible(a: readonly Member[], b: readonly Member[]): boolean {
  const pairs = a.flatMap((left) => b.map((right) => [left, right] as const))
  if (pairs.some(([left, right]) => repeats(left, right))) return true
  const numbered = pairs.filter(([left, right]) => areNumbered(left, right))
  if (!numbered.every(([left, right]) => shareNumber(left, right))) return false
  const all = [...a, ...b]
  if (new Set(all.flatMap(({ round }) => round ?? [])).size > 1) return false
  if (numbered.length > 0) return true

  const dates = all.flatMap(({ date }) => date ?? [])
  if (Math.max(...dates) - Math.min(...dates) > ROUND_DAYS * DAY_MS) return false
  const dueDays = new Set(a.flatMap(({ dueDay }) => dueDay ?? []))
  const dueDaysOther = b.flatMap(({ dueDay }) => dueDay ?? [])
  if (dueDays.size === 0 || dueDaysOther.length === 0 || all.some(isAmended)) return true
  return dueDaysOther.some((day) => dueDays.has(day))
}

function findFamilies(members: readonly Member[]): Set<Member[]> {
  const familyOf = new Map<Member, Member[]>()
  const alike = new Map<string, Member[]>()
  for (const member of members) {
    const keys = getKeys(member)
    let family = [member]
    const refused = new Set<Member[]>()
    for (const other of linked(
      member,
      keys.flatMap((key) => alike.get(key) ?? []),
    )) {
      const found = familyOf.get(other) as Member[]
      if (found === family || refused.has(found)) continue
      if (!compatible(family, found)) {
        refused.add(found)
        continue
      }
      family = [...found, ...family]
      for (const joined of family) familyOf.set(joined, family)
    }
    familyOf.set(member, family)
    for (const key of keys) (alike.get(key) ?? alike.set(key, []).get(key))?.push(member)
  }
  return new Set(familyOf.values())
}

const getKeys = ({ numbers, title, notice }: Member): string[] => [
  `id ${notice.duplicateOf ?? notice.id}`,
  ...numbers.map((number) => `number ${number}`),
  `title ${title}`,
]

/** Those of the others that a notice is linked with, strongest link first, then nearest in time. */
const linked = (member: Member, others: readonly Member[]): Member[] =>
  [...new Set(others)]
    .map((other) => ({ other, strength: findLink(member, other), apart: daysApart(member, other) }))
    .filter((link): link is typeof link & { strength: number } => link.strength !== null)
    .sort((a, b) => a.strength - b.strength || a.apart - b.apart)
    .map(({ other }) => other)

const daysApart = (a: Member, b: Member): number =>
  a.date === null || b.date === null ? ROUND_DAYS : Math.abs(a.date - b.date) / DAY_MS

/** Those with a number first, then those with a due date, then those with a fiscal year; each earliest first. */
const byClaim = (a: Member, b: Member): number =>
  Number(b.numbers.length > 0) - Number(a.numbers.length > 0) ||
  Number(b.dueDay !== null) - Number(a.dueDay !== null) ||
  Number(b.round !== null) - Number(a.round !== null) ||
  compareEarliest(a.notice, b.notice)
