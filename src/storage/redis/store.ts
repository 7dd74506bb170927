import { z } from 'zod'
import { type Account, AccountRefusal, type Key, type Member } from '../../account/account.ts'
import type { ActionName } from '../../account/actions.ts'
import { ACTORS, type Actor } from '../../account/actions.ts'
import { ROTATION_MS } from '../../account/keys.ts'
import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'
import { type AlertName, ATTEMPTS_MAX } from '../../notify/alert.ts'
import type { Store } from '../port.ts'
import { type AccountRecord, usageReport } from '../usage.ts'
import { redisMeter } from './meter.ts'
import { ACCOUNTS, accountKey, keyIdKey, keyKey } from './names.ts'
import { redisPeople } from './people.ts'
import { accountOf, alertsOf, Flat, recordOf } from './record.ts'
import { parsed, reading, running } from './reply.ts'
import * as scripts from './scripts.ts'
import type { Script, Wire } from './wire.ts'

const Page = z.tuple([z.coerce.string(), z.array(Flat)])
const PLAN_KEYS = PLAN_NAMES.flatMap((name) => [name, String(PLANS[name].keys)])

/** The store on Redis, over whatever wire. Every verb but the list of accounts is one script. */
export function redisStore(wire: Wire): Store {
  const run = running(wire)
  /** Runs a script about an account, whose id is its first argument, and reads the account it returns. */
  const about = async (script: Script, accountId: string, args: (string | number)[] = [], keys: string[] = []) => {
    const [flat, keyHashes] = await run(script, [accountKey(accountId), ...keys], [accountId, ...args])
    return reading(() => recordOf(accountId, flat, keyHashes))
  }
  /** Runs a script that returns the account of a key, and picks the key. */
  const aboutKey = async (script: Script, keys: string[], args: (string | number)[], keyId: string): Promise<Key> => {
    const [flat, keyHashes] = await run(script, keys, args)
    return keyIn(reading(() => recordOf('', flat, keyHashes)).keys, keyId)
  }
  const setField = async (accountId: string, now: number, by: Actor, ...set: [string, string, ActionName]) =>
    (await about(scripts.SET_FIELD, accountId, [now, by, ...set])).account
  const { maintainer } = ACTORS

  return {
    ...redisMeter(wire),
    ...redisPeople(run),

    async createAccount({ id, name, plan, ownerEmail }, now, by = maintainer) {
      const args = [name, plan, ownerEmail, now, by]
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
    setPlan: (accountId, plan, now, by = maintainer) => setField(accountId, now, by, 'plan', plan, 'PLAN_SET'),
    rename: (accountId, name, now, by) => setField(accountId, now, by, 'name', name, 'ACCOUNT_RENAMED'),
    suspend: (accountId, now, by = maintainer) => setField(accountId, now, by, 'suspended', '1', 'ACCOUNT_SUSPENDED'),
    resume: (accountId, now, by = maintainer) => setField(accountId, now, by, 'suspended', '0', 'ACCOUNT_RESUMED'),

    members: async (accountId): Promise<Member[]> => (await about(scripts.RECORD, accountId)).members,
    addMember: async (accountId, { email, role }, now, by = maintainer) =>
      (await about(scripts.ADD_MEMBER, accountId, [now, by, email, role, 0])).members,
    setRole: async (accountId, { email, role }, now, by = maintainer) =>
      (await about(scripts.ADD_MEMBER, accountId, [now, by, email, role, 1])).members,
    removeMember: async (accountId, email, now, by = maintainer) =>
      (await about(scripts.REMOVE_MEMBER, accountId, [now, by, email])).members,

    async createKey(accountId, { id, name, hash, prefix, lastFour }, now, by = maintainer) {
      const args = [now, by, id, hash, name, prefix, lastFour, ...PLAN_KEYS]
      const { keys } = await about(scripts.CREATE_KEY, accountId, args, [keyKey(hash), keyIdKey(id)])
      return keyIn(keys, id)
    },
    keys: async (accountId) => (await about(scripts.RECORD, accountId)).keys,
    revokeKey: (keyId, now, by = maintainer) =>
      aboutKey(scripts.REVOKE_KEY, [keyIdKey(keyId)], [keyId, now, by], keyId),
    rotateKey(keyId, { id, hash, prefix, lastFour }, now, by = maintainer) {
      const args = [keyId, now, by, now + ROTATION_MS, id, hash, prefix, lastFour]
      return aboutKey(scripts.ROTATE_KEY, [keyIdKey(keyId), keyKey(hash), keyIdKey(id)], args, id)
    },

    usage: async (accountId, windows) => usageReport(await about(scripts.RECORD, accountId), windows),

    async claimAlerts(accountId, now, leaseMs) {
      const args = [accountId, now, now + leaseMs, ATTEMPTS_MAX]
      const [flat] = await run(scripts.CLAIM_NOTICES, [accountKey(accountId)], args)
      return reading(() => alertsOf(flat))
    },
    async settleAlert(accountId, name, outcome) {
      const ends =
        'deliveredAt' in outcome
          ? ['', String(outcome.deliveredAt), outcome.deliveredBy]
          : [String(outcome.nextAttemptAt), '', '']
      await run(scripts.SETTLE_NOTICE, [accountKey(accountId)], [accountId, alertField(name), ...ends])
    },

    ping: () => wire.ping(),
    close: () => wire.close(),
  }
}

const alertField = ({ month, meter, threshold }: AlertName): string => `notice:${month}:${meter}:${threshold}`

function keyIn(keys: AccountRecord['keys'], keyId: string): Key {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new AccountRefusal('key_unknown', keyId)
  return key
}
