import * as z from 'zod'
import type { Dataset } from '../records/dataset.ts'
import { groupByAwardee } from '../rules/awards/awardees.ts'
import {
  countRuralResidents,
  findNewest,
  getSum,
  sumAmounts,
  toAmountPerRuralResident,
} from '../rules/awards/totals.ts'
import { compare } from '../rules/text/words.ts'
import { timestamp } from '../schema/fields.ts'
import { foldCode } from '../schema/params.ts'
import type { StateRecord } from '../schema/records.ts'
import { HHS_REGIONS, HhsRegion, StateCode } from '../schema/vocabularies.ts'
import { address, dollars, integer, listOf, orNull, string, updatedAt, yearLabel } from '../schema/wire/fields.ts'
import { Document } from '../schema/wire/records.ts'
import { activities } from './activities.ts'
import { findLastTouched } from './activity.ts'
import { type Award, awards } from './awards.ts'
import { defineResource, fill } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { choice } from './filters.ts'
import { opportunities } from './opportunities.ts'
import type { Published, Row } from './publishing.ts'

const stateHead = {
  code: StateCode.describe('Two-letter state code.'),
  name: string.describe('Name of the state.'),
  region: HhsRegion.describe('HHS region number.'),
  cahCount: orNull(integer, 'Number of critical access hospitals in the state.'),
  summary: orNull(string, 'How the state uses the program, in a few sentences.'),
  sources: listOf(address, 'Addresses of the pages and files that `summary` is based on.'),
}
const stateTotals = {
  documents: integer.describe('Number of documents of the state.'),
  totalAwardByState: orNull(
    dollars,
    'Total that the federal program awarded to the state over all years, in US dollars; null when unknown.',
  ),
  awardPerRuralResident: orNull(
    integer,
    '`totalAwardByState` per rural resident, in whole US dollars; null when either is unknown.',
  ),
  awardTotal: orNull(
    dollars,
    'Sum of the known amounts of the published award rows, in US dollars; null when none are known.',
  ),
  awards: integer.describe('Number of published award rows of the state.'),
  awardAmountsKnown: integer.describe('Number of these rows with a published amount.'),
  awardeeCount: integer.describe('Number of distinct awardees in these rows.'),
  lastActivity: orNull(
    timestamp,
    'The latest date of its records (published, posted, amended or awarded) or of a change to its pages. The first instant of that day if only the day is known.',
  ),
}

export const StateSummary = z
  .strictObject({
    ...stateHead,
    siteUrl: orNull(address, "URL of the state's program page."),
    ...stateTotals,
    updatedAt,
  })
  .meta({ id: 'StateSummary' })
export type StateSummary = z.infer<typeof StateSummary>

const sums = {
  total: orNull(dollars, 'Sum of the known amounts; null when none are known.'),
  awards: integer.describe('Number of award rows in the sum.'),
  awardAmountsKnown: integer.describe('Number of these rows with a published amount.'),
}

const AwardYear = z
  .strictObject({
    fiscalYear: yearLabel,
    ...sums,
    awardees: z
      .array(z.strictObject({ name: string.describe('Name of the awardee.'), ...sums }))
      .describe('Largest first, unknown amounts last.'),
  })
  .meta({ id: 'AwardYear' })
type AwardYear = z.infer<typeof AwardYear>

const RecentDocument = Document.pick({
  ...{ id: true, title: true, fileType: true, category: true, fiscalYear: true, award: true },
  ...{ highlights: true, url: true, published: true, discovered: true },
}).meta({ id: 'RecentDocument' })

export const StateDetail = z
  .strictObject({
    ...stateHead,
    ...stateTotals,
    population: orNull(integer, 'Number of residents in the latest census.'),
    ruralPercent: z.number().min(0).max(100).nullable().describe('Percentage of residents in rural areas, 0 to 100.'),
    sites: z
      .array(
        z.strictObject({
          url: address.describe('URL of the page.'),
          label: string.describe('Name of the page.'),
        }),
      )
      .describe('Program pages of the state.'),
    contact: orNull(string, 'Email address for questions about the program.'),
    portals: z
      .array(
        z.strictObject({
          label: string.describe('Name of the portal.'),
          url: orNull(address, 'URL of the portal.'),
        }),
      )
      .describe('Portals where the state posts solicitations and accepts applications.'),
    activities: integer.describe('Number of program activities of the state.'),
    awardYears: listOf(AwardYear, 'The published award rows by fiscal year, newest first.'),
    recentDocuments: z.array(RecentDocument).max(10).describe('The 10 most recently published documents.'),
    updatedAt,
  })
  .meta({ id: 'StateDetail' })
