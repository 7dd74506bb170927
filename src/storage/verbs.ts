import { createAccount, rename, setPlan, setSuspended } from '../account/account.ts'
import type { Entry } from '../account/actions.ts'
import { createKey, revokeKey, rotateKey } from '../account/keys.ts'
import { hashMailbox } from '../account/mailbox.ts'
import {
  acceptInvitation,
  addMember,
  declineInvitation,
  invite,
  openInvitations,
  removeMember,
  setRole,
  withdrawInvitation,
} from '../account/members.ts'
import {
  isValidLink,
  isValidSession,
  LINK_MS,
  type Membership,
  type Session,
  type StoredLink,
  used,
} from '../account/person.ts'
import type { AccountRecord, AccountSummary, Key, Subscription } from '../account/record.ts'
import { AccountRefusal } from '../account/refusals.ts'
import { createSubscription, revokeSubscription } from '../account/subscriptions.ts'
import { settleTrialNotice, startTrial } from '../account/trial.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { accessVerdict } from '../metering/decide.ts'
import { type KeyHash, newId } from '../metering/keys.ts'
import { PLANS, planAt } from '../metering/plans.ts'
import { usedIn } from '../metering/usage.ts'
import { type Alert, type AlertName, claimed, isStillReached, settled } from '../notify/alert.ts'
import { compare } from '../rules/text/words.ts'
import { ALL, byAge, toImport, toInvitedTerm, toMemberTerm, toTrialItems } from './documents.ts'
import { createLinkItem, createSessionItem } from './items.ts'
import { LIST_ALERT_VERBS } from './list-alert-verbs.ts'
import type { Driver, ItemKind, Store, StoredAccess, StoredAccount } from './port.ts'
import { createRecords, type Records } from './records.ts'
import { usageReport } from './usage.ts'
import { only, WEBHOOK_VERBS } from './webhook-verbs.ts'

/** More sessions than a person has. */
const SESSIONS_MAX = 1_000
const REMOVED_AT_ONCE = 1_000

