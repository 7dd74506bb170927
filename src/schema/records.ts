import * as z from 'zod'
import { count, date, fiscalYear, fullText, id, moment, money, month, text, timeZone, url } from './fields.ts'
import { POLICY_NAMES } from './policies.ts'
import { EVIDENCE_SOURCES, LegacyCategory, ProgramCategory } from './taxonomy.ts'
import {
  ActivityStatus,
  AWARDEE_KINDS,
  AwardStage,
  DocumentCategory,
  EventType,
  HhsRegion,
  NOTICE_SOURCE_STATUSES,
  NoticeRelation,
  OpportunityScope,
  PUBLISHER_ROLES,
  RecipientKind,
  StateCode,
} from './vocabularies.ts'

const type = z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'is not an uppercase type (RFP, PDF)')

/** Categories given by a person or the source. The classifier adds the inferred ones. */
const categories = z
  .array(z.strictObject({ category: ProgramCategory, source: z.enum(EVIDENCE_SOURCES).exclude(['INFERRED']) }))
  .max(15)
  .optional()

const sourced = { sourceUrl: url, retrievedFrom: url.nullable() }
const multiSourced = { ...sourced, alsoFrom: z.array(url).max(20) }

// biome-ignore format: word lists read better as running lines
const INFERABLE = [
  'opportunityType', 'noticeNumber', 'issuingAgency', 'budgetMax', 'postedDate', 'dueDate', 'sourceStatus',
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
  ...multiSourced,
  duplicateOf: id.nullable(),
  partOf: id.nullable(),
  relatedTo: z.strictObject({ id, relation: NoticeRelation }).nullable(),
  categories,
})
export type NoticeRecord = z.infer<typeof NoticeRecord>

const line = z.int().min(0)

/** A certification number of a health care provider: two digits for the state, four that tell the kind of provider. */
const ccn = z.string().regex(/^\d{2}[0-9A-Z]\d{3}$/, 'is not a CMS certification number (six characters, 471301)')

/** A host outside of government domains where a state, or a body that it named to award, publishes. */
export const PublisherRecord = z.strictObject({
  id,
  state: StateCode,
  name: text(200),
  address: url,
  role: z.enum(PUBLISHER_ROLES),
  sourceUrl: url,
})

export const AwardRecord = z.strictObject({
  id,
  state: StateCode,
  fiscalYear,
  awardeeName: text(300),
  awardeeKind: z.enum(AWARDEE_KINDS),
  /** Confirmed by the source or by a person; null: what the name says. */
  recipientKind: RecipientKind.nullable(),
  ccn: ccn.nullable(),
  county: text(100).nullable(),
  place: text(2_000).nullable(),
  federalAmount: money.nullable(),
  matchAmount: money.nullable(),
  projectTitle: text(1_000).nullable(),
  initiative: text(300).nullable(),
  programDescription: text(2_000).nullable(),
  awardDate: date.nullable(),
  awardStage: AwardStage.nullable(),
  rejected: text(300).nullable(),
  duplicateOf: id.nullable(),
  remark: text(500).nullable(),
  sourceLine: line.nullable(),
  sourceDocumentId: id,
  ...sourced,
  categories,
})

/**
 * An award list as a whole: what official documents state about it, and the results of our readings. It covers all award
 * rows of its document, or those from `firstLine` to `lastLine`.
 */
export const ListRecord = z.strictObject({
  id,
  state: StateCode.nullable(),
  documentId: id,
  firstLine: line.nullable(),
  lastLine: line.nullable(),
  statedRows: count.nullable(),
  statedTotal: money.nullable(),
  statedTotalUnit: z.int().min(1).nullable(),
  statedIn: url.nullable(),
  rowsHavePages: z.boolean(),
  /** The list of whose money these awards are made: they are part of its total and never added to it. */
  partOf: id.nullable(),
  readings: z
    .array(
      z.strictObject({
        reader: text(100),
        retrievedFrom: url,
        rows: count,
        sum: money.nullable(),
        lines: z.array(line).min(1).nullable(),
      }),
    )
    .max(10),
  remark: text(500).nullable(),
})

/** An amount in an award list without a named recipient: a pool, a class of recipients, or a total. Never an award row. */
export const PoolRecord = z.strictObject({
  id,
  state: StateCode,
  fiscalYear,
  title: text(300),
  initiative: text(300).nullable(),
  awards: count.nullable(),
  amount: money.nullable(),
  named: z.boolean(),
  members: z.array(text(300)).max(500),
  sourceLine: line.nullable(),
  sourceDocumentId: id,
  ...sourced,
})

export type PublisherRecord = z.infer<typeof PublisherRecord>
export type AwardRecord = z.infer<typeof AwardRecord>
export type ListRecord = z.infer<typeof ListRecord>
export type PoolRecord = z.infer<typeof PoolRecord>

/** The shapes of `data/records/*.ndjson`: one JSON object per line, with keys in this order. */

