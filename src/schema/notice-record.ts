import * as z from 'zod'
import { date, id, moment, money, text, url } from './fields.ts'
import { categories, sourced, type } from './record-fields.ts'
import { NOTICE_SOURCE_STATUSES, NoticeRelation, OpportunityScope, StateCode } from './vocabularies.ts'

/** The fields of a notice that a person may have inferred rather than read. */
const INFERABLE = [
  'opportunityType',
  'noticeNumber',
  'issuingAgency',
  'budgetMax',
  'postedDate',
  'dueDate',
  'sourceStatus',
] as const

export const NoticeRecord = z.strictObject({
  id,
  state: StateCode.nullable(),
  scope: OpportunityScope,
  title: text(300),
  opportunityType: type,
  noticeNumber: text(100).nullable(),
  issuingAgency: text(200).nullable(),
  summary: text(2_000).nullable(),
  budgetMin: money.nullable(),
  budgetMax: money.nullable(),
  budgetPerAward: money.nullable(),
  applicantTypes: z.array(text(200)).max(50),
  postedDate: moment.nullable(),
  dueDate: moment.nullable(),
  loiDate: moment.nullable(),
  questionDeadline: moment.nullable(),
  expectedBy: date.nullable(),
  rolling: z.boolean(),
  amended: z.boolean(),
  amendedAt: moment.nullable(),
  sourceStatus: z.enum(NOTICE_SOURCE_STATUSES).nullable(),
  confirmedAt: moment.nullable(),
  inferred: z.array(z.enum(INFERABLE)).max(INFERABLE.length),
  documentUrls: z.array(url).max(200),
  firstSeen: moment,
  lastChanged: moment,
  ...sourced,
  alsoFrom: z.array(url).max(20),
  duplicateOf: id.nullable(),
  partOf: id.nullable(),
  relatedTo: z.strictObject({ id, relation: NoticeRelation }).nullable(),
  categories,
})
export type NoticeRecord = z.infer<typeof NoticeRecord>
