import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { StoreAdmission } from '../../metering/admission.ts'
import { LIMITS, type SharedLimits } from '../../metering/limits.ts'
import { orNull } from '../../rules/once.ts'
import { ALL } from '../documents.ts'
import type { AccountRow, Changes, Driver, Item, Store } from '../port.ts'
import { createStore } from '../verbs.ts'
import { openMigrated } from './earlier.ts'
import * as at from './names.ts'
import { ADMIT, REFUND } from './scripts.ts'
import { type Command, type Condition, createCommands, Fields, read, script, Texts, Whole, type Wire } from './wire.ts'

const TextOrNone = z.string().nullable()
const Clock = z.tuple([Whole, Whole]).transform(([seconds, micros]) => seconds * 1000 + Math.floor(micros / 1000))
const Row = z.object({ version: Whole, document: z.string(), meter: z.string() })
const LAST = 'last:'
type ClockSource = 'server' | 'callers'

/** The store on Redis, over any wire. @param clockSource whose clock decides */
export function openRedisStore(connection: Wire, clockSource: ClockSource = 'callers'): Store {
  const wire = openMigrated(connection, createDriver(connection, clockSource, [isNew(at.FORMAT)]))
  return createStore(createDriver(wire, clockSource))
}

/** @param always conditions of every write */
function createDriver(wire: Wire, clockSource: ClockSource, always: readonly Condition[] = []): Driver {
  const { ask, askAll, transact } = createCommands(wire)
  return {
    async admit(key, cost, { now }) {
      const args = [key, clockSource === 'server' ? '' : now, cost.month, cost.answer].map(String)
      const reply = String(await wire.run(ADMIT, [at.key(key)], args))
      const admission = orNull(() => JSON.parse(reply))
      return read(StoreAdmission, admission)
    },
    async refund({ accountId, month }, cost) {
      if (!cost.month && !cost.answer) return
      await wire.run(REFUND, [at.account(accountId)], [month, String(cost.month), String(cost.answer)])
    },
    findKey: (hash) => ask(TextOrNone, 'HGET', at.key(hash), 'access'),
    findAccounts: (term) => ask(Texts, 'SMEMBERS', at.term(term)),
    async readAccounts(ids) {
      const documents = await askAll(Fields, 'HGETALL', ids.map(at.account))
      return documents.filter(({ document }) => document !== undefined).map(toRow)
    },
    async readSummaries() {
      const ids = await ask(Texts, 'SMEMBERS', at.term(ALL))
      return askAll(z.string(), 'HGET', ids.map(at.account), 'summary')
    },
    readTrail: (accountId, first, last) => ask(Texts, 'LRANGE', at.trail(accountId), first - 1, last - 1),
    async findItems(kind, by, value, limit) {
      let ids = [String(value)]
      if (by === 'owner') ids = await ask(Texts, 'ZREVRANGE', at.owned(kind, String(value)), 0, limit - 1)
      if (by === 'due') ids = await ask(Texts, 'ZRANGEBYSCORE', at.due(kind), '-inf', value, 'LIMIT', 0, limit)
      const names = ids.map((id) => at.item({ kind, id }))
      const items = await askAll(TextOrNone, 'HGET', names, 'item')
      const lost = ids.filter((_, index) => items[index] === null)
      if (by === 'due' && lost.length > 0) await transact([['ZREM', at.due(kind), ...lost]])
      return items.filter((item) => item !== null)
    },
    async write(changes) {
      // The type of a change does not say that its kind and its row belong together.
      const steps = changes.map(([kind, row]) => STEPS[kind](row as never))
      const commands = steps.flatMap(([, ...each]) => each)
      const conditions = steps.flatMap(([condition]) => (condition ? [condition] : []))
      return (await transact(commands, [...always, ...conditions])) !== null
    },

    // A write like that of an admission: a server that is read-only or out of memory still responds to a plain PING.
    async ping() {
      const [, time] = (await transact([['SET', at.PROBE, '1', 'PX', 60_000], ['TIME']])) ?? []
      return read(Clock, time)
    },
    close: () => wire.close(),
  }
}

const toRow = (fields: { [field: string]: string }): AccountRow => ({
  ...read(Row, fields),
  lastUsed: Object.fromEntries(
    Object.entries(fields).flatMap(([name, minute]) =>
      name.startsWith(LAST) ? [[name.slice(LAST.length), Number(minute)]] : [],
    ),
  ),
})

