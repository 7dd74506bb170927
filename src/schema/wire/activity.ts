import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { type ChangeType, DocumentCategory, EventType, OPPORTUNITY_TURNS } from '../vocabularies.ts'
import { address, day, dollars, state, string, yearLabel } from './fields.ts'
import { removal } from './removed.ts'

const changedFields = z.array(string).describe('Names of the changed fields. `GET /api/v1/changes` has their values.')

/** The `detail` of a change event, by type. Keys that do not apply are null. */
export const CHANGE_DETAILS = {
  PAGE_UPDATED: z
    .strictObject({
      url: address.describe('URL of the page or document.'),
      label: string.nullable().describe('Name of the page.'),
      previousHash: string.nullable().describe('Fingerprint of the previous content.'),
      currentHash: string.nullable().describe('Fingerprint of the current content.'),
    })
    .describe('Details of the event.'),
  NEW_OPPORTUNITY: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list.'),
      category: LegacyCategory.describe('The top legacy category of the opportunity, or OTHER.'),
      deadline: day.nullable(),
      applicationUrl: address.nullable().describe('URL to apply at.'),
      budgetMin: dollars.nullable(),
      budgetMax: dollars.nullable(),
    })
    .describe('Details of the event.'),
  OPPORTUNITY_UPDATED: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list.'),
      turns: z
        .array(z.enum(OPPORTUNITY_TURNS))
        .describe('What the change means for applicants; empty for any other change.'),
      fields: changedFields,
      deadline: day.nullable(),
      previousDeadline: day.nullable(),
    })
    .describe('Details of the event.'),
  OPPORTUNITY_REMOVED: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list.'),
      reason: removal.reason,
      mergedInto: removal.mergedInto,
    })
    .describe('Details of the event.'),
  NEW_DOCUMENT: z
    .strictObject({
      documentId: string.describe('Id of the document.'),
      title: string.describe('Title of the document.'),
      fileType: string.describe('Such as PDF, HTML or XLSX; an open list.'),
      documentCategory: DocumentCategory.describe('Document category.'),
      fiscalYear: yearLabel.nullable(),
      url: address.describe('URL of the page or document.'),
    })
    .describe('Details of the event.'),
  NEW_AWARD: z
    .strictObject({
      awardId: string.describe('Id of the award.'),
      awardeeName: string.describe('Name of the recipient.'),
      fiscalYear: yearLabel,
      federalAmount: dollars.nullable(),
    })
    .describe('Details of the event.'),
  AWARD_UPDATED: z
    .strictObject({
      awardId: string.describe('Id of the award.'),
      awardeeName: string.describe('Name of the recipient.'),
      fiscalYear: yearLabel,
      fields: changedFields,
      federalAmount: dollars.nullable().describe('New amount; null when it is unknown or the row is gone.'),
      previousFederalAmount: dollars.nullable(),
      reason: removal.reason.nullable().describe('Set when the row is no longer published.'),
    })
    .describe('Details of the event.'),
  EVENT_ANNOUNCED: z
    .strictObject({
      eventId: string.describe('Id of the calendar event.'),
      eventType: EventType.describe('Type of event.'),
      startAt: timestamp,
      registrationUrl: address.nullable().describe('URL to register at.'),
    })
    .describe('Details of the event.'),
  EVENT_CHANGED: z
    .strictObject({
      eventId: string.describe('Id of the calendar event.'),
      eventType: EventType.describe('Type of event.'),
      fields: changedFields,
      startAt: timestamp,
      previousStartAt: timestamp.describe('Previous start time; the same as `startAt` if it did not change.'),
      reason: removal.reason.nullable().describe('Set when the event is no longer published.'),
    })
    .describe('Details of the event.'),
  SITE_DOWN: z
    .strictObject({
      url: address.describe('URL of the page or document.'),
      label: string.nullable().describe('Name of the page.'),
      httpStatus: z.int().nullable().describe('HTTP status of the page; null when it did not respond.'),
      error: string.nullable().describe('Why it could not be read.'),
    })
    .describe('Details of the event.'),
  SITE_RESTORED: z
    .strictObject({
      url: address.describe('URL of the page or document.'),
      label: string.nullable().describe('Name of the page.'),
      httpStatus: z.int().nullable().describe('HTTP status of the page; null when it did not respond.'),
      downSince: timestamp.nullable().describe('When it first failed.'),
    })
    .describe('Details of the event.'),
} as const satisfies Record<ChangeType, z.ZodObject>

const changeOf = <T extends ChangeType>(type: T) =>
  z.strictObject({
    id: string.describe('Permanent id of the event.'),
    state,
    type: z.literal(type).describe('Type of change.'),
    summary: string.describe('What happened, in one sentence.'),
    siteUrl: address.nullable().describe("URL of the state's page."),
    documentId: string.nullable().describe('Id of the document.'),
    detail: CHANGE_DETAILS[type],
    occurredAt: timestamp.describe('When the change occurred. Unique and strictly increasing across the feed.'),
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

/** A change event as stored in the feed. */
export const ChangeEvent = z.discriminatedUnion('type', EVENTS)
export type ChangeEvent = z.infer<typeof ChangeEvent>

const listed = <T extends z.ZodRawShape>(event: z.ZodObject<T>) =>
  event.extend({
    updatedAt: timestamp.describe('The same as `occurredAt`, because change events are never rewritten.'),
  })

/** A change event as returned by the feed. */
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