export type StateDetail = z.infer<typeof StateDetail>

export const states = defineResource<StateSummary>()({
  name: 'states',
  summary: 'State summaries',
  description: 'One summary for each of the 50 states, by name. `count` is the number of states in the response.',
  item: StateSummary,
  derived: ['awardYears', 'recentDocuments'],
  example: { region: '7' },
  filters: {
    region: {
      ...choice(HHS_REGIONS, 'HHS region', 'numbers', 'HHS region number, 1 to 10'),
      column: 'hhsRegion',
      from: ({ item }) => item.region,
    },
  },
  orders: {
    default: [['name', 'asc']],
    // biome-ignore format: word lists read better as running lines
    sortable: [
      'name', 'code', 'region', 'cahCount', 'documents', 'totalAwardByState', 'awardPerRuralResident', 'awardTotal',
      'awards', 'awardeeCount', 'lastActivity',
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

function toRow(record: StateRecord, published: Published): Row<StateSummary> {
  const { code, sites } = record
  const items = published.getItems(awards, code)
  const newestFirst = published
    .getItems(documents, code)
    .toSorted((a, b) => compare(b.published ?? '', a.published ?? '') || compare(a.id, b.id))
  const { total, ...rows } = getSums(items)
  const allotments = published.getRecords('allotments', code).filter(({ verified }) => verified)
  const totalAwardByState = getSum(allotments.map(({ amount }) => amount))
  const fields = {
    ...record,
    sources: record.summarySources,
    siteUrl: sites[0]?.url ?? null,
    documents: newestFirst.length,
    totalAwardByState,
    awardPerRuralResident: toAmountPerRuralResident(totalAwardByState, countRuralResidents(record)),
    awardTotal: total,
    ...rows,
    awardeeCount: groupByAwardee(items).length,
    lastActivity: findNewest(findLastTouched(code, published)),
  }
  const detail: Omit<StateDetail, 'updatedAt'> = fill(StateDetail, {
    ...fields,
    sites: sites.map(({ url, label }) => ({ url, label })),
    activities: published.getItems(activities, code).length,
    awardYears: toAwardYears(items),
    recentDocuments: newestFirst.slice(0, 10).map((document) => fill(RecentDocument, document)),
  })
  return { item: fill(StateSummary, fields), detail, names: [code], dated: fields.lastActivity }
}

function getSums(rows: readonly Pick<Award, 'federalAmount'>[]) {
  const { total, amountsKnown: awardAmountsKnown } = sumAmounts(rows)
  return { total, awards: rows.length, awardAmountsKnown }
}

const toAwardYears = (awards: readonly Omit<Award, 'updatedAt'>[]): AwardYear[] =>
  [...Map.groupBy(awards, ({ fiscalYear }) => fiscalYear)]
    .sort(([a], [b]) => compare(b, a))
    .map(([fiscalYear, rows]) => ({
      fiscalYear,
      ...getSums(rows),
      awardees: groupByAwardee(rows)
        .map((same) => ({ name: same[0]?.awardeeName ?? '', ...getSums(same) }))
        .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name)),
    }))

export const Stats = z
  .strictObject({
    states: integer.describe('Number of states with records.'),
    documents: integer.describe('Number of documents.'),
    activities: integer.describe('Number of program activities.'),
    totalStateAward: dollars.describe(
      'Total that the federal program awarded to all states, in US dollars: the sum of the amounts as the federal list prints them. The list rounds each amount to the dollar, so the total of a year can be a few dollars off $10 billion.',
    ),
    fundingCount: integer.describe('Number of published award rows.'),
    federalTracked: z.boolean().describe('Whether the dataset has records of national scope.'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

export function getStats({ records }: Dataset, { rows }: Published): Stats {
  const amounts = records.allotments.filter(({ verified }) => verified).map(({ amount }) => amount)
  return {
    states: rows(states).length,
    documents: rows(documents).length,
    activities: rows(activities).length,
    totalStateAward: getSum(amounts) ?? 0,
    fundingCount: rows(awards).length,
    federalTracked: [rows(documents), rows(opportunities), rows(events)].flat().some(({ item }) => item.state === null),
  }
}
