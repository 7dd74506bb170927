import { z } from 'zod'
import type { KeyHash } from '../metering/keys.ts'
import type { PlanName, PlanTerms } from '../metering/plans.ts'

/** What is kept of an account: the record that every rule about accounts reads. Instants are milliseconds since 1970. */

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const
export const Role = z.enum(ROLES).meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

/** An address that mail can be sent to, in lowercase, so that one person is one member. */
export const MemberEmail = z.email('is not an email address').max(254).toLowerCase()

/** The name of an account or a key: one line, 1 to 100 characters. */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(100, 'is longer than 100 characters')
  .regex(/^\P{Cc}*$/u, 'contains a control character')

/** `plan` is the one that was set; `planAt` says which one holds at an instant. */
export interface Account extends PlanTerms {
  id: string
  name: string
  /** Keys of a suspended account answer `plan_required` until it is resumed. */
  suspended: boolean
  createdAt: number
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

/** A future member: the person of the address may accept it, and then joins with the role. */
export interface Invitation extends Member {
  invitedBy: string
  createdAt: number
  expiresAt: number
}

/** A key as its account sees it: recognizable, but useless to anyone who reads it. */
export interface Key {
  id: string
  accountId: string
  name: string
  prefix: string
  lastFour: string
  createdAt: number
  revokedAt: number | null
  /** Set when the key was rotated: the instant from which it answers `revoked`. */
  expiresAt: number | null
  /** The start of the minute of the last admitted request. */
  lastUsedAt: number | null
}

/** A key as it is stored, with the hash of its secret. */
export interface StoredKey extends Key {
  hash: KeyHash
}

/** What is stored of a new key. The secret is not part of it. */
export interface KeyDraft {
  id: string
  name: string
  hash: KeyHash
  prefix: string
  lastFour: string
}

/** The hash of a mailbox, which outlives what it was made for and identifies no one. */
export const MailboxHash = z.string().length(64).brand<'MailboxHash'>()
export type MailboxHash = z.infer<typeof MailboxHash>

/** The trial of an account, which has one at most. When it ends is told by the account. */
export interface Trial {
  /** Who started it. */
  person: MailboxHash
  /** When the next letter about it is due; null when none is left to send. */
  noticeAt: number | null
}

/**
 * Which changes a webhook is told of: those that match every part; null matches all. The words are those of the API's
 * parameters.
 */
export interface WebhookFilter {
  resource: readonly string[] | null
  /** Codes of states; NONE for records of national scope. */
  state: readonly string[] | null
  /** Canonical ids of program categories. */
  category: readonly string[] | null
  /** Types of opportunities, of events, or of the feed's events. */
  type: readonly string[] | null
  change: readonly string[] | null
}

/** Why a webhook is disabled: a member did it, its address answered 410, or it failed for days. */
export const WEBHOOK_ENDS = ['MEMBER', 'GONE', 'FAILING'] as const
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number]

/** An address that is sent a message when something changes. */
export interface Webhook {
  id: string
  url: string
  filter: WebhookFilter
  createdAt: number
  disabledAt: number | null
  disabledBecause: WebhookEnd | null
  /** Until when messages are also signed with the secret from before a rotation; null without one. */
  rotatedUntil: number | null
  /** The instant of the latest publication that it needs no message about any more. */
  announced: number
}

/** A webhook as it is stored. Its secrets are stored as they are, since messages are signed with them. */
export interface StoredWebhook extends Webhook {
  secret: string
  /** The secret from before the latest rotation. */
  secretBefore: string | null
}

/** What is stored of a new webhook. */
export type WebhookDraft = Pick<StoredWebhook, 'id' | 'url' | 'filter' | 'announced' | 'secret'>
/** What a signed address answers: one query of a list, in one format. */
export interface SubscribedQuery {
  list: string
  format: string
  /** The query string, without its question mark. */
  query: string
}

/** A signed address as its account sees it: recognizable, but useless to anyone who reads it. */
export interface Subscription extends SubscribedQuery {
  id: string
  name: string
  prefix: string
  lastFour: string
  createdAt: number
  revokedAt: number | null
  /** The start of the minute of the last admitted request. */
  lastUsedAt: number | null
}

/** A signed address as it is stored, with the hash of its secret. */
export interface StoredSubscription extends Subscription {
  hash: KeyHash
}

/** What is stored of a new signed address. The secret is not part of it. */
export type SubscriptionDraft = Omit<StoredSubscription, 'createdAt' | 'revokedAt' | 'lastUsedAt'>

/** An account with everything that its rules depend on. */
export interface AccountRecord {
  account: Account
  /** When the latest applied billing event happened; null before the first. */
  billedAt: number | null
  /** Null until a trial was started. */
  trial: Trial | null
  members: readonly Member[]
  /** Expired ones may be among them. */
  invitations: readonly Invitation[]
  /** Every key that the account ever held. */
  keys: readonly StoredKey[]
  webhooks: readonly StoredWebhook[]
  /** The signed addresses, the latest of the revoked ones among them. */
  subscriptions: readonly StoredSubscription[]
}
