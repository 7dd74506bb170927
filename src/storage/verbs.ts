import * as accounts from '../account/account.ts'
import { AccountRefusal, type Change, type Entry, type Rule } from '../account/actions.ts'
import * as keys from '../account/keys.ts'
import * as members from '../account/members.ts'
import { hashMailbox, isValidLink, isValidSession, LINK_MS, type Membership, markUsed } from '../account/person.ts'
import type { AccountSummary, Invitation, StoredKey, StoredSubscription, StoredWebhook } from '../account/record.ts'
import * as webhooks from '../account/webhooks.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { getAccessVerdict, getUsedIn, toAlertName, toUsageFigures } from '../metering/decide.ts'
import { generateId, type KeyHash } from '../metering/keys.ts'
import { getPlanAt, hasReached, PLANS } from '../metering/plans.ts'
import { type Alert, type AlertName, markClaimed, markSettled } from '../notify/alert.ts'
import { markDeliveryClaimed } from '../notify/delivery.ts'
import { hashAddress, REQUEST_MS } from '../notify/list-alerts.ts'
import { compare } from '../rules/text/words.ts'
import {
  ALL,
  byAge,
  createRecords,
  toChanges,
  toCopy,
  toImport,
  toInvitedTerm,
  toKeyTerm,
  toMemberTerm,
  WITH_WEBHOOKS,
} from './documents.ts'
import { type Driver, openItems, type Store, type StoredAccess, type StoredAccount, toItem } from './port.ts'