export const StateRecord = z.strictObject({
  code: StateCode,
  name: text(60),
  region: HhsRegion,
  timezone: timeZone,
  population: count.nullable(),
  ruralPercent: z.number().min(0).max(100).nullable(),
  cahCount: count.nullable(),
  summary: text().nullable(),
  summarySources: z.array(url).max(20),
  contact: z.email().nullable(),
  portals: z.array(z.strictObject({ label: text(100), url: url.nullable() })).max(20),
  sites: z.array(z.strictObject({ url, label: text(200), agency: text(200) })).max(50),
  sources: z.record(z.string(), url),
})

export const AllotmentRecord = z.strictObject({
  id,
  state: StateCode,
  fiscalYear,
  amount: money,
  verified: z.boolean(),
  sourceTitle: text(300),
  sourceUrl: url,
  confirmedBy: z.array(text()).max(20),
})

export const DocumentRecord = z.strictObject({
  id,
  state: StateCode.nullable(),
  title: text(300),
  fileType: type,
  documentCategory: DocumentCategory,
  fiscalYear: fiscalYear.nullable(),
  award: money.nullable(),
  budget: z
    .strictObject({
      total: money.nullable().optional(),
      federal: money.nullable().optional(),
      match: money.nullable().optional(),
    })
    .nullable(),
  highlights: text(2_000).nullable(),
  programHighlights: text(5_000).nullable(),
  description: text(2_000).nullable(),
  strategicGoals: z.array(text(500)).max(100),
  milestones: z.array(z.strictObject({ date: month, label: text(300) })).max(200),
  transformationStrategy: z
    .strictObject({
      keyInitiatives: z.array(text(500)).max(100).nullable().optional(),
      approachSummary: text(5_000).nullable().optional(),
    })
    .nullable(),
  implementationPhase: type.nullable(),
  applicationUrl: url.nullable(),
  keyDates: z.array(z.strictObject({ label: text(300), date })).max(100),
  deadline: moment.nullable(),
  pages: z.int().min(1).nullable(),
  url,
  published: date.nullable(),
  discovered: moment,
  ...multiSourced,
  mergedIds: z.array(id).max(50),
  text: fullText.optional(),
  categories,
})

export const EventRecord = z.strictObject({
  id,
  state: StateCode.nullable(),
  title: text(300),
  eventType: EventType,
  startAt: moment,
  endAt: moment.nullable(),
  timezone: z
    .string()
    .regex(/^[A-Z]{2,5}$/, 'is not a time zone abbreviation (EST)')
    .nullable(),
  hostAgency: text(200).nullable(),
  description: text(2_000).nullable(),
  registrationUrl: url.nullable(),
  recordingUrl: url.nullable(),
  slidesUrl: url.nullable(),
  topics: z.array(text(100)).max(50),
  audience: z.array(text(100)).max(50),
  cancelled: z.boolean(),
  isActive: z.boolean(),
  confidence: type,
  firstSeen: moment,
  lastChanged: moment,
  ...multiSourced,
})

/** A description in our own words, long enough to say something and short enough to be read in a list. */
const summary = text(500).refine((value) => {
  const words = value.split(/\s+/).length
  return words >= 30 && words <= 60
}, 'must have 30 to 60 words of our own')

export const ActivityRecord = z.strictObject({
  id,
  state: StateCode,
  fiscalYear,
  category: LegacyCategory.nullable(),
  title: text(300),
  description: summary,
  metrics: z.array(text().regex(/^[^*]+$/, 'has a footnote mark of the form; leave the footnote out')).max(100),
  status: ActivityStatus.nullable(),
  statusSourceUrl: url.nullable(),
  statusSince: date.nullable(),
  initiativeNumber: text(20).nullable(),
  sourceUrl: url,
  sourceDate: date,
})

/** What a state promised in its application to do about one of the policies that the federal program scores. */
export const CommitmentRecord = z.strictObject({
  id,
  state: StateCode,
  policy: z.enum(POLICY_NAMES),
  sourceUrl: url,
  sourceDate: date,
})

export const RECORDS = {
  states: StateRecord,
  publishers: PublisherRecord,
  allotments: AllotmentRecord,
  documents: DocumentRecord,
  lists: ListRecord,
  awards: AwardRecord,
  pools: PoolRecord,
  notices: NoticeRecord,
  events: EventRecord,
  activities: ActivityRecord,
  commitments: CommitmentRecord,
} as const

export type RecordKind = keyof typeof RECORDS
export type Records = { [K in RecordKind]: z.infer<(typeof RECORDS)[K]>[] }
export type StateRecord = z.infer<typeof StateRecord>
export type AllotmentRecord = z.infer<typeof AllotmentRecord>
export type DocumentRecord = z.infer<typeof DocumentRecord>
export type EventRecord = z.infer<typeof EventRecord>
export type ActivityRecord = z.infer<typeof ActivityRecord>
export type CommitmentRecord = z.infer<typeof CommitmentRecord>
