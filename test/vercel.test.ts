import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../src/account/actions.ts'
import { apiOrSite, createApp } from '../src/http/app.ts'
import { createRecordPages } from '../src/http/pages/pages.ts'
import { generateId, generateKey } from '../src/metering/keys.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { openService } from '../src/store/service.ts'
import { scratch } from './api.ts'
import { builtProject } from './site/built.ts'

/** The serverless deployment: built offline, and called without anything else. */

const MIB = 1024 * 1024

interface Route {
  src?: string
  dest?: string
  status?: number
  handle?: string
  check?: boolean
  continue?: boolean
  headers?: Record<string, string>
}

let project: string
let output: string
let functionFolder: string
let routes: Route[] = []

beforeAll(async () => {
  project = await builtProject()
  output = path.join(project, '.vercel', 'output')
  functionFolder = path.join(output, 'functions', 'api.func')
  routes = JSON.parse(readFileSync(path.join(output, 'config.json'), 'utf8')).routes
}, 300_000)

/** The routes of each phase of the platform's routing table: those before the first handle have none. */
function phases(): Map<string | null, Route[]> {
  let phase: string | null = null
  return routes.reduce((all, route) => {
    if (route.handle) phase = route.handle
    else all.set(phase, [...(all.get(phase) ?? []), route])
    return all
  }, new Map<string | null, Route[]>())
}

/** Follows the routing table: what serves a path, with which forced status and headers. */
function routed(target: string): { dest: string | null; status: number | undefined; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  const first = (phase: string | null): Route | undefined => {
    for (const route of phases().get(phase) ?? []) {
      if (!new RegExp(route.src ?? '').test(target)) continue
      for (const [name, value] of Object.entries(route.headers ?? {})) headers[name.toLowerCase()] = value
      if (!route.continue && route.dest) return route
    }
    return undefined
  }
  const early = first(null)
  if (!early && existsSync(path.join(output, 'static', target))) return { dest: target, status: undefined, headers }
  const { dest = null, status } = early ?? first('filesystem') ?? { status: 404 }
  return { dest, status, headers }
}

describe('the routing table', () => {
  it.each([
    '/mcp',
    '/api',
    '/api/',
    '/api/v1/awards',
    '/api/v1/states/AK',
    '/api/v1/search',
    '/api/v1/nowhere',
    '/api/stats',
    '/api/health',
    '/api/account',
    '/api/account/sign-in',
    '/api/account/acct_0123456789ABCDEF/keys',
    '/common-grants/opportunities',
    '/common-grants/opportunities/search',
    '/opportunities/a-grant-ne-012aab11',
    '/recipients/a-hospital-ne',
    '/near',
    '/near.csv',
    '/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201',
    '/events/4e09d9e1-c791-5a0f-bcbd-889ac87ac688.ics',
  ])('routes %s to the function with its own status', (target) => {
    expect(routed(target)).toMatchObject({ dest: '/api', status: undefined })
    expect(existsSync(path.join(output, 'functions', '/api.func', readHandler()))).toBe(true)
  })

  it('routes nothing else to it: all other pages are files, and unknown ones get the 404 page', () => {
    expect(routed('/docs/errors/index.html')).toMatchObject({ dest: '/docs/errors/index.html', status: undefined })
    for (const target of ['/nowhere', '/apis', '/common-grantsx', '/docs/api/v1'])
      expect(routed(target), target).toMatchObject({ dest: '/404.html', status: 404 })
  })

  it('leaves no API response among the static files', () => {
    const files = readdirSync(path.join(output, 'static'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /^api\b/.test(file))).toEqual([])
  })
})

