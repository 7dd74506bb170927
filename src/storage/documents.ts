import type { Entry, Note } from '../account/actions.ts'
import type { AccountRecord, AccountSummary, StoredKey, StoredSubscription } from '../account/record.ts'
import { type AccountMeter, accessPhases, alertName, NEW_METER, usedIn } from '../metering/decide.ts'
import type { KeyHash } from '../metering/keys.ts'
import { MINUTE_MS } from '../metering/windows.ts'
import { type Alert, newAlert } from '../notify/alert.ts'
import { pick } from '../rules/pick.ts'
import { compare } from '../rules/text/words.ts'
import { type Item, toItem } from './items.ts'
import type { AccountCopy, AccountRow, AccountWrite, StoredAccess, StoredAccount } from './port.ts'

/** What the rules of accounts change, as it is stored. */
interface AccountDocument {
  record: AccountRecord
  alerts: Alert[]
  entries: number
}

/** A change to an account, and what is written with it. */
export interface AccountChange extends Pick<AccountWrite, 'unlessFound'> {
  record: AccountRecord
  notes?: readonly Note[]
  alerts?: Alert[]
  items?: AccountWrite['items']
}

/** Reads a stored account, with its lists in order. */
export function parseAccount({ version, document, meter: meterText, lastUsed }: AccountRow): StoredAccount {
  const { record, alerts, entries }: AccountDocument = JSON.parse(document)
  const meter: AccountMeter = JSON.parse(meterText)
  const withLastUse = <Secret extends StoredKey | StoredSubscription>(secret: Secret): Secret => {
    const minute = lastUsed.get(secret.hash)
    return { ...secret, lastUsedAt: minute === undefined ? null : minute * MINUTE_MS }
  }
  const known = new Map(alerts.map((alert) => [alertName(alert.month, alert), alert]))
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
      .map(([name, createdAt]) => known.get(name) ?? newAlert(name.split(' '), createdAt))
      .sort((a, b) => a.createdAt - b.createdAt),
  }
}

/** What a change writes. @param loaded null for a new account */
export function toWrite(loaded: StoredAccount | null, change: AccountChange): AccountWrite {
  const { record, notes = [], alerts = loaded?.alerts ?? [], items = [], unlessFound } = change
  const { account, trial } = record
  const [before, after] = [loaded ? getAccess(loaded.record) : new Map<KeyHash, string>(), getAccess(record)]
  const [termsBefore, terms] = [loaded ? getTerms(loaded.record) : [], getTerms(record)]
  const entries = loaded?.entries ?? 0
  const document: AccountDocument = { record: withoutLastUse(record), alerts, entries: entries + notes.length }
  const summary: AccountSummary = {
    id: account.id,
    name: account.name,
    createdAt: account.createdAt,
    trialNoticeAt: trial?.noticeAt ?? null,
  }
  return {
    id: account.id,
    loaded: loaded?.version ?? null,
    document: JSON.stringify(document),
    summary: JSON.stringify(summary),
    keys: {
      put: new Map([...after].filter(([hash, access]) => before.get(hash) !== access)),
      added: [...after.keys()].filter((hash) => !before.has(hash)),
      drop: [...before.keys()].filter((hash) => !after.has(hash)),
    },
    terms: {
      put: terms.filter((term) => !termsBefore.includes(term)),
      drop: termsBefore.filter((term) => !terms.includes(term)),
    },
    trail: notes.map((note, place) => JSON.stringify({ ...note, number: entries + place + 1 } satisfies Entry)),
    trailFrom: entries + 1,
    items,
    unlessFound,
    ...(!loaded && { meter: JSON.stringify(NEW_METER) }),
  }
}

/** What is removed with an account. */
export const toRemoval = ({ record, version }: StoredAccount) => ({
  id: record.account.id,
  loaded: version,
  keys: { put: new Map(), added: [], drop: [...getAccess(record).keys()] },
  terms: { put: [], drop: getTerms(record) },
})

