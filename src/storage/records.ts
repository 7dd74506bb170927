import {
  applyBilling,
  type BillingEvent,
  type BillingOutcome,
  leaseTrialNotice,
  startTrial,
  type TrialNotice,
  trialNoticeDue,
} from '../account/account.ts'
import { AccountRefusal, type Actor, type Change, type Rule } from '../account/actions.ts'
import { hashMailbox } from '../account/person.ts'
import type { AccountRecord } from '../account/record.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import type { Alert } from '../notify/alert.ts'
import {
  type AccountChange,
  byAge,
  parseAccount,
  sortLists,
  toKeyTerm,
  toMemberTerm,
  toRemoval,
  toWrite,
} from './documents.ts'
import { type Content, type ItemKind, toItem } from './items.ts'
import type { Driver, StoredAccount } from './port.ts'

// An attempt fails only if another instance changed the same account in between.
const ATTEMPTS_MAX = 20
const LOADED_AT_ONCE = 100
/** More sessions or alerts than a person has. */
const OWNED_MAX = 1_000

/** An account by its id, or by the id of one of its keys. */
type AccountName = string | { keyId: string }

/** Records of accounts over a driver: changed by rules, written by compare-and-set on their version. */
export function createRecords(driver: Driver) {
  const inTurn = createTurns()

  /** The accounts with these ids that exist, the oldest first. */
  async function load(ids: readonly string[]): Promise<StoredAccount[]> {
    const pages = Array.from({ length: Math.ceil(ids.length / LOADED_AT_ONCE) }, (_, page) =>
      driver.readAccounts(ids.slice(page * LOADED_AT_ONCE, (page + 1) * LOADED_AT_ONCE)),
    )
    const accounts = (await Promise.all(pages)).flat().map(parseAccount)
    return accounts.sort((a, b) => byAge(a.record.account, b.record.account))
  }

  /** The account of an id, or of a key. @throws AccountRefusal account_unknown or key_unknown */
  async function read(name: AccountName): Promise<StoredAccount> {
    const ids = typeof name === 'string' ? [name] : await driver.findAccounts(toKeyTerm(name.keyId))
    const [loaded] = await load(ids)
    if (loaded) return loaded
    throw typeof name === 'string'
      ? new AccountRefusal('account_unknown', name)
      : new AccountRefusal('key_unknown', name.keyId)
  }

  /** Loads the account and tries a step with it, repeatedly if others change it in between: then the step returns null. */
  const attempt = <Result>(
    name: AccountName,
    step: (account: StoredAccount) => Promise<{ result: Result } | null>,
  ): Promise<Result> =>
    inTurn(typeof name === 'string' ? name : name.keyId, async () => {
      for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
        const done = await step(await read(name))
        if (done) return done.result
      }
      throw new StoreUnavailable('The account is being changed by too many callers.')
    })

  /** Decides on the account and writes. A decision without a change writes nothing. */
  const update = <Result>(
    name: AccountName,
    decide: (account: StoredAccount) => Promise<{ result: Result; change?: AccountChange | null }>,
  ): Promise<Result> =>
    attempt(name, async (loaded) => {
      const { result, change } = await decide(loaded)
      return !change || (await driver.write(toWrite(loaded, change))) ? { result } : null
    })

  return {
    load,
    read,
    add: <Kind extends ItemKind>(kind: Kind, ...contents: readonly Content<Kind>[]): Promise<void> =>
      driver.addItems(contents.map((content) => toItem(kind, content))),
    find: async <Kind extends ItemKind>(kind: Kind, id: string) =>
      ((await driver.findItem(kind, id))?.content ?? null) as Content<Kind> | null,
    list: async <Kind extends ItemKind>(kind: Kind, owner: string, limit = OWNED_MAX) =>
      (await driver.listItems(kind, owner, limit)).map(({ content }) => content as Content<Kind>),
    findDue: async <Kind extends ItemKind>(kind: Kind, now: number, limit: number) =>
      (await driver.findDue(kind, now, limit)).map(({ content }) => content as Content<Kind>),
    replace: <Kind extends ItemKind>(kind: Kind, before: Content<Kind>, after: Content<Kind>): Promise<boolean> =>
      driver.replaceItem(toItem(kind, before), toItem(kind, after)),
    drop: <Kind extends ItemKind>(kind: Kind, content: Content<Kind>): Promise<boolean> =>
      driver.removeItem(toItem(kind, content)),
    async dropOwned(kind: ItemKind, owner: string): Promise<number> {
      for (let dropped = 0; ; ) {
        const items = await driver.listItems(kind, owner, OWNED_MAX)
        await Promise.all(items.map((item) => driver.removeItem(item)))
        dropped += items.length
        if (items.length < OWNED_MAX) return dropped
      }
    },
    /** The accounts with a term, the oldest first. */
    search: async (term: string): Promise<StoredAccount[]> => load(await driver.findAccounts(term)),

    /** Whether the account was written: not if its id is taken, or `isFirst` and its owner belongs to an account. */
    create(change: Change, isFirst = false): Promise<boolean> {
      const [owner] = change.record.members
      const unlessFound = isFirst && owner ? toMemberTerm(owner.email) : undefined
      return driver.write(toWrite(null, { ...change, unlessFound }))
    },

    /** Deletes an account. Returns its last record. @throws AccountRefusal */
    remove: (accountId: string): Promise<AccountRecord> =>
      attempt(accountId, async (loaded) =>
        (await driver.remove(toRemoval(loaded))) ? { result: loaded.record } : null,
      ),

    /** Applies a rule to an account. Returns the record afterwards. @throws AccountRefusal */
    change: <Command>(name: AccountName, rule: Rule<Command>, command: Command, now: number): Promise<AccountRecord> =>
      update(name, async ({ record }) => {
        const change = accept(rule(record, command, now))
        return { result: sortLists(change.record), change: change.record === record ? null : change }
      }),

    bill: (event: BillingEvent, now: number): Promise<BillingOutcome> =>
      update<BillingOutcome>(event.accountId, async ({ record }) => {
        const items = [toItem('billing', { id: event.id, createdAt: now })]
        const received = await driver.findItem('billing', event.id)
        if (received && received.createdAt + (received.keptMs ?? 0) > now) return { result: 'replayed' }
        const change = applyBilling(record, event, now)
        if (change === null) return { result: 'outdated', change: { record, items } }
        return { result: 'applied', change: { ...accept(change), items } }
      }),

    /** Starts a trial, unless the account or the person has had one. @throws AccountRefusal */
    startTrial: (accountId: string, days: number, now: number, by: Actor): Promise<AccountRecord> =>
      update(accountId, async ({ record }) => {
        const person = hashMailbox(by)
        const hadTrial = (await driver.findItem('trial', person)) !== null
        const change = accept(startTrial(record, { days, by, hadTrial }, now))
        return {
          result: change.record,
          change: { ...change, items: [toItem('trial', { id: person, createdAt: now })] },
        }
      }),

    claimTrialNotice: (accountId: string, now: number, leaseMs: number): Promise<TrialNotice | null> =>
      update(accountId, async ({ record }) => {
        const notice = trialNoticeDue(record, now)
        return { result: notice, change: notice && leaseTrialNotice(record, now, leaseMs) }
      }),

    /** Replaces alerts; `changeAlert` returns null for one that stays. Returns the new ones. */
    changeAlerts: (
      accountId: string,
      changeAlert: (alert: Alert, account: StoredAccount) => Alert | null,
    ): Promise<Alert[]> =>
      update(accountId, async (account) => {
        const changes = account.alerts.map((alert) => changeAlert(alert, account))
        const result = changes.filter((alert) => alert !== null)
        if (result.length === 0) return { result }
        const alerts = account.alerts.map((alert, place) => changes[place] ?? alert)
        return { result, change: { record: account.record, alerts } }
      }),
  }
}

function accept(decided: Change | AccountRefusal): Change {
  if (decided instanceof AccountRefusal) throw decided
  return decided
}

/** Runs operations of the same name one after the other, so callers of this instance never compete. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
