import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/http/endpoints/endpoint.ts'
import { NO_ACCOUNT } from '../../src/http/endpoints/endpoint.ts'
import { ENDPOINTS } from '../../src/http/endpoints/index.ts'
import { RESOURCE_NAMES, type ResourceName } from '../../src/resources/index.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, FIXTURE, NOW, STARTER } from '../api.ts'
import { type Asked, type Item, type Naive, openNaive, type Query } from './naive.ts'

const RUNS = 1_000

/** How the values of each parameter are found: those that stand in the items, and those that stand in none. */
const VALUES: Record<ResourceName, Record<string, (item: Item) => readonly (string | null)[]>> = {
  states: { region: ({ region }) => [region, '1'] },
  awards: {
    state: ({ state }) => [state, 'WY'],
    fiscalYear: ({ fiscalYear }) => [fiscalYear, fiscalYear.slice(2), fiscalYear.slice(4), '202', '2', '19'],
    awardee: ({ awardeeName }) => [awardeeName, awardeeName.slice(2, 9), awardeeName.toUpperCase(), 'hosp', 'é', '%'],
    category: ({ activityType }) => [activityType, 'FINANCE'],
    programCategory: ({ programCategories, activityType }) => [...programCategories, activityType, 'BEHAVIORAL_HEALTH'],
  },
  documents: {
    state: ({ state }) => [state, 'WY'],
    category: ({ category }) => [category, 'DATA'],
    activityType: ({ activityTypes }) => [...activityTypes, 'FINANCE'],
    programCategory: ({ programCategories, activityTypes }) => [...programCategories, ...activityTypes],
    year: ({ fiscalYear }) => [fiscalYear, fiscalYear?.slice(2), fiscalYear?.slice(4), 'FY2031'],
    upcoming: () => ['true', 'true', 'false'],
  },
  opportunities: {
    state: ({ state }) => [state, 'WY'],
    status: () => ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED'],
    type: ({ type }) => [type, 'RFP', 'TENDER'],
    scope: ({ scope }) => [scope],
    category: () => ['WORKFORCE', 'OTHER', 'HEALTH_INFORMATION_TECHNOLOGY', 'FINANCE'],
    programCategory: ({ programCategories, truncatedProgramCategories }) => [
      ...programCategories,
      ...truncatedProgramCategories,
      'OTHER',
    ],
  },
  events: {
    state: ({ state }) => [state, 'WY'],
    status: () => ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE'],
    type: ({ eventType }) => [eventType, 'RECORDING'],
    from: ({ startAt }) => [startAt, '2026-11-19T00:00:00Z'],
    to: ({ startAt }) => [startAt, '2026-11-21T00:00:00Z'],
    includeInactive: () => ['true', 'false'],
  },
  activities: {
    state: ({ state }) => [state, 'WY'],
    category: ({ category }) => [category],
    programCategory: ({ programCategory, category }) => [programCategory, category, 'BEHAVIORAL_HEALTH'],
    status: ({ status }) => [status, 'PLANNED'],
    fiscalYear: ({ fiscalYear }) => [fiscalYear, fiscalYear.slice(2), 'FY2031'],
  },
  activity: {
    state: ({ state }) => [state, 'WY'],
    type: ({ type }) => [type, 'ALL', 'SITE_DOWN'],
    since: ({ occurredAt }) => [occurredAt, '2026-11-05T07:00:00.000Z'],
  },
  coverage: { state: ({ state }) => [state, 'WY'] },
}

/** Parameters that take one value. */
const SINGLE = ['fiscalYear', 'awardee', 'year', 'upcoming', 'from', 'to', 'includeInactive', 'since']
const SEARCHED: Partial<Record<ResourceName, (item: Item) => (string | null)[]>> = {
  opportunities: ({ title, summary }) => [title, summary],
  events: ({ title, hostAgency, description }) => [title, hostAgency, description],
}

interface Question {
  query: Query
  q: Asked[] | null
  page: number
  limit: number
  now: number
}

function questions(name: ResourceName, naive: Naive): fc.Arbitrary<Question> {
  const items = naive.publication[name].map(({ item }) => item as Item)
  const filters = Object.entries(VALUES[name]).map(([parameter, valuesOf]) => {
    const known = [...new Set(items.flatMap((item) => valuesOf(item)))].filter((value) => typeof value === 'string')
    const value = fc.constantFrom(...(known as string[]))
    const text = SINGLE.includes(parameter)
      ? value
      : fc
          .uniqueArray(value, { minLength: 1, maxLength: 3 })
          .map((values) => (values.includes('ALL') ? 'ALL' : values.join(',')))
    const cased = fc.tuple(text, fc.boolean()).map(([written, isLower]) => (isLower ? written.toLowerCase() : written))
    return [parameter, SINGLE.includes(parameter) && parameter !== 'awardee' ? text : cased] as const
  })
  // Few filters find more than many do.
  const query = fc
    .subarray(filters, { maxLength: Math.min(3, filters.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
  return fc.record({
    query,
    q: fc.option(asked(items.flatMap((item) => SEARCHED[name]?.(item) ?? [])), { freq: 2 }),
    page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }) }),
    limit: fc.constantFrom(1, 2, 7, 25, 50),
    now: fc.oneof(
      fc.constant(Date.parse(NOW)),
      fc
        .tuple(fc.constantFrom(...naive.turnsOf(name)), fc.constantFrom(-86_400_000, -1, 0, 1, 3_600_000))
        .map(([turn, ms]) => turn + ms),
    ),
  })
}

