import { z } from 'zod'
import { timestamp } from './fields.ts'
import { LegacyCategory, ProgramCategory, ProgramCategoryEvidence } from './taxonomy.ts'
import {
  ActivityStatus,
  DocumentCategory,
  EventStatus,
  EventType,
  OpportunityScope,
  OpportunityStatus,
  StateCode,
} from './vocabularies.ts'
import { address, categorised, day, dollars, integer, state, stateName, string, yearLabel } from './wire-fields.ts'

/**
 * The shapes of answers, field for field as the specification lists them.
 * Every key is always present: the unknown is null, the known-empty is [].
 */

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
