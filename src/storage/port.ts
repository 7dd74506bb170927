import type { Entry, Note } from '../account/actions.ts'
import type { Session, StoredLink } from '../account/person.ts'
import type { AccountRecord, MailboxHash, SubscribedQuery } from '../account/record.ts'
import type { SecretHash } from '../account/secrets.ts'
import type { Accounts, People, Webhooks } from '../account/verbs.ts'
import type { AdmissionToken, Meter } from '../metering/admission.ts'
import type { Counts } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import type { MonthUsed } from '../metering/usage.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alert, Alerts } from '../notify/alert.ts'
import type { Deliveries, Delivery } from '../notify/delivery.ts'
import type { UsageReport } from './usage.ts'

/**
 * Everything the service keeps about its customers, in the verbs of its subjects.
 * Verbs about an account or a key throw AccountRefusal when it is unknown, and StoreUnavailable when the store is away.
 * `now` is in milliseconds since 1970.
 */
export interface Store extends Meter, Accounts, Webhooks, People, Alerts, Deliveries {
  /**
   * Gives back all that the admission of a key with this token still has spent. One that is decided later spends
   * nothing, and throws StoreUnavailable. May be sent again.
   */
  takeBack(key: KeyHash, token: AdmissionToken): Promise<void>
  usage(accountId: string, windows: Windows): Promise<UsageReport>
  /** Whether there is no account at all. */
  isEmpty(): Promise<boolean>
  /** An account with everything that is kept about it, to be placed in another store; null for an unknown id. */
  copyOf(accountId: string): Promise<AccountCopy | null>
  /** Places an account as it was elsewhere. False, with nothing changed, when its id or one of its secrets is known here. */
  place(copy: AccountCopy): Promise<boolean>
  /** Resolves when the store takes a write as an admission makes one. Nothing is counted. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** An account as a driver holds it. Lists are in any order. */
export interface Held {
  record: AccountRecord
  /** Differs after each change of the record. */
  version: string
  /** How many entries its trail has. */
  entries: number
  counts: Counts
  /** The figures of the months before `counts.month`. */
  past: MonthUsed[]
  alerts: Alert[]
}

/** An account apart from any store. Sessions and sign-in links are no part of it: people sign in again. */
export interface AccountCopy extends Pick<Held, 'record' | 'counts' | 'past' | 'alerts'> {
  /** Its whole trail, in order. */
  trail: Entry[]
}

/** What is written in one atomic step. */
export interface Write {
  /** The account as it was loaded; null for a new one. */
  held: Held | null
  record: AccountRecord
  notes: readonly Note[]
  /** A billing event to be remembered, which must not have been received before. */
  event?: { id: string; now: number }
  /** Who starts a trial with this write: only if the person has had none. The driver remembers it for good. */
  trialOf?: MailboxHash
  /** For a new account: only if its owner belongs to no account. */
  isFirst?: boolean
}

/** Which accounts are looked for: all of them, those with webhooks, or those with a member or an invited address. */
export type Search = 'all' | 'webhooks' | { member: string } | { invited: string }

/**
 * What a storage driver implements. Each method is one atomic step without any rule; `storeOf` makes the verbs of the
 * store from them. Every driver passes the same suite, `test/storage/contract.ts`.
 * @throws StoreUnavailable when the storage is away, slow, or replies with something unreadable.
 */
export interface Driver extends Meter, Pick<Store, 'takeBack'> {
  isEmpty(): Promise<boolean>
  /** The ids of accounts. */
  find(search: Search): Promise<string[]>
  /** The accounts of these ids that exist, or the account that holds a key. */
  load(search: readonly string[] | { keyId: string }): Promise<Held[]>
  /** Writes unless the account has changed since it was loaded, or a condition of the write fails; then false. */
  save(write: Write): Promise<boolean>
  /** Writes a whole account, unless its id or the hash of one of its secrets is known; then false. */
  place(copy: AccountCopy): Promise<boolean>
  /** The entries of the trail from number `first` to `last`, in order. */
  entries(accountId: string, first: number, last: number): Promise<Entry[]>
  /** What the signed address with this secret answers; null for an unknown one. */
  subscribedQuery(hash: KeyHash): Promise<SubscribedQuery | null>
  /** Whether a billing event was received within BILLING_MEMORY_MS. */
  knowsEvent(eventId: string, now: number): Promise<boolean>
  /** Whether a person has had a trial, in an account that exists or in one that is gone. */
  knowsTrialOf(person: MailboxHash): Promise<boolean>
  /** Replaces an alert unless it has changed since it was loaded; then false. */
  saveAlert(accountId: string, before: Alert, after: Alert): Promise<boolean>

  /** Notes up to which instant a webhook was told of publications, without a new version of its account. */
  noteAnnounced(accountId: string, webhookId: string, until: number): Promise<void>

  /** Adds deliveries whose ids are unknown, each for DELIVERY_MEMORY_MS. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<void>
  /** The deliveries with an attempt due at an instant, the longest due first. */
  dueDeliveries(now: number, limit: number): Promise<Delivery[]>
  /** Replaces a delivery if its `turn` is that of `before`; else false. */
  saveDelivery(before: Delivery, after: Delivery): Promise<boolean>
  /** The deliveries of a webhook, the newest first. */
  deliveriesOf(webhookId: string, limit: number): Promise<Delivery[]>
  delivery(deliveryId: string): Promise<Delivery | null>

  /** Keeps a link. Links that have expired by `now` may be forgotten. */
  addLink(link: StoredLink, now: number): Promise<void>
  link(hash: SecretHash): Promise<StoredLink | null>
  /** Whether this call removed the link. */
  removeLink(hash: SecretHash): Promise<boolean>
  /** Keeps a session. Sessions that have ended by `now` may be forgotten. */
  addSession(session: Session, now: number): Promise<void>
  sessionsBy(search: { hash: SecretHash } | { email: string }): Promise<Session[]>
  /** Writes when a session was last used, if it still exists. */
  touchSession(session: Session): Promise<void>
  removeSessions(sessions: readonly Session[]): Promise<void>

  ping(): Promise<void>
  close(): Promise<void>
}
