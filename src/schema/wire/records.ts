import * as z from 'zod'
import { count, timestamp } from '../fields.ts'
import type { NoticeRecord } from '../records.ts'
import { LegacyCategory, ProgramCategory } from '../taxonomy.ts'
import {
  DatePrecision,
  DocumentCategory,
  EventStatus,
  EventType,
  NoticeRelation,
  OpportunityScope,
  OpportunityStatus,
  StatusBasis,
} from '../vocabularies.ts'
import {
  address,
  categorized,
  createdAt,
  day,
  discovered,
  dollars,
  integer,
  listOf,
  orNull,
  precision,
  published,
  state,
  stateName,
  string,
  updatedAt,
  yearLabel,
  zoneName,
} from './fields.ts'

/** What a document announces and, for an award list, what official documents state about the list. */
const announced = {
  fiscalYear: yearLabel.nullable(),
  award: orNull(dollars, 'Amount that the document announces, in US dollars; null: none, or unknown.'),
  statedRows: orNull(integer, 'Number of awards in its list, as officially stated; null when not stated.'),
  statedTotal: orNull(dollars, 'Total of its award list in US dollars as stated, rounded; null when not stated.'),
  statedIn: orNull(
    address,
    'URL of the official document that states them; null when it is this document or when not stated.',
  ),
}

const head = {
  id: string.describe('Permanent id of the document.'),
  title: string.describe('Title as given by the source.'),
  fileType: string.describe('Such as PDF, HTML or XLSX; an open list.'),
  category: DocumentCategory.describe('Document category.'),
}
const alsoFrom = listOf(address, 'URLs of further source pages.')
const applicationUrl = orNull(address, 'URL to apply at, if the document invites applications.')
const url = address.describe('URL of the document.')

