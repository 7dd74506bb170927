import { beforeEach, describe, expect, it } from 'vitest'
import { QUOTA_HEADER_NAMES } from '../../src/http/quota.ts'
import { hashOf, newId, newKey } from '../../src/metering/keys.ts'
import { PLANS, type PlanName } from '../../src/metering/plans.ts'
import type { Cost } from '../../src/metering/port.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { openApi, type TestApi } from '../api.ts'
import { CONDITIONAL_EXAMPLES, EXAMPLES, GET_EXAMPLES, METERED_EXAMPLES, withQuery } from './examples.ts'

let api: TestApi
beforeEach(async () => {
  api = await openApi()
})

const REQUEST: Cost = { month: 1, answer: 0 }
const LOOK: Cost = { month: 0, answer: 0 }

async function spend(secret: string, times: number, cost: Cost): Promise<void> {
  for (let count = 0; count < times; count += 1) await api.store.admit(hashOf(secret), cost, windowsAt(api.now()))
}

/** Uses the month up, over as many minutes as it takes, and leaves the last minute unused. */
async function spendMonth(secret: string, plan: PlanName): Promise<void> {
  const { perMinute, perMonth } = PLANS[plan]
  for (let left: number = perMonth; left > 0; left -= perMinute) {
    await spend(secret, Math.min(left, perMinute), REQUEST)
    wait(60)
  }
}

const wait = (seconds: number): void => api.at(new Date(api.now() + seconds * 1000).toISOString())

async function used(accountId: string): Promise<{ minute: number; month: number }> {
  const { minute, requests } = await api.store.usage(accountId, windowsAt(api.now()))
  return { minute: minute.used, month: requests.used }
}

describe.each(EXAMPLES)('$name', ({ target, options }) => {
  it.each([
    ['2026-11-20T17:00:00.000Z', 60],
    ['2026-11-20T17:00:29.500Z', 31],
    ['2026-11-20T17:00:58.000Z', 2],
    ['2026-11-20T17:00:59.999Z', 1],
  ])('refuses beyond the minute with 429, at %s for %i s exactly, and costs nothing', async (moment, seconds) => {
    api.at(moment)
    const { secret, accountId } = await api.key('PRO')
    await spend(secret, 60, LOOK)
    const refused = await api.ask(target, { ...options, key: secret })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.headers.get('Retry-After')).toBe(String(seconds))
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0')
    expect(refused.headers.get('X-RateLimit-Reset')).toBe(String(seconds))
    expect(await used(accountId)).toEqual({ minute: 60, month: 0 })
    wait(seconds)
    expect((await api.ask(target, { ...options, key: secret })).status).toBe(200)
  })

  it('spends only the minute for a 400 and a 405', async () => {
    const { secret, accountId } = await api.key()
    const bad = await api.ask(withQuery(target, { nonsense: 1 }), { ...options, key: secret })
    expect(bad.status).toBe(400)
    const wrong = await api.ask(target, { key: secret, method: 'PUT' })
    expect(wrong.status).toBe(405)
    expect(await used(accountId)).toEqual({ minute: 2, month: 0 })
    expect(wrong.headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
  })

  it('puts 429 before 400, 404 and 405', async () => {
    const { secret } = await api.key('PRO')
    await spend(secret, 60, LOOK)
    for (const asked of [
      api.ask(withQuery(target, { nonsense: 1 }), { ...options, key: secret }),
      api.ask(target, { key: secret, method: 'DELETE' }),
      api.ask('/api/v1/nowhere', { key: secret }),
    ]) {
      expect((await asked).status).toBe(429)
    }
  })
})

describe.each(METERED_EXAMPLES)('$name', ({ target, options }) => {
  it('refuses beyond the month with 429 until the 1st at 00:00 UTC exactly', async () => {
    api.at('2026-11-30T12:00:00.250Z')
    const { secret, accountId } = await api.key('PRO')
    await spendMonth(secret, 'PRO')
    const refused = await api.ask(target, { ...options, key: secret })
    expect([refused.status, refused.body.code]).toEqual([429, 'MONTHLY_QUOTA_EXCEEDED'])
    expect(refused.headers.get('X-RateLimit-Monthly-Remaining')).toBe('0')
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBe(Math.ceil((Date.parse('2026-12-01T00:00:00Z') - api.now()) / 1000))
    expect(await used(accountId)).toEqual({ minute: 0, month: 2000 })
    wait(seconds - 1)
    expect((await api.ask(target, { ...options, key: secret })).status).toBe(429)
    wait(1)
    const allowed = await api.ask(target, { ...options, key: secret })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('X-RateLimit-Monthly-Remaining')).toBe('1999')
  })

  it('names the longest window when both refuse', async () => {
    api.at('2026-11-30T23:00:00.000Z')
    const { secret } = await api.key('PRO')
    await spendMonth(secret, 'PRO')
    await spend(secret, 60, LOOK)
    const refused = await api.ask(target, { ...options, key: secret })
    expect(refused.body.code).toBe('MONTHLY_QUOTA_EXCEEDED')
    expect(Number(refused.headers.get('Retry-After'))).toBe((Date.parse('2026-12-01T00:00:00Z') - api.now()) / 1000)
  })

  it('spends one request of the month and one of the minute for a 200', async () => {
    const { secret, accountId } = await api.key('TEAM')
    const first = await api.ask(target, { ...options, key: secret })
    expect(first.headers.get('X-RateLimit-Remaining')).toBe('119')
    expect(first.headers.get('X-RateLimit-Monthly-Remaining')).toBe('19999')
    expect(await used(accountId)).toEqual({ minute: 1, month: 1 })
    await api.ask(target, { ...options, key: secret })
    expect(await used(accountId)).toEqual({ minute: 2, month: 2 })
  })
})