/** Every verb of the store, over the operations of a driver. The store and its guard are built from this table. */
const VERBS = {
  judge: (at) => async (hash, windows) => {
    const found = await at.driver.findKey(hash)
    if (!found) return 'unknown'
    const { phases }: StoredAccess = JSON.parse(found.access)
    return accessVerdict(phases, found.now ?? windows.now)
  },
  admit: (at) => at.driver.admit,
  refund: (at) => at.driver.refund,
  isEmpty: (at) => at.driver.isEmpty,
  ping: (at) => at.driver.ping,
  close: (at) => at.driver.close,

  createAccount: (at) => async (draft, now, by) => {
    const change = createAccount(draft, now, by)
    if (!(await at.create(change))) throw new StoreUnavailable('The id of the account is taken.')
    return change.record.account
  },
  account: (at) => async (id) => (await at.load([id]))[0]?.record.account ?? null,
  accounts: (at) => async () => (await at.search(ALL)).map(({ record }) => record.account),
  accountSummaries: (at) => async () =>
    (await at.driver.readSummaries()).map((text): AccountSummary => JSON.parse(text)).sort(byAge),
  rename: (at) => async (id, name, now, by) => (await at.change(id, rename, { name, by }, now)).account,
  setPlan: (at) => async (id, plan, now, by) => (await at.change(id, setPlan, { plan, by }, now)).account,
  suspend: (at) => async (id, now, by) => (await at.change(id, setSuspended, { suspended: true, by }, now)).account,
  resume: (at) => async (id, now, by) => (await at.change(id, setSuspended, { suspended: false, by }, now)).account,
  deleteAccount: (at) => async (id) => {
    const { account, members, keys, webhooks, subscriptions } = await at.remove(id)
    const deliveries = webhooks.map((webhook) => removeOwned(at, 'delivery', webhook.id))
    const sessions = members.map(async ({ email }) =>
      (await at.driver.findAccounts(toMemberTerm(email))).length > 0 ? 0 : removeOwned(at, 'session', email),
    )
    await Promise.all(deliveries)
    return {
      account,
      members: members.length,
      keys: keys.length,
      webhooks: webhooks.length,
      subscriptions: subscriptions.length,
      sessions: (await Promise.all(sessions)).reduce((sum, count) => sum + count, 0),
    }
  },
  startTrial: (at) => async (id, days, now, by) => (await at.startTrial(id, days, now, by)).account,
  mayStartTrial: (at) => async (id, now, by) => {
    const { record } = await at.read(id)
    const hadTrial = (await at.driver.findItem('trial', hashMailbox(by))) !== null
    return !(startTrial(record, { days: 1, by, hadTrial }, now) instanceof AccountRefusal)
  },
  claimTrialNotice: (at) => at.claimTrialNotice,
  settleTrialNotice: (at) => async (id, notice, delivery, now) =>
    void (await at.change(id, settleTrialNotice, { notice, delivery }, now)),
  bill: (at) => at.bill,
  trail:
    (at) =>
    async (id, limit, before = Number.MAX_SAFE_INTEGER) => {
      const { entries } = await at.read(id)
      const last = Math.min(entries, before - 1)
      return last < 1 ? [] : (await readTrail(at, id, Math.max(1, last - limit + 1), last)).reverse()
    },
  usage: (at) => async (id, windows) => {
    const { record, ...stored } = await at.read(id)
    return usageReport({ account: record.account, keys: getKeys(record), ...stored }, windows)
  },

  readCopy: (at) => async (id) => {
    const [stored] = await at.load([id])
    if (!stored) return null
    const { record, counts, past, alerts, entries } = stored
    return { record, counts, past, alerts, trail: entries > 0 ? await readTrail(at, id, 1, entries) : [] }
  },
  place: (at) => async (copy) => {
    if (!(await at.driver.write(toImport(copy)))) return false
    await at.driver.addItems(toTrialItems(copy))
    return true
  },

  members: (at) => async (id) => (await at.read(id)).record.members,
  addMember: (at) => async (id, member, now, by) => (await at.change(id, addMember, { ...member, by }, now)).members,
  setRole: (at) => async (id, member, now, by) => (await at.change(id, setRole, { ...member, by }, now)).members,
  removeMember: (at) => async (id, email, now, by) => (await at.change(id, removeMember, { email, by }, now)).members,
  invitations: (at) => async (id, now) => openInvitations((await at.read(id)).record, now),
  invite: (at) => async (id, member, now, by) => {
    const { invitations } = await at.change(id, invite, { ...member, by }, now)
    return only(invitations.find(({ email }) => email === member.email))
  },
  withdrawInvitation: (at) => async (id, email, now, by) =>
    void (await at.change(id, withdrawInvitation, { email, by }, now)),
  acceptInvitation: (at) => async (id, email, now) => void (await at.change(id, acceptInvitation, { email }, now)),
  declineInvitation: (at) => async (id, email, now) => void (await at.change(id, declineInvitation, { email }, now)),

  keys: (at) => async (id) => getKeys((await at.read(id)).record),
  createKey: (at) => async (id, draft, now, by) => keyIn(await at.change(id, createKey, { draft, by }, now), draft.id),
  revokeKey: (at) => async (keyId, now, by) => keyIn(await at.change({ keyId }, revokeKey, { keyId, by }, now), keyId),
  rotateKey: (at) => async (keyId, draft, now, by) =>
    keyIn(await at.change({ keyId }, rotateKey, { keyId, draft, by }, now), draft.id),

  ...WEBHOOK_VERBS,
  ...LIST_ALERT_VERBS,
  subscriptions: (at) => async (id) => (await at.read(id)).record.subscriptions.map(shown),
  createSubscription: (at) => async (id, draft, now, by) =>
    subscriptionIn(await at.change(id, createSubscription, { draft, by }, now), draft.id),
  revokeSubscription: (at) => async (accountId, id, now, by) =>
    subscriptionIn(await at.change(accountId, revokeSubscription, { id, by }, now), id),
  subscribedQuery: (at) => async (hash) => {
    const found = await at.driver.findKey(hash)
    if (!found) return null
    const { query }: StoredAccess = JSON.parse(found.access)
    return query ?? null
  },

  claimAlerts: (at) => (id, now, leaseMs) =>
    at.changeAlerts(id, (alert, { counts, past, record }) => {
      const plan = PLANS[planAt(record.account, now)]
      return isStillReached(alert, usedIn(alert.month, counts, past), plan) ? claimed(alert, now, leaseMs) : null
    }),
  settleAlert: (at) => async (id, name, delivery) =>
    void (await at.changeAlerts(id, (alert) => (isNamed(alert, name) ? settled(alert, delivery) : null))),

  saveLink: (at) => (link, now) => at.driver.addItems([createLinkItem({ ...link, expiresAt: now + LINK_MS })]),
  takeLink: (at) => async (hash, browser, now) => {
    const item = await at.driver.findItem('link', hash)
    const link = item?.content as StoredLink
    if (!item || !isValidLink(link, browser, now)) return null
    return (await at.driver.removeItem(item)) ? link.email : null
  },
  openSession: (at) => async (hash, email, now) => {
    const session = { hash, email, createdAt: now, seenAt: now }
    await at.driver.addItems([createSessionItem(session)])
    return session
  },
  session: (at) => async (hash, now) => {
    const item = await at.driver.findItem('session', hash)
    const session = item?.content as Session
    if (!item || !isValidSession(session, now)) return null
    const after = used(session, now)
    if (after !== session) await at.driver.replaceItem(item, { ...item, turn: item.turn + 1, content: after })
    return after
  },
  sessions: (at) => async (email, now) =>
    (await at.driver.listItems('session', email, SESSIONS_MAX))
      .map(({ content }) => content as Session)
      .filter((session) => isValidSession(session, now))
      .sort((a, b) => b.createdAt - a.createdAt || compare(a.hash, b.hash)),
  endSession: (at) => async (hash) => {
    const item = await at.driver.findItem('session', hash)
    if (item) await at.driver.removeItem(item)
  },
  endSessions: (at) => async (email) => void (await removeOwned(at, 'session', email)),

  memberships: (at) => async (email) => membershipsIn(await at.search(toMemberTerm(email)), email),
  readInvitations: (at) => async (email, now) =>
    (await at.search(toInvitedTerm(email)))
      .flatMap(({ record }) =>
        openInvitations(record, now)
          .filter((invitation) => invitation.email === email)
          .map((invitation) => ({ ...invitation, accountId: record.account.id, accountName: record.account.name })),
      )
      .sort((a, b) => a.createdAt - b.createdAt || compare(a.accountId, b.accountId)),
  welcome: (at) => async (email, now) => {
    const memberships = membershipsIn(await at.search(toMemberTerm(email)), email)
    if (memberships.length > 0) return memberships
    const change = createAccount({ id: newId('acct'), name: email, plan: 'FREE', ownerEmail: email }, now, email)
    // Of several concurrent calls, only one finds the address without an account.
    if (await at.create(change, true)) return [{ account: change.record.account, role: 'OWNER' }]
    return membershipsIn(await at.search(toMemberTerm(email)), email)
  },
} as const satisfies { [Verb in keyof Store]: (at: Records) => Store[Verb] }

