import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { DocumentCategory, HhsRegion, StateCode } from '../vocabularies.ts'
import { address, dollars, integer, string, updatedAt, yearLabel } from './fields.ts'

const stateHead = {
  code: StateCode.describe('Two-letter state code.'),
  name: string.describe('Name of the state.'),
  region: HhsRegion.describe('HHS region number.'),
  cahCount: integer.nullable().describe('Critical access hospitals in the state.'),
  summary: string.nullable().describe('What the state does with the program, in a few sentences.'),
}
const stateTotals = {
  documents: integer.describe('Documents of the state in the dataset.'),
  totalAwardByState: dollars
    .nullable()
    .describe('What the federal program awarded to the state, all years, in US dollars; null when unknown.'),
  awardPerRuralResident: integer
    .nullable()
    .describe('`totalAwardByState` for each resident in rural areas, in whole US dollars; null when one is unknown.'),
  awardTotal: dollars
    .nullable()
    .describe('Sum of the known amounts of the published award rows, in US dollars; null when none is known.'),
  awards: integer.describe('Published award rows of the state.'),
  awardAmountsKnown: integer.describe('How many of these rows have a published amount.'),
  awardeeCount: integer.describe('Distinct awardees of these rows.'),
  lastActivity: timestamp
    .nullable()
    .describe('The newest date that its records carry: published, posted, amended, awarded, or a change of its pages.'),
}

export const StateSummary = z
  .strictObject({
    ...stateHead,
    siteUrl: address.nullable().describe('The program page of the state.'),
    ...stateTotals,
    updatedAt,
  })
  .meta({ id: 'StateSummary' })
export type StateSummary = z.infer<typeof StateSummary>

/** A sum over award rows, and what it covers. */
const sums = {
  total: dollars.nullable().describe('Sum of the known amounts; null when none is known.'),
  awards: integer.describe('Award rows that it covers.'),
  awardAmountsKnown: integer.describe('How many of these rows have a published amount.'),
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

const RecentDocument = z
  .strictObject({
    id: string.describe('Id of the document.'),
    title: string.describe('Title of the document.'),
    fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
    category: DocumentCategory.describe('What kind of document it is.'),
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    highlights: string.nullable().describe('What matters in it, in a few sentences of our own.'),
    url: address.describe('Its address.'),
    discovered: timestamp,
  })
  .meta({ id: 'RecentDocument' })

export const StateDetail = z
  .strictObject({
    ...stateHead,
    ...stateTotals,
    population: integer.nullable().describe('Residents at the last census.'),
    ruralPercent: z.number().min(0).max(100).nullable().describe('Share of residents in rural areas, 0 to 100.'),
    sites: z
      .array(
        z.strictObject({
          url: address.describe('Address of the page.'),
          label: string.describe('What the page is called.'),
        }),
      )
      .describe('Program pages of the state.'),
    contact: string.nullable().describe('Mail address for questions about the program.'),
    portals: z
      .array(
        z.strictObject({
          label: string.describe('What the portal is called.'),
          url: address.nullable().describe('Address of the portal.'),
        }),
      )
      .describe('Where the state posts solicitations and takes applications.'),
    activities: integer.describe('Program activities of the state.'),
    awardYears: z.array(AwardYear).describe('The published award rows by fiscal year, newest first.'),
    recentDocuments: z.array(RecentDocument).max(10).describe('The 10 documents published last.'),
    updatedAt,
  })
  .meta({ id: 'StateDetail' })
export type StateDetail = z.infer<typeof StateDetail>
