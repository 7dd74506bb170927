import { z } from 'zod'
import { timestamp } from '../schema/fields.ts'
import { foldCode, listOf } from '../schema/params.ts'
import { DocumentCategory, HHS_REGIONS, HhsRegion, StateCode } from '../schema/vocabularies.ts'
import { address, dollars, integer, string, yearLabel } from '../schema/wire/fields.ts'
import { defineResource, type Published } from './define.ts'

const stateHead = {
  code: StateCode.describe('Two-letter state code.'),
  name: string,
  region: HhsRegion.describe('HHS region number.'),
  cahCount: integer.nullable().describe('Critical access hospitals in the state.'),
  summary: string.nullable().describe('What the state does with the program, in a few sentences.'),
}
const stateTotals = {
  documents: integer.describe('Documents of the state in the dataset.'),
  awardTotal: dollars.describe('Sum of the published award rows of the state, in US dollars.'),
  awardeeCount: integer.describe('Distinct awardees of these rows.'),
  lastActivity: timestamp.nullable().describe('The newest of its change events, documents and opportunity updates.'),
}

export const StateSummary = z
  .strictObject({
    ...stateHead,
    siteUrl: address.nullable().describe('The program page of the state.'),
    ...stateTotals,
  })
  .meta({ id: 'StateSummary' })
export type StateSummary = z.infer<typeof StateSummary>

const RecentDocument = z
  .strictObject({
    id: string,
    title: string,
    fileType: string,
    category: DocumentCategory,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    highlights: string.nullable(),
    url: address,
    discovered: timestamp,
  })
  .meta({ id: 'RecentDocument' })

export const StateDetail = z
  .strictObject({
    ...stateHead,
    ...stateTotals,
    population: integer.nullable().describe('Residents at the last census.'),
    ruralPercent: z.number().min(0).max(100).nullable().describe('Share of residents in rural areas, 0 to 100.'),
    sites: z.array(z.strictObject({ url: address, label: string })).describe('Program pages of the state.'),
    totalAwardByState: dollars.describe('What the federal program awarded to the state, all years, in US dollars.'),
    activities: integer.describe('Program activities of the state.'),
    awardYears: z
      .array(
        z.strictObject({
          fiscalYear: yearLabel,
          total: dollars,
          awardees: z.array(z.strictObject({ name: string, total: dollars })).describe('Largest first.'),
        }),
      )
      .describe('The published award rows by fiscal year, newest first.'),
    recentDocuments: z.array(RecentDocument).max(10).describe('The 10 most recent documents.'),
  })
  .meta({ id: 'StateDetail' })
export type StateDetail = z.infer<typeof StateDetail>

export type PublishedState = Published<StateSummary>

export const states = defineResource<PublishedState>()({
  name: 'states',
  summary: 'State summaries',
  description: 'One summary for each of the 50 states, by name. `count` is the number of states in the answer.',
  item: StateSummary,
  filters: {
    region: {
      schema: listOf(HHS_REGIONS, 'HHS region'),
      describe: 'HHS region number, 1 to 10, or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.region,
    },
  },
  order: [['name', 'asc']],
  page: { default: 50, max: 50 },
  envelope: 'counted',
  detail: {
    parameter: 'code',
    describe: 'Two-letter state code, in any letter case.',
    summary: 'One state',
    description: 'The state with its program pages, awards by year and the 10 most recent documents.',
    schema: StateDetail,
    fold: foldCode,
  },
})
