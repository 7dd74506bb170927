import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createExampleGrant, EXAMPLE_DEPS } from '../../src/contract/examples.ts'
import { ENDPOINTS } from '../../src/http/endpoints/all.ts'
import type { Inquiry } from '../../src/http/endpoints/endpoint.ts'
import { getFacets } from '../../src/resources/define.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../src/resources/index.ts'
import { classifyApplicants } from '../../src/rules/classify/kinds.ts'
import { CHANGE_TYPES } from '../../src/schema/vocabularies.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, FIXTURE, NOW, STARTER } from '../api.ts'
import { declaredValues, getFullQuery } from './declared.ts'
import { type Asked, type Item, matches, type Query } from './matches.ts'
import { type Naive, openNaive } from './naive.ts'

/** How the values of each parameter are found: those that occur in the items, and those that do not. */
const VALUES: { [Name in ResourceName]?: Record<string, (item: Item) => readonly (string | null)[]> } = {
  states: { region: ({ region }) => [region, '1'] },
  awards: {
    state: ({ state }) => [state, 'WY'],
    fiscalYear: ({ fiscalYear }) => [fiscalYear, fiscalYear.slice(2), fiscalYear.slice(4), '202', '2', '19'],
    awardee: ({ awardeeName }) => [awardeeName, awardeeName.slice(2, 9), awardeeName.toUpperCase(), 'hosp', 'é', '%'],
    verification: () => ['VERIFIED', 'UNVERIFIED', 'ALL'],
    recipientKind: ({ recipientKind }) => [recipientKind, 'TRIBAL', 'OTHER'],
    county: ({ county, place }) =>
      [county, county?.split(' ')[0], ...(place ?? '').split('; '), 'Park County'].filter(Boolean),
    near: ({ state, county }) => [county && `${county}, ${state}`, 'Merrick County, NE', 'matanuska-susitna, ak'],
    within: () => ['0', '20', '120', '1000'],
    category: ({ activityType }) => [activityType, 'FINANCE'],
    programCategory: ({ programCategories, activityType }) => [...programCategories, activityType, 'BEHAVIORAL_HEALTH'],
  },
  documents: {
    state: ({ state }) => [state, 'WY'],
    category: ({ category }) => [category, 'DATA'],
    activityType: ({ activityTypes }) => [...activityTypes, 'FINANCE'],
    programCategory: ({ programCategories, activityTypes }) => [...programCategories, ...activityTypes],
    fileType: ({ fileType }) => [fileType, 'DOCX'],
    year: ({ fiscalYear }) => [fiscalYear, fiscalYear?.slice(2), fiscalYear?.slice(4), 'FY2031'],
    upcoming: () => ['true', 'true', 'false'],
  },
  opportunities: {
    state: ({ state }) => [state, 'WY'],
    status: () => ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED'],
    applicantType: ({ applicantTypes }) => [...classifyApplicants(applicantTypes), 'TRIBAL'],
    statusBasis: () => ['DUE_DATE', 'SOURCE', 'AWARDED', 'ROLLING', 'UNCONFIRMED'],
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
  commitments: {
    state: ({ state }) => [state, 'WY'],
    factor: ({ factor }) => [factor, 'F.1'],
    q: ({ policy }) => [policy.split(/[^A-Za-z]+/)[0], 'pharmacist', 'compact -nurse'],
  },
  activity: {
    state: ({ state }) => [state, 'WY'],
    type: ({ type }) => [type, 'ALL', 'SITE_DOWN'],
    since: ({ occurredAt }) => [occurredAt, '2026-11-05T07:00:00.000Z'],
  },
  coverage: { state: ({ state }) => [state, 'WY'] },
}

/** The filters that every list has, and those that many have. */
const SHARED: Record<string, (item: Item) => readonly (string | null)[]> = {
  updatedSince: ({ updatedAt }) => [updatedAt, '2026-11-05T07:00:00.000Z'],
  includeRemoved: () => ['false'],
  ids: ({ id, code, state }) => [id ?? code ?? state, 'unknown'],
  state: () => ['none'],
  scope: () => ['STATE', 'NATIONAL'],
  amountMin: ({ federalAmount, award, budgetMax }) => [String(federalAmount ?? award ?? budgetMax ?? 1), '100000'],
  amountMax: ({ federalAmount, award, budgetMax }) => [String(federalAmount ?? award ?? budgetMax ?? 1), '100000'],
  dueAfter: ({ dueDate }) => [dueDate, '2026-11-21T00:00:00Z'],
  dueBefore: ({ dueDate }) => [dueDate, '2026-11-21T00:00:00Z'],
  postedAfter: ({ postedDate }) => [postedDate],
  postedBefore: ({ postedDate }) => [postedDate],
  discoveredAfter: ({ discovered }) => [discovered],
  discoveredBefore: ({ discovered }) => [discovered],
}

type Values = (item: Item) => readonly (string | null)[]

/** The values of every filter and sort parameter of a list. */
function listValues(name: ResourceName): [parameter: string, values: Values][] {
  const byParameter: Record<string, Values> = VALUES[name] ?? declaredValues(name)
  const { filters, orders } = getResource(name)
  const both = (parameter: string): Values => {
    const lists = [byParameter[parameter], SHARED[parameter]].filter((values) => values !== undefined)
    if (lists.length === 0) throw new Error(`no value of ${parameter} of ${name} is known here`)
    return (item) => lists.flatMap((values) => values(item))
  }
  const [first = 'updatedAt', second = first] = orders.sortable
  const sorts = orders.sortable.flatMap((field) => [field, `-${field}`])
  return [
    ...Object.keys(filters)
      .filter((parameter) => parameter !== 'q')
      .map((parameter): [string, Values] => [parameter, both(parameter)]),
    ['sort', () => (first === second ? sorts : [...sorts, `-${first},${second}`, `${second},-${first}`])],
  ]
}

/** The values of a filter that occur in the items of a list, as a caller writes them. */
function valuesIn(name: ResourceName, parameter: string, items: readonly Item[]): string[] {
  const [, values] = listValues(name).find(([candidate]) => candidate === parameter) ?? [null, () => []]
  const all = new Set(items.flatMap((item) => values(item)))
  return [...all].filter((value): value is string => typeof value === 'string' && value.toUpperCase() !== 'ALL')
}

/** Parameters that take one value. */
const SINGLE = [
  'fiscalYear',
  'awardee',
  'county',
  'near',
  'within',
  'year',
  'upcoming',
  'from',
  'to',
  'includeInactive',
  'since',
  'updatedSince',
  'includeRemoved',
  'amountMin',
  'amountMax',
  'dueAfter',
  'dueBefore',
  'postedAfter',
  'postedBefore',
  'discoveredAfter',
  'discoveredBefore',
  'sort',
]
const SEARCHED: Partial<Record<ResourceName, (item: Item) => (string | null)[]>> = {
  opportunities: ({ title, summary, issuingAgency }) => [title, summary, issuingAgency],
  events: ({ title, hostAgency, description, stateName }) => [title, hostAgency, description, stateName],
}

interface Question {
  query: Query
  q: Asked[] | null
  page: number
  limit: number
  now: number
  /** A filter whose values are to be counted over the matches. */
  facet: string | null
  /** Whether to continue with the response's cursor. */
  goesOn: boolean
}

/** Random queries to a list: up to three filters, a search, a page, and an instant near a change. */
function questions(name: ResourceName, naive: Naive): fc.Arbitrary<Question> {
  const items = naive.publication[name].map(({ item }) => item as Item)
  const filters = listValues(name).map(([parameter, values]) => {
    const choices = [...new Set(items.flatMap((item) => values(item)))].filter((value) => typeof value === 'string')
    const value = fc.constantFrom(...(choices as string[]))
    const text = SINGLE.includes(parameter)
      ? value
      : fc
          .uniqueArray(value, { minLength: 1, maxLength: 3 })
          .map((values) => (values.includes('ALL') ? 'ALL' : values.join(',')))
    const cased = fc.tuple(text, fc.boolean()).map(([written, isLower]) => (isLower ? written.toLowerCase() : written))
    return [parameter, SINGLE.includes(parameter) && !['awardee', 'county'].includes(parameter) ? text : cased] as const
  })
  // Few filters match more than many do.
  const query = fc
    .subarray(filters, { maxLength: Math.min(3, filters.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
    // Miles need a county.
    .map(({ within, ...query }) => (within !== undefined && query.near ? { ...query, within } : query))
  return fc.record({
    query,
    q: fc.option(asked(items.flatMap((item) => SEARCHED[name]?.(item) ?? [])), { freq: 2 }),
    page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }) }),
    limit: fc.constantFrom(1, 2, 7, 25, 50),
    facet: fc.option(fc.constantFrom(...getFacets(getResource(name))), { freq: 1 }),
    goesOn: fc.boolean(),
    now: fc.oneof(
      fc.constant(Date.parse(NOW)),
      fc
        .tuple(fc.constantFrom(...naive.listTurns(name)), fc.constantFrom(-86_400_000, -1, 0, 1, 3_600_000))
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
    .map(([drawn, chance]) => ({ ...drawn, isExcluded: chance === 0 }))
  return fc.array(signed, { minLength: 1, maxLength: 2 })
}

/** A part of a search as a caller writes it. */
const written = ({ kind, words, isExcluded }: Asked): string =>
  (isExcluded ? '-' : '') + (kind === 'phrase' ? `"${words}"` : kind === 'prefix' ? `${words}*` : words)

const isLong = Boolean(process.env.LONG)

// The fixture has a change of every kind; of the many in the starter dataset these are tried, or all if LONG is set.
const TURNS_MAX = isLong ? Number.POSITIVE_INFINITY : 3
const spread = (turns: readonly number[]): readonly number[] => {
  const step = Math.max(1, Math.ceil(turns.length / TURNS_MAX))
  return turns.filter((_, index) => index % step === 0)
}

function formatEnvelope(
  name: ResourceName,
  all: Item[],
  page: number,
  limit: number,
  { type }: Query,
  hint: unknown,
): string {
  const data = all.slice((page - 1) * limit, page * limit)
  const total = all.length
  const { envelope } = getResource(name)
  if (envelope === 'counted') return JSON.stringify({ data, count: data.length })
  if (envelope === 'feed') {
    const feed = { data, count: data.length, page, hasMore: page * limit < total, types: parseTypes(type) }
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
function parseTypes(type = 'PAGE_UPDATED'): readonly string[] {
  const asked = type.split(',').map((word) => word.trim().toUpperCase())
  return asked.includes('ALL') ? CHANGE_TYPES : [...new Set(asked)].sort()
}

/**
 * The number of occurrences of each filter value in items that match a query, counted one value at a time.
 * @param told the values that are counted; what they leave out shows in `isWhole`
 */
function countValues(name: ResourceName, parameter: string, items: Item[], told: readonly string[]) {
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
    const search = String(new URLSearchParams(parameters))
    const request = { raw: new Request(target), search, name: '', format: null, base: () => '' }
    const inquiry = await endpoint?.handle(request, service, now, EXAMPLE_DEPS)
    if (!inquiry) throw new Error(`${name} is not registered`)
    const { body } = (await inquiry.respond(createExampleGrant(now))) as { body: string }
    return { inquiry, body }
  }

  it.each(RESOURCE_NAMES)(
    `%s gives the same results as the naive list, for ${runs} queries at as many instants`,
    async (name) => {
      let hits = 0
      await fc.assert(
        fc.asyncProperty(questions(name, naive), async ({ query, q: terms, page: wish, limit, now, facet, goesOn }) => {
          const isOnePage = getResource(name).envelope === 'counted'
          const q = SEARCHED[name] ? terms : null
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
          expect(rest).toBe(formatEnvelope(name, all, page, limit, query, hint))
          expect(nextCursor !== null).toBe(!isOnePage && page * limit < all.length)
          if (goesOn && typeof nextCursor === 'string') {
            const { page: _, ...others } = parameters
            const next = JSON.parse((await ask(name, { ...others, cursor: nextCursor }, now)).body)
            expect(next.data).toEqual(all.slice(page * limit, (page + 1) * limit))
          }
          if (facet !== null) {
            const { facets } = JSON.parse((await ask(name, { ...parameters, facets: facet }, now)).body)
            const expected = countValues(name, facet, all, Object.keys(facets[facet]))
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
    for (const turn of spread(naive.listTurns(name))) {
      for (const now of [turn - 1, turn, turn + 1]) {
        const expected = naive.list(name, isEvent ? { includeInactive: 'true' } : {}, null, now)
        const lines = expected.map(({ id, status }) => `${id} ${status}`).sort()
        const bodiesByStatus = statuses.map((status) => shown({ status: [status] }, now))
        bodiesByStatus.forEach((bodies, index) => {
          expect(bodies.filter((line) => !line.endsWith(` ${statuses[index]}`))).toEqual([])
        })
        expect(bodiesByStatus.flat().sort()).toEqual(lines)
      }
    }
  })

  it('documents: at every deadline, upcoming returns those whose next deadline is after now, nearest first', () => {
    for (const turn of spread(naive.listTurns('documents'))) {
      for (const now of [turn - 1, turn, turn + 1]) {
        const { data } = service.readers.documents.list({ filters: { upcoming: true }, limit: 10_000 }, now)
        expect(rewritten(data)).toBe(JSON.stringify(naive.list('documents', { upcoming: 'true' }, null, now)))
      }
    }
  })

  it.each(RESOURCE_NAMES)('%s without a filter is every published item, in order', async (name) => {
    const now = Date.parse(NOW)
    const all = naive.list(name, getFullQuery(name), null, now)
    expect(all).toHaveLength(naive.publication[name].length)
  })
})
