import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { ProgramCategory } from '../taxonomy.ts'
import { OpportunityScope, OpportunityStatus } from '../vocabularies.ts'
import { address, categorized, dollars, integer, state, string } from './fields.ts'

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
/** An opportunity without what depends on the moment of the request. */
export type TimelessOpportunity = Omit<Opportunity, 'status'>
