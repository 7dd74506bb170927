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
    id: string.describe('Id of the opportunity, the same at all times.'),
    slug: string.describe('A readable name for addresses.'),
    title: string.describe('Title, as its source gives it.'),
    type: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
    opportunityType: string.describe('The same value as `type`.'),
    ...categorized,
    truncatedProgramCategories: z
      .array(ProgramCategory)
      .describe('Genuine inferred matches beyond the cap of 3; they remain filterable.'),
    scope: OpportunityScope.describe('STATE for that of a state, NATIONAL for that of a federal agency.'),
    state,
    status: OpportunityStatus.describe('Effective status at the moment of the request.'),
    statusBasis: StatusBasis.describe('The rule that the status follows from.'),
    lastConfirmedAt: timestamp.nullable().describe('When a source last listed it as it is here.'),
    rolling: z.boolean().describe('Applications are taken as they come, while funds last.'),
    expectedBy: day.nullable().describe('The last day by which a forecast is expected to open, `YYYY-MM-DD`.'),
    issuingAgency: string.nullable().describe('Who issued it.'),
    summary: string.nullable().describe('What it pays for, in a few sentences.'),
    budgetMin: dollars.nullable(),
    budgetMax: dollars.nullable().describe('US dollars: the pool that all awards share, or its upper bound.'),
    budgetPerAward: dollars.nullable().describe('US dollars: the ceiling of one award.'),
    applicantTypes: z.array(string).describe('Who may apply.'),
    postedDate: timestamp.nullable().describe('When it was posted.'),
    postedDatePrecision: precision,
    dueDate: timestamp.nullable().describe('When applications are due.'),
    dueDatePrecision: precision,
    loiDate: timestamp.nullable().describe('Letter of intent due.'),
    loiDatePrecision: precision,
    questionDeadline: timestamp.nullable().describe('Until when questions are taken.'),
    questionDeadlinePrecision: precision,
    timeZone: zoneName,
    inferred: z.array(string).describe('The fields whose value was concluded, not read in a source.'),
    sourceUrl: address.describe('The page that it was read from.'),
    alsoFrom: z.array(address).describe('Further addresses at which it was read.'),
    relatedTo: z
      .strictObject({
        id: string.describe('Id of the other opportunity.'),
        relation: NoticeRelation.describe('What the other one is to this one.'),
      })
      .nullable()
      .describe(
        'Another opportunity, which is the AWARD_NOTICE of this one, its EARLIER_ROUND, or a LATER_NOTICE for the same program.',
      ),
    documentCount: integer.describe('Number of documents that it names.'),
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
