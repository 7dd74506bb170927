import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type FetchRequest,
  type FetchResponse,
  JSON_TYPE,
  NetworkFailure,
  parseJson,
  parseRetryAfter,
} from '../../../src/ingest/net/exchange.ts'
import type { Network } from '../../../src/ingest/net/network.ts'
import { readIngestSettings, refuseAnonymous } from '../../../src/ingest/settings.ts'
import { testNetwork } from '../night.ts'
import { type Asked, type Reply, standIn } from '../stand-in.ts'

const HOST = 'https://www.example.gov'
const toText = ({ bytes }: FetchResponse): string => new TextDecoder().decode(bytes)

/** A server that gives its replies in order, the last one forever, and a network that finds it under a public name. */
async function serving(...replies: Reply[]) {
  let turn = 0
  const server = await standIn(() => replies[Math.min(turn++, replies.length - 1)] ?? {})
  return { server, network: testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` }) }
}

const get = (network: Network, ask: Partial<FetchRequest> = {}) =>
  network.ask({ url: `${HOST}/page`, accepts: [], ...ask }, toText)

/** Why the network fails. */
async function failure(promise: Promise<unknown>): Promise<NetworkFailure> {
  const error = await promise.then(
    () => new Error('it answered'),
    (error) => error,
  )
  expect(error).toBeInstanceOf(NetworkFailure)
  return error
}

describe('a response', () => {
  it('comes with its status, media type and URL', async () => {
    const { network, server } = await serving({ type: 'text/HTML; charset=utf-8', body: 'hello' })
    const answer = await network.ask({ url: `${HOST}/a?b=c`, accepts: ['text/html'] }, (answer) => answer)
    expect(answer).toMatchObject({ status: 200, url: `${HOST}/a?b=c`, mediaType: 'text/html' })
    expect(toText(answer)).toBe('hello')
    expect(server.asked[0]).toMatchObject({ method: 'GET', path: '/a' })
    expect(server.asked[0]?.headers['user-agent']).toBe('RuralHealthProgramDataService/1.0')
  })

  it('follows a request with user agent and contact', async () => {
    const server = await standIn(() => ({ body: '' }))
    const network = testNetwork({
      INGEST_ORIGIN_MAP: `${HOST}=${server.origin}`,
      BASE_URL: 'https://data.example.org/',
    })
    await get(network)
    expect(server.asked[0]?.headers['user-agent']).toBe('RuralHealthProgramDataService/1.0 (+https://data.example.org)')
  })

  it('may be a 304, whatever its type', async () => {
    const { network, server } = await serving({ status: 304 })
    const ask = { url: `${HOST}/`, accepts: ['text/html'], headers: { 'if-none-match': '"a"' } }
    expect(await network.ask(ask, ({ status }) => status)).toBe(304)
    expect(server.asked[0]?.headers['if-none-match']).toBe('"a"')
  })
})

describe('a transient error is retried', () => {
  it.each([
    ['a 500', { status: 500 }],
    ['a 503', { status: 503 }],
    ['a 429', { status: 429 }],
    ['a broken connection', { drop: true }],
  ])('%s, then a response', async (_, fault) => {
    const { network, server } = await serving(fault, fault, { body: 'at last' })
    expect(await get(network)).toBe('at last')
    expect(server.asked).toHaveLength(3)
  })

  it('malformed JSON, then a response', async () => {
    const { network, server } = await serving({ type: 'application/json', body: '{"a":' }, { json: { a: 1 } })
    const ask = { url: `${HOST}/`, accepts: JSON_TYPE }
    expect(await network.ask(ask, parseJson(z.object({ a: z.number() })))).toEqual({ a: 1 })
    expect(server.asked).toHaveLength(2)
  })

  it('gives up after three retries', async () => {
    const { network, server } = await serving({ status: 502 })
    expect(await failure(get(network))).toMatchObject({ failing: 'status', status: 502, message: 'responded with 502' })
    expect(server.asked).toHaveLength(4)
  })

  it('gives up immediately when told to', async () => {
    const { network, server } = await serving({ status: 502 })
    await failure(get(network, { retries: 0 }))
    expect(server.asked).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 410, 501])('a %i is not retried', async (status) => {
    const { network, server } = await serving({ status })
    expect(await failure(get(network))).toMatchObject({ failing: 'status', status })
    expect(server.asked).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  it('is waited for', async () => {
    const server = await standIn(() =>
      server.asked.length < 2 ? { status: 429, headers: { 'retry-after': '7' } } : { body: 'ok' },
    )
    const pauses: number[] = []
    const network = testNetwork(
      { INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` },
      { pause: async (ms) => void pauses.push(ms) },
    )
    expect(await get(network)).toBe('ok')
    expect(Math.max(...pauses)).toBeGreaterThan(6_500)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(7_000)
  })

  it('is waited for also after the last retry', async () => {
    const pauses: number[] = []
    const server = await standIn(() => ({ status: 503, headers: { 'retry-after': '7' } }))
    const network = testNetwork(
      { INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` },
      { pause: async (ms) => void pauses.push(ms) },
    )
    for (const page of ['/one', '/two']) await failure(get(network, { url: `${HOST}${page}`, retries: 0 }))
    expect(pauses.filter((ms) => ms > 6_500)).toHaveLength(1)
  })

  it('of more than a minute stops the retries, and all other requests to the host', async () => {
    const { network, server } = await serving({ status: 503, headers: { 'retry-after': '3600' } })
    expect(await failure(get(network))).toMatchObject({ status: 503, retryAfter: 3_600_000 })
    expect(await failure(get(network, { url: `${HOST}/other` }))).toMatchObject({ status: 503 })
    expect(server.asked).toHaveLength(1)
  })

  it.each([
    [null, 0],
    ['120', 120_000],
    ['Fri, 20 Nov 2026 07:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 06:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
  ])('of %j is %i ms', (header, ms) => {
    expect(parseRetryAfter(header, Date.parse('2026-11-20T07:00:00Z'))).toBe(ms)
  })
})

describe('limits', () => {
  it('a server that does not respond in time', async () => {
    const server = await standIn(() => ({ hang: true }))
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` }, { timeoutMs: 50 })
    expect(await failure(get(network, { retries: 1 }))).toMatchObject({ failing: 'timeout', transient: true })
    expect(server.asked).toHaveLength(2)
  })

  it('another media type', async () => {
    const { network, server } = await serving({ type: 'text/html', body: '<p>Maintenance' })
    const error = await failure(get(network, { accepts: JSON_TYPE }))
    expect(error).toMatchObject({ failing: 'type', message: 'responded with text/html instead of application/json' })
    expect(server.asked).toHaveLength(1)
  })

  it('a body that is too large', async () => {
    const { network } = await serving({ body: 'x'.repeat(3_000) })
    const error = await failure(get(network, { bytesMax: 2_048 }))
    expect(error).toMatchObject({ failing: 'size', message: 'responded with more than 2 KiB' })
  })

  it('a small body that is too large uncompressed', async () => {
    const packed = gzipSync(Buffer.alloc(1_000_000))
    const { network } = await serving({ body: packed, headers: { 'content-encoding': 'gzip' } })
    expect(packed.length).toBeLessThan(2_048)
    expect(await failure(get(network, { bytesMax: 2_048 }))).toMatchObject({ failing: 'size' })
  })

  it('one request at a time per host', async () => {
    let underWay = 0
    let most = 0
    const server = await standIn(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay -= 1
      return { body: '' }
    })
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` })
    await Promise.all(Array.from({ length: 5 }, () => get(network)))
    expect({ asked: server.asked.length, most }).toEqual({ asked: 5, most: 1 })
  })
})

describe('every host', () => {
  const robots =
    (text: string) =>
    ({ path }: Asked): Reply =>
      path === '/robots.txt' ? { type: 'text/plain', body: text } : { json: { a: 1 } }

  it('is asked at most once a second, its robots.txt included', async () => {
    const at: number[] = []
    const server = await standIn(
      () => {
        at.push(performance.now())
        return { body: '' }
      },
      { robots: true },
    )
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` }, { pause: wait })
    await Promise.all([get(network), get(network)])
    expect(at).toHaveLength(3)
    // The way to the server takes a different time each time.
    for (const [index, time] of at.slice(1).entries()) expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('is asked as rarely as its Crawl-delay says', async () => {
    const server = await standIn(robots('User-agent: *\nCrawl-delay: 7\n'), { robots: true })
    const pauses: number[] = []
    const network = testNetwork(
      { INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` },
      { pause: async (ms) => void pauses.push(ms) },
    )
    await get(network)
    await get(network)
    // After robots.txt, and after the first page.
    expect(pauses.filter((ms) => ms > 6_500)).toHaveLength(2)
  })

  it('that leaves two requests in a row without a response is not asked again', async () => {
    const server = await standIn(() => ({ hang: true }))
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` }, { timeoutMs: 60, pauseMs: 200 })
    for (const page of ['/one', '/two']) await failure(get(network, { url: `${HOST}${page}`, retries: 1 }))
    const began = performance.now()
    expect(await failure(get(network, { url: `${HOST}/three` }))).toMatchObject({ failing: 'timeout' })
    expect(performance.now() - began).toBeLessThan(100)
    expect(server.asked.map(({ path }) => path)).toEqual(['/one', '/one', '/two', '/two'])
  })

  it('is not read if it wants longer pauses than a run can make', async () => {
    const server = await standIn(robots('User-agent: *\nCrawl-delay: 3600\n'), { robots: true })
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` })
    expect(await failure(get(network))).toMatchObject({
      failing: 'robots',
      message: 'its robots.txt asks for 3600 seconds between requests',
    })
    expect(server.asked.map(({ path }) => path)).toEqual(['/robots.txt'])
  })

  it('whose robots.txt disallows a request is not sent it, also if it is an API or the end of a redirect', async () => {
    const api = await standIn(robots('User-agent: *\nDisallow: /v1\n'), { robots: true })
    const start = await standIn(() => ({ status: 302, headers: { location: 'https://api.example.gov/v1/list' } }))
    const map = `https://api.example.gov=${api.origin},${HOST}=${start.origin}`
    const network = testNetwork({ INGEST_ORIGIN_MAP: map })
    const post = { url: 'https://api.example.gov/v1/search', method: 'POST', body: {} } as const
    for (const ask of [post, { url: `${HOST}/page` }]) {
      expect(await failure(get(network, ask))).toMatchObject({
        failing: 'robots',
        message: "disallowed by the site's robots.txt",
      })
    }
    expect(api.asked.map(({ path }) => path)).toEqual(['/robots.txt'])
  })

  it('is counted for each source: requests, responses by status, bytes', async () => {
    const { network } = await serving({ status: 503 }, { body: 'hello' })
    await network.forSource('pages').ask({ url: `${HOST}/page`, accepts: [] }, toText)
    expect(network.traffic('pages')).toEqual([
      { host: 'www.example.gov', requests: 3, statuses: { 200: 1, 404: 1, 503: 1 }, bytes: 5, ms: expect.any(Number) },
    ])
    expect(network.traffic('grants-gov')).toEqual([])
  })
})

