import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { type ChangeType, DocumentCategory, EventType, OPPORTUNITY_TURNS, RECORD_CHANGES } from '../vocabularies.ts'
import { address, day, dollars, listOf, orNull, removal, state, string, yearLabel } from './fields.ts'

const anything = z.unknown().meta({ description: 'The value of the field.' })

const Sides = z
  .strictObject({ before: anything.optional(), after: anything.optional() })
  .describe('`before` or `after` is absent if the record did not have the field, or its value then was not recorded.')

export const RecordChange = z
  .strictObject({
    resource: string.describe('The list of the record.'),
    id: string.describe('Id of the record; for a state, its code.'),
    state,
    change: z.enum(RECORD_CHANGES),
    version: string.describe('The dataset version that published the change.'),
    publishedAt: timestamp.describe('When that version was published.'),
    changedAt: timestamp.describe('The new `updatedAt` or `removedAt` of the record. Unique in its list.'),
    updatedAtBefore: orNull(timestamp, 'The previous `updatedAt` of the record; null for a new record.'),
    fields: z
      .record(string, Sides)
      .describe(
        'For UPDATED: each changed field, before and after. `timeline` has the fields that depend on the time of the request.',
      ),
    record: z
      .record(string, z.unknown())
      .nullable()
      .describe(
        'For CREATED, the whole record as published; for REMOVED and MERGED, as last published. Null for UPDATED, and for a record that was merged before it was published. Fields that depend on the time of the request are in its `timeline`.',
      ),
    recomputed: listOf(
      string,
      'Other changed fields, which are computed from other records; their values are not recorded.',
    ),
    mergedInto: removal.mergedInto,
  })
  .meta({ id: 'RecordChange' })
export type RecordChange = z.infer<typeof RecordChange>

const changedFields = listOf(string, 'Names of the changed fields. `GET /api/v1/changes` has their values.')

const opportunity = {
  opportunityId: string.describe('Id of the opportunity.'),
  opportunityType: string.describe('Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list.'),
}
const award = {
  awardId: string.describe('Id of the award.'),
  awardeeName: string.describe('Name of the recipient.'),
  fiscalYear: yearLabel,
}
const event = {
  eventId: string.describe('Id of the calendar event.'),
  eventType: EventType.describe('Type of event.'),
}
const page = {
  url: address.describe('URL of the page or document.'),
  label: orNull(string, 'Name of the page.'),
}
const deadline = orNull(day, 'Day on which applications are due, `YYYY-MM-DD`.')
const httpStatus = z.int().nullable().describe('HTTP status of the page; null when it did not respond.')
const details = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).describe('Details of the event.')

/** The `detail` of a change event, by type. Keys that do not apply are null. */
export const CHANGE_DETAILS = {
  PAGE_UPDATED: details({
    ...page,
    previousHash: orNull(string, 'Fingerprint of the previous content.'),
    currentHash: orNull(string, 'Fingerprint of the current content.'),
  }),
  NEW_OPPORTUNITY: details({
    ...opportunity,
    category: LegacyCategory.describe('The top legacy category of the opportunity, or OTHER.'),
    deadline,
    applicationUrl: orNull(address, 'URL to apply at.'),
    budgetMin: orNull(dollars, 'US dollars: the lower bound of the pool that all awards share.'),
    budgetMax: orNull(dollars, 'US dollars: the pool that all awards share, or its upper bound.'),
  }),
  OPPORTUNITY_UPDATED: details({
    ...opportunity,
    turns: z
      .array(z.enum(OPPORTUNITY_TURNS))
      .describe('What the change means for applicants; empty for any other change.'),
    fields: changedFields,
    deadline,
    previousDeadline: orNull(day, 'Due date before the change, `YYYY-MM-DD`.'),
  }),
  OPPORTUNITY_REMOVED: details({ ...opportunity, reason: removal.reason, mergedInto: removal.mergedInto }),
  NEW_DOCUMENT: details({
    documentId: string.describe('Id of the document.'),
    title: string.describe('Title of the document.'),
    fileType: string.describe('Such as PDF, HTML or XLSX; an open list.'),
    documentCategory: DocumentCategory.describe('Document category.'),
    fiscalYear: yearLabel.nullable(),
    url: page.url,
  }),
  NEW_AWARD: details({
    ...award,
    federalAmount: orNull(dollars, 'Amount of the award in US dollars; null: not published.'),
  }),
  AWARD_UPDATED: details({
    ...award,
    fields: changedFields,
    federalAmount: orNull(dollars, 'New amount; null when it is unknown or the row is gone.'),
    previousFederalAmount: orNull(dollars, 'Amount before the change, in US dollars.'),
    reason: orNull(removal.reason, 'Set when the row is no longer published.'),
  }),
  EVENT_ANNOUNCED: details({
    ...event,
    startAt: timestamp.describe('Start time of the event.'),
    registrationUrl: orNull(address, 'URL to register at.'),
  }),
  EVENT_CHANGED: details({
    ...event,
    fields: changedFields,
    startAt: timestamp.describe('Start time of the event.'),
    previousStartAt: timestamp.describe('Previous start time; the same as `startAt` if it did not change.'),
    reason: orNull(removal.reason, 'Set when the event is no longer published.'),
  }),
  SITE_DOWN: details({ ...page, httpStatus, error: orNull(string, 'Why it could not be read.') }),
  SITE_RESTORED: details({ ...page, httpStatus, downSince: orNull(timestamp, 'When it first failed.') }),
} as const satisfies Record<ChangeType, z.ZodObject>

function createEventSchemas<More extends z.ZodRawShape>(more: More) {
  const createChangeSchema = <T extends ChangeType>(type: T) =>
    z
      .strictObject({
        id: string.describe('Permanent id of the event.'),
        state,
        type: z.literal(type).describe('Type of change.'),
        summary: string.describe('What happened, in one sentence.'),
        siteUrl: orNull(address, "URL of the state's page."),
        documentId: orNull(string, 'Id of the document.'),
        detail: CHANGE_DETAILS[type],
        occurredAt: timestamp.describe('When the change occurred. Unique and strictly increasing across the feed.'),
      })
      .extend(more)
  type Each = { [Type in ChangeType]: ReturnType<typeof createChangeSchema<Type>> }[ChangeType]
  return (Object.keys(CHANGE_DETAILS) as ChangeType[]).map(createChangeSchema) as unknown as [Each, ...Each[]]
}

/** A change event as stored in the feed. */
export const ChangeEvent = z.discriminatedUnion('type', createEventSchemas({}))
export type ChangeEvent = z.infer<typeof ChangeEvent>

/** A change event as returned by the feed. */
export const FeedItem = z
  .discriminatedUnion(
    'type',
    createEventSchemas({
      updatedAt: timestamp.describe('The same as `occurredAt`, because change events are never rewritten.'),
    }),
  )
  .meta({ id: 'ChangeEvent' })
export type FeedItem = z.infer<typeof FeedItem>
