import { z } from 'zod'
import { classify, evidence } from '../rules/classify.ts'
import { listOf, programCategories } from '../schema/params.ts'
import type { ActivityRecord } from '../schema/records.ts'
import {
  canonicalOf,
  LegacyCategory,
  ProgramCategory,
  ProgramCategoryEvidence,
  topLegacyOf,
} from '../schema/taxonomy.ts'
import { ACTIVITY_STATUSES, ActivityStatus, STATE_NAMES, StateCode } from '../schema/vocabularies.ts'
import { address, string, updatedAt, yearLabel } from '../schema/wire/fields.ts'
import { defineResource } from './define.ts'
import { fiscalYear, legacyCategory, place } from './filters.ts'
import type { Row } from './row.ts'

export const Activity = z
  .strictObject({
    id: string.describe('Permanent id of the activity.'),
    state: StateCode.describe('Two-letter state code.'),
    stateName: string.describe('Name of the state.'),
    fiscalYear: yearLabel,
    category: LegacyCategory.describe('Legacy category.'),
    programCategory: ProgramCategory.describe('Canonical ID of the category.'),
    programCategoryEvidence: z.array(ProgramCategoryEvidence).describe('Evidence for the category.'),
    title: string.describe('Title of the activity.'),
    status: ActivityStatus.describe('PLANNED until a source shows that the activity has begun.'),
    statusSourceUrl: address.nullable().describe('URL of the source that shows that the activity has begun.'),
    updatedAt,
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

export const activities = defineResource<Activity>()({
  name: 'activities',
  summary: 'Program activities',
  description:
    'How states use the program. Activities have a legacy category, so the seven categories new in taxonomy 1.0 match none.',
  promises: [
    'Filtering by a category that no activity can have, such as the seven new in taxonomy 1.0, returns a 200 with an empty list.',
  ],
  item: Activity,
  timed: [],
  example: {
    query: { state: 'NE', limit: '2' },
    item: {
      id: 'd8c69a55-c0e2-5eaf-a761-18b72358f554',
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2026',
      category: 'POPULATION_HEALTH',
      programCategory: 'COMMUNITY_POPULATION_HEALTH',
      programCategoryEvidence: [evidence('COMMUNITY_POPULATION_HEALTH', 'INFERRED', ['food as medicine'])],
      title: 'Make Rural Nebraska Healthy Again Through Food as Medicine',
      status: 'ACTIVE',
      statusSourceUrl: 'https://dhhs.ne.gov/Pages/Grant-Opportunities.aspx',
      updatedAt: '2026-11-21T08:00:00.218Z',
    },
  },
  filters: {
    ...place,
    category: { ...legacyCategory, op: 'is', from: ({ item }) => item.category },
    programCategory: {
      schema: programCategories,
      description: 'Program category (canonical ID or legacy alias), or a comma-separated list of categories.',
      default: null,
      op: 'is',
      from: ({ item }) => item.programCategory,
    },
    status: {
      schema: listOf(ACTIVITY_STATUSES, 'activity status'),
      description: 'Status of the activity, or a comma-separated list of statuses.',
      default: null,
      op: 'is',
      from: ({ item }) => item.status,
    },
    fiscalYear: { ...fiscalYear, from: ({ item }) => item.fiscalYear },
  },
  orders: {
    default: [
      ['state', 'asc'],
      ['fiscalYear', 'desc'],
      ['title', 'asc'],
    ],
    sortable: ['state', 'fiscalYear', 'category', 'title', 'status'],
    other: null,
  },
  formats: { calendar: null, feed: null },
  page: { default: 100, max: 500 },
  envelope: 'paged',
  detail: null,
  publish: ({ records }) => records.activities.map(rowOf),
})

function rowOf(record: ActivityRecord): Row<Activity> {
  const { category, evidence } = categoryOf(record)
  return {
    item: {
      id: record.id,
      state: record.state,
      stateName: STATE_NAMES[record.state],
      fiscalYear: record.fiscalYear,
      category,
      programCategory: canonicalOf(category),
      programCategoryEvidence: [evidence],
      title: record.title,
      status: record.status,
      statusSourceUrl: record.statusSourceUrl,
    },
  }
}

/** The legacy category given in the record, or else the best match of the classifier. */
function categoryOf({ category, title, description }: ActivityRecord) {
  if (category !== null) return { category, evidence: evidence(canonicalOf(category), 'EXTRACTED') }
  const { programCategories, programCategoryEvidence } = classify({ title, body: description })
  const inferred = topLegacyOf(programCategories)
  const canonical = canonicalOf(inferred)
  const matched = programCategoryEvidence.find((item) => item.category === canonical)?.matchedTerms
  return { category: inferred, evidence: evidence(canonical, 'INFERRED', matched) }
}
