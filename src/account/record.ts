import * as z from 'zod'
import { KeyHash } from '../metering/keys.ts'
import { PlanName } from '../metering/plans.ts'

/** The stored data of an account, which every account rule reads. Instants are milliseconds since 1970. */

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const
export const Role = z.enum(ROLES).meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

/** An email address in lowercase, so that one person is one member. */
export const MemberEmail = z.email('is not an email address').max(254).toLowerCase()

/** The name of an account or a key: one line, 1 to 100 characters. */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(100, 'is longer than 100 characters')
  .regex(/^\P{Cc}*$/u, 'contains a control character')

const Instant = z.int().min(0)
const InstantOrNone = Instant.nullable()

export const Account = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** The plan that was set; `planAt` gives the plan in effect at an instant. */
  plan: PlanName,
  /** When a trial ends or ended; null without one. Setting a paid plan clears it. */
  trialEndsAt: InstantOrNone,
  /** Keys of a suspended account are refused with `suspended` until it is resumed. */
  suspended: z.boolean(),
  createdAt: Instant,
})
export type Account = z.infer<typeof Account>

export interface AccountSummary extends Pick<Account, 'id' | 'name' | 'createdAt'> {
  /** When an email about its trial is due; null for none. */
  trialNoticeAt: number | null
}

export interface AccountDraft extends Pick<Account, 'id' | 'name' | 'plan'> {
  ownerEmail: string
}

export const Member = z.object({ email: z.string(), role: Role })
export type Member = z.infer<typeof Member>

/** An invitation to join with a role; the person with the email address can accept it. */
export const Invitation = Member.extend({ invitedBy: z.string(), createdAt: Instant, expiresAt: Instant })
export type Invitation = z.infer<typeof Invitation>

/** A stored secret: its hash, and what makes it recognizable. */
const StoredSecret = z.object({
  id: z.string(),
  hash: KeyHash,
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Instant,
  revokedAt: InstantOrNone,
  /** The start of the minute of the last admitted request. */
  lastUsedAt: InstantOrNone,
})

export const StoredKey = StoredSecret.extend({
  accountId: z.string(),
  /** Set when the key was rotated: the instant from which it is refused as `revoked`. */
  expiresAt: InstantOrNone,
})
export type StoredKey = z.infer<typeof StoredKey>
export type Key = Omit<StoredKey, 'hash'>
export type KeyDraft = Pick<StoredKey, 'id' | 'name' | 'hash' | 'prefix' | 'lastFour'>

/** The hash of a mailbox. It may be kept after the account is gone because it identifies no one. */
export const MailboxHash = z.string().length(64).brand<'MailboxHash'>()
export type MailboxHash = z.infer<typeof MailboxHash>

/** The trial of an account; each has at most one. Its end is `trialEndsAt` of the account. */
const Trial = z.object({
  person: MailboxHash,
  /** When the next email about it is due; null when none is left to send. */
  noticeAt: InstantOrNone,
})

const words = (what: string) => z.array(z.string()).nullable().describe(`${what}; null for all.`)

/** Which changes a webhook receives: those that match every field; null matches all. Values are those of the API. */
export const WebhookFilter = z.object({
  resource: words('Lists'),
  state: words('State codes'),
  category: words('Program categories'),
  type: words('Types of records'),
  change: words('Kinds of change'),
})
export type WebhookFilter = z.infer<typeof WebhookFilter>

/** A URL that receives a message when something changes. Its secrets are plain text, because messages are signed with them. */
export const StoredWebhook = z.object({
  id: z.string(),
  url: z.string(),
  filter: WebhookFilter,
  createdAt: Instant,
  disabledAt: InstantOrNone,
  /** By a member, by a 410 response, or after failing for days. */
  disabledBecause: z.enum(['MEMBER', 'GONE', 'FAILING']).nullable(),
  /** Until when messages are also signed with the secret from before the rotation; null without a rotation. */
  rotatedUntil: InstantOrNone,
  /** The instant of the latest publication that was announced to it or needs no message. */
  announced: Instant,
  secret: z.string(),
  secretBefore: z.string().nullable(),
})
export type StoredWebhook = z.infer<typeof StoredWebhook>
/** Why the service itself disables a webhook. */
export type WebhookEnd = Exclude<StoredWebhook['disabledBecause'], 'MEMBER' | null>
export type Webhook = Omit<StoredWebhook, 'secret' | 'secretBefore'>
export type WebhookDraft = Pick<StoredWebhook, 'id' | 'url' | 'filter' | 'announced' | 'secret'>

export const StoredSubscription = StoredSecret.extend({
  list: z.string(),
  format: z.string(),
  query: z.string(),
})
export type StoredSubscription = z.infer<typeof StoredSubscription>

/** The query that a signed address reads: one list, in one format. */
export type SubscribedQuery = Pick<StoredSubscription, 'list' | 'format' | 'query'>
export type Subscription = Omit<StoredSubscription, 'hash'>
export type SubscriptionDraft = Omit<StoredSubscription, 'createdAt' | 'revokedAt' | 'lastUsedAt'>

/** An account with everything that its rules depend on. Fields with defaults are missing from exports of earlier releases. */
export const AccountRecord = z.strictObject({
  account: Account.extend({ trialEndsAt: Account.shape.trialEndsAt.default(null) }).strict(),
  /** When the latest applied billing event occurred; null before the first. */
  billedAt: InstantOrNone,
  trial: Trial.strict().nullable().default(null),
  members: z.array(Member.strict()).readonly(),
  /** May include expired ones. */
  invitations: z.array(Invitation.strict()).readonly(),
  keys: z.array(StoredKey.strict()).readonly(),
  webhooks: z
    .array(StoredWebhook.extend({ filter: WebhookFilter.strict() }).strict())
    .readonly()
    .default([]),
  /** The signed addresses, including the latest revoked ones. */
  subscriptions: z.array(StoredSubscription.strict()).readonly().default([]),
})
export type AccountRecord = z.infer<typeof AccountRecord>
