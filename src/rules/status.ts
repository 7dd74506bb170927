import type { EventStatus, OpportunityStatus } from '../schema/vocabularies.ts'
import { DAY_MS, type Instant } from './moments.ts'

export const CLOSING_SOON_DAYS = 14
export const AMENDED_DAYS = 14

/** What the effective status of an opportunity depends on. */
export interface OpportunityTimes {
  posted: Instant | null
  due: Instant | null
  amended: boolean
  amendedAt: Instant | null
  sourceStatus: 'OPEN' | 'CLOSED' | 'FORECAST' | null
}

/** The effective status of an opportunity at an instant: the first rule that holds. */
export function opportunityStatus(o: OpportunityTimes, now: Instant): OpportunityStatus {
  if (o.sourceStatus === 'CLOSED' || (o.due !== null && o.due < now)) return 'CLOSED'
  if (o.sourceStatus === 'FORECAST' || (o.posted !== null && o.posted > now)) return 'UPCOMING'
  if (o.due !== null && o.due - now <= CLOSING_SOON_DAYS * DAY_MS) return 'CLOSING_SOON'
  if (o.amended && (o.amendedAt === null || isRecent(o.amendedAt, now))) return 'AMENDED'
  return 'OPEN'
}

const isRecent = (amendedAt: Instant, now: Instant): boolean =>
  amendedAt <= now && now - amendedAt <= AMENDED_DAYS * DAY_MS

/** The instants at which the effective status of an opportunity may change. */
export const opportunityTurns = (o: OpportunityTimes): (Instant | null)[] => [
  o.posted,
  o.due,
  o.due && o.due - CLOSING_SOON_DAYS * DAY_MS,
  o.amendedAt,
  o.amendedAt && o.amendedAt + AMENDED_DAYS * DAY_MS,
]

/** What the status of an event depends on. */
export interface EventTimes {
  /** The first instant of its first local day. */
  dayStart: Instant
  /** Its last instant: its end, or the last millisecond of its local day when no end is known. */
  last: Instant
  cancelled: boolean
  recorded: boolean
}

/** The status of an event at an instant: the first rule that holds. */
export function eventStatus(e: EventTimes, now: Instant): EventStatus {
  if (e.cancelled) return 'CANCELLED'
  if (e.last < now) return e.recorded ? 'RECORDING_AVAILABLE' : 'PAST'
  return e.dayStart <= now ? 'TODAY' : 'UPCOMING'
}

/** The instants at which the status of an event may change. */
export const eventTurns = (e: EventTimes): Instant[] => [e.dayStart, e.last]
