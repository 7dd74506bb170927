import { beforeAll, describe, expect, it } from 'vitest'
import { updates } from '../../../src/resources/filters.ts'
import { getResource, RESOURCE_NAMES } from '../../../src/resources/index.ts'
import { openApi, type TestApi } from '../../api.ts'
import { CLOSED_FILTERS, EXAMPLES, GET_EXAMPLES, LIST_EXAMPLES, withQuery } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const problems = (body: { errors: { parameter: string }[] }) => body.errors.map(({ parameter }) => parameter)

describe.each(EXAMPLES)('$name', ({ target, options, endpoint }) => {
  it('rejects an unknown parameter with 400 UNKNOWN_PARAMETER', async () => {
    const answer = await api.ask(withQuery(target, { nonsense: 'x' }), options)
    expect([answer.status, answer.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(answer.body.errors).toMatchObject([{ parameter: 'nonsense', value: 'x' }])
  })

  it('suggests each parameter when it is misspelled', async () => {
    for (const parameter of Object.keys(endpoint.query)) {
      const misspelt = `${parameter}s`
      const answer = await api.ask(withQuery(target, { [misspelt]: 'x' }), options)
      expect([answer.status, answer.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
      const didYouMean = parameter.length > 2 ? { didYouMean: parameter } : {}
      expect(answer.body.errors).toMatchObject([{ parameter: misspelt, ...didYouMean }])
      expect(answer.body.errors[0].supportedValues).toContain(parameter)
    }
  })

  it('rejects each parameter without a value', async () => {
    for (const parameter of Object.keys(endpoint.query)) {
      for (const query of [`${parameter}=`, parameter]) {
        const { status, body } = await api.ask(`${target}?${query}`, options)
        expect([status, body.code, problems(body)]).toEqual([400, 'INVALID_PARAMETER', [parameter]])
      }
    }
  })

  const isList = (parameter: string) => endpoint.query[parameter]?.schema.meta()?.type === 'array'
  const single = Object.keys(endpoint.query).filter((parameter) => !isList(parameter))

  it('rejects each single value given twice, even if it is the same', async () => {
    for (const parameter of single) {
      const { status, body } = await api.ask(`${target}?${parameter}=1&${parameter}=1`, options)
      expect([status, body.code, problems(body)]).toEqual([400, 'INVALID_PARAMETER', [parameter]])
    }
  })

  it.each(Object.keys(endpoint.query).filter(isList))('accepts repeated %s like a list', async (parameter) => {
    const { items } = (endpoint.query[parameter]?.schema.meta() ?? {}) as { items?: { enum?: string[] } }
    const values = items?.enum ?? ['A', 'B']
    const [first, last] = [values[0], values.at(-1)]
    const listed = await api.ask(`${target}?${parameter}=${first},${last}`, options)
    const repeated = await api.ask(`${target}?${parameter}=${first}&${parameter}=${last}`, options)
    expect([repeated.status, repeated.text.replaceAll(/"requestId":"[^"]+"/g, '')]).toEqual([
      listed.status,
      listed.text.replaceAll(/"requestId":"[^"]+"/g, ''),
    ])
    if (first !== last) expect(listed.status).toBe(200)
    expect((await api.ask(`${target}?${parameter}=${first}&${parameter}=`, options)).status).toBe(400)
  })

  it('reports the first 10 problems of a request together, in one response', async () => {
    const names = ['nonsense', ...Object.keys(endpoint.query), 'folly']
    const answer = await api.ask(`${target}?${names.map((parameter) => `${parameter}=`).join('&')}`, options)
    expect(answer.status).toBe(400)
    expect(problems(answer.body)).toEqual(names.slice(0, 10))
  })
})

describe('a large number of problems', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `name${index}`)

  it('of parameters are counted, and the first 10 listed', async () => {
    const { status, body } = await api.ask(`/api/v1/awards?${names.map((name) => `${name}=1`).join('&')}`)
    expect(status).toBe(400)
    expect(problems(body)).toEqual(names.slice(0, 10))
    expect(body.detail).toMatch(/ 9 more problems in "errors"\. 1990 more not listed\.$/)
  })

  it('of a body are counted, and the first 10 listed', async () => {
    const json = Object.fromEntries(names.slice(0, 1_000).map((name) => [name, 1]))
    const { status, body } = await api.ask('/api/v1/search', { json: { query: 'telehealth', ...json } })
    expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(problems(body)).toEqual(names.slice(0, 10))
  })

  it.each([
    ['state', names.join(',')],
    ['programCategory', names.join(',')],
    ['sort', names.join(',')],
    ['fields', names.join(',')],
    ['facets', names.join(',')],
    ['verification', names.join(',')],
  ])('of one list are one problem: %s', async (parameter, value) => {
    const { status, body } = await api.ask(withQuery('/api/v1/awards', { [parameter]: value }))
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { parameter, message: expect.stringMatching(/^Must have at most \d\d entries\.$/) },
    ])
    expect(body.errors[0].value).toBe(`${value.slice(0, 300)}…`)
  })

  it('are not found in a list that only repeats itself', async () => {
    const repeated = 'ne,NE,Ne,'.repeat(6)
    expect((await api.ask(`/api/v1/awards?state=${repeated}ne`)).text).toBe(
      (await api.ask('/api/v1/awards?state=NE')).text,
    )
    expect((await api.ask(`/api/v1/awards?state=${repeated}`)).body.errors).toHaveLength(1)
  })
})

