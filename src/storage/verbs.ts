import { createAccount, rename, setPlan, setSuspended } from '../account/account.ts'
import { createKey, revokeKey, rotateKey } from '../account/keys.ts'
import {
  addMember,
  invite,
  join,
  openInvitations,
  removeMember,
  setRole,
  withdrawInvitation,
} from '../account/members.ts'
import { LINK_MS, lasts, type Membership, opens, used } from '../account/person.ts'
import type { AccountRecord, Key, StoredKey } from '../account/record.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { newId } from '../metering/keys.ts'
import { claimed } from '../notify/alert.ts'
import { compare } from '../rules/compare.ts'
import type { Driver, Held, Store } from './port.ts'
import { type Records, recordsOf } from './records.ts'
import { usageReport } from './usage.ts'

/** Every verb of the store, over what a driver offers. The store and its guard are made from this table. */
const VERBS = {
  admit: (driver) => driver.admit,
  refund: (driver) => driver.refund,
  ping: (driver) => driver.ping,
  close: (driver) => driver.close,

  createAccount: (_, records) => async (draft, now, by) => {
    const change = createAccount(draft, now, by)
    if (!(await records.create(change))) throw new StoreUnavailable('The id of the account is taken.')
    return change.record.account
  },
  account: (driver) => async (id) => (await driver.load([id]))[0]?.record.account ?? null,
  accounts: (_, records) => async () => (await records.search('all')).map(({ record }) => record.account),
  rename: (_, records) => async (id, name, now, by) => (await records.change(id, rename, { name, by }, now)).account,
  setPlan: (_, records) => async (id, plan, now, by) => (await records.change(id, setPlan, { plan, by }, now)).account,
  suspend: (_, records) => async (id, now, by) =>
    (await records.change(id, setSuspended, { suspended: true, by }, now)).account,
  resume: (_, records) => async (id, now, by) =>
    (await records.change(id, setSuspended, { suspended: false, by }, now)).account,
  bill: (_, records) => records.bill,
  trail:
    (driver, records) =>
    async (id, limit, before = Number.MAX_SAFE_INTEGER) => {
      const { entries } = await records.read(id)
      const last = Math.min(entries, before - 1)
      return last < 1 ? [] : (await driver.entries(id, Math.max(1, last - limit + 1), last)).reverse()
    },
  usage: (_, records) => async (id, windows) => {
    const { record, ...held } = await records.read(id)
    return usageReport({ account: record.account, keys: keysOf(record), ...held }, windows)
  },

  members: (_, records) => async (id) => [...(await records.read(id)).record.members],
  addMember: (_, records) => async (id, member, now, by) => [
    ...(await records.change(id, addMember, { ...member, by }, now)).members,
  ],
  setRole: (_, records) => async (id, member, now, by) => [
    ...(await records.change(id, setRole, { ...member, by }, now)).members,
  ],
  removeMember: (_, records) => async (id, email, now, by) => [
    ...(await records.change(id, removeMember, { email, by }, now)).members,
  ],
  invitations: (_, records) => async (id, now) => openInvitations((await records.read(id)).record, now),
  invite: (_, records) => async (id, member, now, by) => {
    const { invitations } = await records.change(id, invite, { ...member, by }, now)
    return only(invitations.find(({ email }) => email === member.email))
  },
  withdrawInvitation: (_, records) => async (id, email, now, by) =>
    void (await records.change(id, withdrawInvitation, { email, by }, now)),

  keys: (_, records) => async (id) => keysOf((await records.read(id)).record),
  createKey: (_, records) => async (id, draft, now, by) =>
    keyIn(await records.change(id, createKey, { draft, by }, now), draft.id),
  revokeKey: (_, records) => async (keyId, now, by) =>
    keyIn(await records.change({ keyId }, revokeKey, { keyId, by }, now), keyId),
  rotateKey: (_, records) => async (keyId, draft, now, by) =>
    keyIn(await records.change({ keyId }, rotateKey, { keyId, draft, by }, now), draft.id),

  claimAlerts: (driver, records) => async (id, now, leaseMs) => {
    const taken = []
    for (const alert of (await records.read(id)).alerts) {
      const after = claimed(alert, now, leaseMs)
      if (after && (await driver.saveAlert(id, alert, after))) taken.push(after)
    }
    return taken
  },
  settleAlert: (_, records) => records.settle,

  keepLink: (driver) => (link, now) => driver.addLink({ ...link, expiresAt: now + LINK_MS }, now),
  takeLink: (driver) => async (hash, browser, now) => {
    const link = await driver.link(hash)
    if (!link || !opens(link, browser, now)) return null
    return (await driver.removeLink(hash)) ? link.email : null
  },
  openSession: (driver) => async (hash, email, now) => {
    const session = { hash, email, createdAt: now, seenAt: now }
    await driver.addSession(session, now)
    return session
  },
  session: (driver) => async (hash, now) => {
    const [session] = await driver.sessionsBy({ hash })
    if (!session || !lasts(session, now)) return null
    const after = used(session, now)
    if (after !== session) await driver.touchSession(after)
    return after
  },
  sessions: (driver) => async (email, now) =>
    (await driver.sessionsBy({ email }))
      .filter((session) => lasts(session, now))
      .sort((a, b) => b.createdAt - a.createdAt || compare(a.hash, b.hash)),
  endSession: (driver) => async (hash) => driver.removeSessions(await driver.sessionsBy({ hash })),
  endSessions: (driver) => async (email) => driver.removeSessions(await driver.sessionsBy({ email })),

  memberships: (_, records) => async (email) => membershipsIn(await records.search({ member: email }), email),
  invitationsOf: (_, records) => async (email, now) =>
    (await records.search({ invited: email }))
      .flatMap(({ record }) =>
        openInvitations(record, now)
          .filter((invitation) => invitation.email === email)
          .map((invitation) => ({ ...invitation, accountId: record.account.id, accountName: record.account.name })),
      )
      .sort((a, b) => a.createdAt - b.createdAt || compare(a.accountId, b.accountId)),
  welcome: (driver, records) => async (email, now) => {
    const [invited, ids] = await Promise.all([driver.find({ invited: email }), driver.find({ member: email })])
    if (invited.length > 0) {
      await Promise.all(invited.map((id) => records.change(id, join, { email }, now)))
      ids.push(...(await driver.find({ member: email })))
    }
    if (ids.length > 0) return membershipsIn(await records.load([...new Set(ids)]), email)
    const change = createAccount({ id: newId('acct'), name: email, plan: 'FREE', ownerEmail: email }, now, email)
    // Of several calls at once only one finds the address without an account.
    if (await records.create(change, true)) return [{ account: change.record.account, role: 'OWNER' }]
    return membershipsIn(await records.search({ member: email }), email)
  },
} as const satisfies { [Verb in keyof Store]: (driver: Driver, records: Records) => Store[Verb] }

export const VERB_NAMES = Object.keys(VERBS) as (keyof Store)[]

/** The store over a driver. */
export function storeOf(driver: Driver): Store {
  const records = recordsOf(driver)
  return Object.fromEntries(VERB_NAMES.map((verb) => [verb, VERBS[verb](driver, records)])) as unknown as Store
}

const membershipsIn = (found: Held[], email: string): Membership[] =>
  found.flatMap(({ record }) =>
    record.members.filter((member) => member.email === email).map(({ role }) => ({ account: record.account, role })),
  )

/** A key without the hash of its secret, which goes no further. */
const shown = ({ hash: _, ...key }: StoredKey): Key => key
const keysOf = ({ keys }: AccountRecord): Key[] => keys.map(shown)
const keyIn = ({ keys }: AccountRecord, keyId: string): Key => shown(only(keys.find(({ id }) => id === keyId)))

function only<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new StoreUnavailable('The store lost what it has just written.')
  return found
}
