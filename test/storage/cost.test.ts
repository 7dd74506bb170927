import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { hashOf } from '../../src/metering/keys.ts'
import { newAdmissionToken } from '../../src/metering/spent.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { PATIENT_MS } from './adapters.ts'
import { type Bridge, startBridge } from './bridge.ts'
import { ANSWER, at, type Customer, customer, MINUTE, NOON, READ, spend, usageOf } from './customer.ts'
import { type Engine, startValkey } from './engines.ts'

const COMMANDS_MAX = 4

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

/** The requests that some work needs and the commands that the server runs for them, including those inside scripts. */
async function costOf(work: () => Promise<unknown>): Promise<{ requests: number; commands: Record<string, number> }> {
  await bridge.command('CONFIG', 'RESETSTAT')
  bridge.requests = 0
  await work()
  const { requests } = bridge
  const lines = String(await bridge.command('INFO', 'commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)
  const commands = Object.fromEntries([...lines].map(([, name, calls]) => [name, Number(calls)]))
  delete commands['config|resetstat']
  return { requests, commands }
}
const total = (commands: Record<string, number>): number =>
  Object.values(commands).reduce((sum, calls) => sum + calls, 0)

it('an admitted request is one request and four commands', async () => {
  expect(await costOf(() => store.admit(made.key, ANSWER, windowsAt(NOON)))).toEqual({
    requests: 1,
    commands: { evalsha: 1, hmget: 2, hset: 1 },
  })
})

it('an admitted request with a token is no more, and a refund is one request and four commands', async () => {
  const tokens = [newAdmissionToken(), newAdmissionToken()] as const
  const costs = await costOf(() => store.admit(made.key, ANSWER, windowsAt(NOON), tokens[0]))
  expect(costs).toEqual({ requests: 1, commands: { evalsha: 1, hmget: 2, hset: 1 } })
  const usage = usageOf(await store.admit(made.key, ANSWER, windowsAt(NOON), tokens[1]))
  await store.refund(usage, ANSWER)
  const refund = await costOf(() => store.refund(usage, ANSWER))
  expect(refund).toEqual({ requests: 1, commands: { evalsha: 1, hget: 1, hmget: 1, hset: 1 } })
  await store.takeBack(made.key, tokens[0])
  expect((await costOf(() => store.takeBack(made.key, tokens[0]))).requests).toBe(1)
})

it('fifty sequential requests are fifty requests and two hundred commands', async () => {
  const { requests, commands } = await costOf(async () => {
    for (let request = 0; request < 50; request += 1) await store.admit(made.key, READ, windowsAt(NOON))
  })
  expect({ requests, commands: total(commands) }).toEqual({ requests: 50, commands: 200 })
})

it('fifty requests in one turn are one request and two hundred commands, each with its own verdict', async () => {
  const stranger = hashOf('nothing')
  const asked = Array.from({ length: 50 }, (_, place) => (place === 7 ? stranger : made.key))
  const { requests, commands } = await costOf(async () => {
    const admissions = await Promise.all(asked.map((key) => store.admit(key, READ, windowsAt(NOON))))
    const used = admissions.map((admission) => ('usage' in admission ? admission.usage.minuteUsed : admission.verdict))
    expect(used).toEqual(asked.map((_, place) => (place === 7 ? 'unknown' : place + (place < 7 ? 1 : 0))))
  })
  expect({ requests, commands: total(commands) }).toEqual({ requests: 1, commands: 49 * 4 + 2 })
})

it('a rejected request is one request and four commands', async () => {
  for (let request = 0; request < 60; request += 1) await store.admit(made.key, READ, windowsAt(NOON))
  expect(await costOf(() => store.admit(made.key, READ, windowsAt(NOON)))).toEqual({
    requests: 1,
    commands: { evalsha: 1, hmget: 2 },
  })
})

it.each([
  ['that starts a month', () => store.admit(made.key, ANSWER, at('2026-12-01T00:00:00Z'))],
  [
    'that crosses 80%',
    async () => {
      const admission = await store.admit(made.key, ANSWER, windowsAt(NOON + 10 * MINUTE))
      expect(admission).toMatchObject({ pending: true })
    },
  ],
  ['of a revoked key', () => store.admit(made.key, READ, windowsAt(NOON))],
])('a request %s is at most one request and four commands', async (name, work) => {
  if (name.includes('80')) await spend(store, made.key, 199, ANSWER, NOON)
  if (name.includes('revoked')) await store.revokeKey(made.keyId, NOON, ACTORS.maintainer)
  const { requests, commands } = await costOf(work)
  expect(requests).toBe(1)
  expect(total(commands)).toBeLessThanOrEqual(COMMANDS_MAX)
})

it('a server that lost the script costs one more request, once', async () => {
  await bridge.command('SCRIPT', 'FLUSH')
  expect((await costOf(() => store.admit(made.key, READ, windowsAt(NOON)))).requests).toBe(2)
  expect((await costOf(() => store.admit(made.key, READ, windowsAt(NOON)))).requests).toBe(1)
})

it('a refund is one request', async () => {
  const usage = usageOf(await store.admit(made.key, READ, windowsAt(NOON)))
  await store.refund(usage, READ)
  expect((await costOf(() => store.refund(usage, READ))).requests).toBe(1)
})
