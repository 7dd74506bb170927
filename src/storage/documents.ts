import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { AccountRefusal, type Entry, type Note, type Rule } from '../account/actions.ts'
import type { AccountRecord, AccountSummary, StoredKey, StoredSubscription } from '../account/record.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { type AccountMeter, getUsedIn, NEW_METER, toAccessPhases, toAlertName } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import { MINUTE_MS } from '../metering/windows.ts'
import { type Alert, createAlert } from '../notify/alert.ts'
import { pick } from '../rules/pick.ts'
import { compare } from '../rules/text/words.ts'
import type { AccountCopy, AccountRow, Change, Driver, Item, StoredAccess, StoredAccount } from './port.ts'

/** What the rules of accounts change, as it is stored. */
type AccountDocument = Pick<StoredAccount, 'record' | 'alerts' | 'entries'>

/** A change to an account, and what is written with it. */
interface AccountChange {
  record: AccountRecord
  notes?: readonly Note[]
  alerts?: Alert[]
  items?: readonly Item[]
  /** Only of a new account. */
  meter?: AccountMeter
  /** A term by which no account may be found before. */
  firstTerm?: string | undefined
}

/** Reads a stored account, with its lists in order. */
function parseAccount({ version, document, meter: meterText, lastUsed }: AccountRow): StoredAccount {
  const { record, alerts, entries }: AccountDocument = JSON.parse(document)
  const meter: AccountMeter = JSON.parse(meterText)
  // Admissions change it beside the document, whose own is outdated.
  const withLastUse = <Secret extends StoredKey | StoredSubscription>(secret: Secret): Secret => {
    const minute = lastUsed[secret.hash]
    return { ...secret, lastUsedAt: minute === undefined ? null : minute * MINUTE_MS }
  }
  const alertsByName = new Map(alerts.map((alert) => [toAlertName(alert.month, alert), alert]))
  return {
    version,
    entries,
    record: sortLists({
      ...record,
      keys: record.keys.map(withLastUse),
      subscriptions: record.subscriptions.map(withLastUse),
    }),
    meter,
    alerts: Object.entries(meter.alerts)
      .map(([name, createdAt]) => alertsByName.get(name) ?? createAlert(name.split(' '), createdAt))
      .sort((a, b) => a.createdAt - b.createdAt),
  }
}

/** What a change writes. @param loaded null for a new account @param change null for one that is removed */
export function toChanges(loaded: StoredAccount | null, change: AccountChange | null): Change[] {
  const account = (change ?? loaded)?.record.account.id as string
  const [secretsBefore, secrets] = [getSecrets(loaded), getSecrets(change)]
  const [termsBefore, terms] = [getTerms(loaded), getTerms(change)]
  return [
    ...toAccountChanges(loaded, change),
    ...[...secrets].flatMap(([hash, { access, lastMinute }]): Change[] => {
      const before = secretsBefore.get(hash)
      if (!before) return [['addKey', { hash, account, access, lastMinute }]]
      return before.access === access ? [] : [['changeKey', { hash, access }]]
    }),
    ...[...new Set(secretsBefore.keys()).difference(secrets)].map((hash): Change => ['removeKey', { hash, account }]),
    ...[...terms.difference(termsBefore)].map((term): Change => {
      return [term === change?.firstTerm ? 'addFirstTerm' : 'addTerm', { term, account }]
    }),
    ...[...termsBefore.difference(terms)].map((term): Change => ['removeTerm', { term, account }]),
  ]
}

function toAccountChanges(loaded: StoredAccount | null, change: AccountChange | null): Change[] {
  if (!change) return loaded ? [['removeAccount', { id: loaded.record.account.id, version: loaded.version }]] : []
  const { record, notes = [], alerts = loaded?.alerts ?? [], items = [], meter = NEW_METER } = change
  const { id, name, createdAt } = record.account
  const entries = loaded?.entries ?? 0
  const stored: AccountDocument = { record, alerts, entries: entries + notes.length }
  const shown: AccountSummary = { id, name, createdAt, trialNoticeAt: record.trial?.noticeAt ?? null }
  const texts = { id, document: JSON.stringify(stored), summary: JSON.stringify(shown) }
  return [
    loaded
      ? ['changeAccount', { ...texts, version: loaded.version }]
      : ['addAccount', { ...texts, meter: JSON.stringify(meter) }],
    ...notes.map((note, index): Change => {
      const entry: Entry = { ...note, number: entries + index + 1 }
      return ['addEntry', { account: id, number: entry.number, entry: JSON.stringify(entry) }]
    }),
    ...items.map((item): Change => ['addItem', item]),
  ]
}

/** A whole account as it is exported. */
export const toCopy = ({ record, meter, alerts }: StoredAccount, trail: Entry[]): AccountCopy => ({
  record,
  counts: pick(meter, ['minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed']),
  past: Object.keys(meter.past)
    .sort(compare)
    .map((month) => ({ month, ...getUsedIn(meter, month) })),
  alerts,
  trail,
})

