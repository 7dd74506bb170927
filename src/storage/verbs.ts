import { createAccount, rename, setPlan, setSuspended, settleTrialNotice, startTrial } from '../account/account.ts'
import { AccountRefusal, type Entry } from '../account/actions.ts'
import { createKey, createSubscription, revokeKey, revokeSubscription, rotateKey } from '../account/keys.ts'
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
  hashMailbox,
  isValidLink,
  isValidSession,
  LINK_MS,
  type Membership,
  type Session,
  used,
} from '../account/person.ts'
import type { AccountRecord, AccountSummary, Key, StoredWebhook, Subscription, Webhook } from '../account/record.ts'
import {
  createWebhook,
  deleteWebhook,
  endWebhook,
  noteAnnounced,
  rotateWebhookSecret,
  updateWebhook,
} from '../account/webhooks.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { accessVerdict, usageFigures, usedIn } from '../metering/decide.ts'
import { type KeyHash, newId } from '../metering/keys.ts'
import { hasReached, PLANS, planAt } from '../metering/plans.ts'
import { type Alert, type AlertName, claimed, settled } from '../notify/alert.ts'
import { claimedDelivery } from '../notify/delivery.ts'
import { hashAddress, REQUEST_MS } from '../notify/list-alerts.ts'
import { compare } from '../rules/text/words.ts'
import { ALL, byAge, toCopy, toImport, toInvitedTerm, toMemberTerm, toTrialItems, WITH_WEBHOOKS } from './documents.ts'
import type { Driver, Store, StoredAccess, StoredAccount } from './port.ts'
import { createRecords } from './records.ts'

