import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AnswerEngine } from '../../../src/answers/evidence.ts'
import { answerService } from '../../../src/answers/service.ts'
import { createApp } from '../../../src/http/app.ts'
import type { Deps } from '../../../src/http/deps.ts'
import { chooseCoding, createCompressor } from '../../../src/http/response/compression.ts'
import { openApi, type TestApi } from '../../api.ts'

const UNPACK: { [coding: string]: (bytes: Buffer) => Promise<Buffer> } = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
}

let api: TestApi
let secret: string
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  api = await openApi()
  secret = (await api.key()).secret
  app = appWith({})
})

const appWith = (parts: Partial<Deps>) =>
  createApp({
    service: () => api.service,
    meter: api.store,
    subscriptions: api.store,
    clock: api.now,
    log: () => {},
    base: null,
    compress: createCompressor(),
    ...parts,
  })

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const sent = { Authorization: `Bearer ${secret}`, ...headers }
  const response = await app.request(path, { ...init, headers: sent })
  const bytes = Buffer.from(await response.arrayBuffer())
  const coding = response.headers.get('content-encoding')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    coding,
    text: async () => String(coding ? await UNPACK[coding]?.(bytes) : bytes),
  }
}

describe('a response', () => {
  it.each(['zstd', 'br', 'gzip'])(
    'is sent with %s to callers that accept it, with the same content',
    async (coding) => {
      const plain = await ask('/api/v1/awards')
      const packed = await ask('/api/v1/awards', { 'Accept-Encoding': coding })
      expect(packed.coding).toBe(coding)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(await packed.text()).toBe(await plain.text())
      expect(packed.headers.get('Vary')).toBe('Authorization, X-Api-Key, Accept, Accept-Encoding')
      expect(plain.headers.get('Vary')).toBe(packed.headers.get('Vary'))
      expect(packed.headers.get('Content-Length')).toBeNull()
      // The second one comes from the cache.
      expect(Buffer.compare((await ask('/api/v1/awards', { 'Accept-Encoding': coding })).bytes, packed.bytes)).toBe(0)
    },
  )

  it('has a weak tag if it is compressed, and either form gives a 304', async () => {
    const path = '/api/v1/awards'
    const strong = (await ask(path)).headers.get('ETag') ?? ''
    const weak = (await ask(path, { 'Accept-Encoding': 'gzip' })).headers.get('ETag')
    expect(strong).toMatch(/^"/)
    expect(weak).toBe(`W/${strong}`)
    for (const tag of [strong, `W/${strong}`]) {
      const unchanged = await ask(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })
      expect([unchanged.status, unchanged.headers.get('ETag'), unchanged.coding]).toEqual([304, tag, null])
      expect(unchanged.headers.get('Vary')).toContain('Accept-Encoding')
    }
  })

  it('has the same headers for HEAD', async () => {
    const fields = async (method: string) => {
      const { headers, bytes } = await ask('/api/v1/awards', { 'Accept-Encoding': 'br' }, { method })
      if (method === 'HEAD') expect(bytes).toHaveLength(0)
      return ['content-encoding', 'etag', 'vary', 'content-type', 'cache-control'].map((name) => headers.get(name))
    }
    expect(await fields('HEAD')).toEqual(await fields('GET'))
  })

  it.each([
    ['under 1 KB', '/api/v1/states?limit=1&fields=code'],
    ['of usage', '/api/stats'],
    ['that is a file', '/api/v1/exports/datapackage.json'],
    ['that is a compressed file', '/api/v1/exports/awards.ndjson.gz'],
  ])('%s is sent uncompressed', async (_, path) => {
    const { status, coding, headers } = await ask(path, { 'Accept-Encoding': 'gzip, br, zstd' })
    expect([status, coding]).toEqual([200, null])
    expect(headers.get('ETag') ?? '"').toMatch(/^"/)
  })

  it('to a range request counts the bytes of the file itself', async () => {
    const range = await ask('/api/v1/exports/datapackage.json', { 'Accept-Encoding': 'gzip', Range: 'bytes=0-9' })
    expect([range.status, range.coding, range.bytes.length]).toEqual([206, null, 10])
  })

  it('with a new secret is never compressed', async () => {
    const wish = { list: 'events', format: 'ics', query: `q=${'%C3%A9'.repeat(190)}`, name: 'x'.repeat(100) }
    const init = { method: 'POST', body: JSON.stringify(wish) }
    const made = await ask(
      '/api/v1/subscriptions',
      { 'Accept-Encoding': 'gzip', 'Content-Type': 'application/json' },
      init,
    )
    expect([made.status, made.coding]).toEqual([201, null])
    // Long enough to be compressed otherwise.
    expect(made.bytes.length).toBeGreaterThan(1_500)
  })

  it.each(['zstd', 'br', 'gzip'])('from a model belongs to its own request, compressed with %s', async (coding) => {
    let asked = 0
    const engine: AnswerEngine = {
      answer: async () => {
        asked += 1
        return { text: `Answer number ${asked} [1].`, citations: [] }
      },
    }
    const answering = appWith({ answers: answerService(engine, { timeoutMs: 5_000, report: () => {} }) })
    const told: string[] = []
    for (let request = 0; request < 2; request += 1) {
      const response = await answering.request('/api/v1/search', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${secret}`,
          'Content-Type': 'application/json',
          'Accept-Encoding': coding,
        },
        body: JSON.stringify({ query: 'telehealth', aiAnswer: true }),
      })
      expect(response.headers.get('content-encoding')).toBe(coding)
      const body = await UNPACK[coding]?.(Buffer.from(await response.arrayBuffer()))
      told.push(JSON.parse(String(body)).aiAnswer)
    }
    expect(told).toEqual(['Answer number 1 [1].', 'Answer number 2 [1].'])
  })

  it.each([
    ['GET', 'from what was kept under its tag', [1, 1]],
    ['POST', 'anew, though it has the same tag', [1, 2]],
  ])('to %s is compressed %s', async (method, _, expected) => {
    const compress = createCompressor()
    const bodies = [1, 2].map((number) => `${number}${'x'.repeat(2_000)}`)
    const told: number[] = []
    for (const body of bodies) {
      const server = new Hono().all('/', async (c) => {
        const packed = await compress({ c, headers: { ETag: '"the same"' } }, { status: 200, body })
        return c.body(packed.body as Uint8Array<ArrayBuffer>)
      })
      const response = await server.request('/', { method, headers: { 'Accept-Encoding': 'gzip' } })
      told.push(Number(String(await UNPACK.gzip?.(Buffer.from(await response.arrayBuffer())))[0]))
    }
    expect(told).toEqual(expected)
  })

  it('that is an error is compressed too', async () => {
    const error = await ask('/api/v1/awards?state=ZZ&programCategory=ZZ', { 'Accept-Encoding': 'gzip' })
    expect([error.status, error.coding]).toEqual([400, 'gzip'])
    expect(JSON.parse(await error.text())).toMatchObject({ code: 'INVALID_PARAMETER' })
  })

  it.each(['zstd', 'br', 'gzip'])('in another format can be read with %s', async (coding) => {
    const response = await app.request('/api/v1/awards.ndjson', {
      headers: { Authorization: `Bearer ${secret}`, 'Accept-Encoding': coding },
    })
    const plain = await (await ask('/api/v1/awards.ndjson')).text()
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('etag')).toMatch(/^W\//)
    const text = await UNPACK[coding]?.(Buffer.from(await response.arrayBuffer()))
    expect(String(text)).toBe(plain)
  })
})

describe('the content coding', () => {
  it.each([
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0, br;q=0.001', 'br'],
    ['zstd;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0, *', null],
    ['*;q=0', null],
    ['identity;q=0', null],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=1, gzip;q=0.5', null],
    ['gzip;q=2', 'gzip'],
    [';;,,q=', null],
  ])('of "%s" is %s', (accepted, coding) => {
    expect(chooseCoding(accepted)).toBe(coding)
  })
})
