import { findNewest } from '../rules/awards/totals.ts'
import { ownInstant } from '../rules/notices/recency.ts'
import { startInstant, toIso } from '../rules/time/moments.ts'
import type { ChangeType, StateCode } from '../schema/vocabularies.ts'
import { activity } from './activity.ts'
import type { Published } from './publishing.ts'

/** The latest dates of the records of a state or of national scope by kind, and of changes to its pages. */
export function lastTouched(state: StateCode | null, { places, getRecords, getRows }: Published): string[] {
  const zone = places.getZone(state)
  const days = [
    findNewest(getRecords('documents', state).flatMap(({ published }) => published ?? [])),
    findNewest(getRecords('awards', state).flatMap(({ awardDate }) => awardDate ?? [])),
  ]
  const notices = getRecords('notices', state).flatMap((notice) => ownInstant(notice, zone) ?? [])
  return [
    ...days.flatMap((day) => (day === null ? [] : toIso(startInstant(day, zone)))),
    ...notices.map((instant) => toIso(instant)),
    ...getRows(activity, state).flatMap(({ item }) => (PAGE_CHANGES.has(item.type) ? item.occurredAt : [])),
  ]
}

const PAGE_CHANGES: ReadonlySet<ChangeType> = new Set<ChangeType>(['PAGE_UPDATED', 'SITE_DOWN', 'SITE_RESTORED'])
