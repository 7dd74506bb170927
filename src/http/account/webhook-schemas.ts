import { z } from 'zod'
import { WEBHOOK_ENDS } from '../../account/record.ts'
import { ATTEMPT_FAULTS, DELIVERY_KINDS, DELIVERY_STATES } from '../../notify/delivery.ts'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import { timestamp } from '../../schema/fields.ts'
import { CATEGORY_INPUTS, categoryOf } from '../../schema/taxonomy.ts'
import {
  CHANGE_TYPES,
  EVENT_TYPES,
  NO_STATE,
  OPPORTUNITY_TYPES,
  RECORD_CHANGES,
  STATE_CODES,
} from '../../schema/vocabularies.ts'

/** What is sent and answered about webhooks. */

/** What the part `type` of a filter takes. */
const WEBHOOK_TYPES = [...new Set<string>([...OPPORTUNITY_TYPES, ...EVENT_TYPES, ...CHANGE_TYPES])]

/** A part of a filter: words of a closed set in any letter case; null, left out or empty for all. */
const anyOf = <Word extends string>(words: readonly Word[], what: string, read = (word: string) => word) =>
  z
    .array(z.string().meta({ enum: [...words] }))
    .max(100, 'has more than 100 entries')
    .nullish()
    .transform((given, context) => {
      const found = new Set<string>()
      for (const text of given ?? []) {
        const word = read(text.trim().toUpperCase())
        const known = words.find((each) => each.toUpperCase() === word)
        if (known) found.add(known)
        else context.addIssue(`has "${text.slice(0, 40)}", which is no ${what}; use ${words.join(', ')}`)
      }
      return found.size > 0 ? [...found].sort() : null
    })

/** Which changes a webhook is told of. */
const Filter = z
  .strictObject({
    resource: anyOf(RESOURCE_NAMES, 'resource').describe('Lists that the records are of, as in `/api/v1/changes`.'),
    state: anyOf([...STATE_CODES, NO_STATE], 'state code').describe(
      'State codes; `NONE` for records of national scope.',
    ),
    category: anyOf(CATEGORY_INPUTS, 'program category', (word) => categoryOf(word) ?? word).describe(
      'Program categories, as `programCategory` takes them; records without categories do not match.',
    ),
    type: anyOf(WEBHOOK_TYPES, 'type of a record; kinds of change belong in "change"').describe(
      'Types of opportunities (`RFP`), of events (`WEBINAR`) and of the events of the feed (`NEW_OPPORTUNITY`); records without a type do not match.',
    ),
    change: anyOf(RECORD_CHANGES, 'kind of change').describe('Kinds of change, as in `/api/v1/changes`.'),
  })
  .meta({ id: 'WebhookFilter' })

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'is not an https URL', abort: true })
  .max(2_000, 'is longer than 2,000 characters')
  .transform((url) => new URL(url).href)
  .describe('Where messages are sent: an https address on port 443 that leads to public addresses alone.')

export const WebhookBody = z.strictObject({
  url: WebhookUrl,
  filter: Filter.prefault({}).describe(
    'Which changes it is told of; all parts must match, and without parts all changes do.',
  ),
})
export const WebhookUpdateBody = z.strictObject({
  url: WebhookUrl.optional(),
  filter: Filter.optional(),
  enabled: z.boolean().optional().describe('`false` disables the webhook, `true` enables it again.'),
})

const words = (what: string) => z.array(z.string()).nullable().describe(`${what}; null for all.`)
const DeliveryEntry = z
  .strictObject({
    id: z.string().describe('The `webhook-id` of its message.'),
    kind: z.enum(DELIVERY_KINDS).describe('What the message is: the changes of a publication, or a test.'),
    version: z.string().nullable().describe('The dataset version that it tells of; null for a test.'),
    state: z
      .enum(DELIVERY_STATES)
      .describe(
        '`PENDING` until an answer with status 2xx (`DELIVERED`), the last retry (`FAILED`), or the end of its webhook (`CANCELLED`).',
      ),
    createdAt: timestamp.describe('When it was made.'),
    nextAttemptAt: timestamp.nullable().describe('When it is tried next; null when it has ended.'),
    attempts: z
      .array(
        z.strictObject({
          at: timestamp.describe('When it was sent.'),
          status: z.int().nullable().describe('The status of the answer; null where there was none.'),
          fault: z.enum(ATTEMPT_FAULTS).nullable().describe('Why it failed; null when it succeeded.'),
          ms: z.number().describe('Milliseconds until the answer.'),
        }),
      )
      .describe('The latest attempts, the newest last.'),
  })
  .meta({ id: 'WebhookDelivery' })

const WebhookEntry = z
  .strictObject({
    id: z.string().describe('Its id.'),
    url: z.string().describe('Where its messages are sent.'),
    filter: z
      .strictObject({
        resource: words('Lists'),
        state: words('State codes'),
        category: words('Program categories'),
        type: words('Types of records'),
        change: words('Kinds of change'),
      })
      .describe('Which changes it is told of.'),
    createdAt: timestamp.describe('When it was registered.'),
    disabledAt: timestamp.nullable().describe('When it was disabled; null while messages are sent.'),
    disabledBecause: z
      .enum(WEBHOOK_ENDS)
      .nullable()
      .describe('Why: a member or a program did it, its address answered 410, or nothing was delivered for five days.'),
    rotatedUntil: timestamp
      .nullable()
      .describe(
        'Until when messages are also signed with the secret from before the latest rotation; null without one.',
      ),
    failingSince: timestamp.nullable().describe('Since when every attempt has failed; null when the latest succeeded.'),
    latest: DeliveryEntry.nullable().describe('Its latest delivery.'),
  })
  .meta({ id: 'Webhook' })

export const WebhooksAnswer = z
  .strictObject({ data: z.array(WebhookEntry).describe('The webhooks, the oldest first.') })
  .meta({ id: 'Webhooks' })
export type WebhooksAnswer = z.infer<typeof WebhooksAnswer>
export const WebhookAnswer = z
  .strictObject({ webhook: WebhookEntry.describe('The webhook.') })
  .meta({ id: 'WebhookAnswer' })
export type WebhookAnswer = z.infer<typeof WebhookAnswer>
/** A webhook with its new secret, this once. */
export const WebhookSecretAnswer = WebhookAnswer.extend({
  secret: z.string().describe('What messages are signed with: shown this once.'),
}).meta({ id: 'WebhookSecretAnswer' })
export type WebhookSecretAnswer = z.infer<typeof WebhookSecretAnswer>
export const DeliveriesAnswer = z
  .strictObject({
    data: z.array(DeliveryEntry).describe('The deliveries of the last 30 days, the newest first; at most 100.'),
  })
  .meta({ id: 'WebhookDeliveries' })
export type DeliveriesAnswer = z.infer<typeof DeliveriesAnswer>
export const DeliveryAnswer = z
  .strictObject({ delivery: DeliveryEntry.describe('The delivery.') })
  .meta({ id: 'WebhookDeliveryAnswer' })
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>
