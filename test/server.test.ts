import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createKeyLines } from '../src/admin/demo.ts'
import { compose } from '../src/http/compose.ts'
import { mayMakeDemo, readSettings } from '../src/http/settings/settings.ts'
import { generateKey } from '../src/metering/keys.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { baked, putBake, STARTER, scratch } from './api.ts'
import { freePort } from './storage/engines.ts'

/** The self-hosted server as a person meets it: a process, its output, and a port. */

const ROOT = path.join(import.meta.dirname, '..')

interface Running {
  process: ChildProcess
  /** All that it has written so far. */
  out: () => string
  err: () => string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const running: Running[] = []
const lasting: Running[] = []
async function end(servers: Running[]): Promise<void> {
  for (const { process: child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
}
afterEach(() => end(running))
afterAll(() => end(lasting))

let dataset: string
beforeAll(async () => {
  dataset = (await baked()).folder
})

function start(environment: Record<string, string> = {}, stdout: 'pipe' | number = 'pipe'): Running {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      STORE_PATH: path.join(scratch(), 'keys', 'store.sqlite'),
      DATASET_PATH: dataset,
      SITE_PATH: path.join(dataset, 'no-site'),
      ...environment,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const server = { process: child, out: () => out, err: () => err, ended }
  running.push(server)
  return server
}

/** Waits until the server has written something. */
async function seen(server: Running, text: RegExp): Promise<RegExpExecArray> {
  for (let tries = 0; tries < 400; tries += 1) {
    const match = text.exec(server.out())
    if (match) return match
    if (server.process.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the server never wrote ${text}: ${server.out()}${server.err()}`)
}

const readAddress = async (server: Running): Promise<string> =>
  (await seen(server, /listens on (http:\S+)/))[1] as string
const ready = async (server: Running) => {
  const address = await readAddress(server)
  const [, key = ''] = await seen(server, /(rhp_live_\w+)/)
  return { address, key, get: (target: string) => fetch(address + target, { headers: { 'X-Api-Key': key } }) }
}

/** A server shared by tests that do not change it, with a site and a port of its own; started by the first of them. */
let shared: Promise<Awaited<ReturnType<typeof ready>> & { server: Running; port: number }> | undefined
const sharedServer = () => {
  shared ??= (async () => {
    const [port, site] = [await freePort(), newSite()]
    // An empty setting counts as absent.
    const server = start({ PORT: String(port), SITE_PATH: site, HOST: '', BASE_URL: '' })
    running.splice(running.indexOf(server), 1)
    lasting.push(server)
    return { ...(await ready(server)), server, port }
  })()
  return shared
}

function newSite(): string {
  const site = scratch()
  mkdirSync(path.join(site, 'docs', 'errors'), { recursive: true })
  writeFileSync(path.join(site, 'index.html'), '<h1>Home</h1>')
  writeFileSync(path.join(site, 'docs', 'errors', 'index.html'), '<h1>Errors</h1>')
  mkdirSync(path.join(site, 'api'))
  writeFileSync(path.join(site, 'api', 'stats'), '{}')
  return site
}

/** The service without a process: its app, and the lines of its log. */
async function composed(environment: Record<string, string>) {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(...String(text).trim().split('\n'))
    return true
  })
  const settings = readSettings({
    STORE_PATH: path.join(scratch(), 'keys', 'store.sqlite'),
    DATASET_PATH: dataset,
    ...environment,
  })
  const { app, close } = await compose(settings)
  onTestFinished(async () => {
    spy.mockRestore()
    await close().catch(() => {})
  })
  const get = (target: string, headers: Record<string, string> = {}) => app.request(target, { headers })
  return { get, log: () => lines.join('\n') }
}

const parseLog = (server: Running): Record<string, unknown>[] =>
  server
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

describe('the first start', () => {
  it("prints its address and a working key with a curl command; later starts show only the key's prefix; each stops cleanly while connections are kept alive", async () => {
    const store = path.join(scratch(), 'store.sqlite')
    const server = start({ STORE_PATH: store })
    const { address, key } = await ready(server)
    const [, header, url] = await seen(server, /curl -H "(Authorization: Bearer rhp_live_\w+)" "(http:[^"]+)"/)
    expect(header).toBe(`Authorization: Bearer ${key}`)
    const response = await fetch(url as string, { headers: { Authorization: `Bearer ${key}` } })
    const body = (await response.json()) as { data: unknown[]; pagination: object }
    expect(response.status).toBe(200)
    expect(body.data.length).toBeGreaterThan(0)
    expect(response.headers.get('X-RateLimit-Limit')).toBe('60')
    await stops(server, address, key, 'SIGTERM')

    // Later starts name the key by its prefix alone, and say how to make another.
    const second = start({ STORE_PATH: store })
    const later = await readAddress(second)
    await seen(second, /npm run admin -- key create --account acct_\w+/)
    expect(second.out()).toContain(key.slice(0, 13))
    expect(second.out()).not.toContain(key.slice(0, 14))
    const again = await fetch(`${later}/api/v1/states`, { headers: { 'X-Api-Key': key } })
    expect(again.status).toBe(200)

    // A site may be missing.
    expect((await fetch(`${later}/`)).status).toBe(404)
    expect((await fetch(`${later}/api/stats`)).status).toBe(200)
    await stops(second, later, key, 'SIGINT')
  })
})

/** Stops a server by a signal while a client keeps its connection. */
async function stops(server: Running, address: string, key: string, signal: NodeJS.Signals): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${address}/api/v1/states`, { agent, headers: { 'X-Api-Key': key } }, (response) => {
      response.resume().on('end', () => resolve(response))
    })
      .on('error', reject)
      .end()
  })
  // Longer than the minute that proxies keep a connection.
  expect([answered.statusCode, answered.headers['keep-alive']]).toEqual([200, 'timeout=75'])
  server.process.kill(signal)
  expect(await server.ended).toBe(0)
  expect(server.err()).not.toMatch(/Error/)
  agent.destroy()
}

describe('starting without the store', () => {
  it.each<[string, Record<string, string>]>([
    ['a file that cannot be opened', { STORE_PATH: ROOT }],
    ['an unavailable Redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
    ['an unavailable Upstash', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1', UPSTASH_REDIS_REST_TOKEN: 'token' }],
  ])('serves what needs no key, and reports that the store is unavailable (%s)', async (_, environment) => {
    const { get, log } = await composed(environment)
    expect((await get('/api/stats')).status).toBe(200)
    const health = await get('/api/health')
    expect([health.status, await health.json()]).toMatchObject([503, { status: 'unavailable', store: 'unreachable' }])
    const keyed = await get('/api/v1/states', { 'X-Api-Key': generateKey().secret })
    expect([keyed.status, await keyed.json()]).toMatchObject([503, { code: 'STORE_UNAVAILABLE' }])
    await expect.poll(log).toContain('"event":"store_away"')
  })

  it('prints no key, and serves keys as soon as the file can be opened', async () => {
    const folder = scratch()
    const blocked = path.join(folder, 'keys')
    writeFileSync(blocked, 'in the way of the folder')
    const server = start({ STORE_PATH: path.join(blocked, 'store.sqlite') })
    const address = await readAddress(server)
    await seen(server, /npm run admin -- key create/)
    expect(server.out()).not.toMatch(/rhp_live_/)
    expect((await fetch(`${address}/api/health`)).status).toBe(503)
    rmSync(blocked)
    await expect.poll(async () => (await fetch(`${address}/api/health`)).status, { timeout: 5_000 }).toBe(200)
    await seen(server, /"event":"store_back"/)
  })
})

describe('the demo key', () => {
  it.each<[string, Record<string, string>]>([
    ['switched off', { DEMO_KEY: 'false' }],
    ['in production', { NODE_ENV: 'production' }],
    ['on all addresses', { HOST: '0.0.0.0' }],
    ['at a public URL', { BASE_URL: 'https://data.example.org' }],
    ['behind a proxy', { TRUST_PROXY: 'true' }],
  ])('is not created %s', (_, environment) => {
    expect([mayMakeDemo(readSettings({})), mayMakeDemo(readSettings(environment))]).toEqual([true, false])
  })

  it('is neither printed nor in the store if it may not be created', async () => {
    const store = openEmbedded(path.join(scratch(), 'store.sqlite'))
    const lines = await createKeyLines(store, 'http://127.0.0.1', false, Date.now())
    expect(lines).toContain('npm run admin -- key create --account <id>')
    expect(lines).not.toMatch(/rhp_live_/)
    expect(await store.accounts()).toEqual([])
    await store.close()
  })
})

describe('a log that cannot be written', () => {
  const asked = async (address: string) => {
    for (let count = 0; count < 3; count += 1) {
      expect((await fetch(`${address}/api/stats`)).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return ((await (await fetch(`${address}/api/health`)).json()) as { logLinesLost: number }).logLinesLost
  }

  it('because the disk is full loses its lines, which are counted, but no responses', async () => {
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const server = start({ PORT: String(port) }, full)
    closeSync(full)
    const address = `http://127.0.0.1:${port}`
    await expect
      .poll(
        () =>
          fetch(`${address}/api/stats`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 9_000 },
      )
      .toBe(true)
    expect(await asked(address)).toBeGreaterThanOrEqual(3)
    expect(server.process.exitCode).toBe(null)
  })

  it('because nobody reads the pipe loses its lines, which are counted, but no responses', async () => {
    const server = start({ NODE_ENV: 'production' })
    const address = await readAddress(server)
    // In production there is no demo key.
    await seen(server, /npm run admin -- key create --account <id>/)
    expect(server.out()).not.toMatch(/rhp_live_/)
    server.process.stdout?.destroy()
    expect(await asked(address)).toBeGreaterThanOrEqual(2)
    expect(server.process.exitCode).toBe(null)
  })
})

describe('the log', () => {
  it('has one line of JSON per request, without the key', async () => {
    const { server, address, key, get } = await sharedServer()
    const before = parseLog(server).length
    const lines = () => parseLog(server).slice(before)
    await get('/api/v1/states/NE')
    await get('/api/v1/awards?limit=0')
    await fetch(`${address}/api/stats?key=${key}`)
    await fetch(`${address}/api/v1/states`, { headers: { Authorization: `Bearer ${key.slice(0, -1)}` } })
    await expect.poll(() => lines().length).toBe(4)
    expect(lines()).toMatchObject([
      { level: 'info', event: 'request', method: 'GET', route: '/api/v1/states/:code', status: 200 },
      { route: '/api/v1/awards', status: 400 },
      { route: '/api/stats', status: 200, key: null },
      { route: '/api/v1/states', status: 403, key: null },
    ])
    for (const line of lines()) {
      expect(Object.keys(line)).toEqual(expect.arrayContaining(['at', 'id', 'route', 'status', 'ms', 'key']))
      expect(JSON.stringify(line)).not.toContain(key.slice(9))
    }
    expect(lines()[0]?.key).toMatch(/^key_/)
  })
})

describe('failure to start', () => {
  it('on a port in use: one sentence, exit 1, and no demo account', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    const server = start({ PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.err()).toBe(`The server cannot start: port ${port} is in use; set PORT to another.\n`)
    expect(server.out()).not.toContain('rhp_live_')
    blocker.close()
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'with several invalid settings names all of them',
      { PORT: '-1', ALT_BASE_URL: 'javascript:1' },
      'PORT is not a whole number in digits. ALT_BASE_URL is not an http(s) URL.',
    ],
  ])('%s: one sentence, exit 1, no stack trace', async (_, environment, sentence) => {
    const server = start(environment)
    expect(await server.ended).toBe(1)
    expect(server.err()).toBe(`The server cannot start: ${sentence}\n`)
  })
})

describe('the bake', () => {
  it('may be missing, which is logged and answered with 503; each new one is picked up, and no request fails', async () => {
    const folder = path.join(scratch(), 'baked')
    // Made before the server starts, which closes connections that wait for long.
    await baked(STARTER)
    const server = start({ DATASET_PATH: folder })
    const { address, get } = await ready(server)
    expect(parseLog(server)).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'dataset', message: expect.stringContaining('npm run bake') }),
    )
    const refused = await get('/api/v1/states')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
    const health = await fetch(`${address}/api/health`)
    expect([health.status, await health.json()]).toMatchObject([503, { status: 'unavailable', store: 'reachable' }])

    mkdirSync(folder)
    await putBake(folder)
    await expect.poll(async () => (await get('/api/v1/states')).status, { timeout: 5_000 }).toBe(200)

    const before = (await fetch(`${address}/api/stats`)).headers.get('X-Dataset-Version')
    const { datasetVersion } = await putBake(folder, STARTER)
    const statuses = new Set<number>()
    let version = before
    for (let tries = 0; tries < 500 && version === before; tries += 1) {
      const response = await fetch(`${address}/api/stats`)
      statuses.add(response.status)
      version = response.headers.get('X-Dataset-Version')
      await response.text()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect([version, [...statuses]]).toEqual([datasetVersion, [200]])
  })

  it('that is damaged is reported', async () => {
    const folder = path.join(scratch(), 'baked')
    mkdirSync(folder)
    const { database } = await putBake(folder)
    writeFileSync(path.join(folder, database), 'x')
    const { get, log } = await composed({ DATASET_PATH: folder })
    expect((await get('/api/stats')).status).toBe(503)
    await expect.poll(log).toMatch(/"event":"dataset","message":"[^"]*is damaged/)
  })
})

describe('the built site', () => {
  it('is served next to the API, hides none of it, and nothing outside its folder is served', async () => {
    const { address } = await sharedServer()
    for (const [target, content] of [
      ['/', '<h1>Home</h1>'],
      ['/docs/errors', '<h1>Errors</h1>'],
      ['/docs/errors/', '<h1>Errors</h1>'],
    ]) {
      const response = await fetch(address + target)
      expect([target, response.status, await response.text()]).toEqual([target, 200, content])
      expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    }
    expect((await fetch(`${address}/api/v1/states`)).status).toBe(401)
    const stats = await fetch(`${address}/api/stats`)
    expect(((await stats.json()) as { states: number }).states).toBe(5)
    for (const target of ['/api/nowhere', '/nowhere', '/..%2f..%2fpackage.json', '/%2e%2e/package.json'])
      expect([target, (await fetch(address + target)).status]).toEqual([target, 404])
  })
})

it('listens on the port in the settings, and treats an empty setting as absent', async () => {
  const { address, port } = await sharedServer()
  expect(address).toBe(`http://127.0.0.1:${port}`)
})

/** What the server answers to these bytes. */
async function raw(address: string, bytes: string): Promise<{ head: string; body: string }> {
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (/\r\n\r\n.*\}\s*(?:0\s*)?$/s.test(text)) break
  }
  const [head = '', rest = ''] = text.split('\r\n\r\n')
  // A body in chunks has their sizes around it.
  return { head, body: /\{.*\}/s.exec(rest)?.[0] ?? '' }
}

describe('an unreadable request', () => {
  it('with an invalid Host gets a problem document with 400', async () => {
    const { address } = await sharedServer()
    for (const host of ['Host: not a host\r\n', 'Host: a@b:1:2\r\n']) {
      const { head, body } = await raw(address, `GET /api/stats HTTP/1.1\r\n${host}\r\n`)
      expect(head).toMatch(/^HTTP\/1\.1 400 /)
      expect(head).toMatch(/content-type: application\/problem\+json/i)
      expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  })
})

it('an unknown key with a body that never ends is rejected at once, and its connection is closed', async () => {
  const { address } = await sharedServer()
  const began = performance.now()
  const head = [
    'POST /api/v1/search HTTP/1.1',
    'Host: 127.0.0.1',
    `X-Api-Key: ${generateKey().secret}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ].join('\r\n')
  const { body } = await raw(address, `${head}\r\n\r\n{`)
  expect(JSON.parse(body)).toMatchObject({ status: 403, code: 'API_KEY_INVALID' })
  expect(performance.now() - began).toBeLessThan(3_000)
})
