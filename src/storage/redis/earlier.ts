import pLimit from 'p-limit'
import * as z from 'zod'
import type { Session, StoredLink } from '../../account/person.ts'
import { NEW_METER } from '../../metering/decide.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { pick } from '../../rules/pick.ts'
import { toImport } from '../documents.ts'
import { AccountCopy, type Driver, type Item, toItem } from '../port.ts'
import * as at from './names.ts'
import { createCommands, Fields, read, Texts, Whole, type Wire } from './wire.ts'

/**
 * Migrates the data of earlier releases, once. They had a hash per account, with a field for each figure, and one for each
 * member, invitation, secret, webhook, past month and alert: `KIND:NAME`, with values parted by bars. Their keys are left as
 * they are: they are the copy with which an earlier release can continue.
 */

const PREFIX = 'rhp:'
const ACCOUNTS = `${PREFIX}accounts`
const READ_AT_ONCE = 50

/**
 * A wire that first migrates the data of an earlier release, with a driver that writes nothing once that is done. So several
 * instances may migrate at once, and what callers have removed since does not come back.
 */
export function openMigrated(wire: Wire, driver: Driver): Wire {
  let migrated: Promise<void> | null = null
  const ready = (): Promise<void> => {
    migrated ??= migrate(createCommands(wire), driver).catch((error: unknown) => {
      migrated = null
      throw error
    })
    return migrated
  }
  // Begins before the first request, which would otherwise wait for one more round trip.
  ready().catch(() => {})
  return { ...wire, run: (...call) => ready().then(() => wire.run(...call)) }
}

type Commands = ReturnType<typeof createCommands>

async function migrate(commands: Commands, driver: Driver): Promise<void> {
  const { ask, askAll, transact } = commands
  const [isMigrated, hasEarlier] = await askAll(Whole, 'EXISTS', [at.FORMAT, ACCOUNTS])
  if (isMigrated) return
  if (hasEarlier) {
    const atOnce = pLimit(READ_AT_ONCE)
    await atOnce.map(await ask(Texts, 'SMEMBERS', ACCOUNTS), async (id) => {
      const copy = await readCopy(commands, id)
      if (copy) await driver.write(toImport(copy))
    })
    for (const [kind, toOldItem] of Object.entries(ITEMS)) {
      const prefix = `${PREFIX}${kind}:`
      await atOnce.map(await scan(commands, `${prefix}*`), async (name) => {
        const isHash = kind !== 'trial' && kind !== 'billing'
        const fields = isHash ? await ask(Hash, 'HGETALL', name) : {}
        const seenAt = kind === 'billing' ? await ask(Whole, 'GET', name) : 0
        const item = toOldItem(name.slice(prefix.length), fields, seenAt)
        if (item) await driver.write([['addItem', item]])
      })
    }
  }
  await transact([['SET', at.FORMAT, '1']])
}

const Page = z.tuple([z.coerce.string(), Texts])

/** The keys with a pattern, read in steps, because other requests must not wait for all of them. */
async function scan({ ask }: Commands, pattern: string): Promise<string[]> {
  const keys = new Set<string>()
  let cursor = '0'
  do {
    const [next, names] = await ask(Page, 'SCAN', cursor, 'MATCH', pattern, 'COUNT', 1_000)
    for (const name of names) keys.add(name)
    cursor = next
  } while (cursor !== '0')
  return [...keys]
}

// biome-ignore lint/suspicious/noExplicitAny: texts of an earlier release, which wrote what its types said
type Values = { [name: string]: any }

/** Fields that are numbers; an empty one is null. */
const NUMBERS = new Set([
  ...['createdAt', 'billedAt', 'trialEndsAt', 'trialNoticeAt', 'revokedAt', 'expiresAt', 'seenAt'],
  ...['minute', 'minuteUsed', 'monthUsed', 'answersUsed'],
])
const toNumber = (text: string | undefined): number | null => (text ? Number(text) : null)
const Hash = Fields.transform(
  (fields): Values =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, NUMBERS.has(name) ? toNumber(text) : text])),
)

/** @throws StoreUnavailable when what is stored does not have the format of the earlier release */
async function readCopy({ ask, askAll }: Commands, id: string): Promise<AccountCopy | null> {
  const fields = await ask(Hash, 'HGETALL', `${PREFIX}account:${id}`)
  if (fields.name === undefined) return null
  const stored: Values = { ...NEW_METER, trialEndsAt: null, billedAt: null, trialNoticeAt: null, ...fields }
  const named = (prefix: string): [string, string][] =>
    Object.entries(stored).flatMap(([field, value]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), value]] : [],
    )
  const readSecrets = async (prefix: string): Promise<Values[]> => {
    const hashes = named(prefix).map(([, hash]) => hash)
    const keys = hashes.map((hash) => `${PREFIX}key:${hash}`)
    return (await askAll(Hash, 'HGETALL', keys)).map(({ account: _, ...secret }, place) => {
      const lastMinute = toNumber(stored[`last:${secret.id}`])
      const lastUsedAt = lastMinute === null ? null : lastMinute * MINUTE_MS
      return { revokedAt: null, ...secret, hash: hashes[place], lastUsedAt }
    })
  }
  const keys = await readSecrets('key:')
  const trail = await ask(Texts, 'LRANGE', `${PREFIX}trail:${id}`, 0, -1)
  return read(AccountCopy, {
    record: {
      account: {
        ...{ id, suspended: stored.suspended === '1' },
        ...pick(stored, ['name', 'plan', 'trialEndsAt', 'createdAt']),
      },
      billedAt: stored.billedAt,
      trial: stored.trialPerson ? { person: stored.trialPerson, noticeAt: stored.trialNoticeAt } : null,
      members: named('member:').map(([email, role]) => ({ email, role })),
      invitations: named('invitation:').map(([email, value]) => {
        // The inviter comes last, because the address may contain a bar.
        const [, role, invited, expires, invitedBy] = /^(\w+)\|(\d+)\|(\d+)\|(.*)$/.exec(value) ?? []
        return { email, role, invitedBy, createdAt: Number(invited), expiresAt: Number(expires) }
      }),
      keys: keys.map((key) => ({ expiresAt: null, ...key, accountId: id })),
      subscriptions: await readSecrets('subscription:'),
      webhooks: named('webhook:').map(([webhookId, value]) => {
        return { id: webhookId, ...JSON.parse(value), announced: Number(stored[`announced:${webhookId}`]) }
      }),
    },
    counts: pick(stored, ['minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed']),
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
const ITEMS: { [kind: string]: (id: string, fields: Values, seenAt: number) => Item | null } = {
  link: (hash, link) => (link.email ? toItem('link', { hash, ...link } as StoredLink) : null),
  session: (hash, session) => (session.email ? toItem('session', { hash, ...session } as Session) : null),
  delivery: (_, { content }) => (content ? toItem('delivery', JSON.parse(content)) : null),
  billing: (id, _, seenAt) => toItem('billing', { id, createdAt: seenAt }),
  trial: (id) => toItem('trial', { id, createdAt: 0 }),
}
