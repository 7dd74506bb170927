import * as z from 'zod'
import { timestamp } from '../fields.ts'
import type { NoticeRecord } from '../records.ts'
import { ProgramCategory } from '../taxonomy.ts'
import { NoticeRelation, OpportunityScope, OpportunityStatus, StatusBasis } from '../vocabularies.ts'
import {
  address,
  categorized,
  createdAt,
  day,
  dollars,
  integer,
  listOf,
  orNull,
  precision,
  state,
  string,
  updatedAt,
  zoneName,
} from './fields.ts'

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
    alsoFrom: listOf(address, 'URLs of further source pages.'),
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
