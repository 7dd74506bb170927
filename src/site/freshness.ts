import { confirmedAt } from '../rules/freshness.ts'
import type { Instant } from '../rules/moments.ts'
import { newestOf } from '../rules/totals.ts'
import type { Service } from '../store/service.ts'
import type { SectionName } from '../views/lists/listing.ts'
import { allOf } from './lists.ts'

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
  discovered?: string | null
  updatedAt?: string | null
}

export function sectionFreshness(service: Service, now: Instant, name: SectionName): SectionFreshness {
  const items = allOf<Dated>(service, name, now)
  const past = (instant: string | null | undefined) => (instant && Date.parse(instant) <= now ? [instant] : [])
  return {
    confirmed:
      newestOf(items.flatMap(({ lastConfirmedAt }) => past(lastConfirmedAt))) ?? confirmedAt(service.freshness),
    newest: newestOf(items.flatMap(({ postedDate, discovered }) => [...past(postedDate), ...past(discovered)])),
  }
}

/** Whether a night has asked the sources of this dataset yet. */
export const wasAsked = ({ freshness }: Service): boolean => freshness.sources.length > 0
