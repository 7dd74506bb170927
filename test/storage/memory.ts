import { decide, refunded } from '../../src/metering/decide.ts'
import type { KeyHash } from '../../src/metering/keys.ts'
import { compare } from '../../src/rules/text/words.ts'
import { ALL } from '../../src/storage/documents.ts'
import type { Item } from '../../src/storage/items.ts'
import type { AccountRow, Driver, StoredAccess } from '../../src/storage/port.ts'
import { createStore } from '../../src/storage/verbs.ts'
import type { Adapter } from './adapters.ts'

/** What several stores share. */
export const newPlace = () => ({
  accounts: new Map<string, AccountRow & { summary: string; trail: string[]; lastUsed: Map<string, number> }>(),
  keys: new Map<KeyHash, { accountId: string; access: string }>(),
  terms: new Map<string, Set<string>>(),
  items: new Map<string, Item>(),
})
type Place = ReturnType<typeof newPlace>

/** A driver that forgets everything with its process: the minimum that a new storage needs. */
export function memoryDriver({ accounts, keys, terms, items }: Place): Driver {
  const nameOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => `${kind} ${id}`
  const found = (term: string) => [...(terms.get(term) ?? [])]
  const add = (item: Item) => {
    for (const [name, { kind, createdAt, keptMs }] of items) {
      if (kind === item.kind && keptMs !== null && createdAt + keptMs <= item.createdAt) items.delete(name)
    }
    if (!items.has(nameOf(item))) items.set(nameOf(item), structuredClone(item))
  }
  const listed = (isListed: (item: Item) => boolean) => structuredClone([...items.values()].filter(isListed))

  return {
    async admit(hash, cost, windows) {
      const key = keys.get(hash)
      const account = key && accounts.get(key.accountId)
      if (!account) return { verdict: 'unknown' }
      const { keyId, phases }: StoredAccess = JSON.parse(key.access)
      const { admission, meter } = decide(
        { accountId: key.accountId, keyId, phases },
        JSON.parse(account.meter),
        cost,
        windows,
      )
      if (meter) account.meter = JSON.stringify(meter)
      if (admission.verdict === 'admitted') account.lastUsed.set(hash, admission.usage.minute)
      return admission
    },
    async refund({ accountId, month }, cost) {
      const account = accounts.get(accountId)
      const meter = account && refunded(JSON.parse(account.meter), month, cost)
      if (account && meter) account.meter = JSON.stringify(meter)
    },
    async findKey(hash) {
      const key = keys.get(hash)
      return key ? { access: key.access, now: null } : null
    },
    findAccounts: async (term) => found(term),
    readAccounts: async (ids) => structuredClone(ids.flatMap((id) => accounts.get(id) ?? [])),
    readSummaries: async () => [...accounts.values()].map(({ summary }) => summary),
    async write(write) {
      const { id, loaded, document, summary, trail } = write
      const account = accounts.get(id)
      if ((account?.version ?? null) !== loaded || write.keys.added.some((hash) => keys.has(hash))) return false
      if (write.items.some((item) => items.has(nameOf(item)))) return false
      if (write.unlessFound !== undefined && found(write.unlessFound).length > 0) return false
      const lastUsed = new Map(account?.lastUsed ?? write.lastUsed)
      for (const hash of write.keys.drop) {
        keys.delete(hash)
        lastUsed.delete(hash)
      }
      for (const [hash, access] of write.keys.put) keys.set(hash, { accountId: id, access })
      for (const term of write.terms.put) terms.set(term, new Set([...found(term), id]))
      for (const term of write.terms.drop) terms.get(term)?.delete(id)
      write.items.forEach(add)
      accounts.set(id, {
        version: (loaded ?? 0) + 1,
        document,
        summary,
        meter: account?.meter ?? write.meter ?? '',
        lastUsed,
        trail: [...(account?.trail ?? []), ...trail],
      })
      return true
    },
    async remove({ id, loaded, keys: hashes, terms: found }) {
      if (accounts.get(id)?.version !== loaded) return false
      accounts.delete(id)
      for (const hash of hashes.drop) keys.delete(hash)
      for (const term of found.drop) terms.get(term)?.delete(id)
      return true
    },
    readTrail: async (id, first, last) => accounts.get(id)?.trail.slice(first - 1, last) ?? [],

    addItems: async (added) => added.forEach(add),
    findItem: async (kind, id) => structuredClone(items.get(nameOf({ kind, id })) ?? null),
    listItems: async (kind, owner, limit) =>
      listed((item) => item.kind === kind && item.owner === owner)
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, limit),
    findDue: async (kind, now, limit) =>
      listed((item) => item.kind === kind && item.dueAt !== null && item.dueAt <= now)
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || compare(a.id, b.id))
        .slice(0, limit),
    async replaceItem(before, after) {
      if (items.get(nameOf(before))?.turn !== before.turn) return false
      items.set(nameOf(after), structuredClone(after))
      return true
    },
    removeItem: async (item) => items.delete(nameOf(item)),
    isEmpty: async () => found(ALL).length === 0,
    ping: async () => Date.now(),
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
    open: async () => createStore(memoryDriver(place)),
    preset: async (id, counts) => {
      const account = place.accounts.get(id)
      if (account) account.meter = JSON.stringify({ ...JSON.parse(account.meter), ...counts })
    },
    dump: async () => JSON.stringify(Object.values(place).map((kept) => [...(kept as Map<string, unknown>).entries()])),
    stop: async () => {},
  }
}