export const Document = z
  .strictObject({
    ...head,
    documentCategory: DocumentCategory.describe('The same value as `category`.'),
    activityTypes: listOf(LegacyCategory, 'Legacy category IDs.'),
    ...categorized,
    state,
    ...announced,
    highlights: orNull(string, 'Short summary in our own words.'),
    url,
    alsoFrom,
    applicationUrl,
    nextDeadline: orNull(
      timestamp,
      'The first deadline after the time of the request. The last second of its day if it has no time.',
    ),
    keyDates: z
      .array(
        z.strictObject({
          label: string.describe('What is due or planned on that day.'),
          date: day.describe('The day, `YYYY-MM-DD`.'),
        }),
      )
      .describe('Key dates in the document.'),
    published,
    discovered,
    updatedAt,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>
/** A document without the fields that depend on the time of the request, before it is stamped. */
export type TimelessDocument = Omit<Document, 'nextDeadline' | 'updatedAt'>

export const DocumentDetail = z
  .strictObject({
    ...head,
    state,
    stateName,
    ...announced,
    budget: z
      .strictObject({ total: dollars.nullable(), federal: dollars.nullable(), match: dollars.nullable() })
      .describe('Amounts stated in the document, in US dollars.'),
    programHighlights: orNull(string, 'What the document says about the program, in our own words.'),
    strategicGoals: listOf(string, 'Goals in the document.'),
    milestones: z
      .array(
        z.strictObject({
          date: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .describe('`YYYY-MM`.'),
          label: string.describe('What is planned.'),
        }),
      )
      .describe('Planned milestones by month.'),
    transformationStrategy: z
      .strictObject({
        keyInitiatives: listOf(string, 'Initiatives in the document.'),
        approachSummary: orNull(string, 'The approach, in our own words.'),
      })
      .describe('The strategy in the document.'),
    implementationPhase: orNull(string, 'Such as IMPLEMENTING or PLANNING; an open list.'),
    completenessScore: z.number().min(0).max(1).describe('Share of the structured fields that have a value, 0 to 1.'),
    applicationUrl,
    pages: orNull(integer, 'Number of pages.'),
    url,
    alsoFrom,
    description: orNull(
      string,
      'What the document announces, in 80 to 200 words of our own; shorter for press reports.',
    ),
    updatedAt,
  })
  .meta({ id: 'DocumentDetail' })
export type DocumentDetail = z.infer<typeof DocumentDetail>

const { documentCategory, fiscalYear, highlights } = Document.shape
export const SearchDocument = z
  .strictObject({
    ...head,
    documentCategory,
    ...categorized,
    state,
    stateName,
    fiscalYear,
    highlights,
    url,
    published,
    discovered,
  })
  .meta({ id: 'SearchDocument' })
export type SearchDocument = z.infer<typeof SearchDocument>

export const CalendarEvent = z
  .strictObject({
    id: string.describe('Permanent id of the event.'),
    title: string.describe('Title of the event.'),
    state,
    stateName,
    eventType: EventType.describe('Type of event.'),
    status: EventStatus.describe('Status at the time of the request.'),
    startAt: timestamp.describe('Start time.'),
    startAtPrecision: DatePrecision.describe('DATE when only the day is known, TIME when the time is known.'),
    endAt: orNull(timestamp, 'End time; null when unknown.'),
    endAtPrecision: precision,
    timezone: string.describe('Time zone abbreviation, such as EST or HST.'),
    timeZone: zoneName,
    hostAgency: orNull(string, 'Name of the host.'),
    description: orNull(string, 'Description.'),
    registrationUrl: orNull(address, 'URL to register at.'),
    recordingUrl: orNull(address, 'URL of the recording.'),
    slidesUrl: orNull(address, 'URL of the slides.'),
    sourceUrl: address.describe('URL of the page that announces it.'),
    alsoFrom,
    topics: listOf(string, 'Topics.'),
    audience: listOf(string, 'Intended audience.'),
    confidence: string.describe(
      'OFFICIAL: hosted and announced by a government; ORGANIZER: announced by its organizer; SECONDARY: found in another source. An open list.',
    ),
    isActive: z.boolean().describe('False for an event that is excluded from the default list.'),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>

export const Opportunity = z
  .strictObject({
    id: string.describe('Permanent id of the opportunity.'),
    slug: string.describe('Readable name for URLs.'),
    title: string.describe('Title as given by the source.'),
    type: string.describe('Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list.'),
    opportunityType: string.describe('The same value as `type`.'),
    ...categorized,
    truncatedProgramCategories: listOf(
      ProgramCategory,
      'Inferred matches beyond the cap of 3, which can still be filtered by.',
    ),
    scope: OpportunityScope.describe('STATE if issued by a state, NATIONAL if issued by a federal agency.'),
    state,
    status: OpportunityStatus.describe('Effective status at the time of the request.'),
    statusBasis: StatusBasis.describe('The rule that determined the status.'),
    lastConfirmedAt: orNull(timestamp, 'When a source last confirmed it.'),
    rolling: z.boolean().describe('Applications are accepted on a rolling basis while funds last.'),
    expectedBy: orNull(day, 'The latest day on which a forecast opportunity is expected to open, `YYYY-MM-DD`.'),
    issuingAgency: orNull(string, 'Issuing agency.'),
    summary: orNull(string, 'What it funds, in a few sentences.'),
    budgetMin: orNull(dollars, 'US dollars: the lower bound of the pool that all awards share.'),
    budgetMax: orNull(dollars, 'US dollars: the pool that all awards share, or its upper bound.'),
    budgetPerAward: orNull(dollars, 'US dollars: the ceiling of one award.'),
    applicantTypes: listOf(string, 'Who may apply.'),
    postedDate: orNull(timestamp, 'When it was posted.'),
    postedDatePrecision: precision,
    dueDate: orNull(timestamp, 'When applications are due.'),
    dueDatePrecision: precision,
    loiDate: orNull(timestamp, 'When letters of intent are due.'),
    loiDatePrecision: precision,
    questionDeadline: orNull(timestamp, 'Deadline for questions.'),
    questionDeadlinePrecision: precision,
    timeZone: zoneName,
    inferred: listOf(string, 'Fields whose values were inferred instead of read from a source.'),
    sourceUrl: address.describe('URL of the source page.'),
    alsoFrom,
    relatedTo: z
      .strictObject({
        id: string.describe('Id of the other opportunity.'),
        relation: NoticeRelation.describe('Relation of the other opportunity to this one.'),
      })
      .nullable()
      .describe(
        'Related opportunities: the AWARD_NOTICE of this one, an EARLIER_ROUND, or a LATER_NOTICE for the same program.',
      ),
    documentCount: integer.describe('Number of documents that belong to it.'),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.infer<typeof Opportunity>
/** An opportunity without the fields that depend on the time of the request, before it is stamped. */
export type TimelessOpportunity = Omit<Opportunity, 'status' | 'statusBasis' | 'createdAt' | 'updatedAt'>

/** The opportunity keys that publish the given record fields; for example `sourceStatus` is published as `status`. */
export const publishedKeys = (fields: NoticeRecord['inferred']): string[] =>
  fields
    .map((field) => (field === 'sourceStatus' ? 'status' : field))
    .filter((field) => Object.hasOwn(Opportunity.shape, field))

const Compared = z.strictObject({
  published: z.number().describe('What is published, over these lists.'),
  stated: z.number().describe('What official documents state, over these lists.'),
})

export const AwardsCovered = z
  .strictObject({
    held: count.describe('Rows on file, published or not.'),
    published: count.describe('Published rows.'),
    sumHeld: orNull(dollars, 'Known amounts of the rows on file; null if none is known.'),
    sumPublished: orNull(dollars, 'Known amounts of the published rows; null if none is known.'),
    rowsOfStated: orNull(Compared, 'Rows, over the lists whose number is stated; null if there are none.'),
    sumOfStated: orNull(
      Compared,
      'US dollars, over the lists whose total is stated; null if there are none. A list made of the money of another is joined to it.',
    ),
    allotment: orNull(dollars, 'What the federal program awarded to the state, all years.'),
    shareNamed: z
      .number()
      .nullable()
      .describe('Share of the allotment that published rows with a recipient and an amount account for.'),
    missing: z
      .array(
        z.strictObject({
          what: z.string().describe('What is missing.'),
          rows: orNull(count, 'Number of awards; null if unknown.'),
          amount: orNull(dollars, 'US dollars; null if unknown.'),
          verificationLacks: z
            .string()
            .nullable()
            .describe('What rows wait for that are on file; null: what is missing is not on file.'),
          since: orNull(day, 'Since when; null if the source bears no date.'),
          url: orNull(address, 'Where it would come from.'),
        }),
      )
      .describe('What is missing among the awards, since when, and where it would come from.'),
  })
  .describe('Awards on file, published and stated.')
export type AwardsCovered = z.infer<typeof AwardsCovered>
