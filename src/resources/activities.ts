import { z } from 'zod'
import { listOf, programCategories } from '../schema/params.ts'
import { LegacyCategory, ProgramCategory, ProgramCategoryEvidence } from '../schema/taxonomy.ts'
import { ACTIVITY_STATUSES, ActivityStatus, StateCode } from '../schema/vocabularies.ts'
import { string, yearLabel } from '../schema/wire/fields.ts'
import { defineResource, type Published } from './define.ts'
import { fiscalYear, legacyCategory, state } from './filters.ts'

export const Activity = z
  .strictObject({
    id: string,
    state: StateCode,
    stateName: string,
    fiscalYear: yearLabel,
    category: LegacyCategory.describe('Legacy category.'),
    programCategory: ProgramCategory.describe('Canonical ID of the legacy category.'),
    programCategoryEvidence: z.array(ProgramCategoryEvidence),
    title: string,
    status: ActivityStatus,
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

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
