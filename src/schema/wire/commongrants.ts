import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { address, string } from './fields.ts'

/**
 * Opportunities in the shapes of the CommonGrants protocol, version 0.4.0
 * (https://commongrants.org/protocol/api-docs/opportunities/). The protocol has no nulls, so unknown values are omitted.
 */

export const GRANT_STATUSES = ['forecasted', 'open', 'closed', 'custom'] as const
export type GrantStatus = (typeof GRANT_STATUSES)[number]

const Money = z
  .strictObject({
    amount: z.string().describe('A decimal number.'),
    currency: z.string().describe('ISO 4217 code, always `USD`.'),
  })
  .meta({ id: 'CommonGrantsMoney' })

const named = {
  name: string.describe('Name of the date.'),
  description: string.optional().describe('Description.'),
}

const GrantEvent = z
  .union([
    z.strictObject({
      ...named,
      eventType: z.literal('singleDate').describe('A single day.'),
      date: z.iso.date().describe('`YYYY-MM-DD`, in the time zone of the opportunity (`customFields.timeZone`).'),
      time: z
        .string()
        .regex(/^\d\d:\d\d:\d\d$/)
        .optional()
        .describe('`HH:MM:SS` in the same time zone; omitted when only the day is known.'),
    }),
    z.strictObject({
      ...named,
      eventType: z.literal('other').describe('Not a single day.'),
      details: string.describe('The date in words.'),
    }),
  ])
  .meta({ id: 'CommonGrantsEvent' })
export type GrantEvent = z.infer<typeof GrantEvent>

const CUSTOM_FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const

const CustomField = z
  .strictObject({
    name: string.describe('Name of the field, as in opportunities at `/api/v1/opportunities`.'),
    fieldType: z.enum(CUSTOM_FIELD_TYPES).describe('The JSON type of its value.'),
    value: z.unknown().describe('Its value.'),
    description: string.optional().describe('Description.'),
  })
  .meta({ id: 'CommonGrantsCustomField' })
export type CustomField = z.infer<typeof CustomField>

export const CommonGrant = z
  .strictObject({
    id: z.uuid().describe('Id of the opportunity, the same as at `/api/v1/opportunities`.'),
    title: string.describe('Title as given by the source.'),
    status: z
      .strictObject({
        value: z.enum(GRANT_STATUSES).describe('Status in the terms of the protocol.'),
        description: string.describe('Details of the status.'),
      })
      .describe('Effective status at the time of the request.'),
    description: string.describe('What it funds. If that is unknown, the text says so.'),
    funding: z
      .strictObject({
        totalAmountAvailable: Money.optional().describe('The pool that all awards share, or its upper bound.'),
        maxAwardAmount: Money.optional().describe('The ceiling of one award.'),
      })
      .optional()
      .describe('Known amounts; omitted when none are known.'),
    keyDates: z
      .strictObject({
        postDate: GrantEvent.optional().describe('When it was posted.'),
        closeDate: GrantEvent.optional().describe('When applications are due.'),
        otherDates: z.record(z.string(), GrantEvent).optional().describe('Further dates, by name.'),
      })
      .optional()
      .describe('Known dates; omitted when none are known.'),
    acceptedApplicantTypes: z
      .array(
        z.strictObject({
          value: string.describe('A type of the protocol, or `custom`.'),
          customValue: string.optional().describe('The type as named by the source, if the value is `custom`.'),
          description: string.optional().describe('The type as named by the source.'),
        }),
      )
      .optional()
      .describe('Who may apply; omitted when unknown.'),
    source: address.describe('URL of the source page.'),
    customFields: z
      .record(z.string(), CustomField)
      .describe('Fields that the protocol lacks, by name. Unknown fields are omitted.'),
    createdAt: timestamp.describe('When the record was first published.'),
    lastModifiedAt: timestamp.describe('When the content of the record last changed.'),
  })
  .meta({ id: 'CommonGrantsOpportunity' })
export type CommonGrant = z.infer<typeof CommonGrant>
