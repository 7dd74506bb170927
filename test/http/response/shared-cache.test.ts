import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { PLANS, type PlanName } from '../../../src/metering/plans.ts'
import { openApi } from '../../api.ts'
import { chance } from '../../storage/chance.ts'

/** A shared cache as RFC 9111 describes it, in front of a service: only what it asks of a cache that stores GETs. */

type Fetch = (request: Request) => Promise<Response>

interface Stored {
  response: Response
  /** The request headers that Vary names, as they were. */
  varied: [name: string, value: string | null][]
  at: number
  freshMs: number
}

interface SharedCache {
  fetch: Fetch
  hits: () => number
}

/** @param isCareless whether it also stores private responses, like a misconfigured cache */
function sharedCache(origin: Fetch, clock: () => number, isCareless = false): SharedCache {
  const stored = new Map<string, Stored[]>()
  let hits = 0
  return {
    hits: () => hits,
    async fetch(request) {
      const matching = (each: Stored) => each.varied.every(([name, value]) => request.headers.get(name) === value)
      const hit = (stored.get(request.url) ?? []).find(matching)
      const asked = parseDirectives(request.headers)
      if (request.method === 'GET' && hit && clock() - hit.at < hit.freshMs && !('no-cache' in asked)) {
        hits += 1
        const answer = hit.response.clone()
        answer.headers.set('Age', String(Math.floor((clock() - hit.at) / 1000)))
        return answer
      }
      const response = await origin(request)
      const freshMs = getFreshness(request, response, isCareless)
      if (freshMs > 0) {
        const vary = (response.headers.get('vary') ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        const varied = vary.map((name): [string, string | null] => [name, request.headers.get(name)])
        const others = (stored.get(request.url) ?? []).filter((each) => !matching(each))
        stored.set(request.url, [...others, { response: response.clone(), varied, at: clock(), freshMs }])
      }
      return response
    },
  }
}

/** How long a response may be served to others; 0 for not at all. */
function getFreshness(request: Request, { status, headers }: Response, isCareless: boolean): number {
  const { 'max-age': age, 's-maxage': shared, ...said } = parseDirectives(headers)
  if (request.method !== 'GET' || status !== 200 || 'no-store' in said || headers.get('vary') === '*') return 0
  const isPublic = 'public' in said || shared !== undefined
  if (!isCareless && ('private' in said || (request.headers.has('authorization') && !isPublic))) return 0
  return Number(shared ?? age ?? 0) * 1_000
}

/** The directives of Cache-Control. */
function parseDirectives(headers: Headers): { [name: string]: string | undefined } {
  const parts = (headers.get('cache-control') ?? '').split(',').map((part) => part.trim().toLowerCase().split('='))
  return Object.fromEntries(parts.flatMap(([name, value = '']) => (name ? [[name, value]] : [])))
}

/** Mixed requests with five keys, unknown keys and no key through one shared cache. */

const COUNT = process.env.LONG ? 10_000 : 400
const OWNERS: readonly PlanName[] = ['PRO', 'TEAM', 'FEATURED_VENDOR', 'API', 'PRO']
const TARGETS = [
  ...[
    '/api/v1/states',
    '/api/v1/states/NE',
    '/api/v1/opportunities?limit=2',
    '/api/v1/events.csv',
    '/api/v1/awards?limit=1',
  ],
  ...[
    '/api/v1/awards?awardee=nobody',
    '/api/v1/states/ZZ',
    '/api/v1/opportunities?q=rural',
    '/api/v1/activity?since=2026-01-01',
  ],
]
/** Endpoints that cost nothing. */
const FREE = ['/api/v1/usage', '/api/v1/meta', '/api/v1/coverage?limit=1']

interface Owner {
  secret: string
  keyId: string
  plan: PlanName
  spent: number
}

describe.each([
  ['as described in RFC 9111', false],
  ['that also stores private responses', true],
])('behind a shared cache %s', (_, isCareless) => {
  it(`in ${COUNT} requests, nobody gets another caller's response, and quotas are correct`, {
    timeout: 600_000,
  }, async () => {
    const { service, store: meter, now: clock, at, key } = await openApi()
    const app = createApp({ service: () => service, meter, clock, log: () => {}, base: null })
    const cache = sharedCache(async (request) => app.fetch(request), clock, isCareless)
    const owners: Owner[] = []
    for (const plan of OWNERS) owners.push({ ...(await key(plan)), plan, spent: 0 })
    const { below, pick } = chance(9_111)

    for (let index = 0; index < COUNT; index += 1) {
      at(new Date(clock() + 1_200).toISOString())
      const owner = below(6) === 0 ? null : pick(owners)
      const isStranger = owner === null && below(2) === 0
      const target = below(8) === 0 ? '/api/stats' : below(5) === 0 ? pick(FREE) : pick(TARGETS)
      const secret = owner?.secret ?? (isStranger ? generateKey().secret : null)
      const credentials: Record<string, string> =
        below(2) === 0 ? { Authorization: `Bearer ${secret}` } : { 'X-Api-Key': `${secret}` }
      const sent = secret === null ? {} : credentials
      const headers = { ...sent, ...(below(10) === 0 && { 'Cache-Control': 'no-cache' }) }
      const response = await cache.fetch(new Request(`http://localhost${target}`, { headers }))
      const text = await response.text()
      const about = `${index} ${target}`
      if (target === '/api/stats') {
        expect([about, response.status]).toEqual([about, 200])
        expect(response.headers.has('X-RateLimit-Limit')).toBe(false)
        continue
      }
      if (!owner) {
        expect([about, response.status]).toEqual([about, isStranger ? 403 : 401])
        continue
      }
      const isFresh = !response.headers.has('Age')
      if (isFresh && response.status === 200 && !FREE.includes(target)) owner.spent += 1
      const { perMonth } = PLANS[owner.plan]
      const figures = ['Limit', 'Remaining'].map((name) => response.headers.get(`X-RateLimit-Monthly-${name}`))
      if (isFresh) expect([about, ...figures]).toEqual([about, String(perMonth), String(perMonth - owner.spent)])
      else expect([about, figures[0]]).toEqual([about, String(perMonth)])
      if (target === '/api/v1/usage') {
        expect(JSON.parse(text).keys.map(({ id }: { id: string }) => id)).toEqual([owner.keyId])
      }
    }
    expect(cache.hits()).toBeGreaterThan(COUNT / 20)
    expect(new Set(owners.map(({ spent }) => spent)).size).toBeGreaterThan(1)
  })
})
