import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { CONTRACT_VERSION } from '../../../src/http/endpoints/endpoint.ts'
import { createEntityTag } from '../../../src/http/exchange.ts'
import type { Service } from '../../../src/store/service.ts'
import { NOW, openApi, type TestApi } from '../../api.ts'
import { CONDITIONAL_EXAMPLES, LIST_EXAMPLES, withQuery } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
beforeEach(() => {
  api.at(NOW)
})

const readTag = async (target: string): Promise<string> => (await api.ask(target)).headers.get('ETag') ?? ''

/** The same API with readers that fail the test if they read. */
function withoutQueries(): TestApi['app'] {
  const refuse = () => {
    throw new Error('a query was run')
  }
  const readers = Object.fromEntries(
    Object.entries(api.service.readers).map(([name, reader]) => [name, { ...reader, list: refuse, find: refuse }]),
  ) as unknown as Service['readers']
  return createApp({
    service: () => ({ ...api.service, readers }),
    meter: api.store,
    clock: api.now,
    log: () => {},
    base: null,
  })
}

describe.each(CONDITIONAL_EXAMPLES)('$name', ({ target }) => {
  it('has a strong entity tag that is the same as long as the response is', async () => {
    const tag = await readTag(target)
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    expect(await readTag(target)).toBe(tag)
  })

  it.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the tag as a weak tag', (tag) => `W/${tag}`],
    ['a list with the tag', (tag) => `"other", ${tag}`],
    ['a list with the weak tag', (tag) => `W/"a",W/${tag}`],
  ])('returns 304 to %s, without a body or a database query', async (_, ifNoneMatch) => {
    const tag = await readTag(target)
    const { secret } = await api.key()
    const response = await withoutQueries().request(target, {
      headers: { Authorization: `Bearer ${secret}`, 'If-None-Match': ifNoneMatch(tag) },
    })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('ETag')).toBe(tag)
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=60')
    expect(response.headers.get('Vary')).toMatch(/Authorization, X-Api-Key/)
    expect(response.headers.get('X-Dataset-Version')).toBe(api.service.manifest.datasetVersion)
    expect(response.headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
  })

  it('returns 304 to HEAD too', async () => {
    const tag = await readTag(target)
    const answer = await api.ask(target, { method: 'HEAD', headers: { 'If-None-Match': tag } })
    expect(answer.status).toBe(304)
  })

  it.each(['"other"', 'W/"other"', '', 'nonsense'])('returns 200 to %s', async (ifNoneMatch) => {
    const answer = await api.ask(target, { headers: { 'If-None-Match': ifNoneMatch } })
    expect(answer.status).toBe(200)
  })

  it('checks the key and the parameters first', async () => {
    const tag = await readTag(target)
    const headers = { 'If-None-Match': tag }
    expect((await api.ask(target, { key: null, headers })).status).toBe(401)
    expect((await api.ask(withQuery(target, { nonsense: 1 }), { headers })).status).toBe(400)
  })
})

describe.each(LIST_EXAMPLES)('$name', ({ target }) => {
  it('has the same tag for an equivalent query, and another for another query', async () => {
    const tag = await readTag(withQuery(target, { limit: 10 }))
    expect(await readTag(withQuery(target, { limit: '010' }))).toBe(tag)
    expect(await readTag(withQuery(target, { limit: 11 }))).not.toBe(tag)
  })
})

it('ignores the order of parameters and values, and letter case', async () => {
  const tag = await readTag('/api/v1/opportunities?state=NE,AK&status=OPEN,CLOSED')
  expect(await readTag('/api/v1/opportunities?status=closed,open&state=ak,ne,ak')).toBe(tag)
})

describe('for time-dependent responses, the tag is valid exactly as long as the response', () => {
  // Due 2026-12-01T23:59:59 in Anchorage.
  const due = Date.parse('2026-12-02T08:59:59.000Z')
  const target = '/api/v1/opportunities/00000000-0000-4000-8000-0000000c0004'

  it.each<[string, number, string]>([
    ['14 days before it is due', due - 14 * 86_400_000, 'CLOSING_SOON'],
    ['a millisecond after it was due', due + 1, 'CLOSED'],
  ])('of an opportunity changes %s', async (_, turn, status) => {
    api.at(new Date(turn - 1).toISOString())
    const before = await api.ask(target)
    api.at(new Date(turn).toISOString())
    const headers = { 'If-None-Match': before.headers.get('ETag') ?? '' }
    const after = await api.ask(target, { headers })
    expect(before.body.status).not.toBe(status)
    expect([after.status, after.body.status]).toEqual([200, status])
  })

  it('of responses that do not depend on time stays', async () => {
    const tag = await readTag('/api/v1/awards')
    api.at('2040-01-01T00:00:00.000Z')
    expect(await readTag('/api/v1/awards')).toBe(tag)
  })
})

it('is not sent for account responses, which change with every request', async () => {
  const { headers } = await api.ask('/api/v1/usage')
  expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([null, 'no-store'])
  expect((await api.ask('/api/v1/usage', { headers: { 'If-None-Match': '*' } })).status).toBe(200)
})

it('depends on the contract: another version, which may format the same data differently, has other tags', () => {
  expect(createEntityTag('states {}', 'abc')).toBe(createEntityTag('states {}', 'abc', { contract: CONTRACT_VERSION }))
  expect(createEntityTag('states {}', 'abc', { contract: `${CONTRACT_VERSION}1` })).not.toBe(
    createEntityTag('states {}', 'abc'),
  )
})

it('matches the dataset of the body, even if another replaces it during the request', async () => {
  const { manifest } = api.service
  const bakes = [api.service, { ...api.service, manifest: { ...manifest, datasetVersion: '0'.repeat(16) } }]
  const app = createApp({
    service: () => (bakes.length > 1 ? bakes.shift() : bakes[0]) as Service,
    meter: api.store,
    clock: api.now,
    log: () => {},
    base: null,
  })
  const { secret } = await api.key()
  const { headers } = await app.request('/api/v1/states', { headers: { 'X-Api-Key': secret } })
  expect(headers.get('X-Dataset-Version')).toBe(manifest.datasetVersion)
})

describe('If-None-Match: *', () => {
  it.each(CONDITIONAL_EXAMPLES)(
    'returns 304 and does not count toward the month, because a response exists ($name)',
    async ({ target }) => {
      const { secret } = await api.key()
      const { status, headers, text } = await api.ask(target, { key: secret, headers: { 'If-None-Match': ' * ' } })
      expect([status, text]).toEqual([304, ''])
      expect(headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
      expect(headers.get('ETag')).toBe(await readTag(target))
    },
  )

  it('returns 404 if none exists', async () => {
    const { status } = await api.ask('/api/v1/states/ZZ', { headers: { 'If-None-Match': '*' } })
    expect(status).toBe(404)
  })
})
