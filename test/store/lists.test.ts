import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { exampleGrant, exampleUsage } from '../../src/contract/examples.ts'
import { ENDPOINTS } from '../../src/http/endpoints/all.ts'
import type { Inquiry } from '../../src/http/endpoints/endpoint.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../../src/resources/index.ts'
import { CHANGE_TYPES } from '../../src/schema/vocabularies.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, FIXTURE, NOW, STARTER } from '../api.ts'
import { everythingOf } from './declared.ts'
import { type Item, matches, type Query } from './matches.ts'
import { type Naive, openNaive } from './naive.ts'
import { questions, SEARCHED, valuesIn, written } from './questions.ts'

const isLong = Boolean(process.env.LONG)

// The fixture has a change of every kind; of the many in the starter dataset these are tried, or all if LONG is set.
const TURNS_MAX = isLong ? Number.POSITIVE_INFINITY : 3
const spread = (turns: readonly number[]): readonly number[] => {
  const step = Math.max(1, Math.ceil(turns.length / TURNS_MAX))
  return turns.filter((_, index) => index % step === 0)
}

function envelopeOf(
  name: ResourceName,
  all: Item[],
  page: number,
  limit: number,
  { type }: Query,
  hint: unknown,
): string {
  const data = all.slice((page - 1) * limit, page * limit)
  const total = all.length
  const { envelope } = resource(name)
  if (envelope === 'counted') return JSON.stringify({ data, count: data.length })
  if (envelope === 'feed') {
    const feed = { data, count: data.length, page, hasMore: page * limit < total, types: typesOf(type) }
    return JSON.stringify({ ...feed, hint: total > 0 ? null : hint })
  }
  return JSON.stringify({ data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } })
}

/** A response without its cursor, which depends on how records are stored. */
function withoutCursor(json: string): { nextCursor: unknown; rest: string } {
  const body = JSON.parse(json)
  const { nextCursor = null } = body.pagination ?? body
  delete (body.pagination ?? body).nextCursor
  return { nextCursor, rest: JSON.stringify(body) }
}

/** The types that a query of the feed asks for. */
function typesOf(type = 'PAGE_UPDATED'): readonly string[] {
  const asked = type.split(',').map((word) => word.trim().toUpperCase())
  return asked.includes('ALL') ? CHANGE_TYPES : [...new Set(asked)].sort()
}

/**
 * The number of occurrences of each filter value in items that match a query, counted one value at a time.
 * @param told the values that are counted; what they leave out shows in `isWhole`
 */
function countsOf(name: ResourceName, parameter: string, items: Item[], told: readonly string[]) {
  const having = (value: string) => items.filter((item) => matches(name)(item, { [parameter]: value }, null))
  const others = valuesIn(name, parameter, items).flatMap(having)
  const counted = new Set(told.flatMap(having))
  return {
    counts: Object.fromEntries(told.map((value) => [value, having(value).length])),
    isWhole: others.every((item) => counted.has(item)),
  }
}

/** The same JSON as written by this platform; the service may escape more characters than necessary. */
const rewritten = (json: string): string => JSON.stringify(JSON.parse(json))

