import { beforeAll, describe, expect, it } from 'vitest'
import { LEGACY_CATEGORY_IDS } from '../../src/schema/taxonomy.ts'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'
import { openApi, type TestApi } from '../api.ts'
import { EXAMPLES, GET_EXAMPLES, LIST_EXAMPLES, withQuery } from './examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const CATEGORIES = [
  'CARE_ACCESS_COORDINATION',
  'EMS_MOBILE_INTEGRATED_HEALTH',
  'BEHAVIORAL_HEALTH',
  'MATERNAL_CHILD_FAMILY_HEALTH',
  'CHRONIC_DISEASE_PREVENTION',
  'COMMUNITY_POPULATION_HEALTH',
  'WORKFORCE_DEVELOPMENT',
  'HEALTH_IT_DATA_INTEROPERABILITY',
  'NETWORK_REGIONAL_COLLABORATION',
  'QUALITY_PATIENT_SAFETY',
  'EMERGENCY_PREPAREDNESS_RESILIENCE',
  'RURAL_INFRASTRUCTURE_CAPITAL',
  'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT',
  'PROGRAM_ADMIN_EVALUATION',
  'OTHER_UNCLASSIFIED',
]
const LEGACY = [
  'EMS_DEVELOPMENT',
  'POPULATION_HEALTH',
  'WORKFORCE',
  'HEALTH_INFORMATION_TECHNOLOGY',
  'NETWORK_DEVELOPMENT',
  'QUALITY_IMPROVEMENT',
  'FINANCE',
  'OTHER',
]
const OPPORTUNITY_STATUSES = ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED']
const EVENT_STATUSES = ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE']
const EVENT_TYPES = [
  'TOWN_HALL',
  'WEBINAR',
  'OFFICE_HOURS',
  'TRAINING',
  'ANNOUNCEMENT',
  'RECORDING',
  'QA_SESSION',
  'CONFERENCE',
  'WORKSHOP',
]
const DOCUMENT_CATEGORIES = [
  'REPORT',
  'AWARD_ANNOUNCEMENT',
  'ANNOUNCEMENT',
  'STRATEGY',
  'SUMMARY',
  'APPLICATION',
  'GUIDANCE',
  'DATA',
  'REFERENCE',
  'OTHER',
]
const CHANGE_TYPES = ['PAGE_UPDATED', 'NEW_OPPORTUNITY', 'NEW_DOCUMENT', 'SITE_DOWN', 'SITE_RESTORED']
const PROGRAM_CATEGORY = [...CATEGORIES, ...LEGACY]

/** Every filter on a closed set, with the values that the specification lists. */
const CLOSED: Record<string, Record<string, readonly string[]>> = {
  states: { region: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] },
  awards: { state: STATE_CODES, category: LEGACY, programCategory: PROGRAM_CATEGORY },
  documents: {
    state: STATE_CODES,
    category: DOCUMENT_CATEGORIES,
    documentCategory: DOCUMENT_CATEGORIES,
    activityType: LEGACY,
    programCategory: PROGRAM_CATEGORY,
  },
  opportunities: {
    state: STATE_CODES,
    status: OPPORTUNITY_STATUSES,
    scope: ['STATE', 'NATIONAL'],
    category: LEGACY,
    programCategory: PROGRAM_CATEGORY,
  },
  events: { state: STATE_CODES, status: EVENT_STATUSES, type: EVENT_TYPES },
  activities: {
    state: STATE_CODES,
    category: LEGACY,
    programCategory: PROGRAM_CATEGORY,
    status: ['ACTIVE', 'COMPLETED', 'PLANNED', 'CANCELLED'],
  },
  activity: { state: STATE_CODES, type: CHANGE_TYPES },
  coverage: { state: STATE_CODES },
}
const CLOSED_FILTERS = Object.entries(CLOSED).flatMap(([list, filters]) =>
  Object.entries(filters).map(([parameter, values]) => ({ list, parameter, values })),
)

