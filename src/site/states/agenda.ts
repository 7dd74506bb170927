import type { ActivityDetail } from '../../resources/activities.ts'
import type { Commitment } from '../../resources/commitments.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { CHANGE_TYPES, NO_STATE, type OpportunityStatus } from '../../schema/vocabularies.ts'
import type { ChangeEvent } from '../../schema/wire/changes.ts'
import type { CalendarEvent, Opportunity } from '../../schema/wire/records.ts'
import { WHOLE_LIST } from '../../store/lists/reader.ts'
import type { Service } from '../../store/service.ts'
import { byDeadline } from '../../views/lists/opportunities.ts'
import { parseItems, readAll } from '../lists.ts'

const AHEAD = ['CLOSING_SOON', 'OPEN', 'AMENDED', 'UPCOMING'] as const satisfies OpportunityStatus[]

/** The open and announced solicitations: nearest due date first, then open ones without a due date, then announced ones. */
export function openOpportunities({ readers }: Service, now: Instant, state?: string): Opportunity[] {
  const filters = { ...(state && { state: [state] }), status: [...AHEAD].sort() }
  return parseItems<Opportunity>(readers.opportunities.list({ filters, limit: WHOLE_LIST }, now))
    .filter(({ type }) => type !== AWARDED)
    .sort(byDeadline)
}

/** The calls of a state, then national ones, that may still be open, though no source confirmed them lately. */
export function unconfirmedOpportunities({ readers }: Service, now: Instant, state: string): Opportunity[] {
  const read = (code: string) =>
    parseItems<Opportunity>(
      readers.opportunities.list({ filters: { state: [code], statusBasis: ['UNCONFIRMED'] }, limit: WHOLE_LIST }, now),
    )
  return [...read(state), ...read(NO_STATE)]
}

// Award notices no longer accept applications.
const AWARDED = 'AWARD'

/** Events today or later, soonest first. */
export const comingEvents = ({ readers }: Service, now: Instant, state?: string): CalendarEvent[] =>
  parseItems(
    readers.events.list(
      { filters: { ...(state && { state: [state] }), status: ['TODAY', 'UPCOMING'] }, limit: WHOLE_LIST },
      now,
    ),
  )

export const latestChanges = ({ readers }: Service, now: Instant, limit: number, state?: string): ChangeEvent[] =>
  parseItems(
    readers.activity.list({ filters: { ...(state && { state: [state] }), type: [...CHANGE_TYPES] }, limit }, now),
  )

/** What a state plans: its activities, and its policy commitments by the name of their scoring factor. */
export interface StatePlan {
  activities: ActivityDetail[]
  commitments: [factorLabel: string, commitments: Commitment[]][]
}

export function readPlan(service: Service, now: Instant, state: string): StatePlan {
  const filters = { state: [state] }
  const rows = parseItems<{ detail: ActivityDetail }>(
    service.readers.activities.list({ filters, limit: WHOLE_LIST, isDetailed: true }, now),
  )
  const commitments = readAll<Commitment>(service, 'commitments', now).filter((each) => each.state === state)
  return {
    activities: rows.map(({ detail }) => detail),
    commitments: [...Map.groupBy(commitments, ({ factorLabel }) => factorLabel)],
  }
}
