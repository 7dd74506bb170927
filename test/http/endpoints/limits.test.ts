import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PLANS } from '../../../src/metering/plans.ts'
import { NOW, openApi, type TestApi } from '../../api.ts'
import { CONDITIONAL_EXAMPLES, EXAMPLES, GET_EXAMPLES, METERED_EXAMPLES, withQuery } from '../examples.ts'
import { LOOK, spending } from '../metering/spending.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
beforeEach(() => {
  api.at(NOW)
})

const { wait, spend, spendMonth, used } = spending(() => api)

/** Moments of a minute, and the seconds that are left of it; each endpoint is asked at one of them. */
const MOMENTS = [
  ['2026-11-20T17:00:00.000Z', 60],
  ['2026-11-20T17:00:29.500Z', 31],
  ['2026-11-20T17:00:58.000Z', 2],
  ['2026-11-20T17:00:59.999Z', 1],
] as const

describe.each(EXAMPLES)('$name', ({ name, target, options }) => {
  it('rejects requests beyond the minute with 429 until exactly its end, at no cost', async () => {
    const [moment, seconds] = MOMENTS[EXAMPLES.findIndex((example) => example.name === name) % MOMENTS.length]!
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

  it('uses only the minute for a 400 and a 405', async () => {
    const { secret, accountId } = await api.key()
    const bad = await api.ask(withQuery(target, { nonsense: 1 }), { ...options, key: secret })
    expect(bad.status).toBe(400)
    const wrong = await api.ask(target, { key: secret, method: 'PUT' })
    expect(wrong.status).toBe(405)
    expect(await used(accountId)).toEqual({ minute: 2, month: 0 })
    expect(wrong.headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
  })

  it('returns 429 before 400, 404 and 405', async () => {
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
  it('rejects requests beyond the month with 429 until exactly 00:00 UTC on the 1st', async () => {
    api.at('2026-11-30T12:00:00.250Z')
    const { secret, accountId } = await api.key('PRO')
    await spendMonth(secret, PLANS.PRO.perMonth)
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

  it('reports the longest window if both are exceeded', async () => {
    api.at('2026-11-30T23:00:00.000Z')
    const { secret } = await api.key('PRO')
    await spendMonth(secret, PLANS.PRO.perMonth)
    await spend(secret, 60, LOOK)
    const refused = await api.ask(target, { ...options, key: secret })
    expect(refused.body.code).toBe('MONTHLY_QUOTA_EXCEEDED')
    expect(Number(refused.headers.get('Retry-After'))).toBe((Date.parse('2026-12-01T00:00:00Z') - api.now()) / 1000)
  })

  it('uses one request of the month and one of the minute for a 200', async () => {
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
  it('is unmetered: it uses only the minute, and responds when the month is used up', async () => {
    const { secret, accountId } = await api.key('PRO')
    await spendMonth(secret, PLANS.PRO.perMonth)
    expect((await api.ask(target, { ...options, key: secret })).status).toBe(200)
    expect(await used(accountId)).toEqual({ minute: 1, month: 2000 })
  })
})

describe.each(CONDITIONAL_EXAMPLES)('$name', ({ target }) => {
  it('uses only the minute for HEAD and 304, even when the month is used up', async () => {
    api.at('2026-11-10T12:00:00.000Z')
    const { secret, accountId } = await api.key('PRO')
    const etag = (await api.ask(target)).headers.get('ETag') ?? ''
    await spendMonth(secret, PLANS.PRO.perMonth)
    // The end of the month is far off: the entity tag is valid until a status changes.
    const again = (await api.ask(target)).headers.get('ETag') ?? ''
    expect((await api.ask(target, { key: secret, method: 'HEAD' })).status).toBe(200)
    const unchanged = await api.ask(target, { key: secret, headers: { 'If-None-Match': `${etag}, ${again}` } })
    expect(unchanged.status).toBe(304)
    expect(await used(accountId)).toEqual({ minute: 2, month: 2000 })
  })

  it('returns 429 before 304', async () => {
    const { secret } = await api.key('PRO')
    const etag = (await api.ask(target)).headers.get('ETag') ?? ''
    await spend(secret, 60, LOOK)
    const answer = await api.ask(target, { key: secret, headers: { 'If-None-Match': etag } })
    expect(answer.status).toBe(429)
  })
})

describe.each(GET_EXAMPLES.filter(({ endpoint }) => endpoint.parameter))('$name', ({ endpoint }) => {
  it('refunds what a 404 cost of the month', async () => {
    const { secret, accountId } = await api.key('PRO')
    const answer = await api.ask(endpoint.path.replace(/:\w+/, 'zz'), { key: secret })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    expect(answer.headers.get('X-RateLimit-Monthly-Remaining')).toBe('2000')
    expect(answer.headers.get('X-Quota-Remaining')).toBe('2000')
    expect(await used(accountId)).toEqual({ minute: 1, month: 0 })
  })
})
