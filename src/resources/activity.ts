import { NATIONAL_ZONE, startInstant } from '../rules/moments.ts'
import { allOrListOf, moment } from '../schema/params.ts'
import { CHANGE_TYPES } from '../schema/vocabularies.ts'
import { ChangeEvent } from '../schema/wire/activity.ts'
import { defineResource, type Published } from './define.ts'
import { state } from './filters.ts'

export type PublishedChange = Published<ChangeEvent>

export const activity = defineResource<PublishedChange>()({
  name: 'activity',
  summary: 'Change events',
  description:
    'What changed, across all states. Without `since` newest first. With `since` the events strictly after it, oldest first: advance `page` while `hasMore` is true, and nothing is lost or repeated.',
  item: ChangeEvent,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    type: {
      schema: allOrListOf(CHANGE_TYPES, 'change type').default(['PAGE_UPDATED']),
      describe: 'Type of change, a comma-separated list of them, or ALL. PAGE_UPDATED when absent.',
      op: 'is',
      from: ({ item }) => item.type,
      everything: 'ALL',
    },
    since: {
      schema: moment,
      describe: 'ISO 8601 timestamp; only events after it. Disables caching.',
      op: 'after',
      column: 'occurredAt',
      from: ({ item }) => Date.parse(item.occurredAt),
      bound: (value) => startInstant(value, NATIONAL_ZONE),
      uncached: true,
    },
  },
  order: [['occurredAt', 'desc']],
  otherOrder: { name: 'oldest', by: [['occurredAt', 'asc']], when: ({ since }) => since !== undefined },
  page: { default: 25, max: 100 },
  envelope: 'feed',
})
