import { findNewest } from '../rules/awards/totals.ts'
import { confirmedAt } from '../rules/time/freshness.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Service } from '../store/service.ts'
import type { SectionName } from '../views/lists/listing.ts'
import { readAll } from './kept.ts'

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
  published?: string | null
}

export function sectionFreshness(service: Service, now: Instant, name: SectionName): SectionFreshness {
  const items = readAll<Dated>(service, name, now)
  const past = (instant: string | null | undefined) => (instant && Date.parse(instant) <= now ? [instant] : [])
  const own = items.flatMap(({ postedDate, awardDate, published }) => [postedDate, awardDate, published].flatMap(past))
  return {
    confirmed:
      findNewest(items.flatMap(({ lastConfirmedAt }) => past(lastConfirmedAt))) ?? confirmedAt(service.freshness),
    newest: findNewest(own),
  }
}

/** Whether a nightly run has checked the sources of this dataset. */
export const wasAsked = ({ freshness }: Service): boolean => freshness.sources.length > 0
