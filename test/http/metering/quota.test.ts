import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { QUOTA_HEADER_NAMES } from '../../../src/http/response/headers.ts'
import { generateId, generateKey } from '../../../src/metering/keys.ts'
import { PLANS, type PlanName } from '../../../src/metering/plans.ts'
import { NOW, openApi, type TestApi } from '../../api.ts'
import { LOOK, REQUEST, spending } from './spending.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
beforeEach(() => {
  api.at(NOW)
})

const { spend } = spending(() => api)

describe('the allowances of an account', () => {
  it.each(Object.entries(PLANS).filter(([, { keys }]) => keys > 0))('are those of its plan, %s', async (name, plan) => {
    const { secret } = await api.key(name as PlanName)
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    expect(headers.get('X-RateLimit-Limit')).toBe(String(plan.perMinute))
    expect(headers.get('X-RateLimit-Monthly-Limit')).toBe(String(plan.perMonth))
    expect(headers.get('X-AI-Search-Monthly-Limit')).toBe(String(plan.answersPerMonth))
    expect(headers.get('X-AI-Search-Monthly-Remaining')).toBe(String(plan.answersPerMonth))
  })

  it('match the specification', () => {
    const figures = Object.fromEntries(
      Object.entries(PLANS).map(([name, plan]) => [name, [plan.perMinute, plan.perMonth, plan.answersPerMonth]]),
    )
    expect(figures).toEqual({
      FREE: [0, 0, 0],
      PRO: [60, 2_000, 250],
      TEAM: [120, 20_000, 1_000],
      FEATURED_VENDOR: [300, 20_000, 1_000],
      API: [120, 10_000, 500],
    })
  })

  it('are shared by its keys', async () => {
    const { secret, accountId } = await api.key('PRO')
    const { secret: second, ...draft } = generateKey()
    await api.store.createKey(
      accountId,
      { id: generateId('key'), name: 'Second', ...draft },
      api.now(),
      ACTORS.maintainer,
    )
    await api.ask('/api/v1/states', { key: secret })
    const { headers } = await api.ask('/api/v1/states', { key: second })
    expect(headers.get('X-RateLimit-Remaining')).toBe('58')
    expect(headers.get('X-RateLimit-Monthly-Remaining')).toBe('1998')
  })

  it('of the minute are renewed with the UTC minute', async () => {
    const { secret } = await api.key('PRO')
    api.at('2026-11-20T17:00:59.999Z')
    await spend(secret, 60, REQUEST)
    expect((await api.ask('/api/v1/states', { key: secret })).status).toBe(429)
    api.at('2026-11-20T17:01:00.000Z')
    const { status, headers } = await api.ask('/api/v1/states', { key: secret })
    expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([200, '59'])
  })

  it('are enforced by responses alone: exactly the limit is served, and the next request is rejected', async () => {
    const { secret } = await api.key('PRO')
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) statuses.push((await api.ask('/api/v1/states', { key: secret })).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })
})

describe('the quota headers', () => {
  it.each<[string, number, string, { method?: string; headers?: Record<string, string> }]>([
    ['a 200', 200, '/api/v1/states', {}],
    ['a HEAD', 200, '/api/v1/states', { method: 'HEAD' }],
    ['a 400', 400, '/api/v1/states?limit=0', {}],
    ['a 404 for a record', 404, '/api/v1/states/ZZ', {}],
    ['a 404 for a path', 404, '/api/v1/nowhere', {}],
    ['a 405', 405, '/api/v1/states', { method: 'DELETE' }],
    ['a 415', 415, '/api/v1/search', { method: 'POST' }],
  ])('are on %s', async (_, status, target, options) => {
    const answer = await api.ask(target, options)
    expect(answer.status).toBe(status)
    for (const name of QUOTA_HEADER_NAMES) expect(answer.headers.get(name), name).not.toBeNull()
  })

  it('are on a 304', async () => {
    const etag = (await api.ask('/api/v1/states')).headers.get('ETag') ?? ''
    const answer = await api.ask('/api/v1/states', { headers: { 'If-None-Match': etag } })
    expect(answer.status).toBe(304)
    for (const name of QUOTA_HEADER_NAMES) expect(answer.headers.get(name), name).not.toBeNull()
  })

  it('are on a 429', async () => {
    const { secret } = await api.key('PRO')
    await spend(secret, 60, LOOK)
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    for (const name of QUOTA_HEADER_NAMES) expect(headers.get(name), name).not.toBeNull()
  })

  it('are missing if no key was accepted', async () => {
    for (const key of [null, generateKey().secret]) {
      const { headers } = await api.ask('/api/v1/states', { key })
      for (const name of QUOTA_HEADER_NAMES) expect(headers.get(name), name).toBeNull()
    }
  })

  it('agree between our names and those of the IETF draft', async () => {
    api.at('2026-11-20T17:00:15.400Z')
    const { secret } = await api.key('PRO')
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    const month = (Date.parse('2026-12-01T00:00:00Z') - api.now() + 400) / 1000
    const seconds = Math.floor(month)
    expect(Object.fromEntries(QUOTA_HEADER_NAMES.map((name) => [name, headers.get(name)]))).toEqual({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': '45',
      'X-RateLimit-Monthly-Limit': '2000',
      'X-RateLimit-Monthly-Remaining': '1999',
      'X-Quota-Remaining': '1999',
      'X-AI-Search-Monthly-Limit': '250',
      'X-AI-Search-Monthly-Remaining': '250',
      'RateLimit-Policy': `"minute";q=60;w=60, "month";q=2000;w=${30 * 86_400}, "ai-answers";q=250;w=${30 * 86_400}`,
      RateLimit: `"minute";r=59;t=45, "month";r=1999;t=${seconds}, "ai-answers";r=250;t=${seconds}`,
    })
  })
})
