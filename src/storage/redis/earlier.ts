import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Session, StoredLink } from '../../account/person.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { toImport } from '../documents.ts'
import { type Item, toItem } from '../items.ts'
import { AccountCopy, type Driver } from '../port.ts'
import * as at from './names.ts'
import { ask, Fields, read, Texts, transact, Whole } from './replies.ts'
import { script, type Wire } from './wire.ts'

/**
 * Migrates the data of earlier releases, once. They had a hash of many fields per account: `name plan suspended createdAt
 * billedAt trialEndsAt trialPerson trialNoticeAt`; `member:EMAIL` = role; `invitation:EMAIL` = `role|created|expires|by`;
 * `key:ID` and `subscription:ID` = hash of the secret; `last:ID` = the minute of its last use; `webhook:ID` = the webhook as
 * JSON, except `announced:ID`; `minute minuteUsed month monthUsed answersUsed`; `past:MONTH` = `requests|answers`;
 * `notice:MONTH:METER:THRESHOLD` = an alert, `created|attempts|next|delivered|by`. Their keys are left as they are: they are
 * the copy with which an earlier release can continue.
 */

const PREFIX = 'rhp:'
const ACCOUNTS = `${PREFIX}accounts`
const LOADED_AT_ONCE = 50
// An instance that dies while it migrates is followed by another one after this time.
const LOCK_MS = 60_000

/** A wire that first migrates the data of an earlier release. Until that is done, calls throw StoreUnavailable. */
export function openMigrated(wire: Wire, createDriver: (wire: Wire) => Driver): Wire {
  let migrated: Promise<void> | null = null
  const ready = (): Promise<void> => {
    migrated ??= migrate(wire, createDriver(wire)).catch((error: unknown) => {
      migrated = null
      throw error
    })
    return migrated
  }
  // Begins before the first request, which would otherwise wait for one more round trip.
  ready().catch(() => {})
  return {
    async run(...call) {
      await ready()
      return wire.run(...call)
    },
    close: () => wire.close(),
  }
}

async function migrate(wire: Wire, driver: Driver): Promise<void> {
  const replies = await transact(wire, [
    ['EXISTS', at.FORMAT],
    ['EXISTS', ACCOUNTS],
  ])
  const [isMigrated, hasEarlier] = read(z.tuple([Whole, Whole]), replies)
  if (isMigrated) return
  if (hasEarlier) {
    const lock = ['SET', at.MIGRATING, randomUUID(), 'PX', LOCK_MS]
    const isLocked = await transact(wire, [lock], [[['EXISTS', at.MIGRATING], 0]])
    if (!isLocked) throw new StoreUnavailable('Another instance migrates the store.')
    for await (const ids of scan(wire, 'SSCAN', ACCOUNTS)) {
      const loaded = ids.length === 0 ? [] : read(Loaded, await wire.run(LOAD, [], ids))
      for (const account of loaded) await driver.write(toImport(toCopy(account)))
    }
    for (const [kind, toContent] of ITEMS) {
      const prefix = `${PREFIX}${kind}:`
      for await (const names of scan(wire, 'SCAN', `${prefix}*`)) {
        for (const name of names) {
          const isHash = kind !== 'trial' && kind !== 'billing'
          const fields = isHash ? toValues(await ask(wire, Fields, 'HGETALL', name)) : {}
          const seenAt = kind === 'billing' ? await ask(wire, Whole, 'GET', name) : 0
          const item = toContent(name.slice(prefix.length), fields, seenAt)
          if (item) await driver.addItems([item])
        }
      }
    }
  }
  await transact(wire, [
    ['SET', at.FORMAT, '1'],
    ['DEL', at.MIGRATING],
  ])
}

const Page = z.tuple([z.coerce.string(), Texts])

/** The members of a set, or the keys with a pattern, in pages. Something may be on two of them. */
async function* scan(wire: Wire, command: 'SSCAN' | 'SCAN', what: string): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const words = command === 'SSCAN' ? [command, what, cursor] : [command, cursor, 'MATCH', what]
    const [next, page] = await ask(wire, Page, ...words, 'COUNT', LOADED_AT_ONCE)
    yield page
    cursor = next
  } while (cursor !== '0')
}

// For each id, the fields of the account, those of its secrets, and its trail.
const LOAD = script(`
local stored = {}
for _, id in ipairs(ARGV) do
  local fields, secrets = redis.call('HGETALL', '${PREFIX}account:' .. id), {}
  for index = 1, #fields, 2 do
    if string.sub(fields[index], 1, 4) == 'key:' or string.sub(fields[index], 1, 13) == 'subscription:' then
      local secret = redis.call('HGETALL', '${PREFIX}key:' .. fields[index + 1])
      secret[#secret + 1] = 'hash'
      secret[#secret + 1] = fields[index + 1]
      secrets[#secrets + 1] = secret
    end
  end
  if #fields > 0 then
    stored[#stored + 1] = {id, fields, secrets, redis.call('LRANGE', '${PREFIX}trail:' .. id, 0, -1)}
  end
end
return stored
`)
const Loaded = z.array(z.tuple([z.string(), Fields, z.array(Fields), Texts]))

