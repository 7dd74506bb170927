import { z } from 'zod'
import { timestamp } from '../fields.ts'
import type { NoticeRecord } from '../notice-record.ts'
import { ProgramCategory } from '../taxonomy.ts'
import { NoticeRelation, OpportunityScope, OpportunityStatus, StatusBasis } from '../vocabularies.ts'
import {
  address,
  categorized,
  createdAt,
  day,
  dollars,
  integer,
  precision,
  state,
  string,
  updatedAt,
  zoneName,
} from './fields.ts'

export const Opportunity = z
  .strictObject({
    id: string,
    slug: string,
    title: string,
    type: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
    opportunityType: string.describe('The same value as `type`.'),
    ...categorized,
    truncatedProgramCategories: z
      .array(ProgramCategory)
      .describe('Genuine inferred matches beyond the cap of 3; they remain filterable.'),
    scope: OpportunityScope,
    state,
    status: OpportunityStatus.describe('Effective status at the moment of the request.'),
    statusBasis: StatusBasis.describe('The rule that the status follows from.'),
    lastConfirmedAt: timestamp.nullable().describe('When a source last listed it as it is here.'),
    rolling: z.boolean().describe('Applications are taken as they come, while funds last.'),
    expectedBy: day.nullable().describe('The last day by which a forecast is expected to open, `YYYY-MM-DD`.'),
    issuingAgency: string.nullable(),
    summary: string.nullable(),
    budgetMin: dollars.nullable(),
    budgetMax: dollars.nullable().describe('US dollars: the pool that all awards share, or its upper bound.'),
    budgetPerAward: dollars.nullable().describe('US dollars: the ceiling of one award.'),
    applicantTypes: z.array(string),
    postedDate: timestamp.nullable(),
    postedDatePrecision: precision,
    dueDate: timestamp.nullable(),
    dueDatePrecision: precision,
    loiDate: timestamp.nullable().describe('Letter of intent due.'),
    loiDatePrecision: precision,
    questionDeadline: timestamp.nullable(),
    questionDeadlinePrecision: precision,
    timeZone: zoneName,
    inferred: z.array(string).describe('The fields whose value was concluded, not read in a source.'),
    sourceUrl: address,
    alsoFrom: z.array(address).describe('Further addresses at which it was read.'),
    relatedTo: z
      .strictObject({ id: string, relation: NoticeRelation })
      .nullable()
      .describe(
        'Another opportunity, which is the AWARD_NOTICE of this one, its EARLIER_ROUND, or a LATER_NOTICE for the same program.',
      ),
    documentCount: integer,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.infer<typeof Opportunity>
/** An opportunity without what depends on the moment of the request, and before it is stamped. */
export type TimelessOpportunity = Omit<Opportunity, 'status' | 'statusBasis' | 'createdAt' | 'updatedAt'>

/** The keys of an opportunity under which fields of its record are published: what its source says is its `status`. */
export const publishedKeys = (fields: NoticeRecord['inferred']): string[] =>
  fields
    .map((field) => (field === 'sourceStatus' ? 'status' : field))
    .filter((field) => Object.hasOwn(Opportunity.shape, field))
