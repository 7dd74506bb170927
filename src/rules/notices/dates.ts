import type { NoticeRecord } from '../../schema/records.ts'
import { addDays, type Instant, toStartInstant } from '../time/moments.ts'

/** A date more than this many days ahead counts as an error of its source. */
const AHEAD_MAX = {
  postedDate: 400,
  dueDate: 5 * 366,
  loiDate: 5 * 366,
  questionDeadline: 5 * 366,
  amendedAt: 2,
  awardDate: 60,
  published: 14,
} as const

/** Whether a closing date is so far ahead that it stands for "no closing date": 2099-01-01. */
export const isStandInDate = (moment: string, now: Date): boolean =>
  moment.slice(0, 10) > addDays(now.toISOString().slice(0, 10), AHEAD_MAX.dueDate)

const ORDERED = [
  ['postedDate', 'dueDate'],
  ['postedDate', 'loiDate'],
  ['postedDate', 'questionDeadline'],
  ['loiDate', 'dueDate'],
  ['questionDeadline', 'dueDate'],
] as const

/** Why the dates of a record cannot be right: out of order, or too far ahead. Null if they can. @param today a date */
export function findImplausibleDate(record: Readonly<Record<string, unknown>>, today: string): string | null {
  const day = (field: string): string | null => {
    const value = record[field]
    return typeof value === 'string' ? value.slice(0, 10) : null
  }
  for (const [first, second] of ORDERED) {
    // An unknown date contradicts nothing.
    const [from, to] = [day(first) ?? '', day(second) ?? '9999']
    if (from > to) return `${first}: ${from} is after ${second} ${to}`
  }
  for (const [field, days] of Object.entries(AHEAD_MAX)) {
    const value = day(field) ?? ''
    if (value > addDays(today, days)) return `${field}: ${value} is too far ahead`
  }
  return null
}

/**
 * The last date in a notice itself: posted, amended, or changed after it was first seen. The day it was added to the
 * dataset does not count; null if nothing else is known.
 */
export function getOwnInstant(notice: NoticeRecord, zone: string): Instant | null {
  const [seen, changed] = [toStartInstant(notice.firstSeen, zone), toStartInstant(notice.lastChanged, zone)]
  const instants = [notice.amendedAt, notice.postedDate]
    .flatMap((moment) => (moment === null ? [] : toStartInstant(moment, zone)))
    .filter((instant) => instant <= changed)
  if (changed !== seen) instants.push(changed)
  return instants.length > 0 ? Math.max(...instants) : null
}

/** When the content of a notice last changed, otherwise when it was first seen. */
export const getUpdateInstant = (notice: NoticeRecord, zone: string): Instant =>
  getOwnInstant(notice, zone) ?? toStartInstant(notice.firstSeen, zone)
