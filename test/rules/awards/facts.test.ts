import { describe, expect, it } from 'vitest'
import { getBlank } from '../../../src/ingest/drafts.ts'
import { getCompleteness } from '../../../src/resources/documents.ts'
import { createPlaces } from '../../../src/rules/awards/places.ts'
import {
  countRuralResidents,
  findNewest,
  getSum,
  toAmountPerRuralResident,
  toCents,
} from '../../../src/rules/awards/totals.ts'
import { once } from '../../../src/rules/once.ts'
import { pick } from '../../../src/rules/pick.ts'
import { getConfirmedAt, getConfirmedIn, pickLatestFreshness } from '../../../src/rules/time/freshness.ts'
import { getNextPublication } from '../../../src/rules/time/moments.ts'
import type { PageState, SourceState } from '../../../src/schema/history.ts'
import { document, state } from '../../ingest/records.ts'

describe('the completeness of a document', () => {
  const EMPTY = document(getBlank('documents'))

  it.each([
    ['nothing', {}, 0],
    ['one field of 13', { pages: 1 }, 0.08],
    ['a list', { strategicGoals: ['a'] }, 0.08],
    ['zero, which is a value', { award: 0 }, 0.08],
    ['two fields', { pages: 1, milestones: [{ date: '2026-01', label: 'a' }] }, 0.15],
    ['a field that is not extracted', { title: 'Another', description: 'A text' }, 0],
    [
      'all of it',
      {
        fiscalYear: 'FY2026',
        award: 1,
        budget: {},
        highlights: 'a',
        programHighlights: 'a',
        strategicGoals: ['a'],
        milestones: [{ date: '2026-01', label: 'a' }],
        transformationStrategy: {},
        implementationPhase: 'a',
        applicationUrl: 'https://a.gov/',
        keyDates: [{ label: 'a', date: '2026-01-01' }],
        deadline: '2026-01-01',
        pages: 1,
      },
      1,
    ],
  ])('counts %s', (_, more, expected) => {
    expect(getCompleteness({ ...EMPTY, ...more })).toBe(expected)
  })
})

describe('the sources', () => {
  const source = (name: string, day: number, confirmed: Record<string, string> = {}): SourceState => ({
    source: name,
    checkedAt: `2026-11-${day}T08:17:00Z`,
    succeededAt: null,
    changedAt: null,
    failure: null,
    failedOn: [],
    confirmed,
  })
  const pages = (label: string) => [{ label } as PageState]
  const [a, b] = [
    { sources: [source('z', 12), source('b', 11)], pages: pages('a') },
    { sources: [source('b', 13), source('z', 10), source('a', 10)], pages: pages('b') },
  ]

  it('have the later of two states each, in order of their names', () => {
    const sources = [source('a', 10), source('b', 13), source('z', 12)]
    expect(pickLatestFreshness(a, b)).toEqual({ sources, pages: b.pages })
    expect(pickLatestFreshness(b, a)).toEqual({ sources, pages: b.pages })
  })

  it('keep the first of two equal states', () => {
    const failed = { ...source('b', 11), failure: 'away' }
    const equal = { sources: [failed, source('z', 12)], pages: pages('c') }
    expect(pickLatestFreshness(a, equal)).toEqual({ sources: [source('b', 11), source('z', 12)], pages: a.pages })
  })

  it('have the pages of the state that has any source', () => {
    const none = { sources: [], pages: pages('none') }
    expect(pickLatestFreshness(none, a).pages).toBe(a.pages)
    expect(pickLatestFreshness(a, none).pages).toBe(a.pages)
    expect(pickLatestFreshness(none, { ...none, pages: [] }).pages).toBe(none.pages)
  })

  it('confirm records last when the last of them did, anywhere or in a state', () => {
    const freshness = {
      sources: [
        source('a', 10, { NC: '2026-11-12T00:00:00Z', national: '2026-11-09T00:00:00Z' }),
        source('b', 10, { NC: '2026-11-11T00:00:00Z', SC: '2026-11-13T00:00:00Z' }),
        source('c', 10),
      ],
      pages: [],
    }
    expect(getConfirmedAt(freshness)).toBe('2026-11-13T00:00:00Z')
    expect(['NC', 'SC', 'VA', null].map((code) => getConfirmedIn(freshness, code))).toEqual([
      '2026-11-12T00:00:00Z',
      '2026-11-13T00:00:00Z',
      null,
      '2026-11-09T00:00:00Z',
    ])
    expect(getConfirmedAt({ sources: [source('c', 10)], pages: [] })).toBeNull()
  })
})