// biome-ignore lint/suspicious/noExplicitAny: texts of an earlier release, which wrote what its types said
type Values = { [name: string]: any }

/** Fields that are numbers; an empty one is null. */
const NUMBERS = new Set([
  ...['createdAt', 'billedAt', 'trialEndsAt', 'trialNoticeAt', 'revokedAt', 'expiresAt', 'seenAt'],
  ...['minute', 'minuteUsed', 'monthUsed', 'answersUsed'],
])
const toNumber = (text: string | undefined): number | null => (text ? Number(text) : null)
const toValues = (fields: ReadonlyMap<string, string>): Values =>
  Object.fromEntries([...fields].map(([name, text]) => [name, NUMBERS.has(name) ? toNumber(text) : text]))

/** @throws StoreUnavailable when the fields do not have the format of the earlier release */
function toCopy([id, stored, secrets, trail]: z.infer<typeof Loaded>[number]): AccountCopy {
  const named = (prefix: string): [string, string][] =>
    [...stored].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : []))
  const { name, plan, suspended, createdAt, trialEndsAt = null, billedAt = null, ...rest } = toValues(stored)
  const { minute = 0, minuteUsed = 0, month = '', monthUsed = 0, answersUsed = 0 } = rest
  const toSecret = (fields: ReadonlyMap<string, string>): Values => {
    const { account: _, ...secret } = toValues(fields)
    const lastMinute = toNumber(stored.get(`last:${secret.id}`))
    return { revokedAt: null, ...secret, lastUsedAt: lastMinute === null ? null : lastMinute * MINUTE_MS }
  }
  return read(AccountCopy, {
    record: {
      account: { id, name, plan, trialEndsAt, suspended: suspended === '1', createdAt },
      billedAt,
      trial: rest.trialPerson ? { person: rest.trialPerson, noticeAt: rest.trialNoticeAt ?? null } : null,
      members: named('member:').map(([email, role]) => ({ email, role })),
      invitations: named('invitation:').map(([email, value]) => {
        // The inviter comes last, because the address may contain a bar.
        const [, role, invited, expires, invitedBy] = /^(\w+)\|(\d+)\|(\d+)\|(.*)$/.exec(value) ?? []
        return { email, role, invitedBy, createdAt: Number(invited), expiresAt: Number(expires) }
      }),
      keys: secrets
        .filter((secret) => !secret.has('list'))
        .map((key) => ({ expiresAt: null, ...toSecret(key), accountId: id })),
      subscriptions: secrets.filter((secret) => secret.has('list')).map(toSecret),
      webhooks: named('webhook:').map(([webhookId, value]) => {
        const announced = Number(stored.get(`announced:${webhookId}`))
        return { id: webhookId, ...JSON.parse(value), announced }
      }),
    },
    counts: { minute, minuteUsed, month, monthUsed, answersUsed },
    past: named('past:').map(([pastMonth, value]) => {
      const [requests, answers] = value.split('|').map(Number)
      return { month: pastMonth, requests, answers }
    }),
    alerts: named('notice:').map(([alert, value]) => {
      const [[of, meter, threshold], [created, attempts, next, delivered, by]] = [alert.split(':'), value.split('|')]
      return {
        ...{ month: of, meter, threshold: Number(threshold), createdAt: Number(created), attempts: Number(attempts) },
        ...{ nextAttemptAt: Number(next), deliveredAt: toNumber(delivered), deliveredBy: by || null },
      }
    }),
    trail: trail.map((value, place) => {
      const [moment, by, action, subject, detail] = JSON.parse(value)
      return { number: place + 1, at: Number(moment), by, action, subject, detail }
    }),
  })
}

/** What is kept beside the accounts, by the kind in its key's name; null for what has expired meanwhile. */
const ITEMS: readonly [string, (id: string, fields: Values, seenAt: number) => Item | null][] = [
  ['link', (hash, link) => (link.email ? toItem('link', { hash, ...link } as StoredLink) : null)],
  ['session', (hash, session) => (session.email ? toItem('session', { hash, ...session } as Session) : null)],
  ['delivery', (_, { content }) => (content ? toItem('delivery', JSON.parse(content)) : null)],
  ['billing', (id, _, seenAt) => toItem('billing', { id, createdAt: seenAt })],
  ['trial', (id) => toItem('trial', { id, createdAt: 0 })],
]
