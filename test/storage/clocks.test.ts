import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowsAt } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { embeddedAdapter, PATIENT_MS } from './adapters.ts'
import { startBridge } from './bridge.ts'
import { customer, HOUR, MINUTE, READ, usageOf } from './customer.ts'
import { findRedisServer, startRedisServer } from './engines.ts'

/** Wrong clocks, against the store's own time, which is this machine's. */

const DAY = 24 * HOUR
const program = findRedisServer()
const present = () => windowsAt(Date.now())

/** Each opens one more instance on the same place. */
const opened: { name: string; open: () => Promise<Store> }[] = []
const closed: (() => Promise<unknown>)[] = []
/** One that trusts its callers, like earlier releases. */
let openTrusting: () => Promise<Store>

describe.runIf(program)('a wrong clock at a shared store', () => {
  beforeAll(async () => {
    const engine = await startRedisServer(program as string)
    const bridge = await startBridge(engine.url)
    const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }
    opened.push(
      { name: 'redis', open: () => openStore({ REDIS_URL: engine.url }, PATIENT_MS, 'store') },
      { name: 'upstash', open: () => openStore(upstash, PATIENT_MS, 'store') },
    )
    openTrusting = () => openStore({ REDIS_URL: engine.url }, PATIENT_MS)
    closed.push(bridge.close, engine.stop)
  })
  afterAll(async () => {
    for (const close of closed) await close()
  })

  it.each([0, 1])("a day ahead locks no account, and counts in the store's minute (%#)", async (place) => {
    const { open } = opened[place] as (typeof opened)[number]
    const [wrong, right] = [await open(), await open()]
    const { key } = await customer(right, 'PRO', Date.now())
    const first = usageOf(await wrong.admit(key, READ, windowsAt(Date.now() + DAY)))
    expect(Math.abs(first.minute - present().minute)).toBeLessThanOrEqual(1)
    const later = await right.admit(key, READ, present())
    expect(later.verdict).toBe('admitted')
    expect(usageOf(later).monthUsed).toBe(2)
    // The wrong instance has learned the time.
    expect((await wrong.admit(key, READ, windowsAt(Date.now() + DAY))).verdict).toBe('admitted')
    await wrong.close()
    await right.close()
  })

  it.each([0, 1])('cannot reopen a used-up minute, ahead or behind (%#)', async (place) => {
    const { open } = opened[place] as (typeof opened)[number]
    const store = await open()
    const { key } = await customer(store, 'PRO', Date.now())
    const offsets = [0, DAY, -DAY, HOUR, -HOUR]
    const verdicts = []
    for (let count = 0; count < 150; count += 1) {
      const offset = offsets[count % offsets.length] as number
      verdicts.push((await store.admit(key, READ, windowsAt(Date.now() + offset))).verdict)
    }
    // At most two minutes have begun while this ran.
    expect(verdicts.filter((verdict) => verdict === 'admitted').length).toBeLessThanOrEqual(120)
    await store.close()
  })

  it.each([0, 1])('seen by an account earlier is overcome: its figures return to the present (%#)', async (place) => {
    const { open } = opened[place] as (typeof opened)[number]
    const store = await open()
    const trusting = await openTrusting()
    const { key } = await customer(store, 'PRO', Date.now())
    await store.admit(key, READ, present())
    for (let count = 0; count < 60; count += 1) await trusting.admit(key, READ, windowsAt(Date.now() + 400 * DAY))
    expect((await trusting.admit(key, READ, present())).verdict).toBe('refused')
    const back = usageOf(await store.admit(key, READ, present()))
    expect(back).toMatchObject({ month: present().month, minuteUsed: 1, monthUsed: 62 })
    await trusting.close()
    await store.close()
  })
})

it('a wrong clock of the machine, once corrected, locks no account of the embedded store', async () => {
  const adapter = embeddedAdapter()
  await adapter.start()
  const store = openEmbedded(adapter.path, 80, 'store')
  const { key, accountId } = await customer(store, 'PRO', Date.now())
  const now = Date.parse('2026-11-20T12:00:00Z')
  await store.admit(key, READ, windowsAt(now))
  for (let count = 0; count < 60; count += 1) await store.admit(key, READ, windowsAt(now + 400 * DAY))
  expect((await store.admit(key, READ, windowsAt(now + 400 * DAY))).verdict).toBe('refused')
  const back = usageOf(await store.admit(key, READ, windowsAt(now + MINUTE)))
  expect(back).toMatchObject({ month: '2026-11', minuteUsed: 1, monthUsed: 62 })
  const next = usageOf(await store.admit(key, READ, windowsAt(now + 15 * DAY)))
  expect(next).toMatchObject({ month: '2026-12', monthUsed: 1 })
  const { months } = await store.usage(accountId, windowsAt(now + 15 * DAY))
  expect(months.slice(0, 2)).toEqual([
    { month: '2026-12', requests: 1, answers: 0 },
    { month: '2026-11', requests: 62, answers: 0 },
  ])
  await store.close()
  await adapter.stop()
})