/** The store over a driver: its verbs apply the rules of accounts. */
export function createStore(driver: Driver): Store {
  const { load, read, search, update, change } = createRecords(driver)
  const links = openItems(driver, 'link')
  const sessions = openItems(driver, 'session')
  const deliveries = openItems(driver, 'delivery')
  const billed = openItems(driver, 'billing')
  const trials = openItems(driver, 'trial')
  const alertRequests = openItems(driver, 'alert-request')
  const listAlerts = openItems(driver, 'list-alert')
  const findKey = async (hash: KeyHash): Promise<StoredAccess | null> =>
    JSON.parse((await driver.findKey(hash)) ?? 'null')
  const changeKey = async <Command extends { keyId: string }>(rule: Rule<Command>, command: Command, now: number) => {
    const [id] = await driver.findAccounts(toKeyTerm(command.keyId))
    if (id === undefined) throw new AccountRefusal('key_unknown', command.keyId)
    return (await change(id, rule, command, now)).keys
  }
  const readMemberships = async (email: string): Promise<Membership[]> =>
    (await search(toMemberTerm(email))).flatMap(({ record }) =>
      record.members.filter((member) => member.email === email).map(({ role }) => ({ account: record.account, role })),
    )
  const readHadTrial = async (email: string) => (await trials.find(hashMailbox(email))) !== null
  /** Whether the account was written: not if its id is taken, or another account has the term. */
  const create = (made: Change, firstTerm?: string): Promise<boolean> =>
    driver.write(toChanges(null, { ...made, firstTerm }))
  /** Replaces alerts; `changeAlert` returns null for one that stays. Returns the new ones. */
  const changeAlerts = (
    accountId: string,
    changeAlert: (alert: Alert, account: StoredAccount) => Alert | null,
  ): Promise<Alert[]> =>
    update(accountId, async (account) => {
      const changes = account.alerts.map((alert) => changeAlert(alert, account))
      const result = changes.filter((alert) => alert !== null)
      const alerts = account.alerts.map((alert, index) => changes[index] ?? alert)
      return { result, change: result.length > 0 ? { record: account.record, alerts } : null }
    })
  const readTrail = async (accountId: string, first: number, last: number): Promise<Entry[]> =>
    (await driver.readTrail(accountId, first, last)).map((text) => JSON.parse(text))
  return {
    judge: async (hash, windows) => {
      const key = await findKey(hash)
      return key ? getAccessVerdict(key.phases, windows.now) : 'unknown'
    },
    admit: driver.admit,
    refund: driver.refund,
    ping: driver.ping,
    close: driver.close,

    createAccount: async (draft, now, by) => {
      const made = accounts.createAccount(draft, now, by)
      if (!(await create(made))) throw new StoreUnavailable('The id of the account is taken.')
      return made.record.account
    },
    account: async (id) => (await load([id]))[0]?.record.account ?? null,
    accounts: async () => (await search(ALL)).map(({ record }) => record.account),
    accountSummaries: async () =>
      (await driver.readSummaries()).map((text): AccountSummary => JSON.parse(text)).sort(byAge),
    rename: async (id, name, now, by) => (await change(id, accounts.rename, { name, by }, now)).account,
    setPlan: async (id, plan, now, by) => (await change(id, accounts.setPlan, { plan, by }, now)).account,
    suspend: async (id, now, by) => (await change(id, accounts.setSuspended, { suspended: true, by }, now)).account,
    resume: async (id, now, by) => (await change(id, accounts.setSuspended, { suspended: false, by }, now)).account,
    deleteAccount: async (id) => {
      const removed = await update(id, async ({ record }) => ({ result: record, change: 'removal' }))
      await Promise.all(removed.webhooks.map((webhook) => deliveries.dropOwned(webhook.id)))
      const ended = removed.members.map(async ({ email }) =>
        (await driver.findAccounts(toMemberTerm(email))).length > 0 ? 0 : sessions.dropOwned(email),
      )
      return {
        account: removed.account,
        members: removed.members.length,
        keys: removed.keys.length,
        webhooks: removed.webhooks.length,
        subscriptions: removed.subscriptions.length,
        sessions: (await Promise.all(ended)).reduce((sum, count) => sum + count, 0),
      }
    },
    startTrial: (accountId, days, now, by) =>
      update(accountId, async ({ record }) => {
        const started = accounts.startTrial(record, { days, by, hadTrial: await readHadTrial(by) }, now)
        const mark = toItem('trial', { id: hashMailbox(by), createdAt: now })
        return { result: started.record.account, change: { ...started, items: [mark] } }
      }),
    mayStartTrial: async (id, by) => {
      const { record } = await read(id)
      return accounts.findTrialRefusal(record, by, await readHadTrial(by)) === null
    },
    claimTrialNotice: (accountId, now, leaseMs) =>
      update(accountId, async ({ record }) => {
        const notice = accounts.findDueTrialNotice(record, now)
        return { result: notice, change: notice && accounts.leaseTrialNotice(record, now, leaseMs) }
      }),
    settleTrialNotice: async (id, notice, delivery, now) =>
      void (await change(id, accounts.settleTrialNotice, { notice, delivery }, now)),
    bill: (event, now) =>
      update<accounts.BillingOutcome>(event.accountId, async ({ record }) => {
        const received = await billed.find(event.id)
        if (received && received.createdAt + accounts.BILLING_MEMORY_MS > now) return { result: 'replayed' }
        const marks = [toItem('billing', { id: event.id, createdAt: now })]
        const decided = accounts.applyBilling(record, event, now)
        if (decided === null) return { result: 'outdated', change: { record, items: marks } }
        return { result: 'applied', change: { ...decided, items: marks } }
      }),
    trail: async (id, limit, before = Number.MAX_SAFE_INTEGER) => {
      const { entries } = await read(id)
      const last = Math.min(entries, before - 1)
      return last < 1 ? [] : (await readTrail(id, Math.max(1, last - limit + 1), last)).reverse()
    },
    usage: async (id, windows) => {
      const { record, meter, alerts } = await read(id)
      const plan = getPlanAt(record.account, windows.now)
      return {
        ...toUsageFigures(plan, meter, windows),
        account: record.account,
        plan,
        keys: record.keys.map(hideSecrets),
        alerts: alerts.toSorted((a, b) => b.createdAt - a.createdAt),
      }
    },

    readCopy: async (id) => {
      const [stored] = await load([id])
      if (!stored) return null
      return toCopy(stored, stored.entries > 0 ? await readTrail(id, 1, stored.entries) : [])
    },
    place: async (copy) => {
      if (!(await driver.write(toImport(copy)))) return false
      const { trial, account } = copy.record
      // The person of an imported trial has had one.
      if (trial) await trials.add({ id: trial.person, createdAt: account.createdAt })
      return true
    },

    members: async (id) => (await read(id)).record.members,
    addMember: async (id, member, now, by) => (await change(id, members.addMember, { ...member, by }, now)).members,
    setRole: async (id, member, now, by) => (await change(id, members.setRole, { ...member, by }, now)).members,
    removeMember: async (id, email, now, by) => (await change(id, members.removeMember, { email, by }, now)).members,
    invitations: async (id, now) => members.openInvitations((await read(id)).record, now),
    invite: async (id, member, now, by) => {
      const { invitations } = await change(id, members.invite, { ...member, by }, now)
      return invitations.find(({ email }) => email === member.email) as Invitation
    },
    withdrawInvitation: async (id, email, now, by) =>
      void (await change(id, members.withdrawInvitation, { email, by }, now)),
    acceptInvitation: async (id, email, now) => void (await change(id, members.acceptInvitation, { email }, now)),
    declineInvitation: async (id, email, now) => void (await change(id, members.declineInvitation, { email }, now)),

    keys: async (id) => (await read(id)).record.keys.map(hideSecrets),
    createKey: async (id, draft, now, by) =>
      findShown((await change(id, keys.createKey, { draft, by }, now)).keys, draft.id),
    revokeKey: async (keyId, now, by) => findShown(await changeKey(keys.revokeKey, { keyId, by }, now), keyId),
    rotateKey: async (keyId, draft, now, by) =>
      findShown(await changeKey(keys.rotateKey, { keyId, draft, by }, now), draft.id),

    webhooks: async (id) => (await read(id)).record.webhooks.map(hideSecrets),
    createWebhook: async (id, draft, now, by) =>
      findShown((await change(id, webhooks.createWebhook, { draft, by }, now)).webhooks, draft.id),
    updateWebhook: async (id, command, now, by) =>
      findShown((await change(id, webhooks.updateWebhook, { ...command, by }, now)).webhooks, command.id),
    rotateWebhookSecret: async (accountId, id, secret, now, by) =>
      findShown((await change(accountId, webhooks.rotateWebhookSecret, { id, secret, by }, now)).webhooks, id),
    deleteWebhook: async (accountId, id, now, by) =>
      void (await change(accountId, webhooks.deleteWebhook, { id, by }, now)),
    endWebhook: async (accountId, id, because, now) => {
      const record = await change(accountId, webhooks.endWebhook, { id, because }, now)
      return record.webhooks.some((webhook) => webhook.id === id && webhook.disabledAt === now)
    },
    allWebhooks: async () =>
      (await search(WITH_WEBHOOKS)).flatMap(({ record: { account, webhooks } }) =>
        webhooks.map((webhook) => ({ account, webhook })),
      ),
    findWebhook: async (accountId, id) => {
      const [stored] = await load([accountId])
      const webhook = stored?.record.webhooks.find((each) => each.id === id)
      return stored && webhook ? { account: stored.record.account, webhook } : null
    },
    noteAnnounced: async (accountId, id, until) =>
      void (await change(accountId, webhooks.noteAnnounced, { id, until }, until)),
    addDeliveries: async (added) => void (await Promise.all(added.map(deliveries.add))),
    dueDeliveries: deliveries.findDue,
    claimDelivery: async (delivery, now, leaseMs) => {
      const claimed = markDeliveryClaimed(delivery, now, leaseMs)
      return claimed && (await deliveries.replace(claimed)) ? claimed : null
    },
    saveDelivery: deliveries.replace,
    readDeliveries: deliveries.list,
    delivery: async (id) => (await deliveries.find(id))?.content ?? null,

    addAlertRequest: async (request) => void (await alertRequests.add(request)),
    findAlertRequest: async (id, now) => {
      const request = await alertRequests.find(id)
      return request && request.createdAt + REQUEST_MS > now ? request.content : null
    },
    confirmListAlert: async (alert) => {
      await listAlerts.add(alert)
      await alertRequests.drop(alert)
    },
    findListAlert: async (id) => (await listAlerts.find(id))?.content ?? null,
    listAlertsFor: (address) => listAlerts.list(hashAddress(address)),
    dueListAlerts: async (until, now, limit) => {
      for (const request of await alertRequests.findDue(now, limit)) await alertRequests.drop(request)
      return listAlerts.findDue(until, limit)
    },
    saveListAlert: async (before, after) => {
      const saved = { ...after, turn: before.turn + 1 }
      return (await listAlerts.replace(saved)) ? saved : null
    },
    endListAlert: async (alert) => void (await listAlerts.drop(alert)),
    endListAlertsFor: async (address) => {
      for (const { dropOwned } of [listAlerts, alertRequests]) await dropOwned(hashAddress(address))
    },

    subscriptions: async (id) => (await read(id)).record.subscriptions.map(hideSecrets),
    createSubscription: async (id, draft, now, by) =>
      findShown((await change(id, keys.createSubscription, { draft, by }, now)).subscriptions, draft.id),
    revokeSubscription: async (accountId, id, now, by) =>
      findShown((await change(accountId, keys.revokeSubscription, { id, by }, now)).subscriptions, id),
    subscribedQuery: async (hash) => (await findKey(hash))?.query ?? null,

    claimAlerts: (id, now, leaseMs) =>
      changeAlerts(id, (alert, { meter, record }) => {
        const plan = PLANS[getPlanAt(record.account, now)]
        // Refunds may have lowered the usage since the alert was created.
        return hasReached(alert, getUsedIn(meter, alert.month), plan) ? markClaimed(alert, now, leaseMs) : null
      }),
    settleAlert: async (id, name, delivery) => {
      const isNamed = (alert: AlertName) => toAlertName(alert.month, alert) === toAlertName(name.month, name)
      await changeAlerts(id, (alert) => (isNamed(alert) ? markSettled(alert, delivery) : null))
    },

    saveLink: async (link, now) => void (await links.add({ ...link, expiresAt: now + LINK_MS })),
    takeLink: async (hash, browser, now) => {
      const link = (await links.find(hash))?.content
      return link && isValidLink(link, browser, now) && (await links.drop(link)) ? link.email : null
    },
    openSession: async (hash, email, now) => {
      const session = { hash, email, createdAt: now, seenAt: now }
      await sessions.add(session)
      return session
    },
    session: async (hash, now) => {
      const item = await sessions.find(hash)
      if (!item || !isValidSession(item.content, now)) return null
      const after = markUsed(item.content, now)
      if (after !== item.content)
        await driver.write([['replaceItem', { ...item, turn: item.turn + 1, content: after }]])
      return after
    },
    sessions: async (email, now) =>
      (await sessions.list(email))
        .filter((session) => isValidSession(session, now))
        .sort((a, b) => b.createdAt - a.createdAt || compare(a.hash, b.hash)),
    endSession: async (hash) => {
      const item = await sessions.find(hash)
      if (item) await driver.write([['removeItem', item]])
    },
    endSessions: async (email) => void (await sessions.dropOwned(email)),

    memberships: readMemberships,
    readInvitations: async (email, now) =>
      (await search(toInvitedTerm(email)))
        .flatMap(({ record }) =>
          members
            .openInvitations(record, now)
            .filter((invitation) => invitation.email === email)
            .map((invitation) => ({ ...invitation, accountId: record.account.id, accountName: record.account.name })),
        )
        .sort((a, b) => a.createdAt - b.createdAt || compare(a.accountId, b.accountId)),
    welcome: async (email, now) => {
      const before = await readMemberships(email)
      if (before.length > 0) return before
      const draft = { id: generateId('acct'), name: email, plan: 'FREE', ownerEmail: email } as const
      // Of several concurrent calls, only one finds the address without an account.
      await create(accounts.createAccount(draft, now, email), toMemberTerm(email))
      return readMemberships(email)
    },
  }
}

// The verbs of any driver have these names.
const VERBS = Object.keys(createStore({} as Driver)) as (keyof Store)[]
type Verb = (...args: unknown[]) => Promise<unknown>

/** A store whose verbs are called through a function. */
export const wrapVerbs = (store: Store, ask: (call: () => Promise<unknown>) => Promise<unknown>): Store =>
  Object.fromEntries(
    VERBS.map((verb): [string, Verb] => [verb, (...args) => ask(() => (store[verb] as Verb)(...args))]),
  ) as never

/** A key, signed address or webhook without its secrets or their hash, which are not passed on. */
function hideSecrets<Stored extends StoredKey | StoredSubscription | StoredWebhook>(stored: Stored) {
  const { hash: _, secret: __, secretBefore: ___, ...rest } = stored as Stored & Partial<StoredKey & StoredWebhook>
  return rest as Omit<Stored, 'hash' | 'secret' | 'secretBefore'>
}
const findShown = <Stored extends Parameters<typeof hideSecrets>[0]>(written: readonly Stored[], id: string) =>
  hideSecrets(written.find((each) => each.id === id) as Stored)
