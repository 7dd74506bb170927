import { z } from 'zod'
import { type Account, AccountRefusal, type Key, type Member, REFUSAL_CODES } from '../accounts.ts'
import { ATTEMPTS_MAX, type NoticeName } from '../notices.ts'
import { PLAN_NAMES, PLANS } from '../plans.ts'
import { ROTATION_MS, type Store, StoreUnavailable } from '../port.ts'
import { type AccountRecord, usageReport } from '../usage.ts'
import { redisMeter } from './meter.ts'
import { ACCOUNTS, accountKey, keyIdKey, keyKey } from './names.ts'
import { accountOf, Flat, noticesOf, recordOf } from './record.ts'
import * as scripts from './scripts.ts'
import type { Script, Wire } from './wire.ts'

const Reply = z.union([
  z.tuple([z.literal('ok'), Flat, z.array(Flat)]),
  z.tuple([z.literal('refused'), z.enum(REFUSAL_CODES), z.string()]),
])
const Page = z.tuple([z.coerce.string(), z.array(Flat)])
const PLAN_KEYS = PLAN_NAMES.flatMap((name) => [name, String(PLANS[name].keys)])

/** The store on Redis, over whatever wire. Every verb but the list of accounts is one script. */
export function redisStore(wire: Wire): Store {
  const run = async (script: Script, keys: string[], args: string[]): Promise<[flat: string[], keys: string[][]]> => {
    const reply = parsed(Reply, await wire.run(script, keys, args))
    if (reply[0] === 'refused') throw new AccountRefusal(reply[1], reply[2])
    return [reply[1], reply[2]]
  }
  /** Runs a script about an account, whose id is its first argument, and reads the account it returns. */
  const about = async (script: Script, accountId: string, args: string[] = [], keys: string[] = []) => {
    const [flat, keyHashes] = await run(script, [accountKey(accountId), ...keys], [accountId, ...args])
    return reading(() => recordOf(accountId, flat, keyHashes))
  }
  /** Runs a script that returns the account of a key, and picks the key. */
  const aboutKey = async (script: Script, keys: string[], args: string[], keyId: string): Promise<Key> => {
    const [flat, keyHashes] = await run(script, keys, args)
    return keyIn(reading(() => recordOf('', flat, keyHashes)).keys, keyId)
  }
  const setField = async (accountId: string, field: string, value: string): Promise<Account> =>
    (await about(scripts.SET_FIELD, accountId, [field, value])).account

  return {
    ...redisMeter(wire),

    async createAccount({ id, name, plan, ownerEmail }, now) {
      const args = [name, plan, ownerEmail, String(now)]
      return (await about(scripts.CREATE_ACCOUNT, id, args, [ACCOUNTS])).account
    },
    async account(accountId) {
      try {
        return (await about(scripts.RECORD, accountId)).account
      } catch (error) {
        if (error instanceof AccountRefusal) return null
        throw error
      }
    },
    async accounts() {
      const found = new Map<string, Account>()
      let cursor = '0'
      do {
        const [next, page] = parsed(Page, await wire.run(scripts.LIST_ACCOUNTS, [ACCOUNTS], [cursor]))
        for (const [id = '', ...flat] of page)
          found.set(
            id,
            reading(() => accountOf(id, flat)),
          )
        cursor = next
      } while (cursor !== '0')
      return [...found.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    },
    setPlan: (accountId, plan) => setField(accountId, 'plan', plan),
    suspend: (accountId) => setField(accountId, 'suspended', '1'),
    resume: (accountId) => setField(accountId, 'suspended', '0'),

    members: async (accountId): Promise<Member[]> => (await about(scripts.RECORD, accountId)).members,
    addMember: async (accountId, { email, role }) =>
      (await about(scripts.ADD_MEMBER, accountId, [email, role])).members,
    removeMember: async (accountId, email) => (await about(scripts.REMOVE_MEMBER, accountId, [email])).members,

    async createKey(accountId, { id, name, hash, prefix, lastFour }, now) {
      const args = [id, hash, name, prefix, lastFour, String(now), ...PLAN_KEYS]
      const { keys } = await about(scripts.CREATE_KEY, accountId, args, [keyKey(hash), keyIdKey(id)])
      return keyIn(keys, id)
    },
    keys: async (accountId) => (await about(scripts.RECORD, accountId)).keys,
    revokeKey: (keyId, now) => aboutKey(scripts.REVOKE_KEY, [keyIdKey(keyId)], [keyId, String(now)], keyId),
    rotateKey(keyId, { id, hash, prefix, lastFour }, now) {
      const args = [keyId, String(now), String(now + ROTATION_MS), id, hash, prefix, lastFour]
      return aboutKey(scripts.ROTATE_KEY, [keyIdKey(keyId), keyKey(hash), keyIdKey(id)], args, id)
    },

    usage: async (accountId, windows) => usageReport(await about(scripts.RECORD, accountId), windows),

    async claimNotices(accountId, now, leaseMs) {
      const args = [accountId, String(now), String(now + leaseMs), String(ATTEMPTS_MAX)]
      const [flat] = await run(scripts.CLAIM_NOTICES, [accountKey(accountId)], args)
      return reading(() => noticesOf(flat))
    },
    async settleNotice(accountId, name, outcome) {
      const ends =
        'deliveredAt' in outcome
          ? ['', String(outcome.deliveredAt), outcome.deliveredBy]
          : [String(outcome.nextAttemptAt), '', '']
      await run(scripts.SETTLE_NOTICE, [accountKey(accountId)], [accountId, noticeField(name), ...ends])
    },

    ping: () => wire.ping(),
    close: () => wire.close(),
  }
}

const noticeField = ({ month, meter, threshold }: NoticeName): string => `notice:${month}:${meter}:${threshold}`

function keyIn(keys: AccountRecord['keys'], keyId: string): Key {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new AccountRefusal('key_unknown', keyId)
  return key
}

const parsed = <Schema extends z.ZodType>(schema: Schema, reply: unknown): z.infer<Schema> =>
  reading(() => schema.parse(reply))

// The details of what was answered may hold data, so none of them goes on.
function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new StoreUnavailable('The Redis store answered with something else than asked.')
    throw error
  }
}
