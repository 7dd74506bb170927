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
  PAGE_UPDATED: z
    .strictObject({
      url: address.describe('Address of the page or document.'),
      label: string.nullable().describe('What the page is called.'),
      previousHash: string.nullable().describe('Fingerprint of the content before.'),
      currentHash: string.nullable().describe('Fingerprint of the content after.'),
    })
    .describe('What the event says beyond its summary.'),
  NEW_OPPORTUNITY: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
      category: LegacyCategory.describe('The top legacy category of the opportunity, or OTHER.'),
      deadline: day.nullable(),
      applicationUrl: address.nullable().describe('Where to apply.'),
      budgetMin: dollars.nullable(),
      budgetMax: dollars.nullable(),
    })
    .describe('What the event says beyond its summary.'),
  OPPORTUNITY_UPDATED: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
      turns: z
        .array(z.enum(OPPORTUNITY_TURNS))
        .describe('What the change means for applicants; empty where it is none of these.'),
      fields: changedFields,
      deadline: day.nullable(),
      previousDeadline: day.nullable(),
    })
    .describe('What the event says beyond its summary.'),
  OPPORTUNITY_REMOVED: z
    .strictObject({
      opportunityId: string.describe('Id of the opportunity.'),
      opportunityType: string.describe('RFP, RFA, NOFO, GRANT, AWARD, IFB, …; an open list.'),
      reason: removal.reason,
      mergedInto: removal.mergedInto,
    })
    .describe('What the event says beyond its summary.'),
  NEW_DOCUMENT: z
    .strictObject({
      documentId: string.describe('Id of the document that it concerns.'),
      title: string.describe('Title of the document.'),
      fileType: string.describe('PDF, HTML, XLSX, …; an open list.'),
      documentCategory: DocumentCategory.describe('What kind of document it is.'),
      fiscalYear: yearLabel.nullable(),
      url: address.describe('Address of the page or document.'),
    })
    .describe('What the event says beyond its summary.'),
  NEW_AWARD: z
    .strictObject({
      awardId: string.describe('Id of the award.'),
      awardeeName: string.describe('Who received the award.'),
      fiscalYear: yearLabel,
      federalAmount: dollars.nullable(),
    })
    .describe('What the event says beyond its summary.'),
  AWARD_UPDATED: z
    .strictObject({
      awardId: string.describe('Id of the award.'),
      awardeeName: string.describe('Who received the award.'),
      fiscalYear: yearLabel,
      fields: changedFields,
      federalAmount: dollars.nullable().describe('What it is now; null when it is unknown or the row is gone.'),
      previousFederalAmount: dollars.nullable(),
      reason: removal.reason.nullable().describe('Set when the row is no longer published.'),
    })
    .describe('What the event says beyond its summary.'),
  EVENT_ANNOUNCED: z
    .strictObject({
      eventId: string.describe('Id of the calendar event.'),
      eventType: EventType.describe('What kind of event it is.'),
      startAt: timestamp,
      registrationUrl: address.nullable().describe('Where to register.'),
    })
    .describe('What the event says beyond its summary.'),
  EVENT_CHANGED: z
    .strictObject({
      eventId: string.describe('Id of the calendar event.'),
      eventType: EventType.describe('What kind of event it is.'),
      fields: changedFields,
      startAt: timestamp,
      previousStartAt: timestamp.describe('When it was to begin before; the same instant where that did not change.'),
      reason: removal.reason.nullable().describe('Set when the event is no longer published.'),
    })
    .describe('What the event says beyond its summary.'),
  SITE_DOWN: z
    .strictObject({
      url: address.describe('Address of the page or document.'),
      label: string.nullable().describe('What the page is called.'),
      httpStatus: z.int().nullable().describe('The status that the page answered with; null when it did not answer.'),
      error: string.nullable().describe('Why it could not be read.'),
    })
    .describe('What the event says beyond its summary.'),
  SITE_RESTORED: z
    .strictObject({
      url: address.describe('Address of the page or document.'),
      label: string.nullable().describe('What the page is called.'),
      httpStatus: z.int().nullable().describe('The status that the page answered with; null when it did not answer.'),
      downSince: timestamp.nullable().describe('When it first failed.'),
    })
    .describe('What the event says beyond its summary.'),
} as const satisfies Record<ChangeType, z.ZodObject>

const changeOf = <T extends ChangeType>(type: T) =>
  z.strictObject({
    id: string.describe('Id of the event, the same at all times.'),
    state,
    type: z.literal(type).describe('What happened.'),
    summary: string.describe('What happened, in a sentence.'),
    siteUrl: address.nullable().describe('The page of the state that it concerns.'),
    documentId: string.nullable().describe('Id of the document that it concerns.'),
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
