import { beforeAll, describe, expect, it } from 'vitest'
import { CATEGORY_INPUTS } from '../../../src/schema/taxonomy.ts'
import { openApi, type TestApi } from '../../api.ts'
import { CLOSED_FILTERS, withQuery } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const problems = (body: { errors: { parameter: string }[] }) => body.errors.map(({ parameter }) => parameter)

describe.each(CLOSED_FILTERS)('$parameter of $list', ({ list, parameter, values }) => {
  const target = `/api/v1/${list}`

  it('accepts every value, in any letter case', async () => {
    for (const [place, value] of values.entries()) {
      const cases = [value.toLowerCase(), value[0] + value.slice(1).toLowerCase(), value]
      // By default each value in one letter case, in turn.
      for (const written of process.env.LONG ? cases : [cases[place % cases.length]!]) {
        const { status } = await api.ask(withQuery(target, { [parameter]: written }))
        expect([written, status]).toEqual([written, 200])
      }
    }
  })

  it('accepts a comma-separated list, and returns the union', async () => {
    const [first = '', second = ''] = values.slice(-2)
    const countItems = async (value: string) => {
      const { body } = await api.ask(withQuery(target, { [parameter]: value, limit: 50 }))
      return new Set(body.data.map(({ id, code, state }: Record<string, string>) => id ?? code ?? state))
    }
    const both = await countItems(`${first}, ${second}`)
    expect(both).toEqual((await countItems(first)).union(await countItems(second)))
  })

  it('rejects an unknown value with the list of supported ones', async () => {
    const answer = await api.ask(withQuery(target, { [parameter]: 'NONSENSE' }))
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(answer.body.errors).toMatchObject([{ parameter, value: 'NONSENSE' }])
    const offered = list === 'activity' && parameter === 'type' ? [...values, 'ALL'] : values
    expect(answer.body.errors[0].supportedValues).toEqual(offered)
  })

  it('reports each invalid value of a list, and rejects an empty entry', async () => {
    const answer = await api.ask(withQuery(target, { [parameter]: `${values[0]},NONSENSE,FOLLY` }))
    expect(answer.body.errors.map(({ value }: { value: string }) => value)).toEqual(['NONSENSE', 'FOLLY'])
    expect((await api.ask(withQuery(target, { [parameter]: `${values[0]},` }))).status).toBe(400)
  })
})

describe('programCategory', () => {
  const LISTS = ['awards', 'documents', 'opportunities', 'activities']

  it.each(LISTS)(
    'of %s: an unrecognized value also lists the supported values at the top of the body',
    async (list) => {
      const { status, body } = await api.ask(`/api/v1/${list}?programCategory=BROADBAND`)
      expect(status).toBe(400)
      expect(body.supportedValues).toEqual(CATEGORY_INPUTS)
      expect(body.errors[0].supportedValues).toEqual(CATEGORY_INPUTS)
    },
  )

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

  it.each(['26a', 'year', 'FY', '2026-2027', '20266', '-1'])('is rejected as %s', async (year) => {
    for (const target of ['documents?year=', 'activities?fiscalYear=', 'awards?fiscalYear=']) {
      const answer = await api.ask(`/api/v1/${target}${encodeURIComponent(year)}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
    }
  })

  it('matches exactly, except for awards, where a part of it finds every year that contains it', async () => {
    const listYears = async (target: string) => {
      const { body } = await api.ask(`/api/v1/${target}`)
      return new Set(body.data.map(({ fiscalYear }: { fiscalYear: string }) => fiscalYear))
    }
    expect(await listYears('awards?fiscalYear=202')).toEqual(new Set(['FY2026', 'FY2025', 'FY2024']))
    expect(await listYears('awards?fiscalYear=2024')).toEqual(new Set(['FY2024']))
    expect(await listYears('awards?fiscalYear=FY2024')).toEqual(new Set(['FY2024']))
    expect(await listYears('awards?fiscalYear=1999')).toEqual(new Set())
    expect(await listYears('documents?year=2024')).toEqual(new Set(['FY2024']))
    expect((await api.ask('/api/v1/documents?year=202')).status).toBe(400)
  })
})

describe('the open list of opportunity types', () => {
  it('finds nothing for an unlisted value, and accepts listed ones in any letter case', async () => {
    const unlisted = await api.ask('/api/v1/opportunities?type=TENDER')
    expect([unlisted.status, unlisted.body.data, unlisted.body.pagination.total]).toEqual([200, [], 0])
    const { body } = await api.ask('/api/v1/opportunities?type=nofo,Ifb')
    expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual(['IFB', 'NOFO'])
  })

  it('rejects an empty entry', async () => {
    const answer = await api.ask('/api/v1/opportunities?type=RFP,')
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
  })
})

describe.each(['opportunities', 'events'])('q of %s', (list) => {
  it('is rejected over 200 characters, and never causes an error below that', async () => {
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

  it('is rejected if it is blank', async () => {
    const answer = await api.ask(withQuery(`/api/v1/${list}`, { q: '   ' }))
    expect([answer.status, problems(answer.body)]).toEqual([400, ['q']])
  })
})

describe('flags and moments', () => {
  it.each([
    ['documents', 'upcoming'],
    ['events', 'includeInactive'],
  ])('%s accepts %s as true or false', async (list, parameter) => {
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
  ])('%s accepts %s as an ISO 8601 date or timestamp', async (list, parameter) => {
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
      '0001-01-01',
      '9999-12-31T23:59:59Z',
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
  ])('reads since=%s as the exact instant', async (since, count) => {
    const { body } = await api.ask(withQuery('/api/v1/activity', { since }))
    expect(body.count).toBe(count)
  })

  it('accepts a plus sign that was not encoded', async () => {
    const raw = await api.ask('/api/v1/activity?type=ALL&since=2026-10-02T11:00:00+05:00')
    const encoded = await api.ask('/api/v1/activity?type=ALL&since=2026-10-02T11:00:00%2B05:00')
    expect(raw.status).toBe(200)
    expect(raw.text).toBe(encoded.text)
  })
})