describe('snapshot files', () => {
  it('are static files, with their types', () => {
    const data = readdirSync(path.join(output, 'static', 'data')).filter((name) => name !== 'index.html')
    const manifest = JSON.parse(readFileSync(path.join(functionFolder, 'data/baked/manifest.json'), 'utf8'))
    expect(data.sort()).toEqual(manifest.snapshot.map(({ name }: { name: string }) => name).sort())
    expect(existsSync(path.join(functionFolder, 'data/baked/snapshot'))).toBe(false)
    for (const [name, type] of [
      ['awards.ndjson', 'application/x-ndjson; charset=utf-8'],
      ['awards.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['awards.parquet', 'application/vnd.apache.parquet'],
      ['awards.csv.gz', 'application/gzip'],
    ]) {
      expect(routed(`/data/${name}`), name).toMatchObject({ dest: `/data/${name}`, headers: { 'content-type': type } })
    }
  })
})

const readHandler = (): string => JSON.parse(readFileSync(path.join(functionFolder, '.vc-config.json'), 'utf8')).handler

describe('the function', () => {
  const files = () =>
    readdirSync(functionFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(path.join(functionFolder, file)).isFile(),
    )

  it('is under 5 MB without the data and the texts of the pages', () => {
    const size = files()
      .filter((file) => !file.startsWith('data/') && !file.startsWith('dist/'))
      .reduce((sum, file) => sum + statSync(path.join(functionFolder, file)).size, 0)
    expect(size).toBeLessThan(5_000_000)
  })

  it('contains the database driver of its platform only', () => {
    expect(files().filter((file) => file.endsWith('.node'))).toEqual(['linux-x64.node'])
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'answers a first request for a record without loading what only other requests need',
    async () => {
      const { storePath, secret, store } = await storeWithKey()
      await store.close()
      const target = '/api/v1/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201'
      const headers = { Authorization: `Bearer ${secret}` }
      const [record] = await askFunction(functionFolder, { STORE_PATH: storePath, LOADED: 'yes' }, [target], headers)
      expect(record).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' })
      const { loaded } = record as { loaded: string[] }
      const code = loaded.map((url) => readFileSync(new URL(url), 'utf8')).join()
      const later = ['generateText', 'createTransport=', 'tools/call', 'XREADGROUP', 'astro-island']
      expect(later.filter((word) => code.includes(word))).toEqual([])
      expect(loaded.length).toBeGreaterThan(1)
      expect(Buffer.byteLength(code)).toBeLessThan(1.1 * MIB)
    },
  )

  it.runIf(process.platform === 'linux' && process.arch === 'x64').each<[string, Record<string, string>]>([
    ['Redis', { REDIS_URL: 'redis://127.0.0.1:9' }],
    ['Upstash', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9', UPSTASH_REDIS_REST_TOKEN: 'token' }],
  ])('starts with its keys in %s, also while that is unavailable', async (_, settings) => {
    const headers = { Authorization: `Bearer ${generateKey().secret}` }
    const answers = await askFunction(functionFolder, settings, ['/api/v1/states', '/api/stats'], headers)
    expect(answers).toMatchObject([{ status: 503 }, { status: 200 }])
    expect(answers[0]).toMatchObject({ body: expect.stringContaining('STORE_UNAVAILABLE') })
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'returns the same bytes as the self-hosted app, from a copied read-only folder',
    async () => {
      const copy = path.join(scratch(), 'function')
      cpSync(functionFolder, copy, { recursive: true })
      makeReadOnly(copy)
      const { storePath, secret, store } = await storeWithKey()
      const service = openService(path.join(project, 'data/baked'))
      const app = createApp({ service: () => service, meter: store, clock: Date.now, log: () => {}, base: null })
      const targets = [
        '/api/stats',
        '/api/v1/states',
        '/api/v1/states/AK',
        '/api/v1/awards?state=AL&limit=100',
        '/api/v1/opportunities?status=OPEN,CLOSED&limit=100',
        '/api/v1/events?q=webinar',
        '/api/v1/awards?limit=0',
        '/api/v1/nowhere',
        '/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201',
        '/recipients/antelope-memorial-hospital-ne',
        '/opportunities/nowhere',
        '/mcp',
      ]
      const records = createRecordPages({
        service: () => service,
        clock: Date.now,
        base: null,
        log: () => {},
        contact: null,
      })
      const fetch = apiOrSite(app.fetch, records(path.join(output, 'static')).fetch)
      const headers = { Authorization: `Bearer ${secret}`, 'X-Request-Id': 'same' }
      const built = await askFunction(copy, { STORE_PATH: storePath }, targets, headers)
      for (const [index, target] of targets.entries()) {
        const direct = await fetch(new Request(`http://service.example${target}`, requestTo(target, headers)))
        expect(built[index], target).toEqual({
          location: null,
          status: direct.status,
          type: direct.headers.get('content-type'),
          etag: direct.headers.get('etag'),
          body: await direct.text(),
        })
      }
      const [moved] = await askFunction(copy, { STORE_PATH: storePath }, ['/api/v1/exports/awards.csv'], headers)
      expect(moved).toMatchObject({
        status: 307,
        location: '/data/awards.csv',
      })
      expect(existsSync(path.join(output, 'static', (moved as { location: string }).location))).toBe(true)
      await store.close()
    },
  )
})

async function storeWithKey() {
  const storePath = path.join(scratch(), 'store.sqlite')
  const store = openEmbedded(storePath)
  const account = await store.createAccount(
    { id: generateId('acct'), name: 'Function', plan: 'TEAM', ownerEmail: 'owner@example.org' },
    Date.now(),
    ACTORS.maintainer,
  )
  const { secret, ...draft } = generateKey()
  await store.createKey(
    account.id,
    { id: generateId('key'), name: 'Function', ...draft },
    Date.now(),
    ACTORS.maintainer,
  )
  return { storePath, store, secret }
}

function makeReadOnly(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry)
    chmodSync(file, statSync(file).isDirectory() ? 0o555 : 0o444)
  }
  chmodSync(folder, 0o555)
}

/** A tool call for the tools' path, and a plain request for all others. */
function requestTo(target: string, headers: Record<string, string>): RequestInit {
  if (target !== '/mcp') return { headers }
  const params = { name: 'get_state', arguments: { code: 'AL' } }
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

/** Calls the function in a separate process whose working folder is the copy, as the platform does. */
function askFunction(
  folder: string,
  settings: Record<string, string>,
  targets: string[],
  headers: Record<string, string>,
): Promise<unknown[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    if (process.env.LOADED) {
      registerHooks({
        load(url, context, next) {
          if (url.startsWith('file:')) loaded.push(url)
          return next(url, context)
        },
      })
    }
    const { default: entry } = await import(${JSON.stringify(path.join(folder, readHandler()))})
    const answers = []
    for (const [target, request] of ${JSON.stringify(targets.map((target) => [target, requestTo(target, headers)]))}) {
      const answer = await entry.fetch(new Request('http://service.example' + target, request))
      const { status } = answer
      answers.push({ status, location: answer.headers.get('location'), type: answer.headers.get('content-type'), etag: answer.headers.get('etag'), body: await answer.text(), ...(loaded.length > 0 && { loaded: [...loaded] }) })
    }
    process.stderr.write('ANSWERS' + JSON.stringify(answers))
  `
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { ...settings, PATH: process.env.PATH },
    })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.stdout.resume()
    child.on('close', () => {
      const answers = errors.split('ANSWERS')[1]
      if (answers) resolve(JSON.parse(answers))
      else reject(new Error(errors))
    })
  })
}
