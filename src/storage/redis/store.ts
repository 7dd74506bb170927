import { z } from 'zod'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../../account/person.ts'
import type { SecretHash } from '../../account/secrets.ts'
import type { TimeOf } from '../../metering/windows.ts'
import type { Driver, Search, Store, Write } from '../port.ts'
import { storeOf } from '../verbs.ts'
import { redisDeliveries } from './deliveries.ts'
import { redisMeter } from './meter.ts'
import * as at from './names.ts'
import { alertField, alertValue, announcedField, entryOf, pairsOf, storedOf } from './record.ts'
import {
  accountIds,
  ask,
  type Command,
  type Condition,
  load,
  read,
  summaries,
  Texts,
  transact,
  Whole,
} from './scripts.ts'
import type { Wire } from './wire.ts'
import { commandsOf, conditionsOf, figuresOf } from './writes.ts'

// The probe is short-lived.
const PROBE_MS = 60_000

const TextOrNone = z.string().nullable()
const Subscribed = z.tuple([TextOrNone, TextOrNone, TextOrNone])
const LinkHash = z.object({ browser: z.string(), email: z.string(), expiresAt: Whole })
const SessionHash = z.object({ email: z.string(), createdAt: Whole, seenAt: Whole })

/** The store on Redis, over any wire. */
export function redisStore(wire: Wire, timeOf: TimeOf = 'callers'): Store {
  const run = async (commands: Command[], conditions: Condition[] = []): Promise<boolean> =>
    (await transact(wire, commands, conditions)) !== null

  /** A hash of the server; null if there is none. */
  async function hashAt<Schema extends z.ZodType>(schema: Schema, key: string): Promise<z.infer<Schema> | null> {
    const flat = await ask(wire, Texts, 'HGETALL', key)
    return flat.length === 0 ? null : read(schema, Object.fromEntries(pairsOf(flat)))
  }
  async function sessionOf(hash: SecretHash): Promise<Session | null> {
    const fields = await hashAt(SessionHash, at.session(hash))
    return fields && { hash, ...fields }
  }

  const driver: Driver = {
    ...redisMeter(wire, timeOf),
    ...redisDeliveries(wire),

    isEmpty: async () => (await ask(wire, Whole, 'EXISTS', at.ACCOUNTS)) === 0,
    async find(search: Search) {
      if (search === 'all') return accountIds(wire)
      if (search === 'webhooks') return ask(wire, Texts, 'SMEMBERS', at.WEBHOOKS)
      return ask(wire, Texts, 'SMEMBERS', 'member' in search ? at.person(search.member) : at.invited(search.invited))
    },
    summaries: () => summaries(wire),
    load: async (search) => (await load(wire, search)).filter(([, fields]) => fields.length > 0).map(storedOf),
    save: (write) => run(commandsOf(write), conditionsOf(write)),
    place: (copy) => {
      const write: Write = { loaded: null, record: copy.record, notes: copy.trail }
      const secrets = [...copy.record.keys, ...copy.record.subscriptions]
      const unknownKeys = secrets.map(({ hash }): Condition => [['EXISTS', at.key(hash)], 0])
      return run([...commandsOf(write), ...figuresOf(copy)], [...conditionsOf(write), ...unknownKeys])
    },
    async entries(accountId, first, last) {
      const values = await ask(wire, Texts, 'LRANGE', at.trail(accountId), first - 1, last - 1)
      return values.map((value, place) => entryOf(value, first + place))
    },
    knowsTrialOf: async (person) => (await ask(wire, Whole, 'EXISTS', at.trial(person))) === 1,
    async subscribedQuery(hash) {
      const [list, format, query] = await ask(wire, Subscribed, 'HMGET', at.key(hash), 'list', 'format', 'query')
      return list === null || format === null || query === null ? null : { list, format, query }
    },
    knowsEvent: async (eventId) => (await ask(wire, Whole, 'EXISTS', at.billingEvent(eventId))) === 1,
    saveAlert: (accountId, before, after) =>
      run(
        [['HSET', at.account(accountId), alertField(after), alertValue(after)]],
        [[['HGET', at.account(accountId), alertField(before)], alertValue(before)]],
      ),

    // Only if the webhook still exists: it may have been deleted in the meantime.
    noteAnnounced: async (accountId, webhookId, until) =>
      void (await run(
        [['HSET', at.account(accountId), announcedField(webhookId), until]],
        [[['HEXISTS', at.account(accountId), `webhook:${webhookId}`], 1]],
      )),

    addLink: async ({ hash, browser, email, expiresAt }: StoredLink) =>
      void (await run([
        ['HSET', at.link(hash), 'browser', browser, 'email', email, 'expiresAt', expiresAt],
        ['PEXPIRE', at.link(hash), LINK_MS],
      ])),
    async link(hash) {
      const fields = await hashAt(LinkHash, at.link(hash))
      return fields && { hash, ...fields, browser: fields.browser as SecretHash }
    },
    removeLink: async (hash) => (await ask(wire, Whole, 'DEL', at.link(hash))) === 1,

    addSession: async ({ hash, email, createdAt, seenAt }) =>
      void (await run([
        ['HSET', at.session(hash), 'email', email, 'createdAt', createdAt, 'seenAt', seenAt],
        ['PEXPIRE', at.session(hash), SESSION_MAX_MS],
        ['SADD', at.sessions(email), hash],
        ['PEXPIRE', at.sessions(email), SESSION_MAX_MS],
      ])),
    async sessionsBy(search) {
      const hashes = 'hash' in search ? [search.hash] : await ask(wire, Texts, 'SMEMBERS', at.sessions(search.email))
      return (await Promise.all(hashes.map((hash) => sessionOf(hash as SecretHash)))).filter(
        (session) => session !== null,
      )
    },
    touchSession: async ({ hash, seenAt }) =>
      void (await run([['HSET', at.session(hash), 'seenAt', seenAt]], [[['EXISTS', at.session(hash)], 1]])),
    removeSessions: async (sessions) =>
      void (await run(
        sessions.flatMap(({ hash, email }) => [
          ['DEL', at.session(hash)],
          ['SREM', at.sessions(email), hash],
        ]),
      )),

    // A write like that of an admission: a server that is read-only or out of memory still responds to a plain PING.
    ping: async () => void (await run([['SET', at.PROBE, '1', 'PX', PROBE_MS]])),
    close: () => wire.close(),
  }
  return storeOf(driver)
}
