import * as z from 'zod'
import type { Cost, Usage } from '../../metering/admission.ts'
import type { KeyHash } from '../../metering/keys.ts'
import type { TimeOf, Windows } from '../../metering/windows.ts'
import { ALL } from '../documents.ts'
import type { Item, ItemKind } from '../items.ts'
import type { AccountRow, AccountWrite, Driver, Store } from '../port.ts'
import { createStore } from '../verbs.ts'
import { openMigrated } from './earlier.ts'
import * as at from './names.ts'
import {
  AdmissionReply,
  ask,
  type Command,
  type Condition,
  Fields,
  Json,
  read,
  Texts,
  transact,
  Whole,
} from './replies.ts'
import { ADMIT, REFUND } from './scripts.ts'
import type { Wire } from './wire.ts'

// The probe is short-lived.
const PROBE_MS = 60_000
const SUMMARIES_AT_ONCE = 1_000

const TextOrNone = z.string().nullable()
const Clock = z.tuple([Whole, Whole]).transform(([seconds, micros]) => seconds * 1000 + Math.floor(micros / 1000))
const Row = z.object({ version: Whole, document: z.string(), meter: z.string() })
// Items are parsed by the rules that use them.
const StoredItem = Json.transform((value) => value as Item)
const LAST = 'last:'

/** The store on Redis, over any wire. @param timeOf `store` for the server's clock */
export function redisStore(connection: Wire, timeOf: TimeOf = 'callers'): Store {
  const wire = openMigrated(connection, (each) => createDriver(each, timeOf))
  return createStore(createDriver(wire, timeOf))
}

function createDriver(wire: Wire, timeOf: TimeOf): Driver {
  const run = async (commands: Command[], conditions: Condition[] = []): Promise<boolean> =>
    (await transact(wire, commands, conditions)) !== null
  /** The items of a kind with these ids that are still known. */
  async function readItems(kind: ItemKind, ids: readonly string[]): Promise<Item[]> {
    if (ids.length === 0) return []
    const commands = ids.map((id) => ['HGET', at.item(kind, id), 'item'])
    const replies = (await transact(wire, commands)) ?? []
    return replies.flatMap((reply) => (typeof reply === 'string' ? [read(StoredItem, reply)] : []))
  }

  return {
    async admit(key: KeyHash, cost: Cost, { now }: Windows) {
      const args = [key, timeOf === 'store' ? '' : now, cost.month, cost.answer].map(String)
      return read(AdmissionReply, await wire.run(ADMIT, [at.key(key)], args))
    },
    async refund({ accountId, month }: Usage, cost: Cost) {
      if (!cost.month && !cost.answer) return
      await wire.run(REFUND, [at.account(accountId)], [month, String(cost.month), String(cost.answer)])
    },
    async findKey(hash) {
      const [access, time] = (await transact(wire, [['HGET', at.key(hash), 'access'], ['TIME']])) ?? []
      const found = read(TextOrNone, access)
      return found === null ? null : { access: found, now: timeOf === 'store' ? read(Clock, time) : null }
    },
    isEmpty: async () => (await ask(wire, Whole, 'EXISTS', at.term(ALL))) === 0,
    findAccounts: (term) => ask(wire, Texts, 'SMEMBERS', at.term(term)),
    async readAccounts(ids) {
      if (ids.length === 0) return []
      const commands = ids.map((id) => ['HGETALL', at.account(id)])
      const replies = (await transact(wire, commands)) ?? []
      return replies.map((reply) => read(Fields, reply)).flatMap((fields) => (fields.size > 0 ? [toRow(fields)] : []))
    },
    async readSummaries() {
      const ids = await ask(wire, Texts, 'SMEMBERS', at.term(ALL))
      const commands = ids.map((id) => ['HGET', at.account(id), 'summary'])
      const replies = Array.from({ length: Math.ceil(ids.length / SUMMARIES_AT_ONCE) }, (_, page) =>
        transact(wire, commands.slice(page * SUMMARIES_AT_ONCE, (page + 1) * SUMMARIES_AT_ONCE)),
      )
      return (await Promise.all(replies)).flatMap((page) => read(Texts, page ?? []))
    },
    write: (write) => run(toCommands(write), toConditions(write)),
    remove: ({ id, loaded, keys, terms }) =>
      run(
        [
          ...[at.account(id), at.trail(id), ...keys.drop.map(at.key)].map((name) => ['DEL', name]),
          ...terms.drop.map((term) => ['SREM', at.term(term), id]),
        ],
        [[['HGET', at.account(id), 'version'], loaded]],
      ),
    readTrail: (accountId, first, last) => ask(wire, Texts, 'LRANGE', at.trail(accountId), first - 1, last - 1),

    async addItems(items) {
      await Promise.all(items.map((item) => run(toItemCommands(item), [[['EXISTS', at.item(item.kind, item.id)], 0]])))
    },
    findItem: async (kind, id) => (await readItems(kind, [id]))[0] ?? null,
    listItems: async (kind, owner, limit) =>
      readItems(kind, await ask(wire, Texts, 'ZREVRANGE', at.owned(kind, owner), 0, limit - 1)),
    async findDue(kind, now, limit) {
      const ids = await ask(wire, Texts, 'ZRANGEBYSCORE', at.due(kind), '-inf', now, 'LIMIT', 0, limit)
      const items = await readItems(kind, ids)
      const lost = ids.filter((id) => !items.some((item) => item.id === id))
      if (lost.length > 0) await run([['ZREM', at.due(kind), ...lost]])
      return items
    },
    replaceItem: (before, after) =>
      run(toReplacement(after), [[['HGET', at.item(before.kind, before.id), 'turn'], before.turn]]),
    removeItem: async ({ kind, id, owner }) => {
      const commands: Command[] = [
        ['DEL', at.item(kind, id)],
        ['ZREM', at.due(kind), id],
        ...(owner === null ? [] : [['ZREM', at.owned(kind, owner), id]]),
      ]
      return run(commands, [[['EXISTS', at.item(kind, id)], 1]])
    },

    // A write like that of an admission: a server that is read-only or out of memory still responds to a plain PING.
    async ping() {
      const [, time] = (await transact(wire, [['SET', at.PROBE, '1', 'PX', PROBE_MS], ['TIME']])) ?? []
      return read(Clock, time)
    },
    close: () => wire.close(),
  }
}

