import { z } from 'zod'
import { isPrintable, timestamp } from './fields.ts'
import { LegacyCategory, ProgramCategory, ProgramCategoryEvidence } from './taxonomy.ts'
import {
  ActivityStatus,
  type ChangeType,
  DocumentCategory,
  EventStatus,
  EventType,
  HhsRegion,
  OpportunityScope,
  OpportunityStatus,
  StateCode,
} from './vocabularies.ts'

/**
 * The shapes of answers, field for field as the specification lists them.
 * Every key is always present: the unknown is null, the known-empty is [].
 */

const string = z.string().min(1).refine(isPrintable, 'contains a control character')
const address = z.url({ protocol: /^https?$/, message: 'is not an http(s) address' })
const integer = z.int().min(0)
const dollars = z.number().min(0).describe('US dollars.')
const day = z.iso.date().describe('`YYYY-MM-DD`.')
const yearLabel = z
  .string()
  .regex(/^FY\d{4}$/)
  .describe('Fiscal year, `FY2026`.')
const state = StateCode.nullable().describe('Two-letter state code; null for national scope.')
const stateName = string.nullable().describe('Name of the state; null for national scope.')

const categorised = {
  programCategories: z.array(ProgramCategory).describe('Canonical category IDs, the best first.'),
  programCategoryEvidence: z.array(ProgramCategoryEvidence).describe('Why each category was given.'),
}

