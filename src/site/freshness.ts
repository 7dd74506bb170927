import { confirmedAt } from '../rules/freshness.ts'
import type { Instant } from '../rules/moments.ts'
import { newestOf } from '../rules/totals.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { Service } from '../store/service.ts'
import type { SectionName } from '../views/lists/listing.ts'
import { allOf, itemsOf } from './kept.ts'

/** The age of a section's data, from its records and sources, never from the build. */
export interface SectionFreshness {
  /** When a source last confirmed one of its records. */
  confirmed: string | null
  /** The newest date of its records. */
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

/** The publication days of documents, from the feed: the day of import is not a date of a document. */
const documentDays = ({ readers }: Service, now: Instant): string[] =>
  itemsOf<ChangeEvent>(readers.activity.list({ filters: { type: ['NEW_DOCUMENT'] }, limit: 1 }, now)).map(
    ({ occurredAt }) => occurredAt,
  )

/** Whether a nightly run has checked the sources of this dataset. */
export const wasAsked = ({ freshness }: Service): boolean => freshness.sources.length > 0
