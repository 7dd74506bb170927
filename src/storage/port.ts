import * as z from 'zod'
import { BILLING_MEMORY_MS } from '../account/account.ts'
import { Entry } from '../account/actions.ts'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../account/person.ts'
import { type Account, AccountRecord, type Key, type SubscribedQuery } from '../account/record.ts'
import type { Accounts, People, Webhooks } from '../account/verbs.ts'
import type { Meter } from '../metering/admission.ts'
import type { AccessPhase, AccountMeter, toUsageFigures } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import type { Windows } from '../metering/windows.ts'
import { Alert, type Alerts } from '../notify/alert.ts'
import { DELIVERY_MEMORY_MS, type Deliveries, type Delivery } from '../notify/delivery.ts'
import { type AlertRequest, hashAddress, type ListAlert, type ListAlerts, REQUEST_MS } from '../notify/list-alerts.ts'

/**
 * Everything the service stores about its customers, as verbs by subject. Verbs about an account or a key throw
 * AccountRefusal if it is unknown, and StoreUnavailable if the store is. `now` is in milliseconds since 1970.
 */
export interface Store extends Meter, Accounts, Webhooks, People, Alerts, Deliveries, ListAlerts {
  usage(accountId: string, windows: Windows): Promise<UsageReport>
  /** An account with everything stored about it, for import into another store; null for an unknown id. */
  readCopy(accountId: string): Promise<AccountCopy | null>
  /** Imports a whole account. False, with nothing changed, if its id or one of its secrets already exists. */
  place(copy: AccountCopy): Promise<boolean>
  /** The store's time, if it accepts a write like that of an admission. Nothing is counted. */
  ping(): Promise<number>
  close(): Promise<void>
}

