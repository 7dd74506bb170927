import * as z from 'zod'
import { AwardRecord, ListRecord, PoolRecord, PublisherRecord } from './award-records.ts'
import { count, date, fiscalYear, fullText, id, moment, money, month, text, timeZone, url } from './fields.ts'
import { NoticeRecord } from './notice-record.ts'
import { POLICY_NAMES } from './policies.ts'
import { categories, sourced, type } from './record-fields.ts'
import { LegacyCategory } from './taxonomy.ts'
import { ActivityStatus, DocumentCategory, EventType, HhsRegion, StateCode } from './vocabularies.ts'

export { NoticeRecord }

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
  ...sourced,
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
  ...sourced,
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
  metrics: z.array(text()).max(100),
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

/** The record files in reading order. */
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
