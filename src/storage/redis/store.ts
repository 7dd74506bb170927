import { z } from 'zod'
import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../../account/person.ts'
import type { SecretHash } from '../../account/secrets.ts'
import { editsOf } from '../edits.ts'
import type { Driver, Search, Store, Write } from '../port.ts'
import { storeOf } from '../verbs.ts'
import { redisMeter } from './meter.ts'
import {
  ACCOUNTS,
  accountKey,
  billingKey,
  invitedKey,
  keyIdKey,
  keyKey,
  linkKey,
  personKey,
  sessionKey,
  sessionsKey,
  trailKey,
} from './names.ts'
import { alertField, alertValue, entryOf, heldOf, invitationValue, noteValue, pairsOf } from './record.ts'
import { type Command, type Condition, load, read, transact } from './scripts.ts'
import type { Wire } from './wire.ts'

const Whole = z.coerce.number().int().min(0)
const Texts = z.array(z.string())
const Page = z.tuple([z.coerce.string(), Texts])
const LinkHash = z.object({ browser: z.string(), email: z.string(), expiresAt: Whole })
const SessionHash = z.object({ email: z.string(), createdAt: Whole, seenAt: Whole })

/** The store on Redis, over any wire. */
export function redisStore(wire: Wire): Store {
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
      const [next, page] = await ask(Page, 'SSCAN', ACCOUNTS, cursor, 'COUNT', 100)
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
    const held = await hashAt(SessionHash, sessionKey(hash))
    return held && { hash, ...held }
  }

  const driver: Driver = {
    ...redisMeter(wire),

    async find(search: Search) {
      if (search === 'all') return everyAccount()
      return ask(Texts, 'SMEMBERS', 'member' in search ? personKey(search.member) : invitedKey(search.invited))
    },
    load: async (search) => (await load(wire, search)).filter(([, fields]) => fields.length > 0).map(heldOf),
    save: (write) => run(commandsOf(write), conditionsOf(write)),
    async entries(accountId, first, last) {
      const values = await ask(Texts, 'LRANGE', trailKey(accountId), first - 1, last - 1)
      return values.map((value, place) => entryOf(value, first + place))
    },
    knowsEvent: async (eventId) => (await ask(Whole, 'EXISTS', billingKey(eventId))) === 1,
    saveAlert: (accountId, before, after) =>
      run(
        [['HSET', accountKey(accountId), alertField(after), alertValue(after)]],
        [[['HGET', accountKey(accountId), alertField(before)], alertValue(before)]],
      ),

    addLink: async ({ hash, browser, email, expiresAt }: StoredLink) =>
      void (await run([
        ['HSET', linkKey(hash), 'browser', browser, 'email', email, 'expiresAt', expiresAt],
        ['PEXPIRE', linkKey(hash), LINK_MS],
      ])),
    async link(hash) {
      const held = await hashAt(LinkHash, linkKey(hash))
      return held && { hash, ...held, browser: held.browser as SecretHash }
    },
    removeLink: async (hash) => (await ask(Whole, 'DEL', linkKey(hash))) === 1,

    addSession: async ({ hash, email, createdAt, seenAt }) =>
      void (await run([
        ['HSET', sessionKey(hash), 'email', email, 'createdAt', createdAt, 'seenAt', seenAt],
        ['PEXPIRE', sessionKey(hash), SESSION_MAX_MS],
        ['SADD', sessionsKey(email), hash],
        ['PEXPIRE', sessionsKey(email), SESSION_MAX_MS],
      ])),
    async sessionsBy(search) {
      const hashes = 'hash' in search ? [search.hash] : await ask(Texts, 'SMEMBERS', sessionsKey(search.email))
      return (await Promise.all(hashes.map((hash) => sessionOf(hash as SecretHash)))).filter(
        (session) => session !== null,
      )
    },
    touchSession: async ({ hash, seenAt }) =>
      void (await run([['HSET', sessionKey(hash), 'seenAt', seenAt]], [[['EXISTS', sessionKey(hash)], 1]])),
    removeSessions: async (sessions) =>
      void (await run(
        sessions.flatMap(({ hash, email }) => [
          ['DEL', sessionKey(hash)],
          ['SREM', sessionsKey(email), hash],
        ]),
      )),

    ping: () => wire.ping(),
    close: () => wire.close(),
  }
  return storeOf(driver)
}

/** What must hold for a write: the account is as it was loaded, and the write's own conditions. */
function conditionsOf({ held, record, event, isFirst }: Write): Condition[] {
  const { id } = record.account
  const [trailLength = '', billedAt] = held?.version.split(' ') ?? []
  const conditions: Condition[] = held
    ? [
        [['LLEN', trailKey(id)], trailLength],
        [['HGET', accountKey(id), 'billedAt'], billedAt || null],
      ]
    : [[['EXISTS', accountKey(id)], 0]]
  if (event) conditions.push([['EXISTS', billingKey(event.id)], 0])
  if (isFirst) conditions.push(...record.members.map(({ email }): Condition => [['EXISTS', personKey(email)], 0]))
  return conditions
}

function commandsOf({ held, record, notes, event }: Write): Command[] {
  const { id, name, plan, suspended, createdAt } = record.account
  const { members, invitations, keys } = editsOf(held?.record, record)
  const account = accountKey(id)
  const commands: Command[] = [
    ['HSET', account, 'name', name, 'plan', plan, 'suspended', Number(suspended), 'createdAt', createdAt],
  ]
  if (record.billedAt !== null) commands.push(['HSET', account, 'billedAt', record.billedAt])
  if (!held) commands.push(['SADD', ACCOUNTS, id])
  for (const { email } of members.drop) {
    commands.push(['HDEL', account, `member:${email}`], ['SREM', personKey(email), id])
  }
  for (const { email, role } of members.put) {
    commands.push(['HSET', account, `member:${email}`, role], ['SADD', personKey(email), id])
  }
  for (const { email } of invitations.drop) {
    commands.push(['HDEL', account, `invitation:${email}`], ['SREM', invitedKey(email), id])
  }
  for (const invitation of invitations.put) {
    const { email } = invitation
    commands.push(
      ['HSET', account, `invitation:${email}`, invitationValue(invitation)],
      ['SADD', invitedKey(email), id],
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
      ['HSET', keyKey(hash), ...fields, 'createdAt', key.createdAt, ...ends],
      ['SET', keyIdKey(key.id), hash],
      ['HSET', account, `key:${key.id}`, hash],
    )
  }
  for (const note of notes) commands.push(['RPUSH', trailKey(id), noteValue(note)])
  if (event) commands.push(['SET', billingKey(event.id), event.now, 'PX', BILLING_MEMORY_MS])
  return commands
}