type Step = [condition: Condition | null, ...commands: Command[]]

const isNew = (name: string): Condition => [['EXISTS', name], 0]
const hasField = (name: string, field: string, value: number): Condition => [['HGET', name, field], value]

const STEPS: { [Kind in keyof Changes]: (row: Changes[Kind]) => Step } = {
  addAccount: ({ id, ...fields }) => [
    isNew(at.account(id)),
    ['HSET', at.account(id), 'version', 1, ...Object.entries(fields).flat()],
  ],
  changeAccount: ({ id, version, ...fields }) => [
    hasField(at.account(id), 'version', version),
    ['HSET', at.account(id), 'version', version + 1, ...Object.entries(fields).flat()],
  ],
  removeAccount: ({ id, version }) => [
    hasField(at.account(id), 'version', version),
    ['DEL', at.account(id)],
    ['DEL', at.trail(id)],
  ],
  addKey: ({ hash, account, access, lastMinute }) => [
    isNew(at.key(hash)),
    ['HSET', at.key(hash), 'account', account, 'access', access],
    ...(lastMinute === null ? [] : [['HSET', at.account(account), LAST + hash, lastMinute]]),
  ],
  changeKey: ({ hash, access }) => [null, ['HSET', at.key(hash), 'access', access]],
  removeKey: ({ hash, account }) => [null, ['DEL', at.key(hash)], ['HDEL', at.account(account), LAST + hash]],
  addTerm: ({ term, account }) => [null, ['SADD', at.term(term), account]],
  addFirstTerm: ({ term, account }) => [isNew(at.term(term)), ['SADD', at.term(term), account]],
  removeTerm: ({ term, account }) => [null, ['SREM', at.term(term), account]],
  addEntry: ({ account, entry }) => [null, ['RPUSH', at.trail(account), entry]],
  addItem: (item) => [isNew(at.item(item)), ...setItem(item), ...keepItem(item)],
  replaceItem: (item) => [hasField(at.item(item), 'turn', item.turn - 1), ...setItem(item)],
  removeItem: (item) => [
    [['EXISTS', at.item(item)], 1],
    ['DEL', at.item(item)],
    ['ZREM', at.due(item.kind), item.id],
    ...getOwned(item).map((name) => ['ZREM', name, item.id]),
  ],
}

const getOwned = ({ kind, owner }: Item): string[] => (owner === null ? [] : [at.owned(kind, owner)])

const setItem = (item: Item): Command[] => [
  ['HSET', at.item(item), 'turn', item.turn, 'item', JSON.stringify(item)],
  item.dueAt === null ? ['ZREM', at.due(item.kind), item.id] : ['ZADD', at.due(item.kind), item.dueAt, item.id],
]

function keepItem(item: Item): Command[] {
  const { id, createdAt, keptMs } = item
  const listed = getOwned(item).map((name) => ['ZADD', name, createdAt, id])
  if (keptMs === null) return listed
  return [
    ...listed,
    ...getOwned(item).map((name) => ['ZREMRANGEBYSCORE', name, '-inf', createdAt - keptMs]),
    ...[at.item(item), ...getOwned(item)].map((name) => ['PEXPIRE', name, keptMs]),
  ]
}

// The attempts within the window, by time: exact, and in one step.
const ALLOW = script(`
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local used = redis.call('ZCARD', KEYS[1])
if used >= tonumber(ARGV[3]) then
  return {'refused', redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]}
end
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], window)
return {'allowed', used + 1}
`)
const AllowReply = z.tuple([z.enum(['allowed', 'refused']), Whole])

/** Sliding windows on Redis, which all instances share. */
export function openRedisLimits(wire: Wire): SharedLimits {
  return {
    async count(name, subject, now) {
      const { tries, windowMs } = LIMITS[name]
      const args = [now, windowMs, tries, randomUUID()].map(String)
      const [verdict, value] = read(AllowReply, await wire.run(ALLOW, [`rhp:tries:${name}:${subject}`], args))
      return verdict === 'allowed' ? { used: value } : { refusedUntil: value + windowMs }
    },
    close: () => wire.close(),
  }
}
