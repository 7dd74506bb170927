import * as z from 'zod'
import { ACTION_NAMES } from '../../account/actions.ts'
import { BILLING_OUTCOMES } from '../../account/billing.ts'
import { PERMISSION_NAMES } from '../../account/permissions.ts'
import { DisplayName, MemberEmail, Role } from '../../account/record.ts'
import { PLAN_NAMES, PlanName } from '../../metering/plans.ts'
import { count, timestamp } from '../../schema/fields.ts'
import { wholeNumber } from '../../schema/params.ts'
import { SubscriptionResponse } from '../endpoints/subscription-schemas.ts'
import { UsageResponse } from '../endpoints/usage.ts'

/** Request and response shapes of the account pages. */

export const SignInBody = z.strictObject({ email: MemberEmail })
export const LinkBody = z.strictObject({ token: z.string().max(200) })
export const NameBody = z.strictObject({ name: DisplayName })
export const RoleBody = z.strictObject({ role: Role })
export const InvitationBody = z.strictObject({ email: MemberEmail, role: Role })
/** What the operator changes of an account. */
export const AccountChangeBody = z
  .strictObject({ plan: PlanName.optional(), suspended: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Send "plan" or "suspended".')
export const DecisionBody = z.strictObject({
  decision: z.enum(['release', 'drop', 'take', 'keep', 'accept', 'reject']),
  reason: z.string().trim().min(1, 'is empty').max(500),
})
export const NoBody = z.strictObject({})

/** A billing event from the payment provider. */
export const BillingBody = z.strictObject({
  id: z.string().min(1).max(200).describe('Id of the event. An event that was received before is ignored.'),
  account: z.string().max(100).describe('Id of the account, as shown on its page and on the command line.'),
  plan: PlanName.describe(`The new plan: ${PLAN_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
  occurredAt: z.iso
    .datetime()
    .describe(
      'When it occurred, in UTC. Out-of-order events are ignored; events more than 5 minutes in the future are rejected.',
    ),
})

/** Pagination of a trail: the entries before this number. */
export const TrailQuery = z.strictObject({ before: wholeNumber(1, 1_000_000_000).default(1_000_000_000) })

/** The operator's account search: part of a name or id. */
export const AccountsQuery = z.strictObject({ q: z.string().trim().max(100).default('') })

export const SignInResponse = z.strictObject({ email: z.string(), expiresAt: timestamp })
export type SignInResponse = z.infer<typeof SignInResponse>
export const SessionResponse = z.strictObject({ email: z.string() })
export type SessionResponse = z.infer<typeof SessionResponse>
export const InvitationResponse = z.strictObject({ email: z.string(), role: Role, expiresAt: timestamp })
export type InvitationResponse = z.infer<typeof InvitationResponse>
export const BillingResponse = z.strictObject({ outcome: z.enum(BILLING_OUTCOMES) })
export type BillingResponse = z.infer<typeof BillingResponse>

const Key = UsageResponse.shape.keys.element
const AccountBrief = z.strictObject({
  id: z.string(),
  name: z.string(),
  plan: PlanName.describe('The current plan.'),
  trialEndsAt: timestamp.nullable().describe('When the trial ends or ended; null without a trial.'),
  suspended: z.boolean(),
})

/** The signed-in person and their memberships. */
export const PersonResponse = z.strictObject({
  email: z.string(),
  isOperator: z.boolean().describe('Whether the person is the operator of the service.'),
  accounts: z.array(AccountBrief.extend({ role: Role })),
  invitations: z.array(
    z.strictObject({
      account: z.string().describe('Id of the account.'),
      accountName: z.string(),
      role: Role,
      invitedBy: z.string().describe('Email address of the sender.'),
      expiresAt: timestamp,
    }),
  ),
  sessions: z.array(z.strictObject({ createdAt: timestamp, seenAt: timestamp, isThis: z.boolean() })),
})
export type PersonResponse = z.infer<typeof PersonResponse>

const Used = z.strictObject({ used: count, limit: count })

/** The accounts of the service, for the operator. */
export const AccountsResponse = z.strictObject({
  total: count,
  accounts: z.array(
    AccountBrief.extend({
      createdAt: timestamp,
      owners: z.array(z.string()),
      requests: Used.describe('Requests of this UTC month.'),
      aiAnswers: Used.describe('AI answers of this UTC month.'),
      keys: z.array(Key).describe('The keys that are not revoked.'),
      unsentAlerts: count.describe('Usage alerts whose emails failed so far.'),
    }),
  ),
  plans: z.array(z.strictObject({ name: PlanName, label: z.string() })).describe('The plans that can be set.'),
})
export type AccountsResponse = z.infer<typeof AccountsResponse>

const MemberEntry = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role,
  isYou: z.boolean(),
  invitation: z.strictObject({ invitedBy: z.string(), expiresAt: timestamp }).nullable(),
})

/** An account, limited to what the role may see. */
export const AccountResponse = z.strictObject({
  account: AccountBrief.extend({ createdAt: timestamp }),
  plan: z
    .strictObject({
      label: z.string(),
      perMinute: count,
      perMonth: count,
      answersPerMonth: count,
      keys: count,
      webhooks: count,
      subscriptions: count,
      invitations: count,
    })
    .describe('Limits of the plan.'),
  trialDays: count
    .nullable()
    .describe('Length in days of the trial that the person can start now; null if they cannot start one.'),
  role: Role,
  permissions: z.array(z.enum(PERMISSION_NAMES)),
  manages: z.array(Role),
  usage: UsageResponse.pick({ month: true, requests: true, aiAnswers: true, months: true }),
  keys: z.array(Key).nullable(),
  subscriptions: z.array(SubscriptionResponse).nullable(),
  members: z.array(MemberEntry).nullable(),
  notices: UsageResponse.shape.notices.nullable(),
})
export type AccountResponse = z.infer<typeof AccountResponse>

/** A new key with its secret, which is shown only once. */
export const KeyResponse = z.strictObject({ key: Key, secret: z.string() })
export type KeyResponse = z.infer<typeof KeyResponse>

export const TrailResponse = z.strictObject({
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
export type TrailResponse = z.infer<typeof TrailResponse>