/** The page sizes that the specification lists, and those of the lists beside it. */
const SIZES: [list: string, fallback: number, max: number][] = [
  ['states', 50, 50],
  ['awards', 100, 500],
  ['documents', 25, 100],
  ['opportunities', 25, 100],
  ['events', 25, 100],
  ['activities', 100, 500],
  ['activity', 25, 100],
  ['coverage', 60, 60],
]

const problems = (body: { errors: { parameter: string }[] }) => body.errors.map(({ parameter }) => parameter)

describe.each(EXAMPLES)('$name', ({ target, options, endpoint }) => {
  it('refuses an unknown parameter with 400 UNKNOWN_PARAMETER', async () => {
    const answer = await api.ask(withQuery(target, { nonsense: 'x' }), options)
    expect([answer.status, answer.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(answer.body.errors).toMatchObject([{ parameter: 'nonsense', value: 'x' }])
  })

  it.each(Object.keys(endpoint.query))('says that %s was meant when it is misspelt', async (parameter) => {
    const misspelt = `${parameter}s`
    const answer = await api.ask(withQuery(target, { [misspelt]: 'x' }), options)
    expect([answer.status, answer.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    if (parameter.length > 2) expect(answer.body.errors).toMatchObject([{ parameter: misspelt, didYouMean: parameter }])
    expect(answer.body.errors[0].supportedValues).toContain(parameter)
  })

  it.each(Object.keys(endpoint.query))('refuses %s without a value', async (parameter) => {
    for (const query of [`${parameter}=`, parameter]) {
      const answer = await api.ask(`${target}?${query}`, options)
      expect([answer.status, answer.body.code, problems(answer.body)]).toEqual([400, 'INVALID_PARAMETER', [parameter]])
    }
  })

  it.each(Object.keys(endpoint.query))('refuses %s given twice, even with the same value', async (parameter) => {
    const answer = await api.ask(`${target}?${parameter}=1&${parameter}=1`, options)
    expect([answer.status, answer.body.code, problems(answer.body)]).toEqual([400, 'INVALID_PARAMETER', [parameter]])
  })

  it('reports all problems of a request together, in one answer', async () => {
    const query = Object.keys(endpoint.query).map((parameter) => `${parameter}=`)
    const answer = await api.ask(`${target}?${[...query, 'nonsense=1', 'folly=2'].join('&')}`, options)
    expect(answer.status).toBe(400)
    expect(problems(answer.body).sort()).toEqual([...Object.keys(endpoint.query), 'folly', 'nonsense'].sort())
  })
})

describe.each(CLOSED_FILTERS)('$parameter of $list', ({ list, parameter, values }) => {
  const target = `/api/v1/${list}`

  it('accepts every value of the specification, in any letter case', async () => {
    for (const value of values) {
      for (const written of [value, value.toLowerCase(), value[0] + value.slice(1).toLowerCase()]) {
        const { status } = await api.ask(withQuery(target, { [parameter]: written }))
        expect([written, status]).toEqual([written, 200])
      }
    }
  })

  it('accepts a comma-separated list, and answers the union', async () => {
    const [first = '', second = ''] = values.slice(-2)
    const countOf = async (value: string) => {
      const { body } = await api.ask(withQuery(target, { [parameter]: value, limit: 50 }))
      return new Set(body.data.map(({ id, code, state }: Record<string, string>) => id ?? code ?? state))
    }
    const both = await countOf(`${first}, ${second}`)
    expect(both).toEqual((await countOf(first)).union(await countOf(second)))
  })

  it('refuses an unknown value with the list of the supported ones', async () => {
    const answer = await api.ask(withQuery(target, { [parameter]: 'NONSENSE' }))
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(answer.body.errors).toMatchObject([{ parameter, value: 'NONSENSE' }])
    const offered = list === 'activity' && parameter === 'type' ? [...values, 'ALL'] : values
    expect(answer.body.errors[0].supportedValues).toEqual(offered)
  })

  it('names each bad value of a list, and refuses an empty entry', async () => {
    const answer = await api.ask(withQuery(target, { [parameter]: `${values[0]},NONSENSE,FOLLY` }))
    expect(answer.body.errors.map(({ value }: { value: string }) => value)).toEqual(['NONSENSE', 'FOLLY'])
    expect((await api.ask(withQuery(target, { [parameter]: `${values[0]},` }))).status).toBe(400)
  })
})

describe.each(SIZES)('the page size of %s', (list, fallback, max) => {
  const target = `/api/v1/${list}`

  it(`is ${fallback} unless the caller says otherwise, and at most ${max}`, async () => {
    const given = await api.ask(target)
    const asked = await api.ask(withQuery(target, { limit: fallback }))
    expect(given.text).toBe(asked.text)
    expect((await api.ask(withQuery(target, { limit: max }))).status).toBe(200)
    expect((await api.ask(withQuery(target, { limit: 1 }))).body.data.length).toBeLessThanOrEqual(1)
  })

  it.each(['0', String(max + 1), '-1', '1.5', '1e1', '0x10', '+5', ' 5', 'ten', '٣', '99999999999999999999'])(
    'refuses limit=%s and names the bounds',
    async (limit) => {
      const answer = await api.ask(withQuery(target, { limit }))
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
      expect(answer.body.errors).toMatchObject([{ parameter: 'limit', value: limit }])
      expect(answer.body.errors[0].message).toMatch(new RegExp(`\\b1 to ${max}\\b`))
    },
  )
})

describe.each(LIST_EXAMPLES.filter(({ endpoint }) => 'page' in endpoint.query))('page of $name', ({ target }) => {
  it.each(['0', '-1', '1.5', '1e1', '0x1', '+1', ' 1', 'first'])('refuses page=%s', async (page) => {
    const answer = await api.ask(withQuery(target, { page }))
    expect([answer.status, answer.body.code, problems(answer.body)]).toEqual([400, 'INVALID_PARAMETER', ['page']])
    expect(answer.body.errors[0].message).toMatch(/\bfrom 1\b/)
  })
})

describe('programCategory', () => {
  const LISTS = ['awards', 'documents', 'opportunities', 'activities']

  it.each(LISTS)('of %s: an unrecognized value lists the supported values at the top of the body too', async (list) => {
    const { status, body } = await api.ask(`/api/v1/${list}?programCategory=BROADBAND`)
    expect(status).toBe(400)
    expect(body.supportedValues).toEqual(PROGRAM_CATEGORY)
    expect(body.errors[0].supportedValues).toEqual(PROGRAM_CATEGORY)
  })

  it.each(
    LISTS.flatMap((list) => [
      [list, 'EMS_DEVELOPMENT', 'EMS_MOBILE_INTEGRATED_HEALTH'],
      [list, 'POPULATION_HEALTH', 'COMMUNITY_POPULATION_HEALTH'],
      [list, 'WORKFORCE', 'WORKFORCE_DEVELOPMENT'],
      [list, 'HEALTH_INFORMATION_TECHNOLOGY', 'HEALTH_IT_DATA_INTEROPERABILITY'],
      [list, 'NETWORK_DEVELOPMENT', 'NETWORK_REGIONAL_COLLABORATION'],
      [list, 'QUALITY_IMPROVEMENT', 'QUALITY_PATIENT_SAFETY'],
      [list, 'FINANCE', 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'],
      [list, 'OTHER', 'OTHER_UNCLASSIFIED'],
    ]),
  )('of %s: %s is mapped to %s', async (list, legacy, canonical) => {
    const byLegacy = await api.ask(`/api/v1/${list}?programCategory=${legacy}`)
    const byCanonical = await api.ask(`/api/v1/${list}?programCategory=${canonical}`)
    expect(byLegacy.status).toBe(200)
    expect(byLegacy.text).toBe(byCanonical.text)
    expect(byLegacy.headers.get('ETag')).toBe(byCanonical.headers.get('ETag'))
  })
})

describe('a fiscal year', () => {
  it.each([
    ['documents', 'year', 25],
    ['activities', 'fiscalYear', 100],
    ['awards', 'fiscalYear', 100],
  ])('of %s is the same in each of its forms', async (list, parameter) => {
    const answers = await Promise.all(
      ['2026', 'FY2026', 'fy26', 'FY 2026', 'fy2026', ' 2026 '].map((year) =>
        api.ask(withQuery(`/api/v1/${list}`, { [parameter]: year })),
      ),
    )
    expect(answers[0]?.body.pagination.total).toBeGreaterThan(0)
    for (const { status, text } of answers) expect([status, text]).toEqual([200, answers[0]?.text])
  })

  it.each(['26a', 'year', 'FY', '2026-2027', '20266', '-1'])('is refused as %s', async (year) => {
    for (const target of ['documents?year=', 'activities?fiscalYear=', 'awards?fiscalYear=']) {
      const answer = await api.ask(`/api/v1/${target}${encodeURIComponent(year)}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
    }
  })

  it('matches exactly, except for awards, where a part of it finds every year that contains it', async () => {
    const yearsOf = async (target: string) => {
      const { body } = await api.ask(`/api/v1/${target}`)
      return new Set(body.data.map(({ fiscalYear }: { fiscalYear: string }) => fiscalYear))
    }
    expect(await yearsOf('awards?fiscalYear=202')).toEqual(new Set(['FY2026', 'FY2025', 'FY2024']))
    expect(await yearsOf('awards?fiscalYear=2024')).toEqual(new Set(['FY2024']))
    expect(await yearsOf('awards?fiscalYear=FY2024')).toEqual(new Set(['FY2024']))
    expect(await yearsOf('awards?fiscalYear=1999')).toEqual(new Set())
    expect(await yearsOf('documents?year=2024')).toEqual(new Set(['FY2024']))
    expect((await api.ask('/api/v1/documents?year=202')).status).toBe(400)
  })
})

describe('the open list of opportunity types', () => {
  it('finds nothing for an unlisted value, and takes listed ones in any letter case', async () => {
    const unlisted = await api.ask('/api/v1/opportunities?type=TENDER')
    expect([unlisted.status, unlisted.body.data, unlisted.body.pagination.total]).toEqual([200, [], 0])
    const { body } = await api.ask('/api/v1/opportunities?type=nofo,Ifb')
    expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual(['IFB', 'NOFO'])
  })

  it('refuses an empty entry', async () => {
    const answer = await api.ask('/api/v1/opportunities?type=RFP,')
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
  })
})

describe.each(['opportunities', 'events'])('q of %s', (list) => {
  it('is refused over 200 characters, and never an error below', async () => {
    const target = `/api/v1/${list}`
    expect((await api.ask(withQuery(target, { q: 'x'.repeat(200) }))).status).toBe(200)
    const long = await api.ask(withQuery(target, { q: 'x'.repeat(201) }))
    expect([long.status, problems(long.body)]).toEqual([400, ['q']])
    for (const q of [
      '"',
      '*',
      '-',
      '"" -""',
      "o'brien",
      'a OR b',
      'NEAR(a b)',
      'title:x',
      '(',
      'a*b',
      '^a',
      '.',
      '%',
      '{}',
    ])
      expect([q, (await api.ask(withQuery(target, { q }))).status]).toEqual([q, 200])
  })

  it('is refused when it is blank', async () => {
    const answer = await api.ask(withQuery(`/api/v1/${list}`, { q: '   ' }))
    expect([answer.status, problems(answer.body)]).toEqual([400, ['q']])
  })
})

describe('flags and moments', () => {
  it.each([
    ['documents', 'upcoming'],
    ['events', 'includeInactive'],
  ])('%s takes %s as true or false', async (list, parameter) => {
    const target = `/api/v1/${list}`
    const absent = await api.ask(target)
    const off = await api.ask(withQuery(target, { [parameter]: 'FALSE' }))
    const on = await api.ask(withQuery(target, { [parameter]: 'True' }))
    expect(off.text).toBe(absent.text)
    expect(on.body.pagination.total).not.toBe(absent.body.pagination.total)
    for (const value of ['yes', '1', 'on'])
      expect((await api.ask(withQuery(target, { [parameter]: value }))).status).toBe(400)
  })

  it.each([
    ['events', 'from'],
    ['events', 'to'],
    ['activity', 'since'],
  ])('%s takes %s as an ISO 8601 date or timestamp', async (list, parameter) => {
    const target = `/api/v1/${list}`
    for (const value of [
      '2026-11-30',
      '2026-11-30T17:00Z',
      '2026-11-30T17:00',
      '2026-11-30T17:00-05:00',
      '2026-11-30T17:00:00-0500',
      '2026-11-30T17:00:00',
      '2026-11-30T17:00:00.123456Z',
      '2026-11-30T17:00:00-05:00',
      '2026-11-30t17:00:00z',
    ])
      expect([value, (await api.ask(withQuery(target, { [parameter]: value }))).status]).toEqual([value, 200])
    for (const value of [
      '2026-02-30',
      '2026-13-01',
      '30.11.2026',
      'yesterday',
      '1700000000',
      '2026-11',
      '2026-11-30T25:00Z',
    ])
      expect([value, (await api.ask(withQuery(target, { [parameter]: value }))).status]).toEqual([value, 400])
  })

  it.each([
    ['2026-11-04T07:00Z', 5],
    ['2026-11-04T07:00', 5],
    ['2026-11-04T07:00:00.001', 5],
    ['2026-11-04T12:30+0530', 5],
    ['2026-11-04T06:59:59.999Z', 6],
    ['2026-11-04T01:00-05:00', 6],
    ['2026-11-04', 6],
    ['2026-11-05', 5],
  ])('reads since=%s as the instant that it names', async (since, count) => {
    const { body } = await api.ask(withQuery('/api/v1/activity', { since }))
    expect(body.count).toBe(count)
  })

  it('reads a plus sign that was not encoded', async () => {
    const raw = await api.ask('/api/v1/activity?type=ALL&since=2026-10-02T11:00:00+05:00')
    const encoded = await api.ask('/api/v1/activity?type=ALL&since=2026-10-02T11:00:00%2B05:00')
    expect(raw.status).toBe(200)
    expect(raw.text).toBe(encoded.text)
  })
})

describe('the alias documentCategory', () => {
  it('means category, and is not taken beside it', async () => {
    const category = await api.ask('/api/v1/documents?category=GUIDANCE')
    const alias = await api.ask('/api/v1/documents?documentCategory=guidance')
    expect(category.body.pagination.total).toBe(1)
    expect(alias.text).toBe(category.text)
    const both = await api.ask('/api/v1/documents?category=GUIDANCE&documentCategory=GUIDANCE')
    expect(both.status).toBe(400)
  })
})

it('has the legacy categories of the specification', () => {
  expect(LEGACY_CATEGORY_IDS).toEqual(LEGACY)
})

it('tests every filter that is registered', () => {
  const open = ['fiscalYear', 'awardee', 'year', 'upcoming', 'type', 'q', 'from', 'to', 'includeInactive', 'since']
  for (const { endpoint, name } of GET_EXAMPLES) {
    const known = [...Object.keys(CLOSED[endpoint.tag] ?? {}), ...open, 'page', 'limit']
    for (const parameter of Object.keys(endpoint.query)) expect(known, `${parameter} of ${name}`).toContain(parameter)
  }
})