/** The store over a driver. */
export function createStore(driver: Driver): Store {
  const at = createRecords(driver)
  return eachVerb((verb) => VERBS[verb](at))
}

/** A store whose verbs are made one by one. */
export const eachVerb = (make: (verb: keyof Store) => unknown): Store =>
  Object.fromEntries((Object.keys(VERBS) as (keyof Store)[]).map((verb) => [verb, make(verb)])) as unknown as Store

/** A verb of a store, called with whatever its caller passes. */
export type AnyVerb = (...args: unknown[]) => Promise<unknown>

const readTrail = async ({ driver }: Records, accountId: string, first: number, last: number): Promise<Entry[]> =>
  (await driver.readTrail(accountId, first, last)).map((text) => JSON.parse(text))

/** Removes every item of an owner. Returns their number. */
async function removeOwned({ driver }: Records, kind: ItemKind, owner: string): Promise<number> {
  for (let removed = 0; ; ) {
    const items = await driver.listItems(kind, owner, REMOVED_AT_ONCE)
    await Promise.all(items.map((item) => driver.removeItem(item)))
    removed += items.length
    if (items.length < REMOVED_AT_ONCE) return removed
  }
}

const isNamed = (alert: Alert, { month, meter, threshold }: AlertName): boolean =>
  alert.month === month && alert.meter === meter && alert.threshold === threshold

const membershipsIn = (found: StoredAccount[], email: string): Membership[] =>
  found.flatMap(({ record }) =>
    record.members.filter((member) => member.email === email).map(({ role }) => ({ account: record.account, role })),
  )

/** A key or signed address without the hash of its secret, which is not passed on. */
const shown = <Stored extends { hash: KeyHash }>({ hash: _, ...rest }: Stored): Omit<Stored, 'hash'> => rest
const getKeys = ({ keys }: AccountRecord): Key[] => keys.map(shown)
const keyIn = ({ keys }: AccountRecord, keyId: string): Key => shown(only(keys.find(({ id }) => id === keyId)))
const subscriptionIn = ({ subscriptions }: AccountRecord, id: string): Subscription =>
  shown(only(subscriptions.find((each) => each.id === id)))