/** What the import of a whole account writes. */
export function toImport({ record, counts, past, alerts, trail }: AccountCopy): Change[] {
  const meter: AccountMeter = {
    ...counts,
    past: Object.fromEntries(
      past.map(({ month, requests, answers }) => [month, { monthUsed: requests, answersUsed: answers }]),
    ),
    alerts: Object.fromEntries(alerts.map((alert) => [toAlertName(alert.month, alert), alert.createdAt])),
  }
  return toChanges(null, { record, notes: trail, alerts, meter })
}

/** The secrets of an account: what is kept of each, and the minute of its last use. */
function getSecrets(stored: { record: AccountRecord } | null) {
  if (!stored) return new Map<KeyHash, { access: string; lastMinute: number | null }>()
  const { account, keys, subscriptions } = stored.record
  const addresses = subscriptions.map(({ list, format, query, ...rest }) => {
    return { ...rest, expiresAt: null, query: { list, format, query } }
  })
  return new Map(
    [...keys, ...addresses].map((secret) => {
      const { id: keyId, hash, revokedAt, expiresAt, lastUsedAt } = secret
      const phases = toAccessPhases({ ...account, revokedAt, expiresAt })
      const access: StoredAccess = { keyId, phases, ...('query' in secret && { query: secret.query }) }
      return [hash, { access: JSON.stringify(access), lastMinute: lastUsedAt === null ? null : lastUsedAt / MINUTE_MS }]
    }),
  )
}

/** The term of every account. */
export const ALL = 'all'
/** The term of accounts with webhooks. */
export const WITH_WEBHOOKS = 'webhooks'
export const toKeyTerm = (keyId: string): string => `key:${keyId}`
export const toMemberTerm = (email: string): string => `member:${email}`
export const toInvitedTerm = (email: string): string => `invited:${email}`

function getTerms(stored: { record: AccountRecord } | null): Set<string> {
  if (!stored) return new Set()
  const { keys, members, invitations, webhooks } = stored.record
  return new Set([
    ALL,
    ...(webhooks.length > 0 ? [WITH_WEBHOOKS] : []),
    ...keys.map(({ id }) => toKeyTerm(id)),
    ...members.map(({ email }) => toMemberTerm(email)),
    ...invitations.map(({ email }) => toInvitedTerm(email)),
  ])
}

export const byAge = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number =>
  a.createdAt - b.createdAt || compare(a.id, b.id)
const byEmail = (a: { email: string }, b: { email: string }): number => compare(a.email, b.email)

/** Owners first, then members and invitations by address; the oldest key and the oldest webhook first. */
const sortLists = (record: AccountRecord): AccountRecord => ({
  ...record,
  members: record.members.toSorted((a, b) => Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || byEmail(a, b)),
  invitations: record.invitations.toSorted(byEmail),
  keys: record.keys.toSorted(byAge),
  webhooks: record.webhooks.toSorted(byAge),
  subscriptions: record.subscriptions.toSorted(byAge),
})

// An attempt fails only if another instance changed the same account in between.
const ATTEMPTS_MAX = 20

/** Records of accounts over a driver: changed by rules, written by compare-and-set on their version. */
export function createRecords(driver: Driver) {
  // Callers of this instance who change the same account do so one after the other, so they never compete.
  const turns = new LRUCache<string, LimitFunction>({ max: 1_000, memoMethod: () => pLimit(1) })

  /** The accounts with these ids that exist, the oldest first. */
  const load = async (ids: readonly string[]): Promise<StoredAccount[]> =>
    (await driver.readAccounts(ids)).map(parseAccount).sort((a, b) => byAge(a.record.account, b.record.account))

  /** @throws AccountRefusal account_unknown */
  async function read(id: string): Promise<StoredAccount> {
    const [loaded] = await load([id])
    if (loaded) return loaded
    throw new AccountRefusal('account_unknown', id)
  }

  /** Decides on the account and writes, again if others changed it in between. A decision without a change writes nothing. */
  const update = <Result>(
    id: string,
    decide: (account: StoredAccount) => Promise<{ result: Result; change?: AccountChange | 'removal' | null }>,
  ): Promise<Result> =>
    turns.memo(id)(async () => {
      for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
        const loaded = await read(id)
        const { result, change } = await decide(loaded)
        if (!change || (await driver.write(toChanges(loaded, change === 'removal' ? null : change)))) return result
      }
      throw new StoreUnavailable('The account is being changed by too many callers.')
    })

  return {
    load,
    read,
    update,
    /** The accounts with a term, the oldest first. */
    search: async (term: string): Promise<StoredAccount[]> => load(await driver.findAccounts(term)),
    /** Applies a rule to an account. Returns the record afterwards. @throws AccountRefusal */
    change: <Command>(id: string, rule: Rule<Command>, command: Command, now: number): Promise<AccountRecord> =>
      update(id, async ({ record }) => {
        const change = rule(record, command, now)
        return { result: sortLists(change.record), change: change.record === record ? null : change }
      }),
  }
}