function asked(texts: (string | null)[]): fc.Arbitrary<Asked[]> {
  const runs = texts.flatMap((text) => {
    const words = (text ?? '').split(/[\s"*]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    return words.map((word, index) => ({ word, pair: words.slice(index, index + 2).join(' ') }))
  })
  if (runs.length === 0) return fc.constant([])
  const run = fc.constantFrom(...runs)
  const part = fc
    .record({ run, kind: fc.constantFrom('word' as const, 'phrase' as const, 'prefix' as const), cut: fc.nat(5) })
    .map(({ run: { word, pair }, kind, cut }) => {
      const start = word.replace(/^[^\p{L}\p{N}]+/u, '')
      if (kind === 'prefix')
        return { kind, words: /^[\p{L}\p{N}]{2,}$/u.test(start) ? start.slice(0, 2 + cut) : 'tele' }
      return { kind, words: kind === 'phrase' ? pair : start }
    })
  const signed = fc
    .tuple(part, fc.integer({ min: 0, max: 4 }))
    .map(([given, chance]) => ({ ...given, isExcluded: chance === 0 }))
  return fc.array(signed, { minLength: 1, maxLength: 2 })
}

const written = ({ kind, words, isExcluded }: Asked): string =>
  (isExcluded ? '-' : '') + (kind === 'phrase' ? `"${words}"` : kind === 'prefix' ? `${words}*` : words)

function envelopeOf(name: ResourceName, all: Item[], page: number, limit: number): string {
  const data = all.slice((page - 1) * limit, page * limit)
  const total = all.length
  if (name === 'states' || name === 'coverage') return JSON.stringify({ data, count: data.length })
  if (name === 'activity') return JSON.stringify({ data, count: data.length, page, hasMore: page * limit < total })
  return JSON.stringify({ data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } })
}

const idAndStatus = (body: string): string => {
  const [, id, status] = /^\{"id":"([^"]+)".*?,"status":"(\w+)"/.exec(body) ?? []
  return `${id} ${status}`
}

describe.each([
  ['the fixture', FIXTURE],
  ['the starter dataset', STARTER],
])('on %s', (_, folder) => {
  let naive: Naive
  let service: Service
  beforeAll(async () => {
    naive = await openNaive(folder)
    service = openService((await baked(folder)).folder)
  })

  async function ask(name: ResourceName, parameters: Query, now: number): Promise<{ plan: Plan; body: string }> {
    const endpoint = ENDPOINTS.find(({ path }) => path === `/api/v1/${name}`)
    const target = `http://localhost/api/v1/${name}?${new URLSearchParams(parameters)}`
    const plan = await endpoint?.plan(
      { raw: new Request(target), query: new URL(target).searchParams, name: '' },
      service,
      now,
    )
    if (!plan) throw new Error(`${name} is not registered`)
    const body = await plan.run(NO_ACCOUNT)
    return { plan, body: body as string }
  }

  it.each(RESOURCE_NAMES)(`%s answers as the naive list does, ${RUNS} questions at as many instants`, async (name) => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(questions(name, naive), async ({ query, q: given, page: wish, limit, now }) => {
        const isOnePage = name === 'states' || name === 'coverage'
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
        const { plan, body } = await ask(name, parameters, now)
        expect(body).toBe(envelopeOf(name, all, page, limit))
        // The answer is the same until the very millisecond that its tag names.
        expect(plan.until).toBeGreaterThan(now)
        expect((await ask(name, parameters, plan.until - 1)).body).toBe(body)
      }),
      { seed: 20_261_120, numRuns: RUNS },
    )
    expect(hits).toBeGreaterThan(RUNS / 10)
  })

  it.each([
    ['opportunities', ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED']],
    ['events', ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE']],
  ] as const)('%s: at every turn, filter and field agree on the status of every record', (name, statuses) => {
    const isEvent = name === 'events'
    const shown = (filters: object, now: number): string[] =>
      service.readers[name]
        .list({ filters: { ...(isEvent && { includeInactive: true }), ...filters }, page: 1, limit: 10_000 }, now)
        .bodies.map(idAndStatus)
    for (const turn of naive.turnsOf(name)) {
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

  it('documents: at every deadline, upcoming holds those whose next deadline is after now, nearest first', () => {
    for (const turn of naive.turnsOf('documents')) {
      for (const now of [turn - 1, turn, turn + 1]) {
        const { bodies } = service.readers.documents.list({ filters: { upcoming: true }, page: 1, limit: 10_000 }, now)
        expect(`[${bodies.join()}]`).toBe(JSON.stringify(naive.list('documents', { upcoming: 'true' }, null, now)))
      }
    }
  })

  it.each(RESOURCE_NAMES)('%s without a filter is every published item, in order', async (name) => {
    const now = Date.parse(NOW)
    const all = naive.list(
      name,
      name === 'activity' ? { type: 'ALL' } : name === 'events' ? { includeInactive: 'true' } : {},
      null,
      now,
    )
    expect(all).toHaveLength(naive.publication[name].length)
  })
})
