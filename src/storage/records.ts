import { type Actor, type Change, type Rule, unchanged } from '../account/actions.ts'
import { applyBilling, type BillingEvent, type BillingOutcome } from '../account/billing.ts'
import { mailboxHashOf } from '../account/mailbox.ts'
import type { AccountRecord } from '../account/record.ts'
import { AccountRefusal } from '../account/refusals.ts'
import { leaseTrialNotice, startTrial, type TrialNotice, trialNoticeDue } from '../account/trial.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { type Alert, type AlertName, type Delivery, settled } from '../notify/alert.ts'
import { compare } from '../rules/compare.ts'
import type { Driver, Search, StoredAccount, Write } from './port.ts'

// An attempt fails only if another instance changed the same account in between.
const ATTEMPTS_MAX = 20
const LOADED_AT_ONCE = 100

/** An account by its id, or by the id of one of its keys. */
type AccountName = string | { keyId: string }

export type Records = ReturnType<typeof recordsOf>

/** Records of accounts over a driver: read in order, changed by rules, written by compare-and-set. */
export function recordsOf(driver: Driver) {
  const inTurn = turns()

  /** Accounts in order, the oldest first. */
  async function load(ids: readonly string[]): Promise<StoredAccount[]> {
    const pages = Array.from({ length: Math.ceil(ids.length / LOADED_AT_ONCE) }, (_, page) =>
      driver.load(ids.slice(page * LOADED_AT_ONCE, (page + 1) * LOADED_AT_ONCE)),
    )
    const found = (await Promise.all(pages)).flat().map(inOrder)
    return found.sort((a, b) => byAge(a.record.account, b.record.account))
  }

  /** The account of an id, or of a key. @throws AccountRefusal account_unknown or key_unknown */
  async function read(name: AccountName): Promise<StoredAccount> {
    const [loaded] = await driver.load(typeof name === 'string' ? [name] : name)
    if (loaded) return inOrder(loaded)
    throw typeof name === 'string'
      ? new AccountRefusal('account_unknown', name)
      : new AccountRefusal('key_unknown', name.keyId)
  }

  /**
   * Decides on the record and writes, repeatedly if others change it in between. A decision without a write ends it.
   */
  const update = <Result>(
    name: AccountName,
    decide: (record: AccountRecord) => Promise<{ result: Result; write?: Omit<Write, 'loaded'> }>,
  ): Promise<Result> =>
    inTurn(typeof name === 'string' ? name : name.keyId, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const loaded = await read(name)
        const { result, write } = await decide(loaded.record)
        if (!write || (await driver.save({ loaded, ...write }))) return result
      }
      throw new StoreUnavailable('The account is being changed by too many callers.')
    })

  return {
    driver,
    /** The accounts that a search finds, the oldest first. */
    search: async (by: Search): Promise<StoredAccount[]> => load(await driver.find(by)),
    load,
    read,

    /** Whether the account was written: not if its id is taken, or `isFirst` and its owner belongs to an account. */
    create: ({ record, notes }: Change, isFirst = false): Promise<boolean> =>
      driver.save({ loaded: null, record, notes, isFirst }),

    /** Applies a rule to an account. Returns the record afterwards. @throws AccountRefusal */
    change: <Command>(name: AccountName, rule: Rule<Command>, command: Command, now: number): Promise<AccountRecord> =>
      update(name, async (record) => {
        const change = accepted(rule(record, command, now))
        const result = recordInOrder(change.record)
        return change.record === record ? { result } : { result, write: change }
      }),

    bill: (event: BillingEvent, now: number): Promise<BillingOutcome> =>
      update<BillingOutcome>(event.accountId, async (record) => {
        if (await driver.knowsEvent(event.id, now)) return { result: 'replayed' }
        const change = applyBilling(record, event, now)
        const write = { ...(change ? accepted(change) : unchanged(record)), event: { id: event.id, now } }
        return { result: change ? 'applied' : 'outdated', write }
      }),

    /** Starts a trial, unless the account or the person has had one. @throws AccountRefusal */
    startTrial: (accountId: string, days: number, now: number, by: Actor): Promise<AccountRecord> =>
      update(accountId, async (record) => {
        const trialOf = mailboxHashOf(by)
        const hadTrial = await driver.knowsTrialOf(trialOf)
        const change = accepted(startTrial(record, { days, by, hadTrial }, now))
        return { result: change.record, write: { ...change, trialOf } }
      }),

    /** Takes the trial email that is due; null if none is, or another caller was faster. */
    async claimTrialNotice(accountId: string, now: number, leaseMs: number): Promise<TrialNotice | null> {
      const loaded = await read(accountId)
      const notice = trialNoticeDue(loaded.record, now)
      if (notice === null) return null
      return (await driver.save({ loaded, ...leaseTrialNotice(loaded.record, now, leaseMs) })) ? notice : null
    },

    async settle(accountId: string, { month, meter, threshold }: AlertName, delivery: Delivery): Promise<void> {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const before = (await read(accountId)).alerts.find(
          (alert) => alert.month === month && alert.meter === meter && alert.threshold === threshold,
        )
        const after = before && settled(before, delivery)
        if (!after || (await driver.saveAlert(accountId, before, after))) return
      }
      throw new StoreUnavailable('The alert is being changed by too many callers.')
    },
  }
}

function accepted(decided: Change | AccountRefusal): Change {
  if (decided instanceof AccountRefusal) throw decided
  return decided
}

/** Runs operations of the same name one after the other, so callers of this instance never compete. */
function turns() {
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

export const byAge = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number =>
  a.createdAt - b.createdAt || compare(a.id, b.id)
const byEmail = (a: { email: string }, b: { email: string }): number => compare(a.email, b.email)

/** Owners first, then members and invitations by address; the oldest key and the oldest webhook first. */
const recordInOrder = (record: AccountRecord): AccountRecord => ({
  ...record,
  members: record.members.toSorted((a, b) => Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || byEmail(a, b)),
  invitations: record.invitations.toSorted(byEmail),
  keys: record.keys.toSorted(byAge),
  webhooks: record.webhooks.toSorted(byAge),
  subscriptions: record.subscriptions.toSorted(byAge),
})

const byMaking = (a: Alert, b: Alert): number => a.createdAt - b.createdAt

const inOrder = (loaded: StoredAccount): StoredAccount => ({
  ...loaded,
  record: recordInOrder(loaded.record),
  alerts: loaded.alerts.toSorted(byMaking),
})
