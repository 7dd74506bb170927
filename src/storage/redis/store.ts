import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { StoreAdmission } from '../../metering/admission.ts'
import { LIMITS, type SharedLimits } from '../../metering/limits.ts'
import type { TimeOf } from '../../metering/windows.ts'
import { orNull } from '../../rules/once.ts'
import { ALL } from '../documents.ts'
import type { AccountRow, Changes, Driver, Item, Store } from '../port.ts'
import { createStore } from '../verbs.ts'
import { openMigrated } from './earlier.ts'
import * as at from './names.ts'
import { ADMIT, REFUND } from './scripts.ts'
import {
  ask,
  askAll,
  type Command,
  type Condition,
  Fields,
  read,
  script,
  Texts,
  transact,
  Whole,
  type Wire,
} from './wire.ts'

// The probe is short-lived.
const PROBE_MS = 60_000

const TextOrNone = z.string().nullable()
const Clock = z.tuple([Whole, Whole]).transform(([seconds, micros]) => seconds * 1000 + Math.floor(micros / 1000))
const Row = z.object({ version: Whole, document: z.string(), meter: z.string() })
const LAST = 'last:'

/** The store on Redis, over any wire. @param timeOf `store` for the server's clock */
export function redisStore(connection: Wire, timeOf: TimeOf = 'callers'): Store {
  const wire = openMigrated(connection, (each) => createDriver(each, timeOf))
  return createStore(createDriver(wire, timeOf))
}

