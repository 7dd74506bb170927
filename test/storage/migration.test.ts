import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createClient } from '@redis/client'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/account/person.ts'
import { exported, readExport } from '../../src/admin/copies.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { AccountCopy, Store } from '../../src/storage/port.ts'
import { redisStore } from '../../src/storage/redis/store.ts'
import { tcpWire } from '../../src/storage/redis/tcp.ts'
import { embeddedAdapter, PATIENT_MS } from './adapters.ts'
import { HOUR, MINUTE, NOON, READ, usageOf } from './customer.ts'
import { startValkey } from './engines.ts'

/**
 * Stores of the format before documents, as a file and as the commands that fill a server, and the accounts that the
 * release of then exported from each. The secrets are named after what they open.
 */
const FIXTURE = join(import.meta.dirname, 'release-2')
const PRAIRIE = 'acct_Prairie000000001'
const ANA = 'ana@example.org'
const noon = windowsAt(NOON)

const places = [
  {
    name: 'a file',
    exported: 'store.ndjson',
    open: async () => {
      const adapter = embeddedAdapter()
      mkdirSync(dirname(adapter.path), { recursive: true })
      copyFileSync(join(FIXTURE, 'store.sqlite'), adapter.path)
      const open = () => adapter.open()
      const countEarlier = async () => {
        const copy = new Database(`${adapter.path}.version-5`, { readonly: true })
        const count = copy.prepare('SELECT count(*) FROM accounts WHERE month_used > 0').pluck().get()
        copy.close()
        return count
      }
      return { url: null, open, countEarlier, stop: adapter.stop }
    },
  },
  {
    name: 'a server',
    exported: 'redis-accounts.ndjson',
    open: async () => {
      const engine = await startValkey()
      const client = createClient({ url: engine.url, RESP: 2 })
      await client.connect()
      for (const line of readFileSync(join(FIXTURE, 'redis.ndjson'), 'utf8').trim().split('\n')) {
        await client.sendCommand(JSON.parse(line))
      }
      const countEarlier = async () => {
        const used = await client.sendCommand(['HGET', `rhp:account:${PRAIRIE}`, 'monthUsed'])
        await client.close()
        return Number(used) > 0 ? 1 : 0
      }
      const open = () => openStore({ REDIS_URL: engine.url }, PATIENT_MS)
      return { url: engine.url, open, countEarlier, stop: engine.stop }
    },
  },
]

describe.each(places)('the format before documents, in $name,', (place) => {
  const before = readExport(readFileSync(join(FIXTURE, place.exported), 'utf8'))
  let opened: Awaited<ReturnType<typeof place.open>>
  let store: Store
  let other: Store
  beforeAll(async () => {
    opened = await place.open()
    store = await opened.open()
    other = await opened.open()
  })
  afterAll(async () => {
    await store.close()
    await other.close()
    await opened.stop()
  })

  it('has every account afterwards, as the earlier release exported it', async () => {
    const byId = (copies: AccountCopy[]) =>
      copies.toSorted((a, b) => a.record.account.id.localeCompare(b.record.account.id))
    expect(byId(readExport((await exported(store)).text))).toEqual(byId(before))
  })

  it('keeps sessions, links, deliveries, billing events and trials', async () => {
    expect(await store.session(hashSecret('session'), NOON)).toMatchObject({ email: ANA })
    expect((await store.sessions(ANA, NOON)).length).toBe(1)
    expect(await store.takeLink(hashSecret('link'), hashSecret('browser'), NOON)).toBe(ANA)
    expect((await store.readDeliveries('whk_one0000000000000', 9)).map(({ id, state }) => [id, state])).toEqual([
      ['msg_two0000000000000', 'PENDING'],
      ['msg_one0000000000000', 'DELIVERED'],
    ])
    expect((await store.dueDeliveries(NOON, 9)).map(({ id }) => id)).toEqual(['msg_two0000000000000'])
    const event = { id: 'evt_1', accountId: PRAIRIE, plan: 'FREE', occurredAt: NOON } as const
    expect(await store.bill(event, NOON)).toBe('replayed')
    const [another] = await store.welcome('another@example.org', NOON)
    expect(await store.mayStartTrial(another!.account.id, NOON, 'another@example.org')).toBe(true)
    await store.addMember(another!.account.id, { email: 'solo+2@example.org', role: 'OWNER' }, NOON, 'maintainer')
    expect(await store.mayStartTrial(another!.account.id, NOON, 'solo+2@example.org')).toBe(false)
  })

  it('keeps counting, and rejects what was revoked', async () => {
    const later = windowsAt(NOON + MINUTE)
    const month = before.find(({ record }) => record.account.id === PRAIRIE)?.counts.monthUsed ?? 0
    expect(usageOf(await store.admit(hashKey('nightly'), READ, later))).toMatchObject({ monthUsed: month + 1 })
    expect(usageOf(await other.admit(hashKey('calendar'), READ, later))).toMatchObject({ monthUsed: month + 2 })
    expect(await store.subscribedQuery(hashKey('calendar'))).toEqual({
      list: 'opportunities',
      format: 'ics',
      query: 'state=NE&limit=100',
    })
    expect((await store.admit(hashKey('desktop'), READ, noon)).verdict).toBe('admitted')
    expect(await store.admit(hashKey('desktop'), READ, windowsAt(NOON + 12 * HOUR))).toEqual({ verdict: 'revoked' })
    expect(await store.admit(hashKey('retired'), READ, noon)).toEqual({ verdict: 'revoked' })
    expect(await store.admit(hashKey('mesa'), READ, noon)).toEqual({ verdict: 'suspended' })
    expect(await store.admit(hashKey('trial'), READ, noon)).toMatchObject({ usage: { plan: 'PRO' } })
  })

  it('is migrated once, and stays as a copy', async () => {
    const again = await opened.open()
    expect(await again.accounts()).toHaveLength(before.length + 1)
    await again.close()
    expect(await opened.countEarlier()).toBe(1)
  })
})

describe('an instance that begins to migrate a server and is overtaken by another one', () => {
  it('works, and brings back nothing that was removed meanwhile', async () => {
    const { url, open, stop } = await (places[1] as (typeof places)[number]).open()
    const wire = tcpWire(url as string, PATIENT_MS)
    const overtaken = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let calls = 0
    const slow = redisStore({
      ...wire,
      async run(...call) {
        calls += 1
        // Whether there is something to migrate is its first question.
        if (calls > 1) {
          asked.resolve()
          await overtaken.promise
        }
        return wire.run(...call)
      },
    })
    await asked.promise
    const other = await open()
    await other.endSession(hashSecret('session'))
    overtaken.resolve()
    expect((await slow.accounts()).length).toBeGreaterThan(0)
    expect(await slow.session(hashSecret('session'), NOON)).toBeNull()
    expect(await slow.accounts()).toEqual(await other.accounts())
    await Promise.all([slow.close(), other.close()])
    await stop()
  })
})
