import type { KeyHash } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import type { BillingEvent, BillingOutcome, TrialDelivery, TrialNotice } from './account.ts'
import type { Actor, Entry, SystemActor } from './actions.ts'
import type { InvitationWithAccount, Link, Membership, SecretHash, Session } from './person.ts'
import type {
  Account,
  AccountDraft,
  AccountSummary,
  Invitation,
  Key,
  KeyDraft,
  Member,
  StoredWebhook,
  SubscribedQuery,
  Subscription,
  SubscriptionDraft,
  Webhook,
  WebhookDraft,
  WebhookEnd,
} from './record.ts'
import type { WebhookUpdate } from './webhooks.ts'

/** Each verb applies the rule of its name in one atomic step, with its note on the trail, or throws AccountRefusal. */
export interface Accounts extends Subscriptions {
  createAccount(draft: AccountDraft, now: number, by: Actor): Promise<Account>
  account(accountId: string): Promise<Account | null>
  accounts(): Promise<Account[]>
  /** A summary of every account, oldest first; in time for a response even with tens of thousands. */
  accountSummaries(): Promise<AccountSummary[]>
  rename(accountId: string, name: string, now: number, by: Actor): Promise<Account>
  /** Takes effect with the next request. */
  setPlan(accountId: string, plan: PlanName, now: number, by: SystemActor): Promise<Account>
  /** Starts the trial of an account on FREE, once per account and per mailbox. */
  startTrial(accountId: string, days: number, now: number, by: Actor): Promise<Account>
  mayStartTrial(accountId: string, by: Actor): Promise<boolean>
  /** Claims the due trial email and delays its next attempt by `leaseMs`; null when none is due. */
  claimTrialNotice(accountId: string, now: number, leaseMs: number): Promise<TrialNotice | null>
  settleTrialNotice(accountId: string, notice: TrialNotice, delivery: TrialDelivery, now: number): Promise<void>
  suspend(accountId: string, now: number, by: SystemActor): Promise<Account>
  resume(accountId: string, now: number, by: SystemActor): Promise<Account>
  /**
   * Deletes an account with its keys, members, webhooks, signed addresses, usage and trail, the messages to its webhooks,
   * and the sessions of members who belong to no other account. Only that a person has had a trial is kept, as a hash.
   */
  deleteAccount(accountId: string): Promise<Deletion>
  /** Applies a billing event once per event id. Out-of-order events are ignored. */
  bill(event: BillingEvent, now: number): Promise<BillingOutcome>
  /** At most `limit` entries of an account's trail, newest first, before the entry `before` if given. */
  trail(accountId: string, limit: number, before?: number): Promise<Entry[]>

  members(accountId: string): Promise<readonly Member[]>
  addMember(accountId: string, member: Member, now: number, by: SystemActor): Promise<readonly Member[]>
  setRole(accountId: string, member: Member, now: number, by: Actor): Promise<readonly Member[]>
  removeMember(accountId: string, email: string, now: number, by: Actor): Promise<readonly Member[]>
  invitations(accountId: string, now: number): Promise<Invitation[]>
  invite(accountId: string, member: Member, now: number, by: Actor): Promise<Invitation>
  withdrawInvitation(accountId: string, email: string, now: number, by: Actor): Promise<void>
  acceptInvitation(accountId: string, email: string, now: number): Promise<void>
  declineInvitation(accountId: string, email: string, now: number): Promise<void>

  keys(accountId: string): Promise<Key[]>
  createKey(accountId: string, draft: KeyDraft, now: number, by: Actor): Promise<Key>
  revokeKey(keyId: string, now: number, by: Actor): Promise<Key>
  rotateKey(keyId: string, draft: Omit<KeyDraft, 'name'>, now: number, by: Actor): Promise<Key>
}

export interface Deletion {
  account: Account
  members: number
  keys: number
  webhooks: number
  subscriptions: number
  sessions: number
}

export interface WebhookWithAccount {
  account: Account
  webhook: StoredWebhook
}

export interface Webhooks {
  webhooks(accountId: string): Promise<Webhook[]>
  createWebhook(accountId: string, draft: WebhookDraft, now: number, by: Actor): Promise<Webhook>
  /** @param announced the instant of the newest publication; an enabled webhook receives those after it */
  updateWebhook(
    accountId: string,
    change: { id: string; update: WebhookUpdate; announced: number },
    now: number,
    by: Actor,
  ): Promise<Webhook>
  rotateWebhookSecret(accountId: string, id: string, secret: string, now: number, by: Actor): Promise<Webhook>
  deleteWebhook(accountId: string, id: string, now: number, by: Actor): Promise<void>
  /** Disables a webhook whose deliveries fail. Returns whether this call did. */
  endWebhook(accountId: string, id: string, because: WebhookEnd, now: number): Promise<boolean>
  allWebhooks(): Promise<WebhookWithAccount[]>
  findWebhook(accountId: string, id: string): Promise<WebhookWithAccount | null>
  /** Records that publications up to an instant are announced to a webhook. Not written to the trail. */
  noteAnnounced(accountId: string, id: string, until: number): Promise<void>
}

export interface Subscriptions {
  /** The signed addresses of an account, oldest first, including the latest revoked ones. */
  subscriptions(accountId: string): Promise<Subscription[]>
  createSubscription(accountId: string, draft: SubscriptionDraft, now: number, by: Actor): Promise<Subscription>
  revokeSubscription(accountId: string, id: string, now: number, by: Actor): Promise<Subscription>
  /** The query of the signed address with this secret; null when unknown. It never changes. */
  subscribedQuery(hash: KeyHash): Promise<SubscribedQuery | null>
}

export interface People {
  /** Stores a link until it is taken or LINK_MS have passed. */
  saveLink(link: Link, now: number): Promise<void>
  /** Takes a link once and returns its email address; null when it is unknown, expired, or of another browser. */
  takeLink(hash: SecretHash, browser: SecretHash, now: number): Promise<string | null>

  openSession(hash: SecretHash, email: string, now: number): Promise<Session>
  /** The session, if it is still valid; the call counts as a use. */
  session(hash: SecretHash, now: number): Promise<Session | null>
  sessions(email: string, now: number): Promise<Session[]>
  endSession(hash: SecretHash): Promise<void>
  endSessions(email: string): Promise<void>

  memberships(email: string): Promise<Membership[]>
  readInvitations(email: string, now: number): Promise<InvitationWithAccount[]>
  /** Creates a FREE account, named after the email address, for a person without one. Does not accept invitations. */
  welcome(email: string, now: number): Promise<Membership[]>
}
