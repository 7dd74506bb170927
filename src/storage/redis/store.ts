import { z } from 'zod'
import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../../account/person.ts'
import type { AccountRecord } from '../../account/record.ts'
import type { SecretHash } from '../../account/secrets.ts'
import type { TimeOf } from '../../metering/windows.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { editsOf } from '../edits.ts'
import type { AccountCopy, Driver, Search, Store, Write } from '../port.ts'
import { storeOf } from '../verbs.ts'
import { redisDeliveries } from './deliveries.ts'
import { redisMeter } from './meter.ts'
import * as at from './names.ts'
import {
  alertField,
  alertValue,
  announcedField,
  entryOf,
  heldOf,
  invitationValue,
  noteValue,
  pairsOf,
  webhookValue,
} from './record.ts'
import { type Command, type Condition, load, read, transact } from './scripts.ts'
import type { Wire } from './wire.ts'

// The probe needs no place for long.
const PROBE_MS = 60_000

const Whole = z.coerce.number().int().min(0)
const Texts = z.array(z.string())
const Page = z.tuple([z.coerce.string(), Texts])
const LinkHash = z.object({ browser: z.string(), email: z.string(), expiresAt: Whole })
const SessionHash = z.object({ email: z.string(), createdAt: Whole, seenAt: Whole })

/** The store on Redis, over any wire. */
export function redisStore(wire: Wire, timeOf: TimeOf = 'callers'): Store {
  /** Runs one command that has no conditions, and reads its reply. */
  const ask = async <Schema extends z.ZodType>(schema: Schema, ...command: Command): Promise<z.infer<Schema>> => {
    const [reply] = (await transact(wire, [command])) ?? []
    return read(schema, reply)
  }
  const run = async (commands: Command[], conditions: Condition[] = []): Promise<boolean> =>
    (await transact(wire, commands, conditions)) !== null

  async function everyAccount(): Promise<string[]> {
    const found = new Set<string>()
    let cursor = '0'
    do {
      const [next, page] = await ask(Page, 'SSCAN', at.ACCOUNTS, cursor, 'COUNT', 100)
      for (const id of page) found.add(id)
      cursor = next
    } while (cursor !== '0')
    return [...found]
  }

  /** A hash of the server; null when there is none. */
  async function hashAt<Schema extends z.ZodType>(schema: Schema, key: string): Promise<z.infer<Schema> | null> {
    const flat = await ask(Texts, 'HGETALL', key)
    return flat.length === 0 ? null : read(schema, Object.fromEntries(pairsOf(flat)))
  }
  async function sessionOf(hash: SecretHash): Promise<Session | null> {
    const held = await hashAt(SessionHash, at.session(hash))
    return held && { hash, ...held }
  }

  const driver: Driver = {
    ...redisMeter(wire, timeOf),
    ...redisDeliveries(wire),

    isEmpty: async () => (await ask(Whole, 'EXISTS', at.ACCOUNTS)) === 0,
    async find(search: Search) {
      if (search === 'all') return everyAccount()
      if (search === 'webhooks') return ask(Texts, 'SMEMBERS', at.WEBHOOKS)
      return ask(Texts, 'SMEMBERS', 'member' in search ? at.person(search.member) : at.invited(search.invited))
    },
    load: async (search) => (await load(wire, search)).filter(([, fields]) => fields.length > 0).map(heldOf),
    save: (write) => run(commandsOf(write), conditionsOf(write)),
    place: (copy) => {
      const write: Write = { held: null, record: copy.record, notes: copy.trail }
      const unknownKeys = copy.record.keys.map(({ hash }): Condition => [['EXISTS', at.key(hash)], 0])
      return run([...commandsOf(write), ...figuresOf(copy)], [...conditionsOf(write), ...unknownKeys])
    },
    async entries(accountId, first, last) {
      const values = await ask(Texts, 'LRANGE', at.trail(accountId), first - 1, last - 1)
      return values.map((value, place) => entryOf(value, first + place))
    },
    knowsTrialOf: async (person) => (await ask(Whole, 'EXISTS', at.trial(person))) === 1,
    knowsEvent: async (eventId) => (await ask(Whole, 'EXISTS', at.billingEvent(eventId))) === 1,
    saveAlert: (accountId, before, after) =>
      run(
        [['HSET', at.account(accountId), alertField(after), alertValue(after)]],
        [[['HGET', at.account(accountId), alertField(before)], alertValue(before)]],
      ),

    // Only where the webhook is still there: it may have been deleted meanwhile.
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
      const held = await hashAt(LinkHash, at.link(hash))
      return held && { hash, ...held, browser: held.browser as SecretHash }
    },
    removeLink: async (hash) => (await ask(Whole, 'DEL', at.link(hash))) === 1,

    addSession: async ({ hash, email, createdAt, seenAt }) =>
      void (await run([
        ['HSET', at.session(hash), 'email', email, 'createdAt', createdAt, 'seenAt', seenAt],
        ['PEXPIRE', at.session(hash), SESSION_MAX_MS],
        ['SADD', at.sessions(email), hash],
        ['PEXPIRE', at.sessions(email), SESSION_MAX_MS],
      ])),
    async sessionsBy(search) {
      const hashes = 'hash' in search ? [search.hash] : await ask(Texts, 'SMEMBERS', at.sessions(search.email))
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

    // A write like that of an admission: a server that only reads, or whose memory is full, answers a plain PING.
    ping: async () => void (await run([['SET', at.PROBE, '1', 'PX', PROBE_MS]])),
    close: () => wire.close(),
  }
  return storeOf(driver)
}