describe.each(EXAMPLES.filter((example) => !METERED_EXAMPLES.includes(example)))('$name', ({ target, options }) => {
  it('is free: it spends only the minute, and answers when the month is used up', async () => {
    const { secret, accountId } = await api.key('PRO')
    await spendMonth(secret, 'PRO')
    expect((await api.ask(target, { ...options, key: secret })).status).toBe(200)
    expect(await used(accountId)).toEqual({ minute: 1, month: 2000 })
  })
})

describe.each(CONDITIONAL_EXAMPLES)('$name', ({ target }) => {
  it('spends only the minute for HEAD and 304, even when the month is used up', async () => {
    api.at('2026-11-10T12:00:00.000Z')
    const { secret, accountId } = await api.key('PRO')
    const etag = (await api.ask(target)).headers.get('ETag') ?? ''
    await spendMonth(secret, 'PRO')
    // The month's end is far: the entity tag holds while no status turns.
    const again = (await api.ask(target)).headers.get('ETag') ?? ''
    expect((await api.ask(target, { key: secret, method: 'HEAD' })).status).toBe(200)
    const known = await api.ask(target, { key: secret, headers: { 'If-None-Match': `${etag}, ${again}` } })
    expect(known.status).toBe(304)
    expect(await used(accountId)).toEqual({ minute: 2, month: 2000 })
  })

  it('puts 429 before 304', async () => {
    const { secret } = await api.key('PRO')
    const etag = (await api.ask(target)).headers.get('ETag') ?? ''
    await spend(secret, 60, LOOK)
    const answer = await api.ask(target, { key: secret, headers: { 'If-None-Match': etag } })
    expect(answer.status).toBe(429)
  })
})

describe.each(GET_EXAMPLES.filter(({ endpoint }) => endpoint.parameter))('$name', ({ endpoint }) => {
  it('gives back what a 404 spent of the month', async () => {
    const { secret, accountId } = await api.key('PRO')
    const answer = await api.ask(endpoint.path.replace(/:\w+/, 'zz'), { key: secret })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    expect(answer.headers.get('X-RateLimit-Monthly-Remaining')).toBe('2000')
    expect(answer.headers.get('X-Quota-Remaining')).toBe('2000')
    expect(await used(accountId)).toEqual({ minute: 1, month: 0 })
  })
})

describe('the allowances of an account', () => {
  it.each(Object.entries(PLANS).filter(([, { keys }]) => keys > 0))('are those of its plan, %s', async (name, plan) => {
    const { secret } = await api.key(name as PlanName)
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    expect(headers.get('X-RateLimit-Limit')).toBe(String(plan.perMinute))
    expect(headers.get('X-RateLimit-Monthly-Limit')).toBe(String(plan.perMonth))
    expect(headers.get('X-AI-Search-Monthly-Limit')).toBe(String(plan.answersPerMonth))
    expect(headers.get('X-AI-Search-Monthly-Remaining')).toBe(String(plan.answersPerMonth))
  })

  it('are those of the specification', () => {
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
    const { secret: second, ...draft } = newKey()
    await api.store.createKey(accountId, { id: newId('key'), name: 'Second', ...draft }, api.now())
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

  it('are enforced by answers alone: exactly the limit is answered, and the next one refused', async () => {
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
    ['a 404 of a record', 404, '/api/v1/states/ZZ', {}],
    ['a 404 of a path', 404, '/api/v1/nowhere', {}],
    ['a 405', 405, '/api/v1/states', { method: 'DELETE' }],
    ['a 415', 415, '/api/v1/search', { method: 'POST' }],
  ])('stand on %s', async (_, status, target, options) => {
    const answer = await api.ask(target, options)
    expect(answer.status).toBe(status)
    for (const name of QUOTA_HEADER_NAMES) expect(answer.headers.get(name), name).not.toBeNull()
  })

  it('stand on a 304', async () => {
    const etag = (await api.ask('/api/v1/states')).headers.get('ETag') ?? ''
    const answer = await api.ask('/api/v1/states', { headers: { 'If-None-Match': etag } })
    expect(answer.status).toBe(304)
    for (const name of QUOTA_HEADER_NAMES) expect(answer.headers.get(name), name).not.toBeNull()
  })

  it('stand on a 429', async () => {
    const { secret } = await api.key('PRO')
    await spend(secret, 60, LOOK)
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    for (const name of QUOTA_HEADER_NAMES) expect(headers.get(name), name).not.toBeNull()
  })

  it('are missing where no key was accepted', async () => {
    for (const key of [null, newKey().secret]) {
      const { headers } = await api.ask('/api/v1/states', { key })
      for (const name of QUOTA_HEADER_NAMES) expect(headers.get(name), name).toBeNull()
    }
  })

  it('say the same in their own words and in those of the IETF draft', async () => {
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
