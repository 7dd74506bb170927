import { z } from 'zod'
import { ACTION_NAMES } from '../../account/actions.ts'
import { BILLING_OUTCOMES } from '../../account/billing.ts'
import { PERMISSION_NAMES } from '../../account/permissions.ts'
import { DisplayName, MemberEmail, Role, WEBHOOK_ENDS } from '../../account/record.ts'
import { PLAN_NAMES, PlanName } from '../../metering/plans.ts'
import { ATTEMPT_FAULTS, DELIVERY_KINDS, DELIVERY_STATES } from '../../notify/delivery.ts'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import { count, timestamp } from '../../schema/fields.ts'
import { wholeNumber } from '../../schema/params.ts'
import { CATEGORY_INPUTS, categoryOf } from '../../schema/taxonomy.ts'
import {
  CHANGE_TYPES,
  EVENT_TYPES,
  NO_STATE,
  OPPORTUNITY_TYPES,
  RECORD_CHANGES,
  STATE_CODES,
} from '../../schema/vocabularies.ts'
import { UsageAnswer } from '../endpoints/usage.ts'

/** What the pages of accounts send and are answered. */

export const SignInBody = z.strictObject({ email: MemberEmail })
export const LinkBody = z.strictObject({ token: z.string().max(200) })
export const NameBody = z.strictObject({ name: DisplayName })
export const RoleBody = z.strictObject({ role: Role })
export const InvitationBody = z.strictObject({ email: MemberEmail, role: Role })
export const PlanBody = z.strictObject({ plan: PlanName })
export const NoBody = z.strictObject({})

