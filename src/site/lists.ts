import type { Award } from '../resources/awards.ts'
import { type Instant, NATIONAL_ZONE } from '../rules/time/moments.ts'
import { VERIFICATIONS } from '../schema/vocabularies.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Service } from '../store/service.ts'
import { eventRow } from '../views/lists/events.ts'
import { opportunityRow } from '../views/lists/opportunities.ts'
import { type Recipient, toRecipients } from '../views/recipients.ts'
import { ALL, kept, parseItems, readAll } from './kept.ts'
import { turnsAfter } from './turns.ts'

/** Every recipient of the dataset with verified awards. */
export const allRecipients = (service: Service, now: Instant): readonly Recipient[] =>
  kept(service, now, 'recipients', () => {
    const filters = { verification: [...VERIFICATIONS] }
    const rows = parseItems<Award>(service.readers.awards.list({ filters, limit: ALL }, now))
    return toRecipients(rows).filter(({ awards }) => awards.length > 0)
  })

/** Entries of opportunities on a page that is built, which its script keeps up to date. */
export function formatOpportunities(service: Service, now: Instant, items: readonly Opportunity[]): string {
  const turns = turnsAfter(service, now, 'opportunities')
  return items.map((item) => opportunityRow(item, turns.get(item.id) ?? null).text).join('')
}

/** Entries of events on a page that is built, which its script keeps up to date. */
export function formatEvents(service: Service, now: Instant, items: readonly CalendarEvent[]): string {
  const turns = turnsAfter(service, now, 'events')
  return items.map((item) => eventRow(item, turns.get(item.id) ?? null).text).join('')
}

/** The time zone of a state's dates, taken from its opportunities. */
export const zoneIn = (service: Service, now: Instant, state: string): string =>
  readAll<Opportunity>(service, 'opportunities', now).find((item) => item.state === state)?.timeZone ?? NATIONAL_ZONE