export const Stats = z
  .strictObject({
    states: integer.describe('States with records.'),
    documents: integer.describe('Documents in the dataset.'),
    activities: integer.describe('Program activities in the dataset.'),
    totalStateAward: dollars.describe('Sum of what the federal program awarded to all states, in US dollars.'),
    fundingCount: integer.describe('Published award rows.'),
    federalTracked: z.boolean().describe('Whether records of national scope are in the dataset.'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

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

export const Award = z
  .strictObject({
    id: string,
    state: StateCode,
    stateName: string,
    fiscalYear: yearLabel,
    awardeeName: string,
    federalAmount: dollars.nullable(),
    matchAmount: dollars.nullable(),
    activityType: LegacyCategory.describe('Legacy category of the award.'),
    ...categorised,
    programDescription: string.nullable(),
    sourceDocument: z.strictObject({ id: string, title: string, fileType: string, url: address }),
  })
  .meta({ id: 'Award' })
export type Award = z.infer<typeof Award>

const keyDates = z.array(z.strictObject({ label: string, date: day }))

export const Document = z
  .strictObject({
    id: string,
    title: string,
    fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
    category: DocumentCategory,
    documentCategory: DocumentCategory.describe('The same value as `category`.'),
    activityTypes: z.array(LegacyCategory).describe('Legacy category IDs.'),
    ...categorised,
    state,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    highlights: string.nullable(),
    url: address,
    applicationUrl: address.nullable(),
    nextDeadline: timestamp.nullable().describe('The first deadline after the moment of the request.'),
    keyDates,
    discovered: timestamp,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>

export const DocumentDetail = z
  .strictObject({
    id: string,
    title: string,
    fileType: string,
    category: DocumentCategory,
    state,
    stateName,
    fiscalYear: yearLabel.nullable(),
    award: dollars.nullable(),
    budget: z.strictObject({ total: dollars.nullable(), federal: dollars.nullable(), match: dollars.nullable() }),
    programHighlights: string.nullable(),
    strategicGoals: z.array(string),
    milestones: z.array(
      z.strictObject({
        date: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .describe('`YYYY-MM`.'),
        label: string,
      }),
    ),
    transformationStrategy: z.strictObject({ keyInitiatives: z.array(string), approachSummary: string.nullable() }),
    implementationPhase: string.nullable().describe('IMPLEMENTING, PLANNING, …; an open list.'),
    completenessScore: z.number().min(0).max(1).describe('Share of the structured fields that are filled, 0 to 1.'),
    applicationUrl: address.nullable(),
    pages: integer.nullable(),
    url: address,
  })
  .meta({ id: 'DocumentDetail' })
export type DocumentDetail = z.infer<typeof DocumentDetail>

export const Opportunity = z
  .strictObject({
    id: string,
    slug: string,
    title: string,
    type: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
    opportunityType: string.describe('The same value as `type`.'),
    ...categorised,
    truncatedProgramCategories: z
      .array(ProgramCategory)
      .describe('Genuine inferred matches beyond the cap of 3; they remain filterable.'),
    scope: OpportunityScope,
    state,
    status: OpportunityStatus.describe('Effective status at the moment of the request.'),
    issuingAgency: string.nullable(),
    summary: string.nullable(),
    budgetMin: dollars.nullable(),
    budgetMax: dollars.nullable(),
    applicantTypes: z.array(string),
    postedDate: timestamp.nullable(),
    dueDate: timestamp.nullable(),
    loiDate: timestamp.nullable().describe('Letter of intent due.'),
    questionDeadline: timestamp.nullable(),
    sourceUrl: address,
    documentCount: integer,
    createdAt: timestamp,
    updatedAt: timestamp.describe('Moves only when the content of the record changed.'),
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.infer<typeof Opportunity>

export const CalendarEvent = z
  .strictObject({
    id: string,
    title: string,
    state,
    stateName,
    eventType: EventType,
    status: EventStatus.describe('Status at the moment of the request.'),
    startAt: timestamp,
    endAt: timestamp.nullable(),
    timezone: string.describe('Abbreviation of the zone in which it is held: EST, HST.'),
    hostAgency: string.nullable(),
    description: string.nullable(),
    registrationUrl: address.nullable(),
    recordingUrl: address.nullable(),
    slidesUrl: address.nullable(),
    sourceUrl: address,
    topics: z.array(string),
    audience: z.array(string),
    confidence: string.describe('OFFICIAL, SECONDARY, …; an open list.'),
    isActive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>

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

export const SearchDocument = Document.pick({
  id: true,
  title: true,
  fileType: true,
  category: true,
  documentCategory: true,
  programCategories: true,
  programCategoryEvidence: true,
  state: true,
})
  .extend({ stateName })
  .extend(Document.pick({ fiscalYear: true, highlights: true, url: true, discovered: true }).shape)
  .meta({ id: 'SearchDocument' })
export type SearchDocument = z.infer<typeof SearchDocument>

/** The `detail` of a change event, by its type. Keys that do not apply to an event are null. */
export const CHANGE_DETAILS = {
  PAGE_UPDATED: z.strictObject({
    url: address,
    label: string.nullable(),
    previousHash: string.nullable(),
    currentHash: string.nullable(),
  }),
  NEW_OPPORTUNITY: z.strictObject({
    opportunityId: string,
    opportunityType: string,
    category: LegacyCategory.describe('The top legacy category of the opportunity, or OTHER.'),
    deadline: day.nullable(),
    applicationUrl: address.nullable(),
    budgetMin: dollars.nullable(),
    budgetMax: dollars.nullable(),
  }),
  NEW_DOCUMENT: z.strictObject({
    documentId: string,
    title: string,
    fileType: string,
    documentCategory: DocumentCategory,
    fiscalYear: yearLabel.nullable(),
    url: address,
  }),
  SITE_DOWN: z.strictObject({
    url: address,
    label: string.nullable(),
    httpStatus: z.int().nullable(),
    error: string.nullable(),
  }),
  SITE_RESTORED: z.strictObject({
    url: address,
    label: string.nullable(),
    httpStatus: z.int().nullable(),
    downSince: timestamp.nullable(),
  }),
} as const satisfies Record<ChangeType, z.ZodObject>

const changeOf = <T extends ChangeType>(type: T) =>
  z.strictObject({
    id: string,
    state,
    type: z.literal(type),
    summary: string,
    siteUrl: address.nullable(),
    documentId: string.nullable(),
    detail: CHANGE_DETAILS[type],
    occurredAt: timestamp.describe('Unique and strictly increasing over the feed.'),
  })

export const ChangeEvent = z
  .discriminatedUnion('type', [
    changeOf('PAGE_UPDATED'),
    changeOf('NEW_OPPORTUNITY'),
    changeOf('NEW_DOCUMENT'),
    changeOf('SITE_DOWN'),
    changeOf('SITE_RESTORED'),
  ])
  .meta({ id: 'ChangeEvent' })
export type ChangeEvent = z.infer<typeof ChangeEvent>
