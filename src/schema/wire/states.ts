import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { HhsRegion, StateCode } from '../vocabularies.ts'
import { Document } from './documents.ts'
import { address, dollars, integer, string, updatedAt, yearLabel } from './fields.ts'

const stateHead = {
  code: StateCode.describe('Two-letter state code.'),
  name: string.describe('Name of the state.'),
  region: HhsRegion.describe('HHS region number.'),
  cahCount: integer.nullable().describe('Number of critical access hospitals in the state.'),
  summary: string.nullable().describe('How the state uses the program, in a few sentences.'),
  sources: z.array(address).describe('Addresses of the pages and files that `summary` is based on.'),
}
const stateTotals = {
  documents: integer.describe('Number of documents of the state.'),
  totalAwardByState: dollars
    .nullable()
    .describe('Total that the federal program awarded to the state over all years, in US dollars; null when unknown.'),
  awardPerRuralResident: integer
    .nullable()
    .describe('`totalAwardByState` per rural resident, in whole US dollars; null when either is unknown.'),
  awardTotal: dollars
    .nullable()
    .describe('Sum of the known amounts of the published award rows, in US dollars; null when none are known.'),
  awards: integer.describe('Number of published award rows of the state.'),
  awardAmountsKnown: integer.describe('Number of these rows with a published amount.'),
  awardeeCount: integer.describe('Number of distinct awardees in these rows.'),
  lastActivity: timestamp
    .nullable()
    .describe(
      'The latest date of its records (published, posted, amended or awarded) or of a change to its pages. The first instant of that day if only the day is known.',
    ),
}

export const StateSummary = z
  .strictObject({
    ...stateHead,
    siteUrl: address.nullable().describe("URL of the state's program page."),
    ...stateTotals,
    updatedAt,
  })
  .meta({ id: 'StateSummary' })
export type StateSummary = z.infer<typeof StateSummary>

/** A sum over award rows, with its coverage. */
const sums = {
  total: dollars.nullable().describe('Sum of the known amounts; null when none are known.'),
  awards: integer.describe('Number of award rows in the sum.'),
  awardAmountsKnown: integer.describe('Number of these rows with a published amount.'),
}

export const AwardYear = z
  .strictObject({
    fiscalYear: yearLabel,
    ...sums,
    awardees: z
      .array(z.strictObject({ name: string.describe('Name of the awardee.'), ...sums }))
      .describe('Largest first, unknown amounts last.'),
  })
  .meta({ id: 'AwardYear' })
export type AwardYear = z.infer<typeof AwardYear>

export const RecentDocument = Document.pick({
  ...{ id: true, title: true, fileType: true, category: true, fiscalYear: true, award: true },
  ...{ highlights: true, url: true, published: true, discovered: true },
}).meta({ id: 'RecentDocument' })

export const StateDetail = z
  .strictObject({
    ...stateHead,
    ...stateTotals,
    population: integer.nullable().describe('Number of residents in the latest census.'),
    ruralPercent: z.number().min(0).max(100).nullable().describe('Percentage of residents in rural areas, 0 to 100.'),
    sites: z
      .array(
        z.strictObject({
          url: address.describe('URL of the page.'),
          label: string.describe('Name of the page.'),
        }),
      )
      .describe('Program pages of the state.'),
    contact: string.nullable().describe('Email address for questions about the program.'),
    portals: z
      .array(
        z.strictObject({
          label: string.describe('Name of the portal.'),
          url: address.nullable().describe('URL of the portal.'),
        }),
      )
      .describe('Portals where the state posts solicitations and accepts applications.'),
    activities: integer.describe('Number of program activities of the state.'),
    awardYears: z.array(AwardYear).describe('The published award rows by fiscal year, newest first.'),
    recentDocuments: z.array(RecentDocument).max(10).describe('The 10 most recently published documents.'),
    updatedAt,
  })
  .meta({ id: 'StateDetail' })
export type StateDetail = z.infer<typeof StateDetail>
