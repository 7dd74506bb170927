import { type ChangeDraft, changesOfNight, foundFeed, type Inventory } from '../rules/changes.ts'
import { NATIONAL_ZONE, startInstant } from '../rules/moments.ts'
import { END } from '../rules/phases.ts'
import { TOLD_LISTS, type ToldList, updatesOf } from '../rules/updates.ts'
import { allOrListOf, moment } from '../schema/params.ts'
import type { Records } from '../schema/records.ts'
import { CHANGE_TYPES } from '../schema/vocabularies.ts'
import { FeedItem } from '../schema/wire/activity.ts'
import { awards } from './awards.ts'
import { changePost } from './change-entries.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { place } from './filters.ts'
import { opportunities } from './opportunities.ts'
import type { Published, Publisher } from './publishing.ts'
import type { AnyRow } from './row.ts'

export const activity = defineResource<FeedItem>()({
  name: 'activity',
  summary: 'Change events',
  description:
    'What changed, across all states. Without `since` newest first. With `since` the events strictly after it, oldest first: advance `page` while `hasMore` is true, and nothing is lost or repeated.',
  promises: [
    'Without `since` newest first. With `since` strictly after it and oldest first, so that paging forward loses nothing.',
    'New documents and opportunities are told of at the dates that they carry themselves, when the feed was founded, and on the night that brought them since. A record that was there at the founding without a date is not told of.',
    'Every event has a unique, strictly increasing `occurredAt`; an event once published is never rewritten.',
    '`type` is PAGE_UPDATED when absent; a comma-separated list and `ALL` are accepted. `count` is the number of events in the answer.',
    'Opportunities, awards and events are told of when they are published for the first time, change or go; `GET /api/v1/changes` has both sides of every change.',
    '`types` repeats the types that were asked for.',
    'There is no push: poll with `since`.',
  ],
  item: FeedItem,
  timed: [],
  instant: ({ occurredAt }) => occurredAt,
  example: {
    query: { type: 'NEW_OPPORTUNITY,NEW_DOCUMENT', since: '2026-01-01', limit: '2' },
    item: {
      id: '348a72f9-a6d3-5706-b01b-7b8343763663',
      state: 'NV',
      type: 'NEW_OPPORTUNITY',
      summary: 'New RFA: Rural Presidential Fitness Test Implementation, due 2026-07-01',
      siteUrl: 'https://www.nvha.nv.gov/RHTP',
      documentId: null,
      detail: {
        opportunityId: 'e20e798b-fad5-557f-88bf-176d83f0578e',
        opportunityType: 'RFA',
        category: 'OTHER',
        deadline: '2026-07-01',
        applicationUrl: 'https://www.nvha.nv.gov/RHTP/rht-nofos/',
        budgetMin: null,
        budgetMax: null,
      },
      occurredAt: '2026-11-20T07:52:18.206Z',
      updatedAt: '2026-11-20T07:52:18.206Z',
    },
  },
  filters: {
    ...place,
    type: {
      schema: allOrListOf(CHANGE_TYPES, 'change type'),
      description: 'Type of change, a comma-separated list of them, or ALL. PAGE_UPDATED when absent.',
      default: { value: ['PAGE_UPDATED'], everything: 'ALL' },
      op: 'is',
      from: ({ item }) => item.type,
      everything: 'ALL',
    },
    since: {
      schema: moment,
      description: 'ISO 8601 timestamp; only events after it. Disables caching.',
      default: null,
      op: 'after',
      column: 'occurredAt',
      from: ({ item }) => Date.parse(item.occurredAt),
      bound: (value) => startInstant(value, NATIONAL_ZONE),
      uncached: true,
    },
  },
  orders: {
    default: [['occurredAt', 'desc']],
    sortable: ['occurredAt', 'state', 'type'],
    other: { name: 'oldest', by: [['occurredAt', 'asc']], when: ({ since }) => since !== undefined },
  },
  formats: { calendar: null, feed: changePost },
  page: { default: 25, max: 100 },
  envelope: 'feed',
  detail: null,
  publish({ history: { feed, untold }, records }, published) {
    const { places, night } = published
    const { pages, now } = night ?? { pages: [], now: END }
    const inventory = () => inventoryOf(records, published)
    if (feed === null) return foundFeed(inventory(), places, pages, now).map((item) => ({ item }))
    const news =
      night === null ? [] : changesOfNight(inventory(), places, feed, untold, [...pages, ...updatesIn(published)], now)
    return [...feed, ...news].map((item) => ({ item }))
  },
})

/** What became of published records, as far as the feed tells of it. */
const updatesIn = ({ rows, newsOf, places }: Published): ChangeDraft[] =>
  TOLD_LISTS.flatMap((name) => updatesOf(name, newsOf(name, rows(LISTS[name])), places))

const LISTS: { [List in ToldList]: Publisher<AnyRow> } = { opportunities, awards, events }

function inventoryOf(records: Records, { rows, places }: Published): Inventory {
  const publishedAt = new Map(
    records.documents.map(({ id, state, published }) => [
      id,
      published === null ? null : startInstant(published, places.zoneOf(state)),
    ]),
  )
  return {
    documents: rows(documents).map(({ item }) => ({ item, publishedAt: publishedAt.get(item.id) ?? null })),
    opportunities: rows(opportunities),
  }
}
