import type { Entry } from '../../src/account/actions.ts'
import type { Session, StoredLink } from '../../src/account/person.ts'
import type { AccountRecord, MailboxHash } from '../../src/account/record.ts'
import { type AdmissionToken, type Cost, StoreUnavailable } from '../../src/metering/admission.ts'
import { decide, standingRefusal } from '../../src/metering/decide.ts'
import type { KeyHash } from '../../src/metering/keys.ts'
import { named } from '../../src/metering/spent.ts'
import { MINUTE_MS } from '../../src/metering/windows.ts'
import { DELIVERY_MEMORY_MS, type Delivery } from '../../src/notify/delivery.ts'
import { compare } from '../../src/rules/compare.ts'
import type { Driver, StoredAccount } from '../../src/storage/port.ts'
import { storeOf } from '../../src/storage/verbs.ts'
import type { Adapter } from './adapter.ts'

type Account = StoredAccount & { trail: Entry[] }

/** What several stores share. */
export const newPlace = () => ({
  accounts: new Map<string, Account>(),
  events: new Map<string, number>(),
  trials: new Map<MailboxHash, true>(),
  links: new Map<string, StoredLink>(),
  sessions: new Map<string, Session>(),
  deliveries: new Map<string, Delivery>(),
  /** What admissions with a token still have spent. */
  spent: new Map<AdmissionToken, { month: string; requests: number; answers: number }>(),
})
type Place = ReturnType<typeof newPlace>

const COUNTS = { minute: 0, minuteUsed: 0, month: '', monthUsed: 0, answersUsed: 0, notified: 0 }

const versionOf = (entries: number, { billedAt, trial }: AccountRecord) => `${entries} ${billedAt} ${trial?.noticeAt}`

