import { confirmedAt } from '../rules/freshness.ts'
import type { Instant } from '../rules/moments.ts'
import { newestOf } from '../rules/totals.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { Service } from '../store/service.ts'
import type { SectionName } from '../views/lists/listing.ts'
import { allOf } from './lists.ts'
import { itemsOf } from './states.ts'

/** How old what a section shows is, from its records and the sources; never from the build. */
export interface SectionFreshness {
  /** When a source last listed one of its records as it is here. */
  confirmed: string | null
  /** The newest date that its records carry. */
  newest: string | null
}

interface Dated {
  lastConfirmedAt?: string | null
  postedDate?: string | null
  awardDate?: string | null
}

export function sectionFreshness(service: Service, now: Instant, name: SectionName): SectionFreshness {
  const items = allOf<Dated>(service, name, now)
  const past = (instant: string | null | undefined) => (instant && Date.parse(instant) <= now ? [instant] : [])
  const own = items.flatMap(({ postedDate, awardDate }) => [...past(postedDate), ...past(awardDate)])
  return {
    confirmed:
      newestOf(items.flatMap(({ lastConfirmedAt }) => past(lastConfirmedAt))) ?? confirmedAt(service.freshness),
    newest: newestOf(name === 'documents' ? documentDays(service, now) : own),
  }
}

/** The days on which documents were published, as the feed tells them: the day of import is no date of a document. */
const documentDays = ({ readers }: Service, now: Instant): string[] =>
  itemsOf<ChangeEvent>(readers.activity.list({ filters: { type: ['NEW_DOCUMENT'] }, limit: 1 }, now)).map(
    ({ occurredAt }) => occurredAt,
  )

/** Whether a night has asked the sources of this dataset yet. */
export const wasAsked = ({ freshness }: Service): boolean => freshness.sources.length > 0
