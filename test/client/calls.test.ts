import { describe, expect, it } from 'vitest'
import { ApiProblem, createClient } from '../../packages/client/src/index.ts'
import { PLANS } from '../../src/metering/plans.ts'
import { SINGLES } from '../http/examples.ts'
import { running } from './service.ts'

const service = running()

describe('a call', () => {
  it.each([
    ['states', '/api/v1/states'],
    ['awards', '/api/v1/awards'],
    ['documents', '/api/v1/documents'],
    ['opportunities', '/api/v1/opportunities'],
    ['events', '/api/v1/events'],
    ['activities', '/api/v1/activities'],
    ['changes', '/api/v1/activity'],
    ['coverage', '/api/v1/coverage'],
  ] as const)("of %s.list returns the service's response from %s", async (group, path) => {
    const client = await service.client()
    const { body, isCached, headers } = await client[group].list()
    expect(body).toEqual((await service.api.ask(path)).body)
    expect(body.data.length).toBeGreaterThan(0)
    expect(isCached).toBe(false)
    expect(headers.get('content-type')).toContain('application/json')
  })

  it.each(['states', 'documents', 'opportunities'] as const)('of %s.get returns the single record', async (group) => {
    const client = await service.client()
    const name = SINGLES[group] ?? ''
    expect((await client[group].get(name)).body).toEqual((await service.api.ask(`/api/v1/${group}/${name}`)).body)
  })

  it('searches', async () => {
    const client = await service.client()
    const { body } = await client.search({ query: 'telehealth', states: ['NE'], limit: 1 })
    const json = { query: 'telehealth', states: ['NE'], limit: 1 }
    expect(body).toEqual((await service.api.ask('/api/v1/search', { json })).body)
  })

  it("returns the account's usage", async () => {
    const client = await service.client()
    await client.awards.list()
    const { body } = await client.usage()
    expect(body.plan).toBe('FEATURED_VENDOR')
    expect(body.requests).toMatchObject({ used: 1, limit: PLANS.FEATURED_VENDOR.perMonth })
  })

  it('needs no key for stats and health', async () => {
    const client = createClient({ baseUrl: `${service.faults.address}//` })
    expect((await client.stats()).body).toEqual((await service.api.ask('/api/stats')).body)
    expect((await client.health()).body.status).toBe('ok')
  })

  it('accepts the response of an unhealthy service', async () => {
    const client = await service.client()
    const body = JSON.stringify({ status: 'unavailable' })
    service.faults.plan({ status: 503, headers: { 'Content-Type': 'application/json' }, body })
    expect((await client.health()).body).toEqual({ status: 'unavailable' })
    expect(service.faults.seen).toHaveLength(1)
  })

  it('writes lists with commas, and omits undefined and empty values', async () => {
    const client = await service.client()
    service.faults.plan()
    const { body } = await client.opportunities.list({
      state: ['NE', 'NY'],
      status: 'OPEN',
      q: undefined,
      type: [],
      limit: 3,
    })
    expect(service.faults.seen[0]?.url).toBe('/api/v1/opportunities?state=NE,NY&status=OPEN&limit=3')
    for (const { state, status } of body.data)
      expect([['NE', 'NY'], 'OPEN']).toEqual([expect.arrayContaining([state]), status])
  })

  it('keeps the name of a record within its path segment', async () => {
    const client = await service.client()
    service.faults.plan()
    await expect(client.opportunities.get('a/b?c=d&e')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(service.faults.seen[0]?.url).toBe('/api/v1/opportunities/a%2Fb%3Fc%3Dd%26e')
  })

  it('reports what is left of every quota window', async () => {
    const client = await service.client()
    const { perMinute, perMonth, answersPerMonth } = PLANS.FEATURED_VENDOR
    const { quota, requestId, datasetVersion } = await client.awards.list()
    expect(quota).toEqual({
      minute: { limit: perMinute, remaining: perMinute - 1, resetSeconds: 60 },
      month: { limit: perMonth, remaining: perMonth - 1, resetSeconds: (10 * 24 + 7) * 3600 },
      ai: { limit: answersPerMonth, remaining: answersPerMonth, resetSeconds: (10 * 24 + 7) * 3600 },
      retryAfter: null,
      isDegraded: false,
    })
    expect(requestId).toMatch(/^[\w.-]{8,64}$/)
    expect(datasetVersion).toBe(service.api.service.manifest.datasetVersion)
  })

  it('has no quota windows if the service reports none', async () => {
    const client = await service.client()
    expect((await client.stats()).quota).toMatchObject({ minute: null, month: null, ai: null, isDegraded: false })
    const headers = { 'X-RateLimit-Status': 'degraded', 'Content-Type': 'application/json' }
    service.faults.plan({ status: 200, headers, body: '{"data":[]}' })
    expect((await client.awards.list()).quota).toMatchObject({ minute: null, isDegraded: true })
  })
})

describe('an error response', () => {
  it('is a typed error with every problem of the request', async () => {
    const client = await service.client()
    const error = await client.awards.list({ limit: 0, state: 'NX' as 'NE' }).catch((error) => error)
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({ name: 'ApiProblem', status: 400, code: 'INVALID_PARAMETER' })
    expect(error.errors.map(({ parameter }: { parameter: string }) => parameter).toSorted()).toEqual(['limit', 'state'])
    expect(error.message).toContain('NX')
    expect(error.requestId).toMatch(/^[\w.-]{8,64}$/)
    expect(error.quota.minute.remaining).toBe(PLANS.FEATURED_VENDOR.perMinute - 1)
  })

  it.each([
    ['no key', '', 401, 'API_KEY_MISSING'],
    ['an unknown key', 'rhp_live_nobody', 403, 'API_KEY_INVALID'],
  ])('of %s has its code', async (_, apiKey, status, code) => {
    const client = createClient({ baseUrl: service.faults.address, apiKey })
    await expect(client.awards.list()).rejects.toMatchObject({ status, code, errors: [] })
  })

  it('from an intermediary has no code', async () => {
    const client = await service.client()
    service.faults.plan({ status: 418, body: 'short and stout' })
    await expect(client.awards.list()).rejects.toMatchObject({ status: 418, code: null, errors: [] })
  })
})

describe('a client', () => {
  it.each(['rhp_live_a\nb', 'rhp live', 'ключ'])('rejects the key %j without showing it', (apiKey) => {
    expect(() => createClient({ baseUrl: 'https://api.example.org', apiKey })).toThrow(
      'apiKey contains characters that are not allowed in keys.',
    )
  })

  it.each(['api.example.org', 'ftp://api.example.org', ''])('rejects the URL %j', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow('baseUrl must be an http(s) URL.')
  })

  it('accepts whitespace around a key, as in files', async () => {
    const client = await service.client({ apiKey: ` ${await service.key()}\n` })
    expect((await client.usage()).body.keys).toHaveLength(1)
  })

  it('does not forward the key when a redirect leaves the service', async () => {
    const client = await service.client()
    service.faults.plan({
      status: 302,
      headers: { Location: service.faults.address.replace('127.0.0.1', 'localhost') },
    })
    await client.awards.list().catch(() => {})
    expect(service.faults.seen.map(({ headers }) => 'authorization' in headers)).toEqual([true, false])
    expect(service.faults.seen.map(({ headers }) => 'x-api-key' in headers)).toEqual([false, false])
  })
})
