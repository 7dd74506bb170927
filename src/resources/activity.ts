import type { FeedEntry } from '../formats/formats.ts'
import { findNewest } from '../rules/awards/totals.ts'
import {
  type ChangeDraft,
  collectRunChanges,
  foundFeed,
  getUpdates,
  type Inventory,
  REPORTED_LISTS,
  type ReportedList,
} from '../rules/notices/changes.ts'
import { getOwnInstant } from '../rules/notices/dates.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { toIso, toStartInstant } from '../rules/time/moments.ts'
import { END } from '../rules/time/status.ts'
import { allOrListParameter, moment } from '../schema/params.ts'
import { CHANGE_TYPES, type ChangeType, type StateCode } from '../schema/vocabularies.ts'
import { type ChangeEvent, FeedItem } from '../schema/wire/changes.ts'
import { awards } from './awards.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { place } from './filters.ts'
import { opportunities } from './opportunities.ts'
import type { AnyRow, Published, Publisher } from './publishing.ts'

/** The latest dates that the records of a state or of national scope carry, by kind: on these days a source showed them. */
export function findOwnDates(state: StateCode | null, { places, getRecords }: Published): string[] {
  const zone = places.getZone(state)
  const days = [
    findNewest(getRecords('documents', state).flatMap(({ published }) => published ?? [])),
    findNewest(getRecords('awards', state).flatMap(({ awardDate }) => awardDate ?? [])),
  ]
  const notices = getRecords('notices', state).flatMap((notice) => getOwnInstant(notice, zone) ?? [])
  return [
    ...days.flatMap((day) => (day === null ? [] : toIso(toStartInstant(day, zone)))),
    ...notices.map((instant) => toIso(instant)),
  ]
}

/** The same, and the dates of changes to its pages. */
export const findLastTouched = (state: StateCode | null, published: Published): string[] => [
  ...findOwnDates(state, published),
  ...published.getItems(activity, state).flatMap(({ type, occurredAt }) => (PAGE_CHANGES.has(type) ? occurredAt : [])),
]

const PAGE_CHANGES: ReadonlySet<ChangeType> = new Set<ChangeType>(['PAGE_UPDATED', 'SITE_DOWN', 'SITE_RESTORED'])

export const activity = defineResource<FeedItem>()({
  name: 'activity',
  summary: 'Change events',
  description:
    'Changes across all states, newest first: send `type=ALL` for all of them. Program activities are at `/api/v1/activities`, and the values before and after each change at `/api/v1/changes`. With `since`, the events strictly after it, oldest first: increment `page` while `hasMore` is true to get each event exactly once.',
  item: FeedItem,
  instant: ({ occurredAt }) => occurredAt,
  example: { type: 'ALL', since: '2026-01-01', limit: '2' },
  filters: {
    ...place,
    type: {
      schema: allOrListParameter(CHANGE_TYPES, 'change type'),
      description:
        'Type of change, a comma-separated list of types, or ALL, which most callers want. Without it, only PAGE_UPDATED.',
      default: { value: ['PAGE_UPDATED'], everything: 'ALL' },
      op: 'is',
    },
    since: {
      schema: moment,
      description: 'Only events after this ISO 8601 timestamp. Disables caching.',
      op: 'after',
      column: 'occurredAt',
      from: ({ item }) => Date.parse(item.occurredAt),
      bound: (value) => toStartInstant(value, NATIONAL_ZONE),
      uncached: true,
    },
  },
  orders: {
    default: [['occurredAt', 'desc']],
    sortable: ['occurredAt', 'state', 'type'],
    other: { name: 'oldest', by: [['occurredAt', 'asc']], when: ({ since }) => since !== undefined },
  },
  formats: { feed: toChangePost },
  page: { default: 25, max: 100 },
  envelope: 'feed',
  tool: 'read_change_feed',
  publish({ history: { feed, untold } }, published) {
    const { places, run } = published
    const { pages, now } = run ?? { pages: [], now: END }
    const getInventory = () => toInventory(published)
    if (feed === null) return foundFeed(getInventory(), places, pages, now).map((item) => ({ item }))
    const news =
      run === null
        ? []
        : collectRunChanges(getInventory(), places, feed, untold, [...pages, ...collectUpdates(published)], now)
    return [...feed, ...news].map((item) => ({ item }))
  },
})

const LISTS: { [List in ReportedList]: Publisher<AnyRow> } = { opportunities, awards, events }

const collectUpdates = ({ rows, findNews, places }: Published): ChangeDraft[] =>
  REPORTED_LISTS.flatMap((name) => getUpdates(name, findNews(name, rows(LISTS[name])), places))

const toInventory = ({ rows, places }: Published): Inventory => ({
  documents: rows(documents).map(({ item }) => ({
    item,
    publishedAt: item.published === null ? null : toStartInstant(item.published, places.getZone(item.state)),
  })),
  opportunities: rows(opportunities),
})

function toChangePost({ id, state, type, summary, siteUrl, detail, occurredAt }: ChangeEvent): FeedEntry {
  return {
    id,
    title: summary,
    text: 'label' in detail && detail.label !== null ? `${summary} (${detail.label})` : summary,
    address: siteUrl ?? ('url' in detail ? detail.url : null),
    published: occurredAt,
    updated: occurredAt,
    categories: [state ?? 'National', type],
  }
}