describe('redirects', () => {
  it('are followed, also relative ones', async () => {
    const server = await standIn(({ path }) =>
      path === '/end'
        ? { body: 'end' }
        : { status: path === '/page' ? 301 : 307, headers: { location: path === '/page' ? '/next' : `${HOST}/end` } },
    )
    const network = testNetwork({ INGEST_ORIGIN_MAP: `${HOST}=${server.origin}` })
    const answer = await network.ask({ url: `${HOST}/page`, accepts: [] }, ({ url }) => url)
    expect(answer).toBe(`${HOST}/end`)
  })

  it('are followed at most five times', async () => {
    const { network, server } = await serving({ status: 302, headers: { location: '/page' } })
    expect(await failure(get(network))).toMatchObject({ failing: 'redirect' })
    expect(server.asked).toHaveLength(6)
  })

  it('of a POST are not followed', async () => {
    const { network } = await serving({ status: 307, headers: { location: '/other' } })
    expect(await failure(get(network, { method: 'POST', body: {} }))).toMatchObject({ failing: 'redirect' })
  })

  it.each([
    ['loopback', 'http://127.0.0.1:9/'],
    ['loopback in decimal', 'http://2130706433/'],
    ['a private address', 'http://10.0.0.8/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['loopback in IPv6', 'http://[::1]/'],
    ['an IPv4-mapped address', 'http://[::ffff:10.0.0.8]/'],
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme', 'ftp://files.example.gov/'],
    ['another port', 'https://www.example.gov:8443/'],
    ['credentials', 'https://user:secret@www.example.gov/'],
  ])('to %s are rejected', async (_, location) => {
    const { network, server } = await serving({ status: 302, headers: { location } })
    expect(await failure(get(network))).toMatchObject({ failing: 'address' })
    expect(server.asked).toHaveLength(1)
  })
})

describe('addresses', () => {
  it.each([
    'http://127.0.0.1/',
    'http://192.168.0.1/',
    'http://[::1]/',
    'ftp://example.gov/',
    'javascript:1',
    'not a URL',
  ])('rejects %s without a request', async (url) => {
    expect(await failure(get(testNetwork({}), { url }))).toMatchObject({ failing: 'address' })
  })

  it('rejects a public name that resolves to a private address', async () => {
    const server = await standIn(() => ({ body: 'secret' }))
    const network = testNetwork({}, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const error = await failure(get(network, { url: 'http://rebind.example.gov/' }))
    expect(error).toMatchObject({ failing: 'address' })
    expect(error.message).toBe('rebind.example.gov resolves to 127.0.0.1, which is not a public address')
    expect(server.asked).toHaveLength(0)
  })

  it('names a host that cannot be found', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const error = await failure(get(testNetwork({}, { resolve }), { url: 'https://gone.example.gov/' }))
    expect(error).toMatchObject({ failing: 'network', message: 'cannot be reached (ENOTFOUND)' })
  })
})

describe('who asks', () => {
  const who = { BASE_URL: 'https://data.example.org/', CONTACT_EMAIL: 'data@example.org' }

  it('is named by every request: name, version, public address and contact', () => {
    expect(readIngestSettings(who).userAgent).toBe(
      'RuralHealthProgramDataService/1.0 (+https://data.example.org; data@example.org)',
    )
    expect(() => refuseAnonymous(who)).not.toThrow()
  })

  it.each([
    ['no public address', { CONTACT_EMAIL: who.CONTACT_EMAIL }, /^set BASE_URL: every request names/],
    ['no contact', { BASE_URL: who.BASE_URL }, /^set CONTACT_EMAIL: /],
    ['neither', {}, /^set BASE_URL and CONTACT_EMAIL: /],
    ['a local address', { ...who, BASE_URL: 'http://localhost:4321' }, /is not a public address/],
    ['a contact that is not an address', { ...who, CONTACT_EMAIL: 'us)\r\nX: y' }, /is not a mail address/],
  ])('is refused with %s', (_, env, message) => {
    expect(() => refuseAnonymous(env)).toThrow(message)
  })
})

describe('the settings', () => {
  it.each([
    ['an address that is not a URL', { BASE_URL: 'grants' }],
    ['an address with another scheme', { BASE_URL: 'file:///etc' }],
    ['a map to the internet', { INGEST_ORIGIN_MAP: 'https://a.gov=https://b.gov' }],
    ['a map to a private address', { INGEST_ORIGIN_MAP: 'https://a.gov=http://10.0.0.1:80' }],
    ['a map without a target', { INGEST_ORIGIN_MAP: 'https://a.gov' }],
    ['a map with a path', { INGEST_ORIGIN_MAP: 'https://a.gov/x=http://127.0.0.1:1' }],
    ['a map to a name', { INGEST_ORIGIN_MAP: 'https://a.gov=http://localhost.example.gov' }],
    ['a map in production', { INGEST_ORIGIN_MAP: 'https://a.gov=http://127.0.0.1:1', NODE_ENV: 'production' }],
  ])('refuses %s', (_, env) => {
    expect(() => readIngestSettings(env)).toThrow()
  })
})

describe('a 404', () => {
  const none = { status: 404, json: { error: 'No matches found' } }

  it('with a requested media type is a response if nothing may match', async () => {
    const { network } = await serving(none)
    const ask = { url: `${HOST}/`, accepts: JSON_TYPE, mayMatchNothing: true } as const
    expect(await network.ask(ask, ({ status }) => status)).toBe(404)
  })

  it.each([
    ['elsewhere', none, {}],
    ['with another media type', { status: 404, body: '<h1>Not found</h1>' }, { mayMatchNothing: true } as const],
  ])('%s is a failure', async (_, reply, more) => {
    const { network } = await serving(reply)
    const asked = network.ask({ url: `${HOST}/`, accepts: JSON_TYPE, ...more }, toText)
    expect(await failure(asked)).toMatchObject({ failing: 'status', status: 404 })
  })
})

describe("the servers' clocks", () => {
  const NOW = Date.parse('2026-11-21T08:00:00Z')

  async function measureSkew(...headers: Record<string, string>[]): Promise<number | null> {
    const servers = await Promise.all(headers.map((sent) => standIn(() => ({ headers: sent }))))
    const hosts = servers.map((_, index) => `https://host${index}.example.gov`)
    const map = hosts.map((host, index) => `${host}=${servers[index]?.origin}`).join(',')
    const network = testNetwork({ INGEST_ORIGIN_MAP: map }, { now: () => NOW })
    for (const host of hosts) await get(network, { url: `${host}/` })
    return network.skewMs()
  }

  it("are compared with this machine's: the median of the hosts counts", async () => {
    const dates = ['2026-11-21T08:00:02Z', '2019-01-01T00:00:00Z', '2026-11-21T08:00:05Z']
    expect(await measureSkew(...dates.map((date) => ({ date: new Date(date).toUTCString() })))).toBe(2_000)
  })

  it('are also read from cached responses', async () => {
    expect(await measureSkew({ date: new Date(NOW - 3_600_000).toUTCString(), age: '3600' })).toBe(0)
  })

  it('are unknown before the first response', () => {
    expect(testNetwork({}).skewMs()).toBeNull()
  })
})
