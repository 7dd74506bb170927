import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { type ChangeType, DocumentCategory, EventType, OPPORTUNITY_TURNS } from '../vocabularies.ts'
import { address, day, dollars, state, string, yearLabel } from './fields.ts'
import { removal } from './removed.ts'

const changedFields = z
  .array(string)
  .describe('The fields that changed, by name; `GET /api/v1/changes` has their values.')

/** The `detail` of a change event, by its type. Keys that do not apply to an event are null. */
export const CHANGE_DETAILS = {
  PAGE_UPDATED: z.strictObject({
    url: address,
    label: string.nullable(),
    previousHash: string.nullable(),
    currentHash: string.nullable(),
  }),
  NEW_OPPORTUNITY: z.strictObject({
    opportunityId: string,
    opportunityType: string,
    category: LegacyCategory.describe('The top legacy category of the opportunity, or OTHER.'),
    deadline: day.nullable(),
    applicationUrl: address.nullable(),
    budgetMin: dollars.nullable(),
    budgetMax: dollars.nullable(),
  }),
  OPPORTUNITY_UPDATED: z.strictObject({
    opportunityId: string,
    opportunityType: string,
    turns: z
      .array(z.enum(OPPORTUNITY_TURNS))
      .describe('What the change means for applicants; empty where it is none of these.'),
    fields: changedFields,
    deadline: day.nullable(),
    previousDeadline: day.nullable(),
  }),
  OPPORTUNITY_REMOVED: z.strictObject({
    opportunityId: string,
    opportunityType: string,
    reason: removal.reason,
    mergedInto: removal.mergedInto,
  }),
  NEW_DOCUMENT: z.strictObject({
    documentId: string,
    title: string,
    fileType: string,
    documentCategory: DocumentCategory,
    fiscalYear: yearLabel.nullable(),
    url: address,
  }),
  NEW_AWARD: z.strictObject({
    awardId: string,
    awardeeName: string,
    fiscalYear: yearLabel,
    federalAmount: dollars.nullable(),
  }),
  AWARD_UPDATED: z.strictObject({
    awardId: string,
    awardeeName: string,
    fiscalYear: yearLabel,
    fields: changedFields,
    federalAmount: dollars.nullable().describe('What it is now; null when it is unknown or the row is gone.'),
    previousFederalAmount: dollars.nullable(),
    reason: removal.reason.nullable().describe('Set when the row is no longer published.'),
  }),
  EVENT_ANNOUNCED: z.strictObject({
    eventId: string,
    eventType: EventType,
    startAt: timestamp,
    registrationUrl: address.nullable(),
  }),
  EVENT_CHANGED: z.strictObject({
    eventId: string,
    eventType: EventType,
    fields: changedFields,
    startAt: timestamp,
    previousStartAt: timestamp.describe('When it was to begin before; the same instant where that did not change.'),
    reason: removal.reason.nullable().describe('Set when the event is no longer published.'),
  }),
  SITE_DOWN: z.strictObject({
    url: address,
    label: string.nullable(),
    httpStatus: z.int().nullable(),
    error: string.nullable(),
  }),
  SITE_RESTORED: z.strictObject({
    url: address,
    label: string.nullable(),
    httpStatus: z.int().nullable(),
    downSince: timestamp.nullable(),
  }),
} as const satisfies Record<ChangeType, z.ZodObject>

const changeOf = <T extends ChangeType>(type: T) =>
  z.strictObject({
    id: string,
    state,
    type: z.literal(type),
    summary: string,
    siteUrl: address.nullable(),
    documentId: string.nullable(),
    detail: CHANGE_DETAILS[type],
    occurredAt: timestamp.describe('Unique and strictly increasing over the feed.'),
  })

const EVENTS = [
  changeOf('PAGE_UPDATED'),
  changeOf('NEW_OPPORTUNITY'),
  changeOf('OPPORTUNITY_UPDATED'),
  changeOf('OPPORTUNITY_REMOVED'),
  changeOf('NEW_DOCUMENT'),
  changeOf('NEW_AWARD'),
  changeOf('AWARD_UPDATED'),
  changeOf('EVENT_ANNOUNCED'),
  changeOf('EVENT_CHANGED'),
  changeOf('SITE_DOWN'),
  changeOf('SITE_RESTORED'),
] as const

/** A change event as the feed keeps it. */
export const ChangeEvent = z.discriminatedUnion('type', EVENTS)
export type ChangeEvent = z.infer<typeof ChangeEvent>

const listed = <T extends z.ZodRawShape>(event: z.ZodObject<T>) =>
  event.extend({ updatedAt: timestamp.describe('The same instant as `occurredAt`: an event is never rewritten.') })

/** A change event as the list of the feed shows it. */
export const FeedItem = z
  .discriminatedUnion('type', [
    listed(EVENTS[0]),
    listed(EVENTS[1]),
    listed(EVENTS[2]),
    listed(EVENTS[3]),
    listed(EVENTS[4]),
    listed(EVENTS[5]),
    listed(EVENTS[6]),
    listed(EVENTS[7]),
    listed(EVENTS[8]),
    listed(EVENTS[9]),
    listed(EVENTS[10]),
  ])
  .meta({ id: 'ChangeEvent' })
export type FeedItem = z.infer<typeof FeedItem>