/** The store over a driver: its verbs apply the rules of accounts. */
export function createStore(driver: Driver): Store {
  const at = createRecords(driver)
  /** The entries of a trail from number `first` to `last`, in order. */
  const readTrail = async (accountId: string, first: number, last: number): Promise<Entry[]> =>
    (await driver.readTrail(accountId, first, last)).map((text) => JSON.parse(text))
  return {
    judge: async (hash, windows) => {
      const found = await driver.findKey(hash)
      if (!found) return 'unknown'
      const { phases }: StoredAccess = JSON.parse(found.access)
      return accessVerdict(phases, found.now ?? windows.now)
    },
    admit: driver.admit,
    refund: driver.refund,
    isEmpty: driver.isEmpty,
    ping: driver.ping,
    close: driver.close,

    createAccount: async (draft, now, by) => {
      const change = createAccount(draft, now, by)
      if (!(await at.create(change))) throw new StoreUnavailable('The id of the account is taken.')
      return change.record.account
    },
    account: async (id) => (await at.load([id]))[0]?.record.account ?? null,
    accounts: async () => (await at.search(ALL)).map(({ record }) => record.account),
    accountSummaries: async () =>
      (await driver.readSummaries()).map((text): AccountSummary => JSON.parse(text)).sort(byAge),
    rename: async (id, name, now, by) => (await at.change(id, rename, { name, by }, now)).account,
    setPlan: async (id, plan, now, by) => (await at.change(id, setPlan, { plan, by }, now)).account,
    suspend: async (id, now, by) => (await at.change(id, setSuspended, { suspended: true, by }, now)).account,
    resume: async (id, now, by) => (await at.change(id, setSuspended, { suspended: false, by }, now)).account,
    deleteAccount: async (id) => {
      const { account, members, keys, webhooks, subscriptions } = await at.remove(id)
      const deliveries = webhooks.map((webhook) => at.dropOwned('delivery', webhook.id))
      const sessions = members.map(async ({ email }) =>
        (await driver.findAccounts(toMemberTerm(email))).length > 0 ? 0 : at.dropOwned('session', email),
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
    startTrial: async (id, days, now, by) => (await at.startTrial(id, days, now, by)).account,
    mayStartTrial: async (id, now, by) => {
      const { record } = await at.read(id)
      const hadTrial = (await driver.findItem('trial', hashMailbox(by))) !== null
      return !(startTrial(record, { days: 1, by, hadTrial }, now) instanceof AccountRefusal)
    },
    claimTrialNotice: at.claimTrialNotice,
    settleTrialNotice: async (id, notice, delivery, now) =>
      void (await at.change(id, settleTrialNotice, { notice, delivery }, now)),
    bill: at.bill,
    trail: async (id, limit, before = Number.MAX_SAFE_INTEGER) => {
      const { entries } = await at.read(id)
      const last = Math.min(entries, before - 1)
      return last < 1 ? [] : (await readTrail(id, Math.max(1, last - limit + 1), last)).reverse()
    },
    usage: async (id, windows) => {
      const { record, meter, alerts } = await at.read(id)
      const plan = planAt(record.account, windows.now)
      return {
        ...usageFigures(plan, meter, windows),
        account: record.account,
        plan,
        keys: getKeys(record),
        alerts: alerts.toSorted((a, b) => b.createdAt - a.createdAt),
      }
    },

    readCopy: async (id) => {
      const [stored] = await at.load([id])
      if (!stored) return null
      return toCopy(stored, stored.entries > 0 ? await readTrail(id, 1, stored.entries) : [])
    },
    place: async (copy) => {
      if (!(await driver.write(toImport(copy)))) return false
      await driver.addItems(toTrialItems(copy))
      return true
    },

    members: async (id) => (await at.read(id)).record.members,
    addMember: async (id, member, now, by) => (await at.change(id, addMember, { ...member, by }, now)).members,
    setRole: async (id, member, now, by) => (await at.change(id, setRole, { ...member, by }, now)).members,
    removeMember: async (id, email, now, by) => (await at.change(id, removeMember, { email, by }, now)).members,
    invitations: async (id, now) => openInvitations((await at.read(id)).record, now),
    invite: async (id, member, now, by) => {
      const { invitations } = await at.change(id, invite, { ...member, by }, now)
      return only(invitations.find(({ email }) => email === member.email))
    },
    withdrawInvitation: async (id, email, now, by) =>
      void (await at.change(id, withdrawInvitation, { email, by }, now)),
    acceptInvitation: async (id, email, now) => void (await at.change(id, acceptInvitation, { email }, now)),
    declineInvitation: async (id, email, now) => void (await at.change(id, declineInvitation, { email }, now)),

    keys: async (id) => getKeys((await at.read(id)).record),
    createKey: async (id, draft, now, by) => keyIn(await at.change(id, createKey, { draft, by }, now), draft.id),
    revokeKey: async (keyId, now, by) => keyIn(await at.change({ keyId }, revokeKey, { keyId, by }, now), keyId),
    rotateKey: async (keyId, draft, now, by) =>
      keyIn(await at.change({ keyId }, rotateKey, { keyId, draft, by }, now), draft.id),

    webhooks: async (id) => (await at.read(id)).record.webhooks.map(withoutSecrets),
    createWebhook: async (id, draft, now, by) =>
      webhookIn(await at.change(id, createWebhook, { draft, by }, now), draft.id),
    updateWebhook: async (id, change, now, by) =>
      webhookIn(await at.change(id, updateWebhook, { ...change, by }, now), change.id),
    rotateWebhookSecret: async (accountId, id, secret, now, by) =>
      webhookIn(await at.change(accountId, rotateWebhookSecret, { id, secret, by }, now), id),
    deleteWebhook: async (accountId, id, now, by) => void (await at.change(accountId, deleteWebhook, { id, by }, now)),
    endWebhook: async (accountId, id, because, now) => {
      const { webhooks } = await at.change(accountId, endWebhook, { id, because }, now)
      return webhooks.some((webhook) => webhook.id === id && webhook.disabledAt === now)
    },
    allWebhooks: async () =>
      (await at.search(WITH_WEBHOOKS)).flatMap(({ record: { account, webhooks } }) =>
        webhooks.map((webhook) => ({ account, webhook })),
      ),
    findWebhook: async (accountId, id) => {
      const [stored] = await at.load([accountId])
      const webhook = stored?.record.webhooks.find((each) => each.id === id)
      return stored && webhook ? { account: stored.record.account, webhook } : null
    },
    noteAnnounced: async (accountId, id, until) =>
      void (await at.change(accountId, noteAnnounced, { id, until }, until)),
    addDeliveries: (deliveries) => at.add('delivery', ...deliveries),
    dueDeliveries: (now, limit) => at.findDue('delivery', now, limit),
    claimDelivery: async (delivery, now, leaseMs) => {
      const claimed = claimedDelivery(delivery, now, leaseMs)
      return claimed && (await at.replace('delivery', delivery, claimed)) ? claimed : null
    },
    saveDelivery: (before, after) => at.replace('delivery', before, after),
    readDeliveries: (webhookId, limit) => at.list('delivery', webhookId, limit),
    delivery: (id) => at.find('delivery', id),

    addAlertRequest: (request) => at.add('alert-request', request),
    findAlertRequest: async (id, now) => {
      const request = await at.find('alert-request', id)
      return request && request.createdAt + REQUEST_MS > now ? request : null
    },
    confirmListAlert: async (alert) => {
      await at.add('list-alert', alert)
      await at.drop('alert-request', alert)
    },
    findListAlert: (id) => at.find('list-alert', id),
    listAlertsFor: (address) => at.list('list-alert', hashAddress(address)),
    dueListAlerts: async (until, now, limit) => {
      for (const request of await at.findDue('alert-request', now, limit)) await at.drop('alert-request', request)
      return at.findDue('list-alert', until, limit)
    },
    saveListAlert: async (before, after) => {
      const saved = { ...after, turn: before.turn + 1 }
      return (await at.replace('list-alert', before, saved)) ? saved : null
    },
    endListAlert: async (alert) => void (await at.drop('list-alert', alert)),
    endListAlertsFor: async (address) => {
      for (const kind of ['list-alert', 'alert-request'] as const) await at.dropOwned(kind, hashAddress(address))
    },

    subscriptions: async (id) => (await at.read(id)).record.subscriptions.map(shown),
    createSubscription: async (id, draft, now, by) =>
      subscriptionIn(await at.change(id, createSubscription, { draft, by }, now), draft.id),
    revokeSubscription: async (accountId, id, now, by) =>
      subscriptionIn(await at.change(accountId, revokeSubscription, { id, by }, now), id),
    subscribedQuery: async (hash) => {
      const found = await driver.findKey(hash)
      if (!found) return null
      const { query }: StoredAccess = JSON.parse(found.access)
      return query ?? null
    },

    claimAlerts: (id, now, leaseMs) =>
      at.changeAlerts(id, (alert, { meter, record }) => {
        const plan = PLANS[planAt(record.account, now)]
        // Refunds may have lowered the usage since the alert was created.
        return hasReached(alert, usedIn(meter, alert.month), plan) ? claimed(alert, now, leaseMs) : null
      }),
    settleAlert: async (id, name, delivery) =>
      void (await at.changeAlerts(id, (alert) => (isNamed(alert, name) ? settled(alert, delivery) : null))),

    saveLink: (link, now) => at.add('link', { ...link, expiresAt: now + LINK_MS }),
    takeLink: async (hash, browser, now) => {
      const link = await at.find('link', hash)
      if (!link || !isValidLink(link, browser, now)) return null
      return (await at.drop('link', link)) ? link.email : null
    },
    openSession: async (hash, email, now) => {
      const session = { hash, email, createdAt: now, seenAt: now }
      await at.add('session', session)
      return session
    },
    session: async (hash, now) => {
      const item = await driver.findItem('session', hash)
      const session = item?.content as Session
      if (!item || !isValidSession(session, now)) return null
      const after = used(session, now)
      if (after !== session) await driver.replaceItem(item, { ...item, turn: item.turn + 1, content: after })
      return after
    },
    sessions: async (email, now) =>
      (await at.list('session', email))
        .filter((session) => isValidSession(session, now))
        .sort((a, b) => b.createdAt - a.createdAt || compare(a.hash, b.hash)),
    endSession: async (hash) => {
      const item = await driver.findItem('session', hash)
      if (item) await driver.removeItem(item)
    },
    endSessions: async (email) => void (await at.dropOwned('session', email)),

    memberships: async (email) => membershipsIn(await at.search(toMemberTerm(email)), email),
    readInvitations: async (email, now) =>
      (await at.search(toInvitedTerm(email)))
        .flatMap(({ record }) =>
          openInvitations(record, now)
            .filter((invitation) => invitation.email === email)
            .map((invitation) => ({ ...invitation, accountId: record.account.id, accountName: record.account.name })),
        )
        .sort((a, b) => a.createdAt - b.createdAt || compare(a.accountId, b.accountId)),
    welcome: async (email, now) => {
      const memberships = membershipsIn(await at.search(toMemberTerm(email)), email)
      if (memberships.length > 0) return memberships
      const change = createAccount({ id: newId('acct'), name: email, plan: 'FREE', ownerEmail: email }, now, email)
      // Of several concurrent calls, only one finds the address without an account.
      if (await at.create(change, true)) return [{ account: change.record.account, role: 'OWNER' }]
      return membershipsIn(await at.search(toMemberTerm(email)), email)
    },
  }
}

// The verbs of any driver have these names.
const VERBS = Object.keys(createStore({} as Driver)) as (keyof Store)[]

/** A store whose verbs are made one by one. */
export const eachVerb = (make: (verb: keyof Store) => unknown): Store =>
  Object.fromEntries(VERBS.map((verb) => [verb, make(verb)])) as unknown as Store

/** A verb of a store, called with whatever its caller passes. */
export type AnyVerb = (...args: unknown[]) => Promise<unknown>

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

/** A webhook without its secrets, which are only read to sign messages. */
const withoutSecrets = ({ secret: _, secretBefore: __, ...webhook }: StoredWebhook): Webhook => webhook
const webhookIn = ({ webhooks }: AccountRecord, id: string): Webhook =>
  withoutSecrets(only(webhooks.find((each) => each.id === id)))

/** What was just written. @throws StoreUnavailable when it is missing */
function only<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new StoreUnavailable('The store lost what was just written.')
  return found
}
