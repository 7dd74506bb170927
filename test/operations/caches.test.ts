import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { scratch } from '../api.ts'
import { freePort } from '../storage/engines.ts'
import { serveHere } from './serving.ts'

/** Real shared caches in front of the service, as their own defaults make them. */

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    console.log(`SKIPPED: a shared cache in front of the service: ${program} was not found on this machine.`)
    return false
  }
}

/** Writes the settings of a cache in a folder, and returns its command. Hits have the header `X-Cache: HIT`. */
const CACHES = {
  nginx(folder: string, port: number, host: string): string[] {
    mkdirSync(path.join(folder, 'temp'))
    const places = ['client_body', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`)
    // As root, nginx would work as a user who cannot write here.
    const user = userInfo().uid === 0 ? 'user root;' : ''
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `daemon off; pid nginx.pid; error_log stderr; ${user} events {}
       http {
         access_log off; ${places.join(' ')} proxy_temp_path temp/proxy;
         proxy_cache_path ${folder}/cache keys_zone=shared:1m;
         server {
           listen 127.0.0.1:${port};
           location / {
             proxy_pass http://${host};
             proxy_http_version 1.1;
             proxy_set_header Host $host:$server_port;
             proxy_set_header X-Forwarded-For $remote_addr;
             proxy_cache shared;
             proxy_cache_lock on;
             add_header X-Cache $upstream_cache_status always;
           }
         }
       }`,
    )
    return ['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf')]
  },
  varnishd(folder: string, port: number, host: string): string[] {
    const [name, backendPort] = host.split(':')
    writeFileSync(
      path.join(folder, 'default.vcl'),
      `vcl 4.1;
       backend default { .host = "${name}"; .port = "${backendPort}"; }
       sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }`,
    )
    const options = ['-a', `127.0.0.1:${port}`, '-f', path.join(folder, 'default.vcl'), '-s', 'malloc,16m']
    // The folder belongs to this user alone.
    return ['varnishd', '-j', 'none', '-F', '-n', path.join(folder, 'work'), ...options]
  },
}

interface Owner {
  key: string
  accountId: string
}

describe.each(Object.keys(CACHES) as (keyof typeof CACHES)[])('behind %s', (program) => {
  const isThere = has(program)
  const owners: Owner[] = []
  let ask: Awaited<ReturnType<typeof open>>['ask']

  // Each test asks for other addresses, so it finds nothing of them in the cache.
  beforeAll(async () => {
    if (!isThere) return
    const store = path.join(scratch(), 'store.sqlite')
    const opened = openEmbedded(store)
    for (const plan of ['PRO', 'TEAM'] as const) {
      const draft = { id: generateId('acct'), name: plan, plan, ownerEmail: `${plan.toLowerCase()}@example.org` }
      const { id } = await opened.createAccount(draft, Date.now(), ACTORS.maintainer)
      const { secret, ...key } = generateKey()
      await opened.createKey(id, { ...key, id: generateId('key'), name: 'k' }, Date.now(), ACTORS.maintainer)
      owners.push({ key: secret, accountId: id })
    }
    await opened.close()
    const { stop, ...place } = await open(store)
    ask = place.ask
    return stop
  }, 60_000)

  /** Starts the service and the cache, and asks through the cache. */
  async function open(store: string) {
    const ends: (() => Promise<void>)[] = []
    const settings = { STORE_PATH: store, TRUST_PROXY: 'true' }
    const { address } = await serveHere(settings, undefined, (end) => ends.push(end))
    const [port, folder] = [await freePort(), scratch()]
    const [command = '', ...args] = CACHES[program](folder, port, new URL(address).host)
    const child = spawn(command, args, { stdio: 'ignore' })
    ends.push(async () => {
      child.kill('SIGTERM')
      await once(child, 'close')
    })
    const base = `http://127.0.0.1:${port}`
    const ask = async (target: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
      const response = await fetch(base + target, { ...init, headers: { 'Accept-Encoding': 'identity', ...headers } })
      return {
        status: response.status,
        headers: response.headers,
        isHit: response.headers.get('X-Cache') === 'HIT',
        text: await response.text(),
      }
    }
    // A hook cannot poll with "expect".
    await vi.waitFor(async () => expect((await ask('/api/health')).status).toBe(200), 20_000)
    const stop = async () => {
      await Promise.all(ends.map((end) => end()))
    }
    return { ask, stop }
  }

  it.runIf(isThere)(
    'nobody gets the response of another key, of a revoked address, or in another format',
    { timeout: 60_000 },
    async () => {
      const [pro, team] = owners as [Owner, Owner]
      const plan = async (headers: Record<string, string>, target = '/api/v1/states?limit=1') =>
        (await ask(target, headers)).headers.get('X-RateLimit-Limit')

      // The same URL with each key, in both headers, then without one.
      for (let round = 0; round < 2; round += 1) {
        expect(await plan({ 'X-Api-Key': pro.key })).toBe('60')
        expect(await plan({ 'X-Api-Key': team.key })).toBe('120')
        expect(await plan({ Authorization: `Bearer ${pro.key}` })).toBe('60')
        expect((await ask('/api/v1/states?limit=1')).status).toBe(401)
        expect((await ask('/api/v1/states?limit=1', { 'X-Api-Key': generateKey().secret })).status).toBe(403)
      }
      const usage = JSON.parse((await ask('/api/v1/usage', { 'X-Api-Key': team.key })).text)
      expect(usage.account.id).toBe(team.accountId)
      // Nothing of a key was answered by the cache: each request was counted.
      expect(usage.requests.used).toBe(2)

      // One path in several formats, by Accept.
      for (const accept of ['text/csv', 'application/json', 'application/x-ndjson', 'text/csv']) {
        const { headers } = await ask('/api/v1/states', { 'X-Api-Key': pro.key, Accept: accept })
        expect(headers.get('content-type')).toContain(accept)
      }

      // A signed address, before and after it is revoked.
      const made = await ask(
        '/api/v1/subscriptions',
        { 'X-Api-Key': pro.key, 'Content-Type': 'application/json' },
        { method: 'POST', body: JSON.stringify({ list: 'events', format: 'ics', query: 'state=NE', name: 'c' }) },
      )
      const { address, subscription } = JSON.parse(made.text)
      const signed = new URL(address).pathname
      for (let round = 0; round < 2; round += 1) expect((await ask(signed)).text).toContain('BEGIN:VCALENDAR')
      const [{ id }] = JSON.parse((await ask('/api/v1/subscriptions', { 'X-Api-Key': pro.key })).text).subscriptions
      expect(subscription?.id ?? id).toBe(id)
      await ask(`/api/v1/subscriptions/${id}`, { 'X-Api-Key': pro.key }, { method: 'DELETE' })
      expect((await ask(signed)).status).toBe(403)
    },
  )

  it.runIf(isThere)(
    'the public figures are shared, in each encoding, and nothing else is',
    { timeout: 60_000 },
    async () => {
      const plain = await ask('/api/stats')
      expect(plain.headers.get('content-encoding')).toBeNull()
      // Larger responses are compressed for those who accept it; the cache must keep both.
      for (let round = 0; round < 2; round += 1) {
        for (const encoding of ['gzip', 'identity', 'br', 'identity']) {
          const { text, headers } = await ask('/api/stats', { 'Accept-Encoding': encoding })
          expect([null, encoding]).toContain(headers.get('content-encoding'))
          expect(JSON.parse(text)).toEqual(JSON.parse(plain.text))
        }
      }
      expect((await ask('/api/stats')).isHit).toBe(true)
      const etag = plain.headers.get('etag') ?? ''
      expect((await ask('/api/stats', { 'If-None-Match': etag })).status).toBe(304)
      // A key on a public request changes nothing for others.
      await ask('/api/stats', { 'X-Api-Key': owners[0]!.key })
      expect((await ask('/api/stats')).headers.has('X-RateLimit-Limit')).toBe(false)
      for (const target of ['/api/v1/documents', '/api/v1/nowhere', '/api/health', '/api/account', '/openapi.json']) {
        await ask(target)
        const again = await ask(target)
        if (target !== '/openapi.json') expect([target, again.isHit]).toEqual([target, false])
      }
    },
  )
})
