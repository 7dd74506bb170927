import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createClient } from '@redis/client'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashMailbox, hashSecret } from '../../src/account/person.ts'
import { exportAccounts, readExport } from '../../src/admin/copies.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { AccountCopy, Store } from '../../src/storage/port.ts'
import * as at from '../../src/storage/redis/names.ts'
import { openRedisStore } from '../../src/storage/redis/store.ts'
import { openTcpWire } from '../../src/storage/redis/tcp.ts'
import { embeddedAdapter, PATIENT_MS } from './adapters.ts'
import { getUsage, HOUR, MINUTE, NOON, READ } from './customer.ts'
import { startValkey } from './engines.ts'

/**
 * Stores of the format before documents, as a file and as the commands that fill a server, and the accounts that the
 * release of then exported from each. The secrets are named after what they open.
 */
const FIXTURE = join(import.meta.dirname, 'release-2')
const PRAIRIE = 'acct_Prairie000000001'
const ANA = 'ana@example.org'
const noon = getWindows(NOON)

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
        return Number(used) > 0 ? 1 : 0
      }
      const stop = async () => {
        await client.close()
        await engine.stop()
      }
      const open = () => openStore({ REDIS_URL: engine.url }, PATIENT_MS)
      return { url: engine.url, open, countEarlier, stop }
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
    expect(byId(readExport((await exportAccounts(store)).text))).toEqual(byId(before))
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
    expect(await store.mayStartTrial(another!.account.id, 'another@example.org')).toBe(true)
    await store.addMember(another!.account.id, { email: 'solo+2@example.org', role: 'OWNER' }, NOON, 'maintainer')
    expect(await store.mayStartTrial(another!.account.id, 'solo+2@example.org')).toBe(false)
  })

  it('keeps counting, and rejects what was revoked', async () => {
    const later = getWindows(NOON + MINUTE)
    const month = before.find(({ record }) => record.account.id === PRAIRIE)?.counts.monthUsed ?? 0
    expect(getUsage(await store.admit(hashKey('nightly'), READ, later))).toMatchObject({ monthUsed: month + 1 })
    expect(getUsage(await other.admit(hashKey('calendar'), READ, later))).toMatchObject({ monthUsed: month + 2 })
    expect(await store.subscribedQuery(hashKey('calendar'))).toEqual({
      list: 'opportunities',
      format: 'ics',
      query: 'state=NE&limit=100',
    })
    expect((await store.admit(hashKey('desktop'), READ, noon)).verdict).toBe('admitted')
    expect(await store.admit(hashKey('desktop'), READ, getWindows(NOON + 12 * HOUR))).toEqual({ verdict: 'revoked' })
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
    const wire = openTcpWire(url as string, PATIENT_MS)
    const overtaken = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let calls = 0
    const slow = openRedisStore({
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

describe('a server whose accounts were all deleted', () => {
  it('keeps trials, and the rest of the time that billing events are remembered', async () => {
    const engine = await startValkey()
    const client = createClient({ url: engine.url, RESP: 2 })
    await client.connect()
    await client.sendCommand(['SET', `rhp:trial:${hashMailbox(ANA)}`, '1'])
    await client.sendCommand(['SET', 'rhp:billing:evt_1', String(NOON), 'PX', String(HOUR)])
    const store = await openStore({ REDIS_URL: engine.url }, PATIENT_MS)
    const [membership] = await store.welcome(ANA, NOON)
    expect(await store.mayStartTrial(membership!.account.id, ANA)).toBe(false)
    const event = { id: 'evt_1', accountId: membership!.account.id, plan: 'PRO', occurredAt: NOON } as const
    expect(await store.bill(event, NOON)).toBe('replayed')
    const leftMs = Number(await client.sendCommand(['PTTL', at.item({ kind: 'billing', id: 'evt_1' })]))
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(HOUR)
    await client.close()
    await store.close()
    await engine.stop()
  })
})

/** Another process of the earlier release: it is in the middle of a change while the file is migrated. */
const WRITER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = new (require(workerData.sqlite))(workerData.path)
  db.exec("BEGIN IMMEDIATE; UPDATE accounts SET name = 'Renamed meanwhile'")
  parentPort.postMessage('writes')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  db.exec('COMMIT')
  db.close()
`

describe('a file that another process changes when its migration begins', () => {
  it('is copied with that change', async () => {
    const adapter = embeddedAdapter()
    mkdirSync(dirname(adapter.path), { recursive: true })
    copyFileSync(join(FIXTURE, 'store.sqlite'), adapter.path)
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
    const writer = new Worker(WRITER, { eval: true, workerData: { sqlite, path: adapter.path } })
    await once(writer, 'message')
    const store = await adapter.open()
    const copy = new Database(`${adapter.path}.version-5`, { readonly: true })
    const names = copy.prepare('SELECT DISTINCT name FROM accounts').pluck().all()
    copy.close()
    expect((await store.accounts()).map(({ name }) => name)).toContain('Renamed meanwhile')
    expect(names).toEqual(['Renamed meanwhile'])
    await store.close()
    await adapter.stop()
  })
})