describe('the next nightly run', () => {
  it.each([
    ['2026-11-20T00:00:00.000Z', '2026-11-20T08:17:00.000Z'],
    ['2026-11-20T08:16:59.999Z', '2026-11-20T08:17:00.000Z'],
    ['2026-11-20T08:17:00.000Z', '2026-11-21T08:17:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T08:17:00.000Z'],
  ])('after %s is %s', (now, expected) => {
    expect(new Date(getNextPublication(Date.parse(now))).toISOString()).toBe(expected)
  })
})

it('a lazily created value is created when it is needed, once, even if it is undefined', () => {
  let made = 0
  const value = once(() => {
    made += 1
    return undefined
  })
  expect(made).toBe(0)
  expect([value(), value(), made]).toEqual([undefined, undefined, 1])
})

describe('the places of the states', () => {
  const places = createPlaces([
    state({ code: 'AK', name: 'Alaska', timezone: 'America/Anchorage', sites: [] }),
    state({
      code: 'NC',
      name: 'North Carolina',
      timezone: 'America/Detroit',
      sites: [
        { url: 'https://nc.gov/a', label: 'a', agency: 'Health' },
        { url: 'https://nc.gov/b', label: 'b', agency: 'Care' },
        { url: 'https://nc.gov/c', label: 'c', agency: 'Health' },
        { url: 'https://other.gov/', label: 'd', agency: 'Other' },
      ],
    }),
  ])

  it('have the zone, name and program page of each state', () => {
    expect([places.getZone('NC'), places.getName('NC'), places.findSite('NC')]).toEqual([
      'America/Detroit',
      'North Carolina',
      'https://nc.gov/a',
    ])
    expect([places.getZone('AK'), places.getName('AK'), places.findSite('AK')]).toEqual([
      'America/Anchorage',
      'Alaska',
      null,
    ])
  })

  it.each(['VA', null] as const)('have the national zone and nothing else for %s', (code) => {
    expect([places.getZone(code), places.getName(code), places.findSite(code)]).toEqual([
      'America/New_York',
      null,
      null,
    ])
    expect(places.agenciesAt(code, 'https://nc.gov/')).toEqual([])
  })

  it('have the agencies of a state on a host, each once', () => {
    expect(places.agenciesAt('NC', 'https://nc.gov/x')).toEqual(['Health', 'Care'])
    expect(places.agenciesAt('NC', 'https://other.gov/x')).toEqual(['Other'])
    expect(places.agenciesAt('NC', 'https://www.nc.gov/x')).toEqual([])
    expect(places.agenciesAt('AK', 'https://nc.gov/x')).toEqual([])
  })
})

describe('rural residents', () => {
  it.each([
    [1_000, 35.16, 352],
    [1_000, 0, 0],
    [null, 35, null],
    [1_000, null, null],
  ])('of %s people, %s percent', (population, ruralPercent, expected) => {
    expect(countRuralResidents({ population, ruralPercent })).toBe(expected)
  })

  it.each([
    [1_000, 3, 333],
    [0, 3, 0],
    [1_000, 0, null],
    [1_000, null, null],
    [null, 3, null],
  ])('share %s dollars among %s', (amount, residents, expected) => {
    expect(toAmountPerRuralResident(amount, residents)).toBe(expected)
  })
})

describe('totals', () => {
  it.each<[(number | null)[], number | null]>([
    [[], null],
    [[null, null], null],
    [[0, null], 0],
    [[0.1, 0.2, null], 0.3],
    [[1.25, 2.5], 3.75],
    [[-1, 2], 1],
  ])('sum the known amounts to the cent: %j', (amounts, expected) => {
    expect(getSum(amounts)).toBe(expected)
  })

  it('are compared in cents', () => {
    expect([0.29, 1.1, -0.01].map(toCents)).toEqual([29, 110, -1])
  })

  it.each<[string[], string | null]>([
    [[], null],
    [['2026-01-01'], '2026-01-01'],
    [['2026-01-01', '2026-03-01', '2026-02-01'], '2026-03-01'],
    [['', ''], ''],
  ])('name the newest of %j', (timestamps, expected) => {
    expect(findNewest(timestamps)).toBe(expected)
  })
})

describe('some fields of a record', () => {
  const RECORD: { id: string; title: string | null; pages?: number } = { id: 'a', title: null }

  it('are in the order of the names, with null', () => {
    expect(JSON.stringify(pick(RECORD, ['title', 'id']))).toBe('{"title":null,"id":"a"}')
  })

  it.each([
    ['a field that the record does not have', 'pages'],
    ['a name that every object inherits', 'constructor'],
  ])('leave out %s', (_, name) => {
    expect(Object.keys(pick(RECORD, ['id', name as 'pages']))).toEqual(['id'])
  })
})