/** What must hold for a write: the account is as it was loaded, and the write's own conditions. */
function conditionsOf({ held, record, event, trialOf, isFirst }: Write): Condition[] {
  const { id } = record.account
  const [trailLength = '', billedAt, trialNoticeAt] = held?.version.split(' ') ?? []
  const conditions: Condition[] = held
    ? [
        [['LLEN', at.trail(id)], trailLength],
        [['HGET', at.account(id), 'billedAt'], billedAt || null],
        [['HGET', at.account(id), 'trialNoticeAt'], trialNoticeAt || null],
      ]
    : [[['EXISTS', at.account(id)], 0]]
  if (event) conditions.push([['EXISTS', at.billingEvent(event.id)], 0])
  if (trialOf !== undefined) conditions.push([['EXISTS', at.trial(trialOf)], 0])
  if (isFirst) conditions.push(...record.members.map(({ email }): Condition => [['EXISTS', at.person(email)], 0]))
  return conditions
}

/** What an account has used, and the alerts about it. */
function figuresOf({ record, counts, past, alerts }: AccountCopy): Command[] {
  const fields = [
    ...Object.entries(counts).flat(),
    ...past.flatMap(({ month, requests, answers }) => [`past:${month}`, `${requests}|${answers}`]),
    ...alerts.flatMap((alert) => [alertField(alert), alertValue(alert)]),
    ...record.keys.flatMap(({ id, lastUsedAt }) => (lastUsedAt === null ? [] : [`last:${id}`, lastUsedAt / MINUTE_MS])),
  ]
  return [['HSET', at.account(record.account.id), ...fields]]
}

function trialCommands(account: string, { account: { trialEndsAt }, trial }: AccountRecord): Command[] {
  if (trial === null) return []
  const field = (name: string, value: number | null): Command =>
    value === null ? ['HDEL', account, name] : ['HSET', account, name, value]
  return [
    ['HSET', account, 'trialPerson', trial.person],
    field('trialEndsAt', trialEndsAt),
    field('trialNoticeAt', trial.noticeAt),
    ['SET', at.trial(trial.person), 1],
  ]
}

function commandsOf({ held, record, notes, event }: Write): Command[] {
  const { id, name, plan, suspended, createdAt } = record.account
  const { members, invitations, keys, webhooks } = editsOf(held?.record, record)
  const account = at.account(id)
  const commands: Command[] = [
    ['HSET', account, 'name', name, 'plan', plan, 'suspended', Number(suspended), 'createdAt', createdAt],
  ]
  if (record.billedAt !== null) commands.push(['HSET', account, 'billedAt', record.billedAt])
  commands.push(...trialCommands(account, record))
  if (!held) commands.push(['SADD', at.ACCOUNTS, id])
  for (const { email } of members.drop) {
    commands.push(['HDEL', account, `member:${email}`], ['SREM', at.person(email), id])
  }
  for (const { email, role } of members.put) {
    commands.push(['HSET', account, `member:${email}`, role], ['SADD', at.person(email), id])
  }
  for (const { email } of invitations.drop) {
    commands.push(['HDEL', account, `invitation:${email}`], ['SREM', at.invited(email), id])
  }
  for (const invitation of invitations.put) {
    const { email } = invitation
    commands.push(
      ['HSET', account, `invitation:${email}`, invitationValue(invitation)],
      ['SADD', at.invited(email), id],
    )
  }
  for (const key of keys) {
    const { hash, revokedAt, expiresAt } = key
    const fields = ['id', key.id, 'account', id, 'name', key.name, 'prefix', key.prefix, 'lastFour', key.lastFour]
    const ends = [
      ...(revokedAt === null ? [] : ['revokedAt', revokedAt]),
      ...(expiresAt === null ? [] : ['expiresAt', expiresAt]),
    ]
    commands.push(
      ['HSET', at.key(hash), ...fields, 'createdAt', key.createdAt, ...ends],
      ['SET', at.keyId(key.id), hash],
      ['HSET', account, `key:${key.id}`, hash],
    )
  }
  for (const { id: webhookId } of webhooks.drop) {
    commands.push(['HDEL', account, `webhook:${webhookId}`, announcedField(webhookId)])
  }
  for (const webhook of webhooks.put) {
    const announced = [announcedField(webhook.id), webhook.announced]
    commands.push(['HSET', account, `webhook:${webhook.id}`, webhookValue(webhook), ...announced])
  }
  if (webhooks.put.length + webhooks.drop.length > 0) {
    commands.push([record.webhooks.length > 0 ? 'SADD' : 'SREM', at.WEBHOOKS, id])
  }
  for (const note of notes) commands.push(['RPUSH', at.trail(id), noteValue(note)])
  if (event) commands.push(['SET', at.billingEvent(event.id), event.now, 'PX', BILLING_MEMORY_MS])
  return commands
}
