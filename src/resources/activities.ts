import { listOf, programCategories } from '../schema/params.ts'
import { ACTIVITY_STATUSES } from '../schema/vocabularies.ts'
import { Activity } from '../schema/wire.ts'
import { defineResource, type Published } from './define.ts'
import { fiscalYear, legacyCategory, state } from './filters.ts'

export type PublishedActivity = Published<Activity>

export const activities = defineResource<PublishedActivity>()({
  name: 'activities',
  summary: 'Program activities',
  description:
    'What states do with the program. Activities carry a legacy category, so the seven categories that are new in taxonomy 1.0 find none.',
  item: Activity,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    category: { ...legacyCategory, op: 'is', from: ({ item }) => item.category },
    programCategory: {
      schema: programCategories,
      describe: 'Program category: canonical ID or legacy alias, or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.programCategory,
    },
    status: {
      schema: listOf(ACTIVITY_STATUSES, 'activity status'),
      describe: 'Status of the activity, or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.status,
    },
    fiscalYear: { ...fiscalYear, from: ({ item }) => item.fiscalYear },
  },
  order: [
    ['state', 'asc'],
    ['fiscalYear', 'desc'],
    ['title', 'asc'],
  ],
  page: { default: 100, max: 500 },
  envelope: 'paged',
})
