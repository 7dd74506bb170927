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
  const { ask, transact } = commands
  if (await ask(Whole, 'EXISTS', at.FORMAT)) return
  const atOnce = pLimit(50)
  await atOnce.map(await ask(Texts, 'SMEMBERS', `${PREFIX}accounts`), async (id) => {
    const copy = await readCopy(commands, id)
    if (copy) await driver.write(toImport(copy))
  })
  // Accounts may have been deleted that left trials behind.
  await atOnce.map(await scan(commands), async (name) => {
    const [, kind = '', id = ''] = /^rhp:([^:]+):(.*)$/s.exec(name) ?? []
    const toNewItem = ITEMS[kind]
    if (!toNewItem) return
    const isMark = kind === 'trial' || kind === 'billing'
    const replies = await transact([
      [isMark ? 'GET' : 'HGETALL', name],
      ['PTTL', name],
    ])
    const [stored, leftMs] = read(Stored, replies)
    // A key that has expired meanwhile.
    if (leftMs === -2) return
    const item = toNewItem(id, stored as never)
    // It is kept for the rest of its time, which began before.
    if ((await driver.write([['addItem', item]])) && leftMs > 0) await transact([['PEXPIRE', at.item(item), leftMs]])
  })
  await transact([['SET', at.FORMAT, '1']])
}

const Page = z.tuple([z.coerce.string(), Texts])

/** The keys of this service, read in steps, because other requests must not wait for all of a shared server. */
async function scan({ ask }: Commands): Promise<string[]> {
  const keys = new Set<string>()
  let cursor = '0'
  do {
    const [next, names] = await ask(Page, 'SCAN', cursor, 'MATCH', `${PREFIX}*`, 'COUNT', 5_000)
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

const Stored = z.tuple([z.union([Hash, z.string().nullable()]), z.coerce.number()])

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
    return (await askAll(Hash, 'HGETALL', keys)).map(({ account: _, ...secret }, index) => {
      const lastMinute = toNumber(stored[`last:${secret.id}`])
      const lastUsedAt = lastMinute === null ? null : lastMinute * MINUTE_MS
      return { revokedAt: null, ...secret, hash: hashes[index], lastUsedAt }
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

/** What is kept beside the accounts, by the kind in its key's name. */
const ITEMS: { [kind: string]: (id: string, stored: never) => Item } = {
  link: (hash, link: Values) => toItem('link', { hash, ...link } as StoredLink),
  session: (hash, session: Values) => toItem('session', { hash, ...session } as Session),
  delivery: (_, { content }: Values) => toItem('delivery', JSON.parse(content)),
  billing: (id, seenAt: string) => toItem('billing', { id, createdAt: Number(seenAt) }),
  trial: (id) => toItem('trial', { id, createdAt: 0 }),
}
