import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { createLimits, type Limits } from '../../../src/metering/limits.ts'
import { openRedisLimits } from '../../../src/storage/redis/store.ts'
import { openTcpWire } from '../../../src/storage/redis/tcp.ts'
import { openUpstashWire } from '../../../src/storage/redis/upstash.ts'
import { NOW, openApi, type TestApi } from '../../api.ts'
import { checked } from '../../contract/answers.ts'
import { startBridge } from '../../storage/bridge.ts'
import { type Engine, startValkey } from '../../storage/engines.ts'

/** A key that everyone may use, limited for each network address. */

const PATIENT_MS = 10_000
let api: TestApi
let engine: Engine
let bridge: Awaited<ReturnType<typeof startBridge>>
beforeAll(async () => {
  api = await openApi()
  engine = await startValkey()
  bridge = await startBridge(engine.url)
})
afterAll(async () => {
  await bridge.close()
  await engine.stop()
})

const stopwatch = () => performance.now()
const DRIVERS: [string, () => Limits][] = [
  ['in one process', () => createLimits(null, stopwatch)],
  ['on Redis', () => createLimits(openRedisLimits(openTcpWire(engine.url, PATIENT_MS)), stopwatch)],
  ['on Upstash', () => createLimits(openRedisLimits(openUpstashWire(bridge.url, bridge.token, PATIENT_MS)), stopwatch)],
]

describe.each(DRIVERS)('the demo key, counted %s,', (_, open) => {
  let limits: Limits
  let address: string
  let now: number
  beforeEach(async () => {
    await bridge.command('FLUSHALL')
    limits = open()
    address = '203.0.113.1'
    now = Date.parse(NOW)
    return () => limits.close()
  })

  const serve = (hasDemoKey = true) =>
    checked(
      createApp({
        service: () => api.service,
        meter: api.store,
        subscriptions: api.store,
        limits,
        hasDemoKey,
        readCallerAddress: () => address,
        clock: () => now,
        log: () => {},
        base: null,
      }),
    )
  async function ask(app: ReturnType<typeof serve>, target: string, init: RequestInit = {}) {
    const response = await app.request(target, { ...init, headers: { 'X-Api-Key': 'DEMO_KEY', ...init.headers } })
    const text = await response.text()
    const left = Number(response.headers.get('X-RateLimit-Remaining'))
    return { status: response.status, headers: response.headers, left, body: text ? JSON.parse(text) : null }
  }

  it('reads 30 times an hour and 50 times a day, with what is left in the headers', async () => {
    const app = serve()
    const first = await ask(app, '/api/v1/states?limit=1')
    expect([first.status, first.left, first.headers.get('X-RateLimit-Limit')]).toEqual([200, 29, '30'])
    expect(first.headers.get('RateLimit-Policy')).toBe('"hour";q=30;w=3600, "day";q=50;w=86400')
    expect(first.headers.get('RateLimit')).toBe('"hour";r=29, "day";r=49')
    expect(first.headers.get('X-RateLimit-Monthly-Limit')).toBeNull()
    for (let count = 2; count <= 30; count += 1)
      expect((await ask(app, '/api/v1/states?limit=1')).left).toBe(30 - count)
    const refused = await ask(app, '/api/v1/states?limit=1')
    expect([refused.status, refused.body.code, refused.left]).toEqual([429, 'RATE_LIMITED', 0])
    expect(refused.body.detail).toMatch(
      /30 requests an hour and 50 a day .* create a key of your own: sign in at \/account\//,
    )
    now += Number(refused.headers.get('Retry-After')) * 1000
    for (let count = 31; count <= 50; count += 1) {
      expect(await ask(app, '/api/v1/states?limit=1')).toMatchObject({ status: 200, left: 50 - count })
    }
    const over = await ask(app, '/api/v1/states?limit=1')
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('Retry-After'))).toBe(23 * 3600)
    now += 23 * 3_600_000
    expect((await ask(app, '/api/v1/states?limit=1')).status).toBe(200)
  })

  it('is counted for each network: an IPv4 address, or the /64 of an IPv6 address', async () => {
    const app = serve()
    for (let count = 0; count < 30; count += 1) await ask(app, '/api/v1/states?limit=1')
    expect((await ask(app, '/api/v1/states?limit=1')).status).toBe(429)
    address = '203.0.113.2'
    expect((await ask(app, '/api/v1/states?limit=1')).left).toBe(29)
    address = '2001:db8:1:2::a'
    expect((await ask(app, '/api/v1/states?limit=1')).left).toBe(29)
    address = '2001:db8:1:2:ffff::b'
    expect((await ask(app, '/api/v1/states?limit=1')).left).toBe(28)
  })

  it('works in the other header, searches, and gets errors and 304 like another key', async () => {
    const app = serve()
    const bearer = await app.request('/api/v1/states/NE', { headers: { Authorization: 'Bearer DEMO_KEY' } })
    expect(bearer.status).toBe(200)
    const etag = bearer.headers.get('ETag') ?? ''
    expect((await ask(app, '/api/v1/states/NE', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await ask(app, '/api/v1/states?limit=0')).body).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect((await ask(app, '/api/v1/nowhere')).status).toBe(404)
    const search = await ask(app, '/api/v1/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'hospital', aiAnswer: true }),
    })
    expect(search).toMatchObject({
      status: 200,
      left: 25,
      body: { aiAnswer: null, aiAnswerStatus: 'ALLOWANCE_EXHAUSTED' },
    })
  })

  it('has no account: its usage and signed addresses are refused with how to get a key', async () => {
    const app = serve()
    for (const target of ['/api/v1/usage', '/api/v1/subscriptions']) {
      const { status, body } = await ask(app, target)
      expect([status, body.code]).toEqual([403, 'PLAN_REQUIRED'])
      expect(body.detail).toContain('/account/')
    }
  })

  it('is refused where it is not offered, which is the default', async () => {
    const { status, body } = await ask(serve(false), '/api/v1/states')
    expect([status, body.code]).toEqual([403, 'API_KEY_INVALID'])
    expect(body.detail).toContain('sign in at /account/')
  })
})
