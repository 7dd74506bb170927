import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { PATIENT_MS } from './adapters.ts'
import { type Bridge, startBridge } from './bridge.ts'
import { ANSWER, at, type Customer, customer, getUsage, MINUTE, NOON, READ, spend } from './customer.ts'
import { type Engine, startValkey } from './engines.ts'

let engine: Engine
let bridge: Bridge
let store: Store
let made: Customer

beforeAll(async () => {
  engine = await startValkey()
  bridge = await startBridge(engine.url)
  store = await openStore({ UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }, PATIENT_MS)
})
beforeEach(async () => {
  made = await customer(store)
  // The server learns the script, in both its forms.
  await spend(store, made.key, 1, READ, NOON - MINUTE)
  await spend(store, made.key, 1, READ, NOON - MINUTE)
})
afterAll(async () => {
  await bridge.close()
  await engine.stop()
})

/** The requests that some work needs. */
async function countRequests(work: () => Promise<unknown>): Promise<number> {
  bridge.requests = 0
  await work()
  return bridge.requests
}

it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['that is admitted', async () => {}, () => store.admit(made.key, ANSWER, getWindows(NOON))],
  [
    'that is rejected',
    () => spend(store, made.key, 60, READ, NOON),
    () => store.admit(made.key, READ, getWindows(NOON)),
  ],
  ['of an unknown key', async () => {}, () => store.admit(hashKey('nothing'), READ, getWindows(NOON))],
  ['that starts a month', async () => {}, () => store.admit(made.key, ANSWER, at('2026-12-01T00:00:00Z'))],
  [
    'that crosses 80%',
    () => spend(store, made.key, 199, ANSWER, NOON),
    async () => {
      const admission = await store.admit(made.key, ANSWER, getWindows(NOON + 10 * MINUTE))
      expect(admission).toMatchObject({ pending: true })
    },
  ],
  [
    'of a revoked key',
    () => store.revokeKey(made.keyId, NOON, ACTORS.maintainer),
    () => store.admit(made.key, READ, getWindows(NOON)),
  ],
])('a request %s is one round trip', async (_, before, work) => {
  await before()
  expect(await countRequests(work)).toBe(1)
})

it('a server that lost the script costs one more request, once', async () => {
  await bridge.command('SCRIPT', 'FLUSH')
  expect(await countRequests(() => store.admit(made.key, READ, getWindows(NOON)))).toBe(2)
  expect(await countRequests(() => store.admit(made.key, READ, getWindows(NOON)))).toBe(1)
})

it('a refund is one request', async () => {
  const usage = getUsage(await store.admit(made.key, READ, getWindows(NOON)))
  await store.refund(usage, READ)
  expect(await countRequests(() => store.refund(usage, READ))).toBe(1)
})
