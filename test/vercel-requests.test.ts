import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../src/account/actions.ts'
import { readNight } from '../src/http/account/desk.ts'
import { generateId, generateKey } from '../src/metering/keys.ts'
import { getWindows } from '../src/metering/windows.ts'
import { layOutFunction } from '../src/platform/output.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { baked, scratch } from './api.ts'

/**
 * The built function, called as the platform does it: one HTTP server per instance, whose requests its own adapter turns
 * into those of the web, with a context for work after the response.
 */

const isPlatform = process.platform === 'linux' && process.arch === 'x64'
const fromVercel = createRequire(createRequire(import.meta.url).resolve('@vercel/node'))

const NIGHT = {
  startedAt: '2026-11-20T08:00:00.000Z',
  reasons: [],
  sources: [],
  siteFault: null,
  datasetVersion: null,
}

let folder: string
let child: ChildProcess
let port: number
let secret: string
let accountId: string
let file: string
let waited = 0
let log = ''

beforeAll(async () => {
  if (!isPlatform) return
  folder = path.join(scratch(), 'api.func')
  const root = path.join(import.meta.dirname, '..')
  const data = scratch()
  cpSync((await baked()).folder, path.join(data, 'baked'), { recursive: true })
  mkdirSync(path.join(data, 'history', 'reports'), { recursive: true })
  for (const [name, outcome] of [
    ['2026-11-19', 'silent'],
    ['2026-11-20', 'refused'],
    ['2026-11-20-2', 'published'],
  ])
    writeFileSync(path.join(data, 'history', 'reports', `${name}.json`), JSON.stringify({ ...NIGHT, outcome }))
  await layOutFunction({ root, site: null, bake: path.join(data, 'baked') }, folder)
  const { handler } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8'))
  file = path.join(scratch(), 'store.sqlite')
  const store = openEmbedded(file)
  const draft = { id: generateId('acct'), name: 'Function', plan: 'TEAM', ownerEmail: 'owner@example.org' } as const
  accountId = (await store.createAccount(draft, Date.now(), ACTORS.maintainer)).id
  const made = generateKey()
  secret = made.secret
  const { secret: _, ...key } = made
  await store.createKey(accountId, { ...key, id: generateId('key'), name: 'k' }, Date.now(), ACTORS.maintainer)
  await store.close()
  const program = path.join(scratch(), 'platform.mjs')
  writeFileSync(
    program,
    `import { createServer } from 'node:http'
     import { buildToNodeHandler } from ${JSON.stringify(fromVercel.resolve('@edge-runtime/node-utils'))}
     const waitUntil = (promise) => { process.send({ waited: true }); promise.catch(() => {}) }
     Object.defineProperty(globalThis, Symbol.for('@vercel/request-context'), { value: { get: () => ({ waitUntil }) } })
     const { default: listener } = await import(${JSON.stringify(path.join(folder, handler))})
     const toNodeHandler = buildToNodeHandler({
       Headers, ReadableStream, Uint8Array,
       Request: class extends Request { constructor(input, init) { super(input, { duplex: 'half', ...init }) } },
       FetchEvent: class { constructor() { this.waitUntil = waitUntil } },
     }, { defaultOrigin: 'https://vercel.com' })
     const server = createServer(toNodeHandler(listener.fetch)).listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))`,
  )
  child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, STORE_PATH: file, BASE_URL: 'https://data.example.org', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      log += chunk
    })
  }
  child.on('message', (message: { waited?: true }) => {
    if (message.waited) waited += 1
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(log))),
  ])) as [{ port: number }]
  port = message.port
}, 120_000)
afterAll(() => void child?.kill('SIGKILL'))

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string[]
}

/** Sends a request with the headers that the platform adds, its body in these pieces. */
function ask(target: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const added = {
    host: 'data.example.org',
    'x-forwarded-host': 'data.example.org',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '198.51.100.7',
    'x-real-ip': '198.51.100.7',
    'x-vercel-forwarded-for': '198.51.100.7',
    'x-vercel-id': 'iad1::iad1::abcde-1795176000000-0123456789ab',
    'x-vercel-ip-country': 'US',
    forwarded: 'for=198.51.100.7;host=data.example.org;proto=https',
  }
  return new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: target, method, headers: { ...added, ...headers } })
    sent.on('error', (error) => reject(new Error(`${error.message}: ${log}`)))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response
        .on('error', reject)
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, text }),
        )
    })
    for (const piece of body ?? []) sent.write(piece)
    sent.end()
  })
}
const keyed = () => ({ Authorization: `Bearer ${secret}` })
const JSON_TYPE = { 'Content-Type': 'application/json' }

