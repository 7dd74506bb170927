import * as z from 'zod'
import { classify, toEvidence } from '../rules/classify/classify.ts'
import type { ActivityRecord } from '../schema/records.ts'
import {
  getTopLegacy,
  LegacyCategory,
  ProgramCategory,
  ProgramCategoryEvidence,
  toCanonical,
} from '../schema/taxonomy.ts'
import { ACTIVITY_STATUSES, ActivityStatus, STATE_NAMES } from '../schema/vocabularies.ts'
import { address, day, listOf, ofState, orNull, string, updatedAt, yearLabel } from '../schema/wire/fields.ts'
import { defineResource, fill } from './define.ts'
import { choice, fiscalYear, keyword, legacyCategory, place, programCategory } from './filters.ts'
import type { Row } from './publishing.ts'

export const Activity = z
  .strictObject({
    id: string.describe('Permanent id of the activity.'),
    ...ofState,
    fiscalYear: yearLabel,
    category: LegacyCategory.describe('Legacy category.'),
    programCategory: ProgramCategory.describe('Canonical ID of the category.'),
    programCategoryEvidence: listOf(ProgramCategoryEvidence, 'Evidence for the category.'),
    title: string.describe('Title of the activity.'),
    status: orNull(
      ActivityStatus,
      'ACTIVE once a source shows that the activity has begun; null when no source says anything about it.',
    ),
    statusSourceUrl: orNull(address, 'URL of the source that shows the status; null without a status.'),
    statusSince: orNull(day, 'The status holds at least since this day, that of the source; null if unknown.'),
    updatedAt,
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

export const ActivityDetail = Activity.extend({
  description: string.describe('What the activity does, in our own words.'),
  metrics: listOf(string, 'The measures by which the state reports progress, as the federal form names them.'),
  initiativeNumber: orNull(string, "Its number in the state's plan."),
  sourceUrl: address.describe('URL of the federal list that names the activity and its metrics.'),
  sourceDate: day.describe('Day of that list.'),
}).meta({ id: 'ActivityDetail' })
export type ActivityDetail = z.infer<typeof ActivityDetail>

export const activities = defineResource<Activity>()({
  name: 'activities',
  summary: 'Program activities',
  description:
    'How states use the program: the initiatives of their plans. Activities have a legacy category, so the seven categories new in taxonomy 1.0 match none.',
  item: Activity,
  example: { state: 'NE', limit: '2' },
  filters: {
    ...place,
    category: legacyCategory,
    programCategory: { ...programCategory, op: 'is', fields: ['programCategory'] },
    status: choice(ACTIVITY_STATUSES, 'activity status', 'statuses', 'Status of the activity'),
    fiscalYear,
    q: {
      ...keyword('title, description, metrics and state'),
      from: ({ item, detail }) => {
        const { description, metrics } = detail as ActivityDetail
        return [item.title, description, metrics.join('. '), item.stateName]
      },
    },
  },
  orders: {
    default: [
      ['state', 'asc'],
      ['fiscalYear', 'desc'],
      ['title', 'asc'],
    ],
    sortable: ['state', 'fiscalYear', 'category', 'title', 'status'],
  },
  page: { default: 100, max: 500 },
  detail: {
    parameter: { name: 'id', description: 'Id of the activity.' },
    summary: 'One activity',
    description: 'The activity with its description, its metrics and the federal list that names them.',
    schema: ActivityDetail,
  },
  publish: ({ records }) => records.activities.map(toRow),
})

function toRow(record: ActivityRecord): Row<Activity> {
  const { category, evidence } = getCategory(record)
  const fields = {
    ...record,
    stateName: STATE_NAMES[record.state],
    category,
    programCategory: toCanonical(category),
    programCategoryEvidence: [evidence],
  }
  return { item: fill(Activity, fields), detail: fill(ActivityDetail, fields), names: [record.id] }
}

function getCategory({ category, title, description }: ActivityRecord) {
  if (category !== null) return { category, evidence: toEvidence(toCanonical(category), 'EXTRACTED') }
  const { programCategories, programCategoryEvidence } = classify({ title, body: description })
  const inferred = getTopLegacy(programCategories)
  const canonical = toCanonical(inferred)
  const matched = programCategoryEvidence.find((item) => item.category === canonical)?.matchedTerms
  return { category: inferred, evidence: toEvidence(canonical, 'INFERRED', matched) }
}