const SIZES = [
  ...RESOURCE_NAMES.map((name) => [name, getResource(name).page.default, getResource(name).page.max] as const),
  ['changes', 100, 500] as const,
]

describe.each(SIZES)('the page size of %s', (list, fallback, max) => {
  const target = `/api/v1/${list}`

  it(`is ${fallback} by default, and at most ${max}`, async () => {
    const byDefault = await api.ask(target)
    const asked = await api.ask(withQuery(target, { limit: fallback }))
    expect(byDefault.text).toBe(asked.text)
    expect((await api.ask(withQuery(target, { limit: max }))).status).toBe(200)
    expect((await api.ask(withQuery(target, { limit: 1 }))).body.data.length).toBeLessThanOrEqual(1)
  })

  it('is a number in the range, which every rejection gives', async () => {
    const wrong = ['0', String(max + 1), '-1', '1.5', '1e1', '0x10', '+5', ' 5', 'ten', '٣', '99999999999999999999']
    for (const limit of wrong) {
      const answer = await api.ask(withQuery(target, { limit }))
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER'])
      expect(answer.body.errors).toMatchObject([{ parameter: 'limit', value: limit }])
      expect(answer.body.errors[0].message).toMatch(new RegExp(`\\b1 to ${max}\\b`))
    }
  })
})

describe.each(LIST_EXAMPLES.filter(({ endpoint }) => 'page' in endpoint.query))('page of $name', ({ target }) => {
  it('is a number from 1', async () => {
    for (const page of ['0', '-1', '1.5', '1e1', '0x1', '+1', ' 1', 'first']) {
      const { status, body } = await api.ask(withQuery(target, { page }))
      expect([status, body.code, problems(body)]).toEqual([400, 'INVALID_PARAMETER', ['page']])
      expect(body.errors[0].message).toMatch(/\bfrom 1\b/)
    }
  })
})

describe('the alias documentCategory', () => {
  it('means category, and cannot be combined with it', async () => {
    const category = await api.ask('/api/v1/documents?category=GUIDANCE')
    const alias = await api.ask('/api/v1/documents?documentCategory=guidance')
    expect(category.body.pagination.total).toBe(1)
    expect(alias.text).toBe(category.text)
    const both = await api.ask('/api/v1/documents?category=GUIDANCE&documentCategory=GUIDANCE')
    expect(both.status).toBe(400)
  })
})

/** See lists.test.ts and list-parameters.test.ts. */
const COMMON = [
  'page',
  'limit',
  'bom',
  'cursor',
  'sort',
  'fields',
  'facets',
  'include',
  'ids',
  'amountMin',
  'amountMax',
]

it('tests every filter that is registered', () => {
  const open = [
    'fiscalYear',
    'awardee',
    'county',
    'near',
    'within',
    'fileType',
    'year',
    'upcoming',
    'type',
    'q',
    'from',
    'to',
    'includeInactive',
    'since',
    'id',
  ]
  // See updates.test.ts.
  open.push(...Object.keys(updates), 'dueAfter', 'dueBefore', 'postedAfter', 'postedBefore')
  open.push('discoveredAfter', 'discoveredBefore')
  // See commongrants.test.ts.
  open.push('pageSize')
  for (const { endpoint, name } of GET_EXAMPLES) {
    const closed = CLOSED_FILTERS.flatMap(({ list, parameter }) => (list === endpoint.tag ? [parameter] : []))
    const covered = [...closed, ...open, ...COMMON]
    for (const parameter of Object.keys(endpoint.query)) expect(covered, `${parameter} of ${name}`).toContain(parameter)
  }
})
