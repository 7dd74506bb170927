import * as z from 'zod'
import { Entry } from '../account/actions.ts'
import { type Account, AccountRecord, type Key, type SubscribedQuery } from '../account/record.ts'
import type { Accounts, People, Webhooks } from '../account/verbs.ts'
import type { Meter } from '../metering/admission.ts'
import type { AccessPhase, AccountMeter, usageFigures } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import type { Windows } from '../metering/windows.ts'
import { Alert, type Alerts } from '../notify/alert.ts'
import type { Deliveries } from '../notify/delivery.ts'
import type { ListAlerts } from '../notify/list-alerts.ts'
import type { Item, ItemKind } from './items.ts'

/**
 * Everything the service stores about its customers, as verbs by subject. Verbs about an account or a key throw
 * AccountRefusal if it is unknown, and StoreUnavailable if the store is unavailable. `now` is in milliseconds since
 * 1970.
 */
export interface Store extends Meter, Accounts, Webhooks, People, Alerts, Deliveries, ListAlerts {
  usage(accountId: string, windows: Windows): Promise<UsageReport>
  isEmpty(): Promise<boolean>
  /** An account with everything stored about it, for import into another store; null for an unknown id. */
  readCopy(accountId: string): Promise<AccountCopy | null>
  /** Imports a whole account. False, with nothing changed, if its id or one of its secrets already exists. */
  place(copy: AccountCopy): Promise<boolean>
  /** The store's time, if it accepts a write like that of an admission. Nothing is counted. */
  ping(): Promise<number>
  close(): Promise<void>
}

/** The usage of an account, with its keys and its alerts. */
export interface UsageReport extends ReturnType<typeof usageFigures> {
  account: Account
  plan: PlanName
  keys: Key[]
  /** Newest first. */
  alerts: Alert[]
}

const Count = z.int().min(0)
const Month = z.string().regex(/^(\d{4}-\d{2})?$/)

/** An account independent of any store. Sessions and sign-in links are not included: people sign in again. */
export const AccountCopy = z.strictObject({
  record: AccountRecord,
  // What earlier releases wrote beside these figures is dropped.
  counts: z.object({ minute: Count, minuteUsed: Count, month: Month, monthUsed: Count, answersUsed: Count }),
  /** The figures of the months other than `counts.month`. */
  past: z.array(z.strictObject({ month: Month, requests: Count, answers: Count })),
  alerts: z.array(Alert.extend({ month: Month }).strict()),
  trail: z.array(Entry.strict()),
})
export type AccountCopy = z.infer<typeof AccountCopy>

/** An account as it was loaded. */
export interface StoredAccount extends Pick<AccountCopy, 'record' | 'alerts'> {
  /** Incremented with each change of the document. */
  version: number
  meter: AccountMeter
  entries: number
}

/** An account as a driver keeps it: `document` and `meter` are JSON, which drivers do not read. */
export interface AccountRow {
  version: number
  /** What rules change, by compare-and-set on the version. */
  document: string
  /** What admissions and refunds change: an AccountMeter. */
  meter: string
  /** The minute of the last admitted request of each secret, by its hash. */
  lastUsed: ReadonlyMap<string, number>
}

/** What the meter, and a signed address, need of a secret. A driver finds it by the hash and keeps it as JSON. */
export interface StoredAccess {
  keyId: string
  phases: AccessPhase[]
  /** Only of a signed address. */
  query?: SubscribedQuery
}

/** What is written in one atomic step, unless a condition fails. */
export interface AccountWrite {
  id: string
  /** The version that was loaded, which must still be stored; null for an account that must not exist. */
  loaded: number | null
  document: string
  summary: string
  /** The secrets, with their access as JSON. Those in `added` must not exist, in this account or another. */
  keys: { put: ReadonlyMap<KeyHash, string>; added: readonly KeyHash[]; drop: readonly KeyHash[] }
  /** The terms by which the account is found. */
  terms: { put: readonly string[]; drop: readonly string[] }
  /** New entries of the trail, as JSON; the first one has the number `trailFrom`. */
  trail: readonly string[]
  trailFrom: number
  /** Items that must be new. */
  items: readonly Item[]
  /** Only if no account is found by this term. */
  unlessFound?: string | undefined
  /** Only of a new account. */
  meter?: string
  lastUsed?: ReadonlyMap<string, number>
}

/**
 * What a storage driver implements. Each method is one atomic step without rules; `createStore` builds the verbs of the
 * store from them. Every driver passes the same suite, the tests of `test/storage/contract`.
 * @throws StoreUnavailable when the storage is unavailable, slow, or replies with something unreadable
 */
export interface Driver extends Pick<Store, 'admit' | 'refund' | 'isEmpty' | 'ping' | 'close'> {
  /** A secret, and the store's time; the time is null when the callers' clocks decide. */
  findKey(hash: KeyHash): Promise<{ access: string; now: number | null } | null>
  findAccounts(term: string): Promise<string[]>
  readAccounts(ids: readonly string[]): Promise<AccountRow[]>
  /** The summaries of all accounts, in any order, as JSON. */
  readSummaries(): Promise<string[]>
  /** Writes, unless a condition fails; then false, with nothing changed. */
  write(write: AccountWrite): Promise<boolean>
  /** Deletes an account with its meter, trail and dropped keys and terms, unless a condition fails; then false. */
  remove(removal: Pick<AccountWrite, 'id' | 'loaded' | 'keys' | 'terms'>): Promise<boolean>
  /** The entries of the trail from number `first` to `last`, in order, as JSON. */
  readTrail(accountId: string, first: number, last: number): Promise<string[]>

  /** Adds the items that are new. Items of these kinds that have been kept long enough may be deleted. */
  addItems(items: readonly Item[]): Promise<void>
  findItem(kind: ItemKind, id: string): Promise<Item | null>
  /** At most `limit` items of an owner, newest first. */
  listItems(kind: ItemKind, owner: string, limit: number): Promise<Item[]>
  /** At most `limit` items that are due, longest due first. */
  findDue(kind: ItemKind, now: number, limit: number): Promise<Item[]>
  /** Replaces an item unless its turn has changed; then false. */
  replaceItem(before: Item, after: Item): Promise<boolean>
  /** Whether this call removed the item. */
  removeItem(item: Item): Promise<boolean>
}