function createDriver(wire: Wire, timeOf: TimeOf): Driver {
  return {
    async admit(key, cost, { now }) {
      const args = [key, timeOf === 'store' ? '' : now, cost.month, cost.answer].map(String)
      const reply = await wire.run(ADMIT, [at.key(key)], args)
      return read(
        StoreAdmission,
        orNull(() => JSON.parse(String(reply))),
      )
    },
    async refund({ accountId, month }, cost) {
      if (!cost.month && !cost.answer) return
      await wire.run(REFUND, [at.account(accountId)], [month, String(cost.month), String(cost.answer)])
    },
    findKey: (hash) => ask(wire, TextOrNone, 'HGET', at.key(hash), 'access'),
    findAccounts: (term) => ask(wire, Texts, 'SMEMBERS', at.term(term)),
    async readAccounts(ids) {
      const names = ids.map(at.account)
      const found = await askAll(wire, Fields, 'HGETALL', names)
      return found.filter(({ document }) => document !== undefined).map(toRow)
    },
    async readSummaries() {
      const ids = await ask(wire, Texts, 'SMEMBERS', at.term(ALL))
      return askAll(wire, z.string(), 'HGET', ids.map(at.account), 'summary')
    },
    readTrail: (accountId, first, last) => ask(wire, Texts, 'LRANGE', at.trail(accountId), first - 1, last - 1),
    async findItems(kind, by, value, limit) {
      let ids = [String(value)]
      if (by === 'owner') ids = await ask(wire, Texts, 'ZREVRANGE', at.owned(kind, String(value)), 0, limit - 1)
      if (by === 'due') ids = await ask(wire, Texts, 'ZRANGEBYSCORE', at.due(kind), '-inf', value, 'LIMIT', 0, limit)
      const names = ids.map((id) => at.item(kind, id))
      const found = await askAll(wire, TextOrNone, 'HGET', names, 'item')
      const lost = ids.filter((_, place) => found[place] === null)
      if (by === 'due' && lost.length > 0) await transact(wire, [['ZREM', at.due(kind), ...lost]])
      return found.filter((item) => item !== null)
    },
    async write(changes) {
      // The type of a change does not say that its kind and its row belong together.
      const steps = changes.map(([kind, row]) => STEPS[kind](row as never))
      const conditions = steps.flatMap(({ only }) => (only ? [only] : []))
      return (
        (await transact(
          wire,
          steps.flatMap(({ commands }) => commands),
          conditions,
        )) !== null
      )
    },

    // A write like that of an admission: a server that is read-only or out of memory still responds to a plain PING.
    async ping() {
      const [, time] = (await transact(wire, [['SET', at.PROBE, '1', 'PX', PROBE_MS], ['TIME']])) ?? []
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

interface Step {
  commands: Command[]
  only?: Condition
}

/** The commands of each change, and its condition. */
const STEPS: { [Kind in keyof Changes]: (row: Changes[Kind]) => Step } = {
  addAccount: ({ id, ...fields }) => ({
    commands: [['HSET', at.account(id), 'version', 1, ...Object.entries(fields).flat()]],
    only: [['EXISTS', at.account(id)], 0],
  }),
  changeAccount: ({ id, version, ...fields }) => ({
    commands: [['HSET', at.account(id), 'version', version + 1, ...Object.entries(fields).flat()]],
    only: [['HGET', at.account(id), 'version'], version],
  }),
  removeAccount: ({ id, version }) => ({
    commands: [at.account(id), at.trail(id)].map((name) => ['DEL', name]),
    only: [['HGET', at.account(id), 'version'], version],
  }),
  addKey: ({ hash, account, access, lastMinute }) => ({
    commands: [
      ['HSET', at.key(hash), 'account', account, 'access', access],
      ...(lastMinute === null ? [] : [['HSET', at.account(account), LAST + hash, lastMinute]]),
    ],
    only: [['EXISTS', at.key(hash)], 0],
  }),
  changeKey: ({ hash, access }) => ({ commands: [['HSET', at.key(hash), 'access', access]] }),
  removeKey: ({ hash, account }) => ({
    commands: [
      ['DEL', at.key(hash)],
      ['HDEL', at.account(account), LAST + hash],
    ],
  }),
  addTerm: ({ term, account }) => ({ commands: [['SADD', at.term(term), account]] }),
  addFirstTerm: ({ term, account }) => ({
    commands: [['SADD', at.term(term), account]],
    only: [['EXISTS', at.term(term)], 0],
  }),
  removeTerm: ({ term, account }) => ({ commands: [['SREM', at.term(term), account]] }),
  addEntry: ({ account, entry }) => ({ commands: [['RPUSH', at.trail(account), entry]] }),
  addItem: (item) => ({
    commands: [...setItem(item), ...keepItem(item)],
    only: [['EXISTS', at.item(item.kind, item.id)], 0],
  }),
  replaceItem: (item) => ({
    commands: setItem(item),
    only: [['HGET', at.item(item.kind, item.id), 'turn'], item.turn - 1],
  }),
  removeItem: ({ kind, id, owner }) => ({
    commands: [
      ['DEL', at.item(kind, id)],
      ['ZREM', at.due(kind), id],
      ...(owner === null ? [] : [['ZREM', at.owned(kind, owner), id]]),
    ],
    only: [['EXISTS', at.item(kind, id)], 1],
  }),
}

const setItem = (item: Item): Command[] => {
  const { kind, id, turn, dueAt } = item
  return [
    ['HSET', at.item(kind, id), 'turn', turn, 'item', JSON.stringify(item)],
    dueAt === null ? ['ZREM', at.due(kind), id] : ['ZADD', at.due(kind), dueAt, id],
  ]
}

/** Lists an item of an owner, and lets it expire. */
function keepItem({ kind, id, owner, createdAt, keptMs }: Item): Command[] {
  const owned = owner === null ? [] : [at.owned(kind, owner)]
  const listed = owned.map((name) => ['ZADD', name, createdAt, id])
  if (keptMs === null) return listed
  return [
    ...listed,
    ...owned.map((name) => ['ZREMRANGEBYSCORE', name, '-inf', createdAt - keptMs]),
    ...[at.item(kind, id), ...owned].map((name) => ['PEXPIRE', name, keptMs]),
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
export function redisLimits(wire: Wire): SharedLimits {
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
