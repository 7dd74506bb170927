import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import type { Deps } from '../../../src/http/deps.ts'
import { Health } from '../../../src/http/endpoints/public.ts'
import { StoreUnavailable } from '../../../src/metering/admission.ts'
import { Stats } from '../../../src/resources/states.ts'
import type { Freshness } from '../../../src/schema/history.ts'
import { DatasetUnavailable } from '../../../src/store/open/dataset.ts'
import { openApi, STARTER, type TestApi } from '../../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

describe('GET /api/stats', () => {
  it('returns the Stats object of the dataset without a key', async () => {
    const answer = await api.ask('/api/stats', { key: null })
    expect(answer.status).toBe(200)
    expect(Stats.parse(answer.body)).toEqual({
      states: 5,
      documents: 19,
      activities: 16,
      // Verified allotments alone, of all years, exact to the cent.
      totalStateAward: 1_160_915_732.65,
      fundingCount: 17,
      federalTracked: true,
    })
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  })

  it('may be stored by shared caches, and served stale while they revalidate', async () => {
    const { headers } = await api.ask('/api/stats', { key: null })
    expect(headers.get('Cache-Control')).toMatch(/^public, .*s-maxage=\d+, stale-while-revalidate=\d+$/)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('X-Dataset-Version')).toBe(api.service.manifest.datasetVersion)
  })

  it('returns 304 for its tag, which changes only with the figures', async () => {
    const { headers } = await api.ask('/api/stats', { key: null })
    const tag = headers.get('ETag') ?? ''
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const same = await api.ask('/api/stats', { key: null, headers: { 'If-None-Match': sent } })
      expect([sent, same.status, same.text, same.headers.get('ETag')]).toEqual([sent, 304, '', tag])
      expect(same.headers.get('Cache-Control')).toMatch(/^public/)
    }
    expect((await api.ask('/api/stats', { key: null, headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    const starter = await openApi({ data: STARTER })
    expect((await starter.ask('/api/stats', { key: null })).headers.get('ETag')).not.toBe(tag)
  })

  it('responds to HEAD and OPTIONS', async () => {
    const head = await api.ask('/api/stats', { key: null, method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await api.ask('/api/stats', { key: null, method: 'OPTIONS' })).status).toBe(204)
  })

  it('uses nothing of a key that is sent along', async () => {
    const { secret } = await api.key('PRO')
    await api.ask('/api/stats', { key: secret })
    const { headers } = await api.ask('/api/v1/states', { key: secret })
    expect(headers.get('X-RateLimit-Remaining')).toBe('59')
  })
})

describe('GET /api/health', () => {
  const healthWith = async (
    broken: 'store' | 'dataset' | null,
    now = api.now(),
    freshness: Freshness = { sources: [], pages: [] },
    more: Partial<Deps> = {},
  ) => {
    const app = createApp({
      service: () => {
        if (broken === 'dataset') throw new DatasetUnavailable('gone')
        return { ...api.service, freshness }
      },
      meter: {
        ...api.store,
        ping: () => (broken === 'store' ? Promise.reject(new StoreUnavailable('gone')) : api.store.ping()),
      },
      clock: () => now,
      log: () => {},
      base: null,
      ...more,
    })
    const response = await app.request('/api/health')
    return { response, body: Health.parse(await response.json()) }
  }

  it('reports the dataset being served, when it was built, its age, and that the store responds', async () => {
    const { response, body } = await healthWith(null, api.now() + 90_500)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(body).toEqual({
      status: 'ok',
      reasons: [],
      dataset: 'current',
      datasetVersion: api.service.manifest.datasetVersion,
      builtAt: '2026-11-20T17:00:00.000Z',
      confirmedAt: null,
      ageSeconds: 90,
      store: 'reachable',
      logLinesLost: 0,
      sources: [],
      states: [],
    })
  })

  it('returns 503 if the store does not respond', async () => {
    const { response, body } = await healthWith('store')
    expect([response.status, body.status, body.store]).toEqual([503, 'unavailable', 'unreachable'])
    expect(body.datasetVersion).toBe(api.service.manifest.datasetVersion)
  })

  it('returns 503 if the dataset cannot be served', async () => {
    const { response, body } = await healthWith('dataset')
    expect(response.status).toBe(503)
    expect(body).toEqual({
      status: 'unavailable',
      reasons: ['No dataset is available.'],
      dataset: 'unavailable',
      datasetVersion: null,
      builtAt: null,
      confirmedAt: null,
      ageSeconds: null,
      store: 'reachable',
      logLinesLost: 0,
      sources: [],
      states: [],
    })
  })

  const HOUR_MS = 60 * 60_000
  const fault = () => new DatasetUnavailable('damaged')
  it.each<[string, Partial<Deps>, number, 'store' | null, object]>([
    [
      'degraded while the last good bake is served instead of the latest',
      { datasetError: fault },
      0,
      null,
      { status: 'degraded', reasons: ['The latest dataset cannot be read, so the previous one is served.'] },
    ],
    [
      'degraded when the log cannot be written',
      { linesLost: () => 3 },
      0,
      null,
      { status: 'degraded', reasons: ['Some log lines could not be written.'] },
    ],
    ['ok at the age from which it is stale', { staleAfterMs: 2 * HOUR_MS }, 2 * HOUR_MS, null, { status: 'ok' }],
    [
      'stale once it is older',
      { staleAfterMs: 2 * HOUR_MS },
      3 * HOUR_MS,
      null,
      { status: 'stale', reasons: ['No source has confirmed the data for 3 hours.'] },
    ],
    [
      'the most serious state, with all reasons',
      { staleAfterMs: 1, linesLost: () => 1 },
      HOUR_MS,
      'store',
      {
        status: 'unavailable',
        reasons: [
          'The key store does not accept writes.',
          'Some log lines could not be written.',
          'No source has confirmed the data for 1 hours.',
        ],
      },
    ],
  ])('reports %s', async (_, deps, ageMs, broken, expected) => {
    const { response, body } = await healthWith(broken, api.now() + ageMs, undefined, deps)
    expect(body).toMatchObject(expected)
    expect(response.status).toBe(broken ? 503 : 200)
  })

  it('measures the age of the data from the last confirmation by a source, by source and state', async () => {
    const checkedAt = '2026-11-20T17:01:00.000Z'
    const source = { source: 'pages', checkedAt, succeededAt: checkedAt, changedAt: null, failure: null, failedOn: [] }
    const confirmed = { AK: checkedAt, NE: '2026-11-19T17:01:00.000Z' }
    const down = { ...source, source: 'grants-gov', failure: 'answered 503', failedOn: ['2026-11-20'], confirmed: {} }
    const freshness = { sources: [down, { ...source, confirmed }], pages: [] }
    const { body } = await healthWith(null, api.now() + 90_500, freshness)
    expect(body).toMatchObject({
      confirmedAt: checkedAt,
      ageSeconds: 30,
      sources: [
        { source: 'grants-gov', status: 'DOWN', lastChecked: checkedAt, lastConfirmed: null },
        { source: 'pages', status: 'UP', lastChecked: checkedAt, lastConfirmed: checkedAt },
      ],
      states: [
        { state: 'AK', confirmedAt: checkedAt },
        { state: 'NE', confirmedAt: '2026-11-19T17:01:00.000Z' },
      ],
    })
  })
})

describe('the log', () => {
  it('has one line per request: id, route, status, milliseconds, key id', async () => {
    const { secret, keyId } = await api.key()
    const start = api.log.length
    await api.ask('/api/v1/states/NE', { key: secret, headers: { 'X-Request-Id': 'one' } })
    await api.ask('/api/v1/awards?state=ZZ', { key: secret })
    await api.ask('/api/stats', { key: null })
    expect(api.log.slice(start)).toMatchObject([
      { event: 'request', id: 'one', method: 'GET', route: '/api/v1/states/:code', status: 200, key: keyId },
      { event: 'request', route: '/api/v1/awards', status: 400, key: keyId },
      { event: 'request', route: '/api/stats', status: 200, key: null },
    ])
    for (const { ms } of api.log.slice(start)) expect(ms).toEqual(expect.any(Number))
  })

  it('includes the key of a rejected request', async () => {
    const { secret, keyId } = await api.key('PRO')
    for (let count = 0; count < 61; count += 1) await api.ask('/api/v1/states/HI', { key: secret })
    expect(api.log.at(-1)).toMatchObject({ status: 429, key: keyId })
  })
})
