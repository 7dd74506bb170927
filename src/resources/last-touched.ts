import type { Dataset } from '../records/dataset.ts'
import { isoOf, startInstant } from '../rules/moments.ts'
import { ownInstant } from '../rules/recency.ts'
import type { ChangeType, StateCode } from '../schema/vocabularies.ts'
import { activity } from './activity.ts'
import type { Published } from './publishing.ts'

/** The dates that the records of a state, or of national scope, carry themselves, and those on which its pages changed. */
export function lastTouched(state: StateCode | null, { records }: Dataset, { rowsOf, places }: Published): string[] {
  const zone = places.zoneOf(state)
  const dates = [
    ...records.documents.filter((document) => document.state === state).map(({ published }) => published),
    ...records.awards.filter((award) => award.state === state).map(({ awardDate }) => awardDate),
  ]
  const notices = records.notices.filter((notice) => notice.state === state).map((notice) => ownInstant(notice, zone))
  return [
    ...dates.flatMap((date) => (date === null ? [] : isoOf(startInstant(date, zone)))),
    ...notices.flatMap((instant) => (instant === null ? [] : isoOf(instant))),
    ...rowsOf(activity, state).flatMap(({ item }) => (PAGE_CHANGES.has(item.type) ? item.occurredAt : [])),
  ]
}

const PAGE_CHANGES: ReadonlySet<ChangeType> = new Set<ChangeType>(['PAGE_UPDATED', 'SITE_DOWN', 'SITE_RESTORED'])
