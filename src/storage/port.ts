import type { Entry, Note } from '../account/actions.ts'
import type { Session, StoredLink } from '../account/person.ts'
import type { AccountRecord, AccountSummary, MailboxHash } from '../account/record.ts'
import type { SecretHash } from '../account/secrets.ts'
import type { Accounts, People, Webhooks } from '../account/verbs.ts'
import type { AdmissionToken, Meter } from '../metering/admission.ts'
import type { Counts } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import type { MonthUsed } from '../metering/usage.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alert, Alerts } from '../notify/alert.ts'
import type { Deliveries } from '../notify/delivery.ts'
import type { UsageReport } from './usage.ts'

/**
 * Everything the service stores about its customers, as verbs by subject. Verbs about an account or a key throw
 * AccountRefusal if it is unknown, and StoreUnavailable if the store is unavailable. `now` is in milliseconds since
 * 1970.
 */
export interface Store extends Meter, Accounts, Webhooks, People, Alerts, Deliveries {
  /**
   * Refunds everything that a key's admission with this token still has spent. If it is decided later, it spends
   * nothing and throws StoreUnavailable. May be repeated.
   */
  takeBack(key: KeyHash, token: AdmissionToken): Promise<void>
  usage(accountId: string, windows: Windows): Promise<UsageReport>
  /** Whether there are no accounts. */
  isEmpty(): Promise<boolean>
  /** An account with everything stored about it, for import into another store; null for an unknown id. */
  copyOf(accountId: string): Promise<AccountCopy | null>
  /** Imports a whole account. False, with nothing changed, if its id or one of its secrets already exists. */
  place(copy: AccountCopy): Promise<boolean>
  /** Resolves if the store accepts a write like that of an admission. Nothing is counted. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** An account as stored by a driver. Lists are in any order. */
export interface StoredAccount {
  record: AccountRecord
  /** Differs after each change of the record. */
  version: string
  /** Number of entries in its trail. */
  entries: number
  counts: Counts
  /** The figures of the months before `counts.month`. */
  past: MonthUsed[]
  alerts: Alert[]
}

/** An account independent of any store. Sessions and sign-in links are not included: people sign in again. */
export interface AccountCopy extends Pick<StoredAccount, 'record' | 'counts' | 'past' | 'alerts'> {
  /** Its whole trail, in order. */
  trail: Entry[]
}

/** What is written in one atomic step. */
export interface Write {
  /** The account as it was loaded; null for a new one. */
  loaded: StoredAccount | null
  record: AccountRecord
  notes: readonly Note[]
  /** A billing event to record, which must not have been received before. */
  event?: { id: string; now: number }
  /**
   * The person who starts a trial with this write: only if they have never had one. The driver records it permanently.
   */
  trialOf?: MailboxHash
  /** For a new account: only if its owner belongs to no account. */
  isFirst?: boolean
}

/** Which accounts to find: all of them, those with webhooks, or those with a member or an invited address. */
export type Search = 'all' | 'webhooks' | { member: string } | { invited: string }

/** The verbs of the store that a driver implements itself. */
type OwnVerbs =
  | 'takeBack'
  | 'isEmpty'
  | 'place'
  | 'ping'
  | 'close'
  | 'subscribedQuery'
  | 'noteAnnounced'
  | keyof Omit<Deliveries, 'claimDelivery'>

/**
 * What a storage driver implements. Each method is one atomic step without rules; `storeOf` builds the verbs of the
 * store from them. Every driver passes the same suite, `test/storage/contract.ts`.
 * @throws StoreUnavailable when the storage is unavailable, slow, or replies with something unreadable
 */
export interface Driver extends Meter, Pick<Store, OwnVerbs> {
  /** The ids of accounts. */
  find(search: Search): Promise<string[]>
  /** A summary of every account, in any order. */
  summaries(): Promise<AccountSummary[]>
  /** The accounts with these ids that exist, or the account that has a key. */
  load(search: readonly string[] | { keyId: string }): Promise<StoredAccount[]>
  /** Writes unless the account has changed since it was loaded, or a condition of the write fails; then false. */
  save(write: Write): Promise<boolean>
  /** The entries of the trail from number `first` to `last`, in order. */
  entries(accountId: string, first: number, last: number): Promise<Entry[]>
  /** Whether a billing event was received within BILLING_MEMORY_MS. */
  knowsEvent(eventId: string, now: number): Promise<boolean>
  /** Whether a person has had a trial, even in an account that was deleted. */
  knowsTrialOf(person: MailboxHash): Promise<boolean>
  /** Replaces an alert unless it has changed since it was loaded; then false. */
  saveAlert(accountId: string, before: Alert, after: Alert): Promise<boolean>

  /** Stores a link. Links that have expired by `now` may be deleted. */
  addLink(link: StoredLink, now: number): Promise<void>
  link(hash: SecretHash): Promise<StoredLink | null>
  /** Whether this call removed the link. */
  removeLink(hash: SecretHash): Promise<boolean>
  /** Stores a session. Sessions that have ended by `now` may be deleted. */
  addSession(session: Session, now: number): Promise<void>
  sessionsBy(search: { hash: SecretHash } | { email: string }): Promise<Session[]>
  /** Records when a session was last used, if it still exists. */
  touchSession(session: Session): Promise<void>
  removeSessions(sessions: readonly Session[]): Promise<void>
}
