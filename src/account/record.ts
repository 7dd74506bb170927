import { z } from 'zod'
import type { KeyHash } from '../metering/keys.ts'
import type { PlanName, PlanTerms } from '../metering/plans.ts'

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

/** `plan` is the plan that was set; `planAt` gives the plan in effect at an instant. */
export interface Account extends PlanTerms {
  id: string
  name: string
  /** Keys of a suspended account are refused with `plan_required` until it is resumed. */
  suspended: boolean
  createdAt: number
}

/** What a list of all accounts reads of each. */
export interface AccountSummary extends Pick<Account, 'id' | 'name' | 'createdAt'> {
  /** When an email about its trial is due; null for none. */
  trialNoticeAt: number | null
}

/** A new account and its first owner. */
export interface AccountDraft {
  id: string
  name: string
  plan: PlanName
  ownerEmail: string
}

export interface Member {
  email: string
  role: Role
}

/** An invitation to join with a role; the person with the email address can accept it. */
export interface Invitation extends Member {
  invitedBy: string
  createdAt: number
  expiresAt: number
}

/** What is shown of a secret: recognizable, but not the secret itself. */
interface Recognizable {
  id: string
  name: string
  prefix: string
  lastFour: string
  createdAt: number
  revokedAt: number | null
  /** The start of the minute of the last admitted request. */
  lastUsedAt: number | null
}

/** A key as shown to its account. */
export interface Key extends Recognizable {
  accountId: string
  /** Set when the key was rotated: the instant from which it is refused as `revoked`. */
  expiresAt: number | null
}

/** A stored key, with the hash of its secret. */
export interface StoredKey extends Key {
  hash: KeyHash
}

/** The stored parts of a new key, without its secret. */
export type KeyDraft = Pick<StoredKey, 'id' | 'name' | 'hash' | 'prefix' | 'lastFour'>

/** The hash of a mailbox. It may be kept after the account is gone because it identifies no one. */
export const MailboxHash = z.string().length(64).brand<'MailboxHash'>()
export type MailboxHash = z.infer<typeof MailboxHash>

/** The trial of an account; each has at most one. Its end is `trialEndsAt` of the account. */
export interface Trial {
  /** Who started it. */
  person: MailboxHash
  /** When the next email about it is due; null when none is left to send. */
  noticeAt: number | null
}

/**
 * Which changes a webhook receives: those that match every field; null matches all. Values are those of the API's
 * parameters.
 */
export interface WebhookFilter {
  resource: readonly string[] | null
  /** State codes; NONE for records of national scope. */
  state: readonly string[] | null
  /** Canonical ids of program categories. */
  category: readonly string[] | null
  /** Types of opportunities, events, or change events. */
  type: readonly string[] | null
  change: readonly string[] | null
}

/** Why a webhook is disabled: by a member, by a 410 response, or after failing for days. */
export const WEBHOOK_ENDS = ['MEMBER', 'GONE', 'FAILING'] as const
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number]

/** A URL that receives a message when something changes. */
export interface Webhook {
  id: string
  url: string
  filter: WebhookFilter
  createdAt: number
  disabledAt: number | null
  disabledBecause: WebhookEnd | null
  /** Until when messages are also signed with the secret from before the rotation; null without a rotation. */
  rotatedUntil: number | null
  /** The instant of the latest publication that was announced to it or needs no message. */
  announced: number
}

/** A stored webhook. Its secrets are stored in plain text, because messages are signed with them. */
export interface StoredWebhook extends Webhook {
  secret: string
  /** The secret from before the latest rotation. */
  secretBefore: string | null
}

export type WebhookDraft = Pick<StoredWebhook, 'id' | 'url' | 'filter' | 'announced' | 'secret'>

/** The query that a signed address reads: one list, in one format. */
export interface SubscribedQuery {
  list: string
  format: string
  /** The query string without its question mark. */
  query: string
}

/** A signed address as shown to its account. */
export interface Subscription extends SubscribedQuery, Recognizable {}

/** A stored signed address, with the hash of its secret. */
export interface StoredSubscription extends Subscription {
  hash: KeyHash
}

/** The stored parts of a new signed address, without its secret. */
export type SubscriptionDraft = Omit<StoredSubscription, 'createdAt' | 'revokedAt' | 'lastUsedAt'>

/** An account with everything that its rules depend on. */
export interface AccountRecord {
  account: Account
  /** When the latest applied billing event occurred; null before the first. */
  billedAt: number | null
  /** Null until a trial is started. */
  trial: Trial | null
  members: readonly Member[]
  /** May include expired ones. */
  invitations: readonly Invitation[]
  /** Every key that the account ever had. */
  keys: readonly StoredKey[]
  webhooks: readonly StoredWebhook[]
  /** The signed addresses, including the latest revoked ones. */
  subscriptions: readonly StoredSubscription[]
}