/** The usage of an account, with its keys and its alerts. */
export interface UsageReport extends ReturnType<typeof toUsageFigures> {
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

interface ItemHead {
  id: string
  /** What items of a kind are listed by, such as the email address of a session; null if they are not. */
  owner: string | null
  createdAt: number
  /** How long it is kept at least; null for ever. */
  keptMs: number | null
  dueAt: number | null
  /** Incremented with each replacement. */
  turn: number
}
type Mark = Pick<ItemHead, 'id' | 'createdAt'>

/** What a store keeps beside its accounts: where an item of each kind is found, and how long it is kept. */
const KINDS = {
  link: ({ hash, expiresAt }: StoredLink) => ({ id: hash, createdAt: expiresAt - LINK_MS, keptMs: LINK_MS }),
  session: ({ hash, email, createdAt }: Session) => ({ id: hash, owner: email, createdAt, keptMs: SESSION_MAX_MS }),
  delivery: ({ id, webhookId, createdAt, nextAttemptAt, turn }: Delivery) => ({
    ...{ id, owner: webhookId, createdAt, keptMs: DELIVERY_MEMORY_MS },
    ...{ dueAt: nextAttemptAt, turn },
  }),
  /** A billing event that was received. */
  billing: ({ id, createdAt }: Mark) => ({ id, createdAt, keptMs: BILLING_MEMORY_MS }),
  /** The mailbox hash of a person who had a trial. It is kept permanently, even if the account is deleted. */
  trial: ({ id, createdAt }: Mark) => ({ id, createdAt, keptMs: null }),
  'alert-request': ({ id, address, createdAt }: AlertRequest) => ({
    ...{ id, owner: hashAddress(address), createdAt, keptMs: REQUEST_MS },
    dueAt: createdAt + REQUEST_MS,
  }),
  'list-alert': ({ id, address, confirmedAt, dueAt, turn }: ListAlert) => ({
    ...{ id, owner: hashAddress(address), createdAt: confirmedAt, keptMs: null },
    ...{ dueAt, turn },
  }),
} satisfies { [kind: string]: (content: never) => Pick<ItemHead, 'id' | 'createdAt' | 'keptMs'> & Partial<ItemHead> }
export type ItemKind = keyof typeof KINDS
export type Content<Kind extends ItemKind> = Parameters<(typeof KINDS)[Kind]>[0]

/** Something small that is kept beside the accounts, by its kind and id. */
export interface Item<Kind extends ItemKind = ItemKind> extends ItemHead {
  kind: Kind
  content: Content<Kind>
}

export const toItem = <Kind extends ItemKind>(kind: Kind, content: Content<Kind>): Item<Kind> => ({
  ...{ owner: null, dueAt: null, turn: 1 },
  ...KINDS[kind](content as never),
  kind,
  content,
})

/** An account as a driver keeps it: `document` and `meter` are JSON, which drivers do not read. */
export interface AccountRow {
  version: number
  /** What rules change, by compare-and-set on the version. */
  document: string
  /** What admissions and refunds change: an AccountMeter. */
  meter: string
  /** The minute of the last admitted request of each secret, by its hash. */
  lastUsed: { readonly [hash: string]: number }
}

/** What the meter, and a signed address, need of a secret. A driver finds it by the hash and keeps it as JSON. */
export interface StoredAccess {
  keyId: string
  phases: AccessPhase[]
  /** Only of a signed address. */
  query?: SubscribedQuery
}

/**
 * The changes that a driver can make to its rows, each on a condition: accounts, keys and items that are added must be new,
 * and no account may be found by a first term; an account must have the version, and a replaced item the turn before; a
 * removed item must exist. Other changes of keys and terms, and entries, have none. Texts are JSON.
 */
export interface Changes {
  addAccount: { id: string; document: string; summary: string; meter: string }
  /** Increments the version. */
  changeAccount: { id: string; version: number; document: string; summary: string }
  /** Removes the meter and the trail, too. */
  removeAccount: { id: string; version: number }
  addKey: { hash: KeyHash; account: string; access: string; lastMinute: number | null }
  changeKey: { hash: KeyHash; access: string }
  removeKey: { hash: KeyHash; account: string }
  /** A term by which the account is found. */
  addTerm: { term: string; account: string }
  addFirstTerm: { term: string; account: string }
  removeTerm: { term: string; account: string }
  /** An entry of the trail, counted from 1. */
  addEntry: { account: string; number: number; entry: string }
  /** Items of its kind that have been kept long enough may be deleted. */
  addItem: Item
  replaceItem: Item
  removeItem: Item
}
export type Change = { [Kind in keyof Changes]: [Kind, Changes[Kind]] }[keyof Changes]

/**
 * What a storage driver implements. Each method is one atomic step without rules; `createStore` builds the verbs of the
 * store from them. Every driver passes the same suite, the tests of `test/storage/contract`.
 * @throws StoreUnavailable when the storage is unavailable, slow, or replies with something unreadable
 */
export interface Driver extends Pick<Store, 'admit' | 'refund' | 'ping' | 'close'> {
  /** What is kept of a secret, as JSON. */
  findKey(hash: KeyHash): Promise<string | null>
  findAccounts(term: string): Promise<string[]>
  readAccounts(ids: readonly string[]): Promise<AccountRow[]>
  /** The summaries of all accounts, in any order, as JSON. */
  readSummaries(): Promise<string[]>
  /** The entries of the trail from number `first` to `last`, in order, as JSON. */
  readTrail(accountId: string, first: number, last: number): Promise<string[]>
  /**
   * At most `limit` items as JSON: the one with an id, those of an owner, newest first, or those due at an instant, longest
   * due first.
   */
  findItems(kind: ItemKind, by: 'id' | 'owner' | 'due', value: string | number, limit: number): Promise<string[]>
  /** Makes all changes, unless a condition of one is not met; then false, with nothing changed. */
  write(changes: readonly Change[]): Promise<boolean>
}

/** More sessions or alerts than a person has. */
const OWNED_MAX = 1_000

/** The items of a kind. */
export function openItems<Kind extends ItemKind>(driver: Driver, kind: Kind) {
  const read = async (by: 'id' | 'owner' | 'due', value: string | number, limit: number): Promise<Item<Kind>[]> =>
    (await driver.findItems(kind, by, value, limit)).map((text) => JSON.parse(text))
  const getContent = ({ content }: Item<Kind>): Content<Kind> => content

  return {
    find: async (id: string) => (await read('id', id, 1))[0] ?? null,
    list: async (owner: string, limit = OWNED_MAX) => (await read('owner', owner, limit)).map(getContent),
    findDue: async (now: number, limit: number) => (await read('due', now, limit)).map(getContent),
    /** Whether the item was new. */
    add: (content: Content<Kind>): Promise<boolean> => driver.write([['addItem', toItem(kind, content)]]),
    /** False if the turn before that of the content is no longer stored. */
    replace: (content: Content<Kind>): Promise<boolean> => driver.write([['replaceItem', toItem(kind, content)]]),
    /** Whether this call removed the item. */
    drop: (content: Content<Kind>): Promise<boolean> => driver.write([['removeItem', toItem(kind, content)]]),
    /** Removes the items of an owner. Returns their number. */
    async dropOwned(owner: string): Promise<number> {
      for (let dropped = 0; ; ) {
        const items = await read('owner', owner, OWNED_MAX)
        await Promise.all(items.map((item) => driver.write([['removeItem', item]])))
        dropped += items.length
        if (items.length < OWNED_MAX) return dropped
      }
    },
  }
}