describe.each([
  ['the fixture', FIXTURE, isLong ? 5_000 : 15],
  ['the starter dataset', STARTER, isLong ? 5_000 : 4],
] as const)('on %s', (_, folder, runs) => {
  let naive: Naive
  let service: Service
  beforeAll(async () => {
    naive = await openNaive(folder)
    service = openService((await baked(folder)).folder)
  })

  async function ask(name: ResourceName, parameters: Query, now: number): Promise<{ inquiry: Inquiry; body: string }> {
    const endpoint = ENDPOINTS.find(({ path }) => path === `/api/v1/${name}`)
    const target = `http://localhost/api/v1/${name}`
    const ask = endpoint?.open({ meter: { usage: async () => exampleUsage(now) } })
    const search = String(new URLSearchParams(parameters))
    const inquiry = await ask?.(
      { raw: new Request(target), search, name: '', format: null, base: () => '' },
      service,
      now,
    )
    if (!inquiry) throw new Error(`${name} is not registered`)
    return { inquiry, body: (await inquiry.respond(exampleGrant(now))) as string }
  }

  it.each(RESOURCE_NAMES)(
    `%s gives the same results as the naive list, for ${runs} queries at as many instants`,
    async (name) => {
      let hits = 0
      await fc.assert(
        fc.asyncProperty(questions(name, naive), async ({ query, q: given, page: wish, limit, now, facet, goesOn }) => {
          const isOnePage = resource(name).envelope === 'counted'
          const q = SEARCHED[name] ? given : null
          const page = isOnePage ? 1 : wish
          const all = naive.list(name, query, q, now)
          hits += all.length > 0 ? 1 : 0
          const parameters = {
            ...query,
            ...(q && { q: q.map(written).join(' ') }),
            ...(!isOnePage && { page: String(page) }),
            limit: String(limit),
          }
          const { inquiry, body } = await ask(name, parameters, now)
          const { nextCursor, rest } = withoutCursor(body)
          // What an empty feed hints at has a test of its own.
          const { hint } = JSON.parse(body)
          expect(rest).toBe(envelopeOf(name, all, page, limit, query, hint))
          expect(nextCursor !== null).toBe(!isOnePage && page * limit < all.length)
          if (goesOn && typeof nextCursor === 'string') {
            const { page: _, ...others } = parameters
            const next = JSON.parse((await ask(name, { ...others, cursor: nextCursor }, now)).body)
            expect(next.data).toEqual(all.slice(page * limit, (page + 1) * limit))
          }
          if (facet !== null) {
            const { facets } = JSON.parse((await ask(name, { ...parameters, facets: facet }, now)).body)
            const expected = countsOf(name, facet, all, Object.keys(facets[facet]))
            expect([facets[facet], expected.isWhole]).toEqual([expected.counts, true])
          }
          // The response and its tag stay the same until the exact millisecond that the reader returns.
          const until = service.readers[name].until(now)
          expect(until).toBeGreaterThan(now)
          const later = await ask(name, parameters, until - 1)
          expect([later.body, later.inquiry.tag?.()]).toEqual([body, inquiry.tag?.()])
        }),
        { seed: 20_261_120, numRuns: runs },
      )
      expect(hits).toBeGreaterThan(runs / 10)
    },
  )

  it.each([
    ['opportunities', ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED']],
    ['events', ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE']],
  ] as const)('%s: at every change, filter and field agree on the status of every record', (name, statuses) => {
    const isEvent = name === 'events'
    const shown = (filters: object, now: number): string[] => {
      const query = { filters: { ...(isEvent && { includeInactive: true }), ...filters }, limit: 10_000 }
      return JSON.parse(service.readers[name].list(query, now).data).map(({ id, status }: Item) => `${id} ${status}`)
    }
    for (const turn of spread(naive.turnsOf(name))) {
      for (const now of [turn - 1, turn, turn + 1]) {
        const expected = naive.list(name, isEvent ? { includeInactive: 'true' } : {}, null, now)
        const lines = expected.map(({ id, status }) => `${id} ${status}`).sort()
        const found = statuses.map((status) => shown({ status: [status] }, now))
        found.forEach((bodies, index) => {
          expect(bodies.filter((line) => !line.endsWith(` ${statuses[index]}`))).toEqual([])
        })
        expect(found.flat().sort()).toEqual(lines)
      }
    }
  })

  it('documents: at every deadline, upcoming returns those whose next deadline is after now, nearest first', () => {
    for (const turn of spread(naive.turnsOf('documents'))) {
      for (const now of [turn - 1, turn, turn + 1]) {
        const { data } = service.readers.documents.list({ filters: { upcoming: true }, limit: 10_000 }, now)
        expect(rewritten(data)).toBe(JSON.stringify(naive.list('documents', { upcoming: 'true' }, null, now)))
      }
    }
  })

  it.each(RESOURCE_NAMES)('%s without a filter is every published item, in order', async (name) => {
    const now = Date.parse(NOW)
    const all = naive.list(name, everythingOf(name), null, now)
    expect(all).toHaveLength(naive.publication[name].length)
  })
})
