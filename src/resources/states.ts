import { groupByAwardee } from '../rules/awards/awardees.ts'
import { perRuralResident, ruralResidents } from '../rules/awards/rural.ts'
import { findNewest, getSum } from '../rules/awards/totals.ts'
import { pick } from '../rules/pick.ts'
import { compare } from '../rules/text/words.ts'
import { foldCode } from '../schema/params.ts'
import type { StateRecord } from '../schema/records.ts'
import { HHS_REGIONS } from '../schema/vocabularies.ts'
import { type AwardYear, RecentDocument, StateDetail, StateSummary } from '../schema/wire/states.ts'
import { activities } from './activities.ts'
import { type Award, awards } from './awards.ts'
import { defineResource } from './define.ts'
import { documents } from './documents.ts'
import { choice } from './filters.ts'
import { lastTouched } from './last-touched.ts'
import type { Published } from './publishing.ts'
import type { Row } from './row.ts'

export const states = defineResource<StateSummary>()({
  name: 'states',
  summary: 'State summaries',
  description: 'One summary for each of the 50 states, by name. `count` is the number of states in the response.',
  promises: [
    '`totalAwardByState` is the amount that the federal program awarded to the state over all years. `awardPerRuralResident` is that amount per rural resident.',
    '`awardTotal`, `awardeeCount` and `awardYears` are computed from the published award rows: awards by the state, or directly by a federal agency, to organizations in the state. `awardeeCount` counts distinct awardees.',
    'Each sum of awards comes with the number of its rows (`awards`) and of those with a published amount (`awardAmountsKnown`). A sum is null, never 0, when none of its amounts are known.',
    '`lastActivity` is the latest date on which a record of the state was published, posted, amended or awarded, or one of its pages changed. The date when a record was added to the dataset does not count.',
  ],
  item: StateSummary,
  derived: ['awardYears', 'recentDocuments'],
  example: { region: '7' },
  filters: {
    region: {
      ...choice(HHS_REGIONS, 'HHS region', 'HHS region number, 1 to 10', 'numbers'),
      from: ({ item }) => item.region,
    },
  },
  orders: {
    default: [['name', 'asc']],
    sortable: [
      'name',
      'code',
      'region',
      'cahCount',
      'documents',
      'totalAwardByState',
      'awardPerRuralResident',
      'awardTotal',
      'awards',
      'awardeeCount',
      'lastActivity',
    ],
  },
  page: { default: 50, max: 50 },
  envelope: 'counted',
  tool: 'compare_states',
  detail: {
    parameter: { name: 'code', description: 'Two-letter state code, case-insensitive.' },
    summary: 'One state',
    description: 'The state with its program pages, awards by year and the 10 most recent documents.',
    schema: StateDetail,
    fold: foldCode,
  },
  publish: ({ records }, published) => records.states.map((record) => toRow(record, published)),
})

const RECENT_DOCUMENTS = 10
const RECENT_FIELDS = Object.keys(RecentDocument.shape) as (keyof typeof RecentDocument.shape)[]

function toRow(record: StateRecord, published: Published): Row<StateSummary> {
  const { code, sites } = record
  const items = published.getRows(awards, code).map(({ item }) => item)
  const newestFirst = published
    .getRows(documents, code)
    .map(({ item }) => item)
    .sort((a, b) => compare(b.published ?? '', a.published ?? '') || compare(a.id, b.id))
  const head = { ...pick(record, ['code', 'name', 'region', 'cahCount', 'summary']), sources: record.summarySources }
  const { total, ...rows } = getSums(items)
  const allotments = published.getRecords('allotments', code).filter(({ verified }) => verified)
  const totalAwardByState = getSum(allotments.map(({ amount }) => amount))
  const totals = {
    documents: newestFirst.length,
    totalAwardByState,
    awardPerRuralResident: perRuralResident(totalAwardByState, ruralResidents(record)),
    awardTotal: total,
    ...rows,
    awardeeCount: groupByAwardee(items).length,
    lastActivity: findNewest(lastTouched(code, published)),
  }
  const detail: Omit<StateDetail, 'updatedAt'> = {
    ...head,
    ...totals,
    ...pick(record, ['population', 'ruralPercent']),
    sites: sites.map(({ url, label }) => ({ url, label })),
    ...pick(record, ['contact', 'portals']),
    activities: published.getRows(activities, code).length,
    awardYears: toAwardYears(items),
    recentDocuments: newestFirst.slice(0, RECENT_DOCUMENTS).map((document) => pick(document, RECENT_FIELDS)),
  }
  return {
    item: { ...head, siteUrl: sites[0]?.url ?? null, ...totals },
    detail,
    names: [code],
    dated: totals.lastActivity,
  }
}

/** The sum of the known amounts of award rows, the number of rows, and the number of rows with a known amount. */
function getSums(rows: readonly Pick<Award, 'federalAmount'>[]): Omit<AwardYear, 'fiscalYear' | 'awardees'> {
  const amounts = rows.map(({ federalAmount }) => federalAmount)
  return {
    total: getSum(amounts),
    awards: rows.length,
    awardAmountsKnown: amounts.filter((amount) => amount !== null).length,
  }
}

const toAwardYears = (awards: readonly Omit<Award, 'updatedAt'>[]): AwardYear[] =>
  [...Map.groupBy(awards, ({ fiscalYear }) => fiscalYear)]
    .sort(([a], [b]) => compare(b, a))
    .map(([fiscalYear, rows]) => ({
      fiscalYear,
      ...getSums(rows),
      awardees: groupByAwardee(rows)
        .map((same) => ({ name: same[0]?.awardeeName ?? '', ...getSums(same) }))
        .sort((a, b) => compareTotals(a.total, b.total) || compare(a.name, b.name)),
    }))

const compareTotals = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)
