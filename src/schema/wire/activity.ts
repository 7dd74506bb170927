import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { LegacyCategory } from '../taxonomy.ts'
import { type ChangeType, DocumentCategory } from '../vocabularies.ts'
import { address, day, dollars, state, string, yearLabel } from './fields.ts'

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
  NEW_DOCUMENT: z.strictObject({
    documentId: string,
    title: string,
    fileType: string,
    documentCategory: DocumentCategory,
    fiscalYear: yearLabel.nullable(),
    url: address,
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
  changeOf('NEW_DOCUMENT'),
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
  ])
  .meta({ id: 'ChangeEvent' })
export type FeedItem = z.infer<typeof FeedItem>