/** What a payment provider sends. */
export const BillingBody = z.strictObject({
  id: z.string().min(1).max(200).describe('Names the event; one that was seen changes nothing.'),
  account: z.string().max(100).describe('Id of the account, as its page and the command line show it.'),
  plan: PlanName.describe(`The plan that holds from then on: ${PLAN_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
  occurredAt: z.iso
    .datetime()
    .describe('When it happened, UTC. Out-of-order events are ignored; one more than 5 minutes ahead is refused.'),
})

/** The page of a trail: the entries before that number. */
export const TrailQuery = z.strictObject({ before: wholeNumber(1, 1_000_000_000).default(1_000_000_000) })

/** What the operator searches accounts for: a part of a name or an id. */
export const AccountsQuery = z.strictObject({ q: z.string().trim().max(100).default('') })

export const SignInAnswer = z.strictObject({ email: z.string(), expiresAt: timestamp })
export type SignInAnswer = z.infer<typeof SignInAnswer>
export const SessionAnswer = z.strictObject({ email: z.string() })
export type SessionAnswer = z.infer<typeof SessionAnswer>
export const InvitationAnswer = z.strictObject({ email: z.string(), role: Role, expiresAt: timestamp })
export type InvitationAnswer = z.infer<typeof InvitationAnswer>
export const BillingAnswer = z.strictObject({ outcome: z.enum(BILLING_OUTCOMES) })
export type BillingAnswer = z.infer<typeof BillingAnswer>

const Key = UsageAnswer.shape.keys.element
const AccountBrief = z.strictObject({
  id: z.string(),
  name: z.string(),
  plan: PlanName.describe('The plan that holds now.'),
  trialEndsAt: timestamp.nullable().describe('When the trial ends or has ended; null without one.'),
  suspended: z.boolean(),
})

/** Who is signed in, and what they belong to. */
export const PersonAnswer = z.strictObject({
  email: z.string(),
  isOperator: z.boolean().describe('Whether the person sets the plans of all accounts.'),
  accounts: z.array(AccountBrief.extend({ role: Role })),
  invitations: z.array(
    z.strictObject({
      account: z.string().describe('Id of the account.'),
      accountName: z.string(),
      role: Role,
      invitedBy: z.string().describe('Who sent it.'),
      expiresAt: timestamp,
    }),
  ),
  sessions: z.array(z.strictObject({ createdAt: timestamp, seenAt: timestamp, isThis: z.boolean() })),
})
export type PersonAnswer = z.infer<typeof PersonAnswer>

/** Accounts of the service, as the operator sees them. */
export const AccountsAnswer = z.strictObject({
  total: count,
  accounts: z.array(AccountBrief.extend({ createdAt: timestamp, owners: z.array(z.string()) })),
  plans: z.array(z.strictObject({ name: PlanName, label: z.string() })).describe('Every plan that can be set.'),
})
export type AccountsAnswer = z.infer<typeof AccountsAnswer>

const MemberEntry = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role,
  isYou: z.boolean(),
  invitation: z.strictObject({ invitedBy: z.string(), expiresAt: timestamp }).nullable(),
})

/** An account, as far as the role lets see. */
export const AccountAnswer = z.strictObject({
  account: AccountBrief.extend({ createdAt: timestamp }),
  plan: z
    .strictObject({
      label: z.string(),
      perMinute: count,
      perMonth: count,
      answersPerMonth: count,
      keys: count,
      webhooks: count,
      invitations: count,
    })
    .describe('What the plan includes.'),
  trialDays: count.nullable().describe('How long the trial is that the person can start now; null when there is none.'),
  role: Role,
  permissions: z.array(z.enum(PERMISSION_NAMES)),
  manages: z.array(Role),
  usage: UsageAnswer.pick({ month: true, requests: true, aiAnswers: true, months: true }),
  keys: z.array(Key).nullable(),
  members: z.array(MemberEntry).nullable(),
  notices: UsageAnswer.shape.notices.nullable(),
})
export type AccountAnswer = z.infer<typeof AccountAnswer>

/** A new key with its secret, this once. */
export const KeyAnswer = z.strictObject({ key: Key, secret: z.string() })
export type KeyAnswer = z.infer<typeof KeyAnswer>

/** What the part `type` of a filter takes. */
const WEBHOOK_TYPES = [...new Set<string>([...OPPORTUNITY_TYPES, ...EVENT_TYPES, ...CHANGE_TYPES])]

/** A part of a filter: words of a closed set in any letter case; null, left out or empty for all. */
const anyOf = <Word extends string>(words: readonly Word[], what: string, read = (word: string) => word) =>
  z
    .array(z.string())
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
const Filter = z.strictObject({
  resource: anyOf(RESOURCE_NAMES, 'resource').describe('Lists that the records are of, as in `/api/v1/changes`.'),
  state: anyOf([...STATE_CODES, NO_STATE], 'state code').describe('State codes; `NONE` for records of national scope.'),
  category: anyOf(CATEGORY_INPUTS, 'program category', (word) => categoryOf(word) ?? word).describe(
    'Program categories, as `programCategory` takes them; records without categories do not match.',
  ),
  type: anyOf(WEBHOOK_TYPES, 'type of a record; kinds of change belong in "change"').describe(
    'Types of opportunities (`RFP`), of events (`WEBINAR`) and of the events of the feed (`NEW_OPPORTUNITY`); records without a type do not match.',
  ),
  change: anyOf(RECORD_CHANGES, 'kind of change').describe('Kinds of change, as in `/api/v1/changes`.'),
})

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'is not an https address', abort: true })
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

const words = z.array(z.string()).nullable()
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
      .strictObject({ resource: words, state: words, category: words, type: words, change: words })
      .describe('Which changes it is told of; null for all.'),
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
export const WebhookAnswer = z.strictObject({ webhook: WebhookEntry }).meta({ id: 'WebhookAnswer' })
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
export const DeliveryAnswer = z.strictObject({ delivery: DeliveryEntry }).meta({ id: 'WebhookDeliveryAnswer' })
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>

export const TrailAnswer = z.strictObject({
  entries: z.array(
    z.strictObject({
      number: z.int(),
      at: timestamp,
      by: z.string(),
      action: z.enum(ACTION_NAMES),
      subject: z.string(),
      detail: z.string(),
    }),
  ),
  hasMore: z.boolean(),
})
export type TrailAnswer = z.infer<typeof TrailAnswer>
