import type { NoticeRecord } from '../../schema/records.ts'
import type { EventStatus, NoticeSourceStatus, OpportunityStatus, StatusBasis } from '../../schema/vocabularies.ts'
import { DAY_MS, type Instant, toDeadlineInstant, toStartInstant } from './moments.ts'

export const CLOSING_SOON_DAYS = 14
export const AMENDED_DAYS = 14
/** How long the word of a source holds for what has no deadline of its own, by kind of notice. */
export const CONFIRMED_DAYS = { UNDATED: 45, ROLLING: 60, FORECAST: 90 } as const

/** Reads the inputs of the status from a notice; a date without a time is in the zone. */
export function toOpportunityTimes(notice: NoticeRecord, zone: string) {
  const start = (moment: string | null) => (moment === null ? null : toStartInstant(moment, zone))
  const end = (moment: string | null) => (moment === null ? null : toDeadlineInstant(moment, zone))
  return {
    /** Whether it announces awards, so there is nothing to apply for. */
    isAward: notice.opportunityType === 'AWARD',
    posted: start(notice.postedDate),
    due: end(notice.dueDate),
    /** The last instant at which a forecast is expected to have opened. */
    expected: end(notice.expectedBy),
    rolling: notice.rolling,
    amended: notice.amended,
    amendedAt: start(notice.amendedAt),
    sourceStatus: notice.sourceStatus,
    confirmedAt: start(notice.confirmedAt),
  }
}

export type OpportunityTimes = ReturnType<typeof toOpportunityTimes>

/** The effective status of an opportunity at an instant and its basis: the first rule that applies. */
export function getOpportunityStatus(
  o: OpportunityTimes,
  now: Instant,
): { status: OpportunityStatus; statusBasis: StatusBasis } {
  if (o.isAward) return { status: 'CLOSED', statusBasis: 'AWARDED' }
  if (o.due !== null && o.due < now) return { status: 'CLOSED', statusBasis: 'DUE_DATE' }
  if (o.sourceStatus === 'AWARDED') return { status: 'CLOSED', statusBasis: 'AWARDED' }
  if (o.sourceStatus !== null && OVER.has(o.sourceStatus)) return { status: 'CLOSED', statusBasis: 'SOURCE' }
  if (isUnconfirmed(o, now)) return { status: 'CLOSED', statusBasis: 'UNCONFIRMED' }
  if (o.posted !== null && o.posted > now) return { status: 'UPCOMING', statusBasis: 'POSTED' }
  if (o.sourceStatus === 'FORECAST') return { status: 'UPCOMING', statusBasis: 'SOURCE' }
  if (o.due !== null && o.due - now <= CLOSING_SOON_DAYS * DAY_MS)
    return { status: 'CLOSING_SOON', statusBasis: 'DUE_DATE' }
  const sinceAmended = o.amendedAt === null ? 0 : now - o.amendedAt
  if (o.amended && sinceAmended >= 0 && sinceAmended <= AMENDED_DAYS * DAY_MS)
    return { status: 'AMENDED', statusBasis: 'AMENDED' }
  return { status: 'OPEN', statusBasis: o.rolling ? 'ROLLING' : o.due === null ? 'SOURCE' : 'DUE_DATE' }
}

const OVER: ReadonlySet<NoticeSourceStatus> = new Set<NoticeSourceStatus>(['CLOSED', 'ARCHIVED', 'WITHDRAWN'])

function getConfirmationDays({ due, rolling, sourceStatus, posted }: OpportunityTimes, now: Instant): number | null {
  if (sourceStatus === 'FORECAST') return CONFIRMED_DAYS.FORECAST
  if (due !== null || (posted !== null && posted > now)) return null
  return rolling ? CONFIRMED_DAYS.ROLLING : CONFIRMED_DAYS.UNDATED
}

function isUnconfirmed(o: OpportunityTimes, now: Instant): boolean {
  if (o.sourceStatus === 'FORECAST' && o.expected !== null && o.expected < now) return true
  const days = getConfirmationDays(o, now)
  return days !== null && (o.confirmedAt === null || now - o.confirmedAt > days * DAY_MS)
}

export const getOpportunityTurns = (o: OpportunityTimes): (Instant | null)[] => [
  o.posted,
  o.due,
  o.due && o.due - CLOSING_SOON_DAYS * DAY_MS,
  o.expected,
  o.amendedAt,
  o.amendedAt && o.amendedAt + AMENDED_DAYS * DAY_MS,
  ...Object.values(CONFIRMED_DAYS).map((days) => o.confirmedAt && o.confirmedAt + days * DAY_MS),
]

export interface EventTimes {
  dayStart: Instant
  /** Its last instant: its end, or the last millisecond of its local day if no end is known. */
  last: Instant
  cancelled: boolean
  recorded: boolean
}

export function getEventStatus(e: EventTimes, now: Instant): EventStatus {
  if (e.cancelled) return 'CANCELLED'
  if (e.last < now) return e.recorded ? 'RECORDING_AVAILABLE' : 'PAST'
  return e.dayStart <= now ? 'TODAY' : 'UPCOMING'
}

export const getEventTurns = (e: EventTimes): Instant[] => [e.dayStart, e.last]

/**
 * Whether a key date's label names a deadline: "Applications due", "Inquiries close", "Funds spent by"; other kinds of key
 * dates are webinars and notices of award.
 */
export const namesDeadline = (label: string): boolean =>
  /\b(due|deadlines?|clos(?:e|es|ing)|by|expires?)\b/i.test(label)

/** All deadlines of a document, ascending and without duplicates: its own and those among its key dates. */
export function getDeadlines(
  document: { deadline: string | null; keyDates: readonly { label: string; date: string }[] },
  zone: string,
): Instant[] {
  const moments = document.keyDates.filter((keyDate) => namesDeadline(keyDate.label)).map((keyDate) => keyDate.date)
  if (document.deadline !== null) moments.push(document.deadline)
  return [...new Set(moments.map((moment) => toDeadlineInstant(moment, zone)))].sort((a, b) => a - b)
}

export const findNextDeadline = (deadlines: readonly Instant[], now: Instant): Instant | null =>
  deadlines.find((deadline) => deadline > now) ?? null

/** A span of time, from inclusive until exclusive, in which fields that depend on time stay the same. */
export interface Phase<Fields extends object> {
  from: Instant
  until: Instant
  fields: Fields
}

/** Before and after all instants that records may have. */
export const BEGINNING: Instant = 0
export const END: Instant = Date.UTC(9999, 0, 1)

/** Tabulates fields that depend on time. @param turns the instants at which, or just after which, one may change */
export function getPhases<Fields extends object>(
  turns: readonly (Instant | null)[],
  fieldsAt: (now: Instant) => Fields,
): Phase<Fields>[] {
  const starts = new Set<Instant>([BEGINNING])
  for (const turn of turns) {
    if (turn === null) continue
    starts.add(turn)
    starts.add(turn + 1)
  }
  const phases: Phase<Fields>[] = []
  for (const from of [...starts].sort((a, b) => a - b)) {
    const fields = fieldsAt(from)
    const last = phases.at(-1)
    if (last && isSame(last.fields, fields)) continue
    if (last) last.until = from
    phases.push({ from, until: END, fields })
  }
  return phases
}

const isSame = <Fields extends object>(a: Fields, b: Fields): boolean =>
  (Object.keys(a) as (keyof Fields)[]).every((field) => a[field] === b[field])