/** A driver that forgets everything with its process: the minimum that a new storage needs. */
export function memoryDriver({ accounts, events, trials, links, sessions, deliveries, spent }: Place): Driver {
  const all = () => [...accounts.values()]
  const sameAlert = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

  const secretsOf = ({ record }: StoredAccount) => [
    ...record.keys,
    ...record.subscriptions.map((each) => ({ ...each, expiresAt: null, kept: each })),
  ]
  const keyAt = (hash: KeyHash) => {
    for (const loaded of all()) {
      const key = secretsOf(loaded).find((each) => each.hash === hash)
      if (key) return { loaded, key }
    }
    return null
  }

  function giveBack(loaded: Account, monthNamed: string, cost: Cost, token?: AdmissionToken): void {
    const left = token === undefined ? null : spent.get(token)
    if (left === undefined) return
    const requests = left ? Math.min(cost.month, left.requests) : cost.month
    const answers = left ? Math.min(cost.answer, left.answers) : cost.answer
    if (left) Object.assign(left, { requests: left.requests - requests, answers: left.answers - answers })
    const month = left?.month ?? monthNamed
    const past = loaded.past.find((each) => each.month === month)
    if (loaded.counts.month === month) {
      loaded.counts.monthUsed = Math.max(0, loaded.counts.monthUsed - requests)
      loaded.counts.answersUsed = Math.max(0, loaded.counts.answersUsed - answers)
    } else if (past) {
      past.requests = Math.max(0, past.requests - requests)
      past.answers = Math.max(0, past.answers - answers)
    }
  }

  return {
    async judge(hash, windows) {
      const found = keyAt(hash)
      if (!found) return 'unknown'
      const { loaded, key } = found
      return standingRefusal({ ...loaded.counts, ...loaded.record.account, ...key }, windows) ?? 'valid'
    },
    async admit(hash, cost, windows, token) {
      const found = keyAt(hash)
      if (!found) return { verdict: 'unknown' }
      if (token !== undefined && spent.has(token)) throw new StoreUnavailable('The admission was taken back.')
      const { loaded, key } = found
      const { plan, trialEndsAt, suspended } = loaded.record.account
      const { id: keyId, revokedAt, expiresAt } = key
      const standing = {
        ...loaded.counts,
        accountId: loaded.record.account.id,
        keyId,
        plan,
        trialEndsAt,
        suspended,
        revokedAt,
        expiresAt,
      }
      const { admission, counts, crossed } = decide(standing, cost, windows)
      if (!counts) return admission
      const { month, monthUsed, answersUsed } = loaded.counts
      if (month && month !== counts.month) loaded.past.push({ month, requests: monthUsed, answers: answersUsed })
      loaded.counts = counts
      if (admission.verdict === 'admitted') ('kept' in key ? key.kept : key).lastUsedAt = counts.minute * MINUTE_MS
      for (const crossing of crossed) {
        const made = { createdAt: windows.now, attempts: 0, nextAttemptAt: windows.now }
        loaded.alerts.push({ month: counts.month, ...crossing, ...made, deliveredAt: null, deliveredBy: null })
      }
      if (token !== undefined && admission.verdict === 'admitted') {
        const answers = admission.answer === 'taken' ? 1 : 0
        spent.set(token, { month: counts.month, requests: cost.month, answers })
      }
      return named(admission, token)
    },
    async refund({ accountId, month, token }, cost) {
      const loaded = accounts.get(accountId)
      if (loaded) giveBack(loaded, month, cost, token)
    },
    async takeBack(hash, token) {
      const { loaded } = keyAt(hash) ?? {}
      if (!loaded) return
      const { month } = loaded.counts
      if (spent.has(token)) giveBack(loaded, month, { month: 1, answer: 1 }, token)
      else spent.set(token, { month, requests: 0, answers: 0 })
    },

    summaries: async () =>
      all().map(({ record: { account, trial } }) => ({
        id: account.id,
        name: account.name,
        createdAt: account.createdAt,
        trialNoticeAt: trial?.noticeAt ?? null,
      })),

    async find(search) {
      const wanted = ({ record }: StoredAccount) => {
        if (search === 'all') return true
        if (search === 'webhooks') return record.webhooks.length > 0
        if ('member' in search) return record.members.some(({ email }) => email === search.member)
        return record.invitations.some(({ email }) => email === search.invited)
      }
      return all()
        .filter(wanted)
        .map(({ record }) => record.account.id)
    },
    load: async (search) =>
      structuredClone(
        'keyId' in search
          ? all().filter(({ record }) => record.keys.some(({ id }) => id === search.keyId))
          : search.flatMap((id) => accounts.get(id) ?? []),
      ),
    async place({ trail, ...copy }) {
      const hashes = secretsOf({ record: copy.record } as StoredAccount).map(({ hash }) => hash)
      const isKnown = all().some((other) => secretsOf(other).some(({ hash }) => hashes.includes(hash)))
      const { id } = copy.record.account
      if (isKnown || accounts.has(id)) return false
      const entries = trail.length
      if (copy.record.trial) trials.set(copy.record.trial.person, true)
      accounts.set(id, structuredClone({ ...copy, trail, entries, version: versionOf(entries, copy.record) }))
      return true
    },
    async save({ loaded, record, notes, event, trialOf, isFirst }) {
      const { id } = record.account
      const known = accounts.get(id)
      const owners = record.members.map(({ email }) => email)
      if (known?.version !== loaded?.version || (event && events.has(event.id))) return false
      if (isFirst && all().some((other) => other.record.members.some(({ email }) => owners.includes(email))))
        return false
      if (trialOf && trials.has(trialOf)) return false
      if (trialOf) trials.set(trialOf, true)
      if (event) events.set(event.id, event.now)
      const trail = [...(known?.trail ?? [])]
      for (const note of notes) trail.push({ ...note, number: trail.length + 1 })
      // The last use is written by the meter alone.
      const lastUsed = new Map(known && secretsOf(known).map(({ id: secretId, lastUsedAt }) => [secretId, lastUsedAt]))
      const withLastUse = <Each extends { id: string; lastUsedAt: number | null }>(each: Each): Each => ({
        ...each,
        lastUsedAt: lastUsed.get(each.id) ?? null,
      })
      const { keys, subscriptions, ...rest } = structuredClone(record)
      accounts.set(id, {
        ...(known ?? { counts: { ...COUNTS }, past: [], alerts: [] }),
        record: { ...rest, keys: keys.map(withLastUse), subscriptions: subscriptions.map(withLastUse) },
        trail,
        version: versionOf(trail.length, record),
        entries: trail.length,
      })
      return true
    },
    async subscribedQuery(hash) {
      const { list, format, query } =
        all()
          .flatMap(({ record }) => record.subscriptions)
          .find((each) => each.hash === hash) ?? {}
      return list === undefined || format === undefined || query === undefined ? null : { list, format, query }
    },
    entries: async (id, first, last) => accounts.get(id)?.trail.slice(first - 1, last) ?? [],
    knowsTrialOf: async (person) => trials.has(person),
    knowsEvent: async (id) => events.has(id),
    async saveAlert(id, before, after) {
      const alerts = accounts.get(id)?.alerts ?? []
      const place = alerts.findIndex((alert) => sameAlert(alert, before))
      if (place >= 0) alerts[place] = after
      return place >= 0
    },

    async noteAnnounced(id, webhookId, until) {
      const loaded = accounts.get(id)
      if (!loaded) return
      const told = loaded.record.webhooks.map((each) => (each.id === webhookId ? { ...each, announced: until } : each))
      loaded.record = { ...loaded.record, webhooks: told }
    },
    async addDeliveries(added) {
      for (const delivery of added) {
        for (const [id, { createdAt }] of deliveries) {
          if (createdAt <= delivery.createdAt - DELIVERY_MEMORY_MS) deliveries.delete(id)
        }
        if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, structuredClone(delivery))
      }
    },
    dueDeliveries: async (now, limit) =>
      structuredClone([...deliveries.values()])
        .filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now)
        .sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || compare(a.id, b.id))
        .slice(0, limit),
    async saveDelivery(before, after) {
      if (deliveries.get(before.id)?.turn !== before.turn) return false
      deliveries.set(after.id, structuredClone(after))
      return true
    },
    deliveriesOf: async (webhookId, limit) =>
      structuredClone([...deliveries.values()])
        .filter((delivery) => delivery.webhookId === webhookId)
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, limit),
    delivery: async (id) => structuredClone(deliveries.get(id) ?? null),

    addLink: async (link) => void links.set(link.hash, link),
    link: async (hash) => links.get(hash) ?? null,
    removeLink: async (hash) => links.delete(hash),
    addSession: async (session) => void sessions.set(session.hash, session),
    sessionsBy: async (search) =>
      [...sessions.values()].filter((session) =>
        'hash' in search ? session.hash === search.hash : session.email === search.email,
      ),
    touchSession: async (session) => {
      if (sessions.has(session.hash)) sessions.set(session.hash, session)
    },
    removeSessions: async (ended) => {
      for (const { hash } of ended) sessions.delete(hash)
    },
    isEmpty: async () => accounts.size === 0,
    ping: async () => {},
    close: async () => {},
  }
}

/** The driver for the common suite. */
export function memoryAdapter(): Adapter {
  const place = newPlace()
  return {
    name: 'memory',
    start: async () => {},
    clear: async () => {
      for (const kept of Object.values(place)) kept.clear()
    },
    open: async () => storeOf(memoryDriver(place)),
    preset: async (id, counts) => void Object.assign(place.accounts.get(id)?.counts ?? {}, counts),
    dump: async () => JSON.stringify(Object.values(place).map((kept) => [...(kept as Map<string, unknown>).entries()])),
    stop: async () => {},
  }
}
