import * as z from 'zod'
import { count, date, fiscalYear, id, money, text, url } from './fields.ts'
import { categories, sourced } from './record-fields.ts'
import { AWARDEE_KINDS, AwardStage, PUBLISHER_ROLES, RecipientKind, StateCode } from './vocabularies.ts'

/** Award records: award lists, their rows, their pools, and their publishers. */

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
  place: text(1_000).nullable(),
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
