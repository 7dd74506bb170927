import * as z from 'zod'
import { StoredWebhook, type Webhook, WebhookFilter } from '../../account/record.ts'
import { Attempt, Delivery, findFailingSince } from '../../notify/delivery.ts'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import { pick } from '../../rules/pick.ts'
import { toIso, withTimestamps } from '../../rules/time/moments.ts'
import { timestamp } from '../../schema/fields.ts'
import { CATEGORY_INPUTS, findCategory } from '../../schema/taxonomy.ts'
import { FILTERED_TYPES, NO_STATE, RECORD_CHANGES, STATE_CODES } from '../../schema/vocabularies.ts'
import { listOf, orNull } from '../../schema/wire/fields.ts'
import type { Store } from '../../storage/port.ts'

/** A part of a filter: case-insensitive values of a closed set; null, absent or empty matches all. */
const anyParameter = <Word extends string>(words: readonly Word[], what: string, read = (word: string) => word) =>
  z
    .array(z.string().meta({ enum: [...words] }))
    .max(100, 'has more than 100 entries')
    .nullish()
    .transform((texts, context) => {
      const chosen = new Set<string>()
      for (const text of texts ?? []) {
        const word = read(text.trim().toUpperCase())
        const match = words.find((each) => each.toUpperCase() === word)
        if (match) chosen.add(match)
        else context.addIssue(`has "${text.slice(0, 40)}", which is not a ${what}; use ${words.join(', ')}`)
      }
      return chosen.size > 0 ? [...chosen].sort() : null
    })

const Filter = z
  .strictObject({
    resource: anyParameter(RESOURCE_NAMES, 'resource').describe('Lists of the records, as in `/api/v1/changes`.'),
    state: anyParameter([...STATE_CODES, NO_STATE], 'state code').describe(
      'State codes; `NONE` for records of national scope.',
    ),
    category: anyParameter(CATEGORY_INPUTS, 'program category', (word) => findCategory(word) ?? word).describe(
      'Program categories, as accepted by `programCategory`. Records without categories do not match.',
    ),
    type: anyParameter(FILTERED_TYPES, 'type of a record (put kinds of change in "change")').describe(
      'Types of opportunities (`RFP`), events (`WEBINAR`) and change events (`NEW_OPPORTUNITY`). Records without a type do not match.',
    ),
    change: anyParameter(RECORD_CHANGES, 'kind of change').describe('Kinds of change, as in `/api/v1/changes`.'),
  })
  .meta({ id: 'WebhookFilter' })

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'is not an https URL', abort: true })
  .max(2_000, 'is longer than 2,000 characters')
  .transform((url) => new URL(url).href)
  .describe(
    'URL that receives the messages. Must use https and port 443, and its host must resolve only to public addresses.',
  )

export const WebhookBody = z.strictObject({
  url: WebhookUrl,
  filter: Filter.prefault({}).describe(
    'Which changes it receives. All parts must match; without parts, all changes match.',
  ),
})
export const WebhookUpdateBody = z.strictObject({
  url: WebhookUrl.optional(),
  filter: Filter.optional(),
  enabled: z.boolean().optional().describe('`false` disables the webhook, `true` enables it again.'),
})

const AttemptEntry = z.strictObject({
  at: timestamp.describe('When it was sent.'),
  status: Attempt.shape.status.describe('HTTP status of the response; null without a response.'),
  fault: Attempt.shape.fault.describe('Why it failed; null when it succeeded.'),
  ms: Attempt.shape.ms.describe('Duration in milliseconds.'),
})

const DeliveryEntry = z
  .strictObject({
    id: z.string().describe('The `webhook-id` of its message.'),
    kind: Delivery.shape.kind.describe('Kind of message: the changes of a publication, or a test.'),
    version: z.string().nullable().describe('The published dataset version; null for a test.'),
    state: Delivery.shape.state.describe(
      '`PENDING` until a 2xx response (`DELIVERED`), the last failed retry (`FAILED`), or the end of its webhook (`CANCELLED`).',
    ),
    createdAt: timestamp.describe('When it was created.'),
    nextAttemptAt: timestamp.nullable().describe('When the next attempt is due; null when finished.'),
    attempts: listOf(AttemptEntry, 'The latest attempts, newest last.'),
  })
  .meta({ id: 'WebhookDelivery' })

const WebhookEntry = z
  .strictObject({
    id: z.string().describe('Its id.'),
    url: z.string().describe('URL that receives the messages.'),
    filter: WebhookFilter.strict().describe('Which changes it receives.'),
    createdAt: timestamp.describe('When it was registered.'),
    disabledAt: timestamp.nullable().describe('When it was disabled; null while it is enabled.'),
    disabledBecause: StoredWebhook.shape.disabledBecause.describe(
      'Why it was disabled: by a member or program, by a 410 response, or because all deliveries failed for five days.',
    ),
    rotatedUntil: orNull(
      timestamp,
      'Until when messages are also signed with the secret from before the latest rotation; null without a rotation.',
    ),
    failingSince: orNull(timestamp, 'When deliveries began to fail; null when the latest attempt succeeded.'),
    latest: DeliveryEntry.nullable().describe('Its latest delivery.'),
  })
  .meta({ id: 'Webhook' })

export const WebhooksResponse = z
  .strictObject({ data: z.array(WebhookEntry).describe('The webhooks, oldest first.') })
  .meta({ id: 'Webhooks' })
export type WebhooksResponse = z.infer<typeof WebhooksResponse>
export const WebhookResponse = z
  .strictObject({ webhook: WebhookEntry.describe('The webhook.') })
  .meta({ id: 'WebhookAnswer' })
export type WebhookResponse = z.infer<typeof WebhookResponse>
export const WebhookSecretResponse = WebhookResponse.extend({
  secret: z.string().describe('The signing secret, which is shown only once.'),
}).meta({ id: 'WebhookSecretAnswer' })
export type WebhookSecretResponse = z.infer<typeof WebhookSecretResponse>
export const DeliveriesResponse = z
  .strictObject({
    data: z.array(DeliveryEntry).describe('The deliveries of the last 30 days, newest first, at most 100.'),
  })
  .meta({ id: 'WebhookDeliveries' })
export type DeliveriesResponse = z.infer<typeof DeliveriesResponse>
export const DeliveryResponse = z
  .strictObject({ delivery: DeliveryEntry.describe('The delivery.') })
  .meta({ id: 'WebhookDeliveryAnswer' })
export type DeliveryResponse = z.infer<typeof DeliveryResponse>

export const LOG_MAX = 100

export async function toEntry(store: Store, webhook: Webhook, now: number): Promise<WebhookResponse['webhook']> {
  const { id, rotatedUntil } = webhook
  const deliveries = await store.readDeliveries(id, LOG_MAX)
  const [latest] = deliveries
  return {
    ...withTimestamps(pick(webhook, ['id', 'url', 'filter', 'createdAt', 'disabledAt', 'disabledBecause'])),
    rotatedUntil: toIso(rotatedUntil !== null && rotatedUntil > now ? rotatedUntil : null),
    failingSince: toIso(findFailingSince(deliveries)),
    latest: latest ? toDelivery(latest) : null,
  }
}

export const toDelivery = (delivery: Delivery): DeliveryResponse['delivery'] => ({
  ...withTimestamps(pick(delivery, ['id', 'kind', 'version', 'state', 'createdAt', 'nextAttemptAt'])),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })),
})
