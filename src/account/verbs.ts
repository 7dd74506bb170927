import type { KeyHash } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import type { Actor, Entry, SystemActor } from './actions.ts'
import type { BillingEvent, BillingOutcome } from './billing.ts'
import type { InvitationHeld, Link, Membership, Session } from './person.ts'
import type {
  Account,
  AccountDraft,
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
import type { SecretHash } from './secrets.ts'
import type { TrialDelivery, TrialNotice } from './trial.ts'
import type { WebhookUpdate } from './webhooks.ts'

/**
 * The verbs about accounts, their members and their keys. Each applies the rule of its name in one atomic step and throws
 * AccountRefusal when the rule refuses. What changes an account is written into its trail in the same step, with who did
 * it (`by`); what changes nothing is not.
 */
export interface Accounts extends Subscriptions {
  createAccount(draft: AccountDraft, now: number, by: Actor): Promise<Account>
  account(accountId: string): Promise<Account | null>
  /** Every account, the oldest first. */
  accounts(): Promise<Account[]>
  rename(accountId: string, name: string, now: number, by: Actor): Promise<Account>
  /** Takes effect from the next request on. */
  setPlan(accountId: string, plan: PlanName, now: number, by: SystemActor): Promise<Account>
  /**
   * Starts the trial of an account that is on FREE, once per account and once per person: addresses of one mailbox are
   * one person.
   */
  startTrial(accountId: string, days: number, now: number, by: Actor): Promise<Account>
  /** Whether `startTrial` would succeed. */
  mayStartTrial(accountId: string, now: number, by: Actor): Promise<boolean>
  /** Takes the trial letter that is due, and puts the next attempt off by `leaseMs`; null when none is due. */
  claimTrialNotice(accountId: string, now: number, leaseMs: number): Promise<TrialNotice | null>
  /** Records that a claimed letter was sent, or when to try again. */
  settleTrialNotice(accountId: string, notice: TrialNotice, delivery: TrialDelivery, now: number): Promise<void>
  suspend(accountId: string, now: number, by: SystemActor): Promise<Account>
  resume(accountId: string, now: number, by: SystemActor): Promise<Account>
  /** Sets the plan of an event, once for each event's id, and never back behind a later event. */
  bill(event: BillingEvent, now: number): Promise<BillingOutcome>
  /** The changes of an account, the newest first: at most `limit`, those before the entry `before`. */
  trail(accountId: string, limit: number, before?: number): Promise<Entry[]>

  /** Every member, owners first, then by address. */
  members(accountId: string): Promise<readonly Member[]>
  addMember(accountId: string, member: Member, now: number, by: SystemActor): Promise<readonly Member[]>
  setRole(accountId: string, member: Member, now: number, by: Actor): Promise<readonly Member[]>
  removeMember(accountId: string, email: string, now: number, by: Actor): Promise<readonly Member[]>
  /** The open invitations of an account, by address. */
  invitations(accountId: string, now: number): Promise<Invitation[]>
  invite(accountId: string, member: Member, now: number, by: Actor): Promise<Invitation>
  withdrawInvitation(accountId: string, email: string, now: number, by: Actor): Promise<void>
  /** The invited person joins the account. */
  acceptInvitation(accountId: string, email: string, now: number): Promise<void>
  /** The invited person does not. */
  declineInvitation(accountId: string, email: string, now: number): Promise<void>

  /** Every key the account ever held, the oldest first. */
  keys(accountId: string): Promise<Key[]>
  createKey(accountId: string, draft: KeyDraft, now: number, by: Actor): Promise<Key>
  revokeKey(keyId: string, now: number, by: Actor): Promise<Key>
  /** Returns the new key. */
  rotateKey(keyId: string, draft: Omit<KeyDraft, 'name'>, now: number, by: Actor): Promise<Key>
}

/** A webhook with its secrets, and its account. */
export interface WebhookHeld {
  account: Account
  webhook: StoredWebhook
}

/** The verbs about webhooks, as those about accounts. */
export interface Webhooks {
  /** The webhooks of an account, the oldest first, without their secrets. */
  webhooks(accountId: string): Promise<Webhook[]>
  createWebhook(accountId: string, draft: WebhookDraft, now: number, by: Actor): Promise<Webhook>
  /** @param announced the instant of the newest publication, from which on an enabled webhook is told */
  updateWebhook(
    accountId: string,
    change: { id: string; update: WebhookUpdate; announced: number },
    now: number,
    by: Actor,
  ): Promise<Webhook>
  rotateWebhookSecret(accountId: string, id: string, secret: string, now: number, by: Actor): Promise<Webhook>
  deleteWebhook(accountId: string, id: string, now: number, by: Actor): Promise<void>
  /** Disables a webhook that cannot be delivered to. Whether this call did. */
  endWebhook(accountId: string, id: string, because: Exclude<WebhookEnd, 'MEMBER'>, now: number): Promise<boolean>
  /** Every webhook of every account. */
  heldWebhooks(): Promise<WebhookHeld[]>
  heldWebhook(accountId: string, id: string): Promise<WebhookHeld | null>
  /** Notes that a webhook needs no message about publications up to an instant. Not an entry of the trail. */
  noteAnnounced(accountId: string, id: string, until: number): Promise<void>
}

/** The verbs about signed addresses. */
export interface Subscriptions {
  /** The signed addresses of an account, the oldest first; the latest of the revoked ones are among them. */
  subscriptions(accountId: string): Promise<Subscription[]>
  createSubscription(accountId: string, draft: SubscriptionDraft, now: number, by: Actor): Promise<Subscription>
  revokeSubscription(accountId: string, id: string, now: number, by: Actor): Promise<Subscription>
  /** What the signed address with this secret answers; null for an unknown one. It never changes. */
  subscribedQuery(hash: KeyHash): Promise<SubscribedQuery | null>
}

/** The verbs about people: how they sign in, and what they belong to. */
export interface People {
  /** Keeps a link until it is taken or LINK_MS have passed. */
  keepLink(link: Link, now: number): Promise<void>
  /** Takes a link: its address, once; null for an unknown link, an expired one, or one of another browser. */
  takeLink(hash: SecretHash, browser: SecretHash, now: number): Promise<string | null>

  openSession(hash: SecretHash, email: string, now: number): Promise<Session>
  /** The session, if it is still valid; this counts as its use. */
  session(hash: SecretHash, now: number): Promise<Session | null>
  /** The valid sessions of a person, the newest first. */
  sessions(email: string, now: number): Promise<Session[]>
  endSession(hash: SecretHash): Promise<void>
  /** Ends every session of a person. */
  endSessions(email: string): Promise<void>

  /** What a person belongs to, the oldest account first. */
  memberships(email: string): Promise<Membership[]>
  /** The open invitations of a person, the oldest first. */
  invitationsOf(email: string, now: number): Promise<InvitationHeld[]>
  /**
   * Welcomes a person who has signed in: makes a FREE account named after the address for a person who belongs to none.
   * Invitations wait for the person to accept them. Returns what the person belongs to.
   */
  welcome(email: string, now: number): Promise<Membership[]>
}