describe.runIf(isPlatform)('the function, as the platform calls it,', () => {
  it('has the report of the last night, which the operator reads', async () => {
    expect(await readNight(path.join(folder, 'data', 'baked'))).toEqual({ ...NIGHT, outcome: 'published' })
    expect(existsSync(path.join(folder, 'data', 'history', 'reports', '2026-11-19.json'))).toBe(false)
  })

  it('answers reads, HEAD, conditional requests and refusals', async () => {
    const list = await ask('/api/v1/states?limit=2', { headers: keyed() })
    expect([list.status, JSON.parse(list.text).data.length]).toEqual([200, 2])
    expect(list.headers.link ?? '').not.toContain('vercel.com')
    const head = await ask('/api/v1/states?limit=2', { method: 'HEAD', headers: keyed() })
    expect([head.status, head.text]).toEqual([200, ''])
    const etag = list.headers.etag ?? ''
    expect((await ask('/api/v1/states?limit=2', { headers: { ...keyed(), 'If-None-Match': etag } })).status).toBe(304)
    expect((await ask('/api/v1/states')).status).toBe(401)
    expect((await ask('/api/v1/nowhere', { headers: keyed() })).status).toBe(404)
    expect((await ask('/api/v1/states', { method: 'DELETE', headers: keyed() })).status).toBe(405)
    expect((await ask('/api/stats')).status).toBe(200)
  })

  it('reads bodies that arrive in pieces, and tells what is wrong with others', async () => {
    const post = (body: string[], headers = {}) =>
      ask('/api/v1/search', { method: 'POST', headers: { ...keyed(), ...JSON_TYPE, ...headers }, body })
    const response = await post(['{"query":', '"tele', 'health"}'])
    expect([response.status, JSON.parse(response.text).documents.length > 0]).toEqual([200, true])
    expect((await post(['{"query":'])).status).toBe(400)
    expect((await post(['x'.repeat(200_000)])).status).toBe(413)
    expect((await post(['{}'], { 'Content-Type': 'text/plain' })).status).toBe(415)
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_state', arguments: { code: 'NE' } },
    }
    const accepts = { Accept: 'application/json, text/event-stream' }
    const tool = await ask('/mcp', {
      method: 'POST',
      headers: { ...keyed(), ...JSON_TYPE, ...accepts },
      body: [JSON.stringify(call)],
    })
    expect([tool.status, tool.text.includes('Nebraska')]).toEqual([200, true])
  })

  it('counts callers without a key by the address that the platform names', async () => {
    const statuses = new Set<number>()
    for (let tries = 0; tries < 25; tries += 1) {
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      statuses.add((await ask('/api/v1/states', { headers })).status)
    }
    expect([...statuses]).toEqual([401, 429])
    expect((await ask('/api/v1/states', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(401)
  })

  it('counts concurrent requests exactly, and keeps the instance for what follows a response', async () => {
    const store = openEmbedded(file)
    const used = async () => (await store.usage(accountId, getWindows(Date.now()))).requests.used
    const before = await used()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => ask(`/api/v1/awards?limit=${place + 1}`, { headers: keyed() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await used()).toBe(before + 20)
    await store.close()
    expect(waited).toBeGreaterThan(0)
  })

  it('outlives a caller that leaves in the middle of its request', async () => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/api/v1/search',
      method: 'POST',
      headers: { host: 'data.example.org', ...keyed(), ...JSON_TYPE, 'Content-Length': '100' },
    })
    sent.on('error', () => {})
    sent.write('{"query":')
    await new Promise((resolve) => setTimeout(resolve, 100))
    sent.destroy()
    expect((await ask('/api/v1/states?limit=1', { headers: keyed() })).status).toBe(200)
  })
})
