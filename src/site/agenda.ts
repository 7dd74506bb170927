import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { CHANGE_TYPES, type OpportunityStatus } from '../schema/vocabularies.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Service } from '../store/service.ts'
import { itemsOf } from './states.ts'

const AHEAD = ['CLOSING_SOON', 'OPEN', 'AMENDED', 'UPCOMING'] as const satisfies OpportunityStatus[]
const ALL = 10_000

/** The solicitations that are open or announced, those with the nearest due date first, then the newest. */
export function openOpportunities({ readers }: Service, now: Instant, state?: string): Opportunity[] {
  const filters = { ...(state && { state: [state] }), status: [...AHEAD].sort() }
  return itemsOf<Opportunity>(readers.opportunities.list({ filters, limit: ALL }, now))
    .filter(({ type }) => type !== AWARDED)
    .sort(
      (a, b) =>
        compare(a.dueDate ?? FAR, b.dueDate ?? FAR) ||
        compare(b.postedDate ?? '', a.postedDate ?? '') ||
        compare(a.id, b.id),
    )
}

// What is awarded already can no longer be applied for.
const AWARDED = 'AWARD'
const FAR = '9999'

/** The events that are still to come or on today, the soonest first. */
export const comingEvents = ({ readers }: Service, now: Instant, state?: string): CalendarEvent[] =>
  itemsOf(
    readers.events.list(
      { filters: { ...(state && { state: [state] }), status: ['TODAY', 'UPCOMING'] }, limit: ALL },
      now,
    ),
  )

/** The newest change events. */
export const latestChanges = ({ readers }: Service, now: Instant, limit: number, state?: string): ChangeEvent[] =>
  itemsOf(readers.activity.list({ filters: { ...(state && { state: [state] }), type: [...CHANGE_TYPES] }, limit }, now))
