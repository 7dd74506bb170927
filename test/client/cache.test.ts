import { describe, expect, it } from 'vitest'
import { type CachedResponse, memoryCache, type ResponseCache } from '../../packages/client/src/index.ts'
import { running } from './service.ts'

const service = running()

/** A cache whose content can be inspected. */
const openCache = () => {
  const held = new Map<string, CachedResponse>()
  const cache: ResponseCache = {
    get: async (key) => held.get(key),
    set: async (key, response) => {
      held.set(key, response)
    },
  }
  return { held, cache }
}
const monthUsed = async (client: Awaited<ReturnType<typeof service.client>>) =>
  (await client.usage()).body.requests.used

describe('a repeated request', () => {
  it('is served from the cache after the service confirms it, and does not count toward the month', async () => {
    const client = await service.client()
    const first = await client.opportunities.list({ state: 'NE' })
    const again = await client.opportunities.list({ state: 'NE' })
    expect([first.isCached, again.isCached]).toEqual([false, true])
    expect(again.body).toEqual(first.body)
    expect(again.datasetVersion).toBe(first.datasetVersion)
    expect(again.quota.month).toEqual(first.quota.month)
    expect(again.quota.minute?.remaining).toBe((first.quota.minute?.remaining ?? 0) - 1)
    expect(await monthUsed(client)).toBe(1)
  })

  it('returns a copy that the caller may modify', async () => {
    const client = await service.client()
    const first = await client.states.get('NE')
    first.body.name = 'Changed'
    const second = await client.states.get('NE')
    second.body.name = 'Changed too'
    expect((await client.states.get('NE')).body.name).toBe('Nebraska')
  })

  it('is fresh when the data has changed', async () => {
    const client = await service.client()
    await client.changes.list({ type: 'ALL' })
    const [event] = await service.publish(1)
    const { body, isCached } = await client.changes.list({ type: 'ALL' })
    expect(isCached).toBe(false)
    expect(body.data[0]).toEqual(event)
  })

  it('is sent again for another question, by another account, and without a cache', async () => {
    const { cache } = openCache()
    const one = await service.client({ cache })
    await one.awards.list({ limit: 1 })
    expect((await one.awards.list({ limit: 2 })).isCached).toBe(false)
    const other = await service.client({ cache })
    expect((await other.awards.list({ limit: 1 })).isCached).toBe(false)
    const without = await service.client({ cache: false })
    await without.awards.list({ limit: 1 })
    expect((await without.awards.list({ limit: 1 })).isCached).toBe(false)
  })

  it('is not cached if the service forbids it, for POST, or without a tag', async () => {
    const { cache, held } = openCache()
    const client = await service.client({ cache })
    await client.changes.list({ since: '2026-01-01' })
    await client.opportunities.list({ q: 'health' })
    await client.search({ query: 'telehealth' })
    await client.usage()
    await client.health()
    expect(held.size).toBe(0)
  })

  it('is not cached if the response was not JSON', async () => {
    const { cache, held } = openCache()
    const client = await service.client({ cache })
    service.faults.plan('garbage', 'cut')
    await client.awards.list()
    expect([...held.values()].map(({ body }) => JSON.parse(body))).toEqual([
      (await service.api.ask('/api/v1/awards')).body,
    ])
  })
})

describe('a custom cache', () => {
  it('gets keys that contain the URL but not the API key', async () => {
    const { cache, held } = openCache()
    const apiKey = await service.key()
    const client = await service.client({ cache, apiKey })
    await client.awards.list({ state: ['NE', 'NY'] })
    const [key = ''] = held.keys()
    expect(key).toContain(`${service.faults.address}/api/v1/awards?state=NE,NY`)
    for (let at = 0; at + 6 <= apiKey.length; at += 1) expect(key).not.toContain(apiKey.slice(at, at + 6))
  })

  it.each<[string, ResponseCache]>([
    [
      'fails',
      {
        get: () => Promise.reject(new Error('the cache is away')),
        set: () => {
          throw new Error('the cache is full')
        },
      },
    ],
    ['contains garbage', { get: () => ({ etag: '"x"', body: '{"data":[' }), set: () => {} }],
    ['holds nothing', { get: () => null, set: () => {} }],
  ])('does not get in the way when it %s', async (_, cache) => {
    const client = await service.client({ cache })
    for (const _ of [1, 2]) {
      const { body, isCached } = await client.awards.list()
      expect(body.data.length).toBeGreaterThan(0)
      expect(isCached).toBe(false)
    }
  })
})

describe('the in-memory cache', () => {
  const response = (length: number): CachedResponse => ({ etag: '"e"', body: 'x'.repeat(length) })

  it('drops the least recently used entry when it is full', () => {
    const cache = memoryCache(33)
    cache.set('a', response(10))
    cache.set('b', response(10))
    cache.set('c', response(10))
    expect(cache.get('a')).toEqual(response(10))
    cache.set('d', response(10))
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true])
  })

  it('counts an entry that is set twice once', () => {
    const cache = memoryCache(33)
    for (let again = 0; again < 10; again += 1) cache.set('a', response(10))
    cache.set('b', response(10))
    cache.set('c', response(10))
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, true, true])
  })

  it('does not store entries larger than itself', () => {
    const cache = memoryCache(33)
    cache.set('a', response(100))
    expect(cache.get('a')).toBeUndefined()
    cache.set('b', response(10))
    expect(cache.get('b')).toEqual(response(10))
  })
})
