import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { prepare } from '../../src/bake/bake.ts'
import { release } from '../../src/bake/release.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { PLANS } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { FIXTURE, scratch } from '../api.ts'
import { type Engine, findRedisServer, startRedisServer, startValkey } from '../storage/engines.ts'
import { serveHere } from './serving.ts'

/** Three servers on one Redis behind a load balancer, during a deployment: one still has yesterday's bake, one dies. */

const ROUND = 240
const AT_ONCE = 8

let engine: Engine
let store: Store
beforeAll(async () => {
  const program = findRedisServer()
  engine = program ? await startRedisServer(program) : await startValkey()
  store = await openStore({ REDIS_URL: engine.url }, 10_000)
})
afterAll(async () => {
  await store.close()
  await engine.stop()
})

/** A bake of the fixture as it was before its last change. */
async function yesterday(): Promise<string> {
  const data = path.join(scratch(), 'data')
  cpSync(FIXTURE, data, { recursive: true })
  const file = path.join(data, 'records', 'allotments.ndjson')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"sourceTitle":"', '"sourceTitle":"Earlier: '))
  const out = path.join(scratch(), 'baked')
  mkdirSync(out)
  const { publication } = await prepare(data, () => {})
  await release(publication, out, Date.parse('2026-11-19T08:00:00.000Z'), () => {})
  return out
}

/** The result of one request, and how many 503s it got from a slow store on the way. */
interface Fate {
  status: number
  isCounted: boolean
  version: string | null
  lost: number
}

/** A load balancer: each request goes to the next server, and to another if one is gone or cannot respond. */
function balanced(addresses: readonly string[], headers: Record<string, string>) {
  let next = 0
  return async (target: string): Promise<Fate> => {
    next += 1
    const first = next
    let lost = 0
    for (let tries = 0; tries < 10 * addresses.length; tries += 1) {
      try {
        const response = await fetch(`${addresses[(first + tries) % addresses.length]}${target}`, { headers })
        await response.arrayBuffer()
        const { status } = response
        const isCounted = status === 200 && response.headers.get('X-RateLimit-Status') !== 'degraded'
        if (status !== 503) return { status, isCounted, version: response.headers.get('X-Dataset-Version'), lost }
        lost += 1
      } catch {
        // Gone, with or without the request; reading again is harmless.
      }
    }
    throw new Error('no server answers')
  }
}

const LEFT = 200

/** An account with a key that may ask LEFT times this month, fewer than its plan allows in a minute. */
async function accountNearItsEnd(now: number): Promise<{ accountId: string; keyId: string; secret: string }> {
  const draft = {
    id: generateId('acct'),
    name: 'Balanced',
    plan: 'FEATURED_VENDOR',
    ownerEmail: 'o@example.org',
  } as const
  await store.createAccount(draft, now, ACTORS.maintainer)
  const { record, ...rest } = (await store.readCopy(draft.id))!
  const [accountId, keyId] = [generateId('acct'), generateId('key')]
  const { secret, ...key } = generateKey()
  const ends = { revokedAt: null, expiresAt: null, lastUsedAt: null }
  const monthUsed = PLANS.FEATURED_VENDOR.perMonth - LEFT
  await store.place({
    ...rest,
    record: {
      ...record,
      account: { ...record.account, id: accountId },
      keys: [{ id: keyId, accountId, name: 'k', createdAt: now, ...key, ...ends }],
    },
    counts: { ...rest.counts, month: getWindows(now).month, monthUsed },
  })
  return { accountId, keyId, secret }
}

it('count one account exactly, respond to every request, and stop a revoked key everywhere', async () => {
  const { accountId, keyId, secret } = await accountNearItsEnd(Date.now())
  const shared = { REDIS_URL: engine.url, ACCESS_LOG: 'none' }
  const servers = await Promise.all([
    serveHere(shared),
    serveHere({ ...shared, DATASET_PATH: await yesterday() }),
    serveHere(shared),
  ])
  const addresses = servers.map(({ address }) => address)
  const ask = balanced(addresses, { 'X-Api-Key': secret })

  const fates: Fate[] = []
  let started = 0
  const client = async (): Promise<void> => {
    while (started < ROUND) {
      started += 1
      if (started === ROUND / 4) servers[2]!.process.kill('SIGKILL')
      fates.push(await ask('/api/v1/states?limit=1'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))

  expect(fates).toHaveLength(ROUND)
  expect(fates.every(({ status }) => status === 200 || status === 429)).toBe(true)
  const counted = fates.filter(({ isCounted }) => isCounted).length
  const lost = fates.reduce((sum, fate) => sum + fate.lost, 0)
  // Requests that the dead one had counted but not answered were repeated, as were those lost to a slow store.
  expect(counted).toBeLessThanOrEqual(LEFT)
  expect(counted).toBeGreaterThanOrEqual(LEFT - AT_ONCE - lost)
  expect((await store.usage(accountId, getWindows(Date.now()))).requests.remaining).toBe(0)
  expect(new Set(fates.map(({ version }) => version)).size).toBe(2)

  await store.revokeKey(keyId, Date.now(), ACTORS.maintainer)
  for (const address of addresses.slice(0, 2)) {
    const response = await fetch(`${address}/api/v1/states`, { headers: { 'X-Api-Key': secret } })
    expect(response.status).toBe(403)
  }
})