const toRow = (fields: ReadonlyMap<string, string>): AccountRow => ({
  ...read(Row, Object.fromEntries(fields)),
  lastUsed: new Map(
    [...fields].flatMap(([name, minute]) => (name.startsWith(LAST) ? [[name.slice(LAST.length), Number(minute)]] : [])),
  ),
})

function toConditions({ id, loaded, keys, items, unlessFound }: AccountWrite): Condition[] {
  const conditions: Condition[] = [
    loaded === null ? [['EXISTS', at.account(id)], 0] : [['HGET', at.account(id), 'version'], loaded],
    ...keys.added.map((hash): Condition => [['EXISTS', at.key(hash)], 0]),
    ...items.map((item): Condition => [['EXISTS', at.item(item.kind, item.id)], 0]),
  ]
  if (unlessFound !== undefined) conditions.push([['EXISTS', at.term(unlessFound)], 0])
  return conditions
}

function toCommands({ id, loaded, document, summary, keys, terms, ...rest }: AccountWrite): Command[] {
  const account = at.account(id)
  const lastUses = [...(rest.lastUsed ?? [])].flatMap(([hash, minute]) => [LAST + hash, minute])
  return [
    ['HSET', account, 'version', (loaded ?? 0) + 1, 'document', document, 'summary', summary, ...lastUses],
    ...(rest.meter === undefined ? [] : [['HSET', account, 'meter', rest.meter]]),
    ...[...keys.put].map(([hash, access]) => ['HSET', at.key(hash), 'account', id, 'access', access]),
    ...keys.drop.flatMap((hash) => [
      ['DEL', at.key(hash)],
      ['HDEL', account, LAST + hash],
    ]),
    ...terms.put.map((term) => ['SADD', at.term(term), id]),
    ...terms.drop.map((term) => ['SREM', at.term(term), id]),
    ...rest.trail.map((entry) => ['RPUSH', at.trail(id), entry]),
    ...rest.items.flatMap(toItemCommands),
  ]
}

function toItemCommands(item: Item): Command[] {
  const { kind, id, owner, createdAt, keptMs } = item
  const commands = toReplacement(item)
  if (owner !== null) commands.push(['ZADD', at.owned(kind, owner), createdAt, id])
  if (keptMs === null) return commands
  commands.push(['PEXPIRE', at.item(kind, id), keptMs])
  if (owner !== null) {
    commands.push(
      ['ZREMRANGEBYSCORE', at.owned(kind, owner), '-inf', createdAt - keptMs],
      ['PEXPIRE', at.owned(kind, owner), keptMs],
    )
  }
  return commands
}

const toReplacement = (item: Item): Command[] => {
  const { kind, id, turn, dueAt } = item
  return [
    ['HSET', at.item(kind, id), 'turn', turn, 'item', JSON.stringify(item)],
    dueAt === null ? ['ZREM', at.due(kind), id] : ['ZADD', at.due(kind), dueAt, id],
  ]
}