/** A whole account as it is exported. */
export const toCopy = ({ record, meter, alerts }: StoredAccount, trail: Entry[]): AccountCopy => ({
  record,
  counts: pick(meter, ['minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed']),
  past: Object.keys(meter.past)
    .sort(compare)
    .map((month) => ({ month, ...usedIn(meter, month) })),
  alerts,
  trail,
})

/** What the import of a whole account writes. */
export function toImport({ record, counts, past, alerts, trail }: AccountCopy): AccountWrite {
  const meter: AccountMeter = {
    ...counts,
    past: Object.fromEntries(
      past.map(({ month, requests, answers }) => [month, { monthUsed: requests, answersUsed: answers }]),
    ),
    alerts: Object.fromEntries(alerts.map((alert) => [alertName(alert.month, alert), alert.createdAt])),
  }
  const secrets = [...record.keys, ...record.subscriptions]
  return {
    ...toWrite(null, { record, notes: trail, alerts }),
    meter: JSON.stringify(meter),
    lastUsed: new Map(
      secrets.flatMap(({ hash, lastUsedAt }) => (lastUsedAt === null ? [] : [[hash, lastUsedAt / MINUTE_MS]])),
    ),
  }
}

/** The mark of the person whose trial an imported account has; none without a trial. */
export const toTrialItems = ({ record: { trial, account } }: AccountCopy): Item[] =>
  trial ? [toItem('trial', { id: trial.person, createdAt: account.createdAt })] : []

function getAccess({ account, keys, subscriptions }: AccountRecord): Map<KeyHash, string> {
  const access = ({
    id,
    ...ends
  }: {
    id: string
    revokedAt: number | null
    expiresAt: number | null
  }): StoredAccess => ({
    keyId: id,
    phases: accessPhases({ ...account, ...ends }),
  })
  return new Map([
    ...keys.map((key) => [key.hash, JSON.stringify(access(key))] as const),
    ...subscriptions.map(({ list, format, query, ...rest }) => {
      const stored: StoredAccess = { ...access({ ...rest, expiresAt: null }), query: { list, format, query } }
      return [rest.hash, JSON.stringify(stored)] as const
    }),
  ])
}

/** The term of every account. */
export const ALL = 'all'
/** The term of accounts with webhooks. */
export const WITH_WEBHOOKS = 'webhooks'
export const toKeyTerm = (keyId: string): string => `key:${keyId}`
export const toMemberTerm = (email: string): string => `member:${email}`
export const toInvitedTerm = (email: string): string => `invited:${email}`

const getTerms = ({ keys, members, invitations, webhooks }: AccountRecord): string[] => [
  ALL,
  ...(webhooks.length > 0 ? [WITH_WEBHOOKS] : []),
  ...keys.map(({ id }) => toKeyTerm(id)),
  ...members.map(({ email }) => toMemberTerm(email)),
  ...invitations.map(({ email }) => toInvitedTerm(email)),
]

/** The last use is kept with the index of secrets, because admissions change it. */
const withoutLastUse = (record: AccountRecord): AccountRecord => ({
  ...record,
  keys: record.keys.map((key) => ({ ...key, lastUsedAt: null })),
  subscriptions: record.subscriptions.map((subscription) => ({ ...subscription, lastUsedAt: null })),
})

export const byAge = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number =>
  a.createdAt - b.createdAt || compare(a.id, b.id)
const byEmail = (a: { email: string }, b: { email: string }): number => compare(a.email, b.email)

/** Owners first, then members and invitations by address; the oldest key and the oldest webhook first. */
export const sortLists = (record: AccountRecord): AccountRecord => ({
  ...record,
  members: record.members.toSorted((a, b) => Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || byEmail(a, b)),
  invitations: record.invitations.toSorted(byEmail),
  keys: record.keys.toSorted(byAge),
  webhooks: record.webhooks.toSorted(byAge),
  subscriptions: record.subscriptions.toSorted(byAge),
})
