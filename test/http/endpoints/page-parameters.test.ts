import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  createPageWriter,
  ENVELOPES,
  formatLinks,
  getDetailedItem,
  openCursors,
} from '../../../src/http/endpoints/paging.ts'
import { listParameters, PAGE_MAX } from '../../../src/http/request/parameters.ts'
import { getFacets, hasOwnDetail } from '../../../src/resources/define.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../../src/resources/index.ts'
import type { Page } from '../../../src/store/lists/reader.ts'

describe('a cursor', () => {
  const { write, read } = openCursors()
  const anchor = { id: 'a-1', digest: 'abc' }
  const WRITTEN = write('state=NC', anchor)

  it('leads back to its record', () => {
    expect(read('state=NC', WRITTEN)).toEqual({ anchor })
  })

  it('is short: content and 16 characters of signature, with 8 characters of its query', () => {
    const [content = '', signature] = WRITTEN.split('.')
    expect(signature).toMatch(/^[\w-]{16}$/)
    expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toEqual([
      expect.stringMatching(/^[\w-]{8}$/),
      'a-1',
      'abc',
    ])
  })

  it('is read by every machine with the same secret, and by no other', () => {
    expect(openCursors().read('state=NC', WRITTEN)).toEqual({ anchor })
    const other = openCursors('another secret')
    expect(other.read('state=NC', WRITTEN)).toHaveProperty('problem')
    expect(other.read('state=NC', other.write('state=NC', anchor))).toEqual({ anchor })
  })

  it('of another query is told as such', () => {
    expect(read('state=SC', WRITTEN)).toEqual({
      problem: 'Belongs to another query. Send it with the same filters and sort order as before.',
    })
  })

  const [content, signature = ''] = WRITTEN.split('.')
  it.each([
    ['nothing', ''],
    ['a point', '.'],
    ['no signature', content],
    ['an empty signature', `${content}.`],
    ['a shorter signature', `${content}.${signature.slice(1)}`],
    ['another signature', `${content}.${signature.toLowerCase().toUpperCase()}`],
    ['more after it', `${WRITTEN}.x`],
    ['other content', `${Buffer.from('["a","b","c"]').toString('base64url')}.${signature}`],
  ])('with %s is none', (_, cursor = '') => {
    expect(read('state=NC', cursor)).toEqual({
      problem: 'Not a cursor. Use "nextCursor" of the previous page unchanged.',
    })
  })
})

describe('the parameters of a list', () => {
  const parse = (name: ResourceName, parameter: string, text: string) =>
    listParameters(getResource(name))[parameter]?.schema.safeParse(text)
  const refused = (name: ResourceName, parameter: string, text: string) =>
    parse(name, parameter, text)?.success === false

  it.each(RESOURCE_NAMES)('%s: limit is from 1 to its maximum, and by default that of the list', (name) => {
    const { max, default: usual } = getResource(name).page
    expect([1, usual, max].map((limit) => parse(name, 'limit', String(limit))?.data)).toEqual([1, usual, max])
    expect([0, max + 1, '', 'x', 1.5].map((limit) => refused(name, 'limit', String(limit)))).toEqual(
      Array(5).fill(true),
    )
    const { limit } = listParameters(getResource(name))
    expect(limit?.default).toEqual({ value: usual })
    expect(limit?.description).toBe(`Records per page, 1 to ${max}.`)
  })

  it.each(RESOURCE_NAMES.filter((name) => getResource(name).envelope !== 'counted'))(
    '%s: page is from 1 to a billion and 1 by default, a cursor at most 1,000 characters',
    (name) => {
      expect(PAGE_MAX).toBe(1_000_000_000)
      expect(parse(name, 'page', String(PAGE_MAX))?.data).toBe(PAGE_MAX)
      expect(['0', '-1', String(PAGE_MAX + 1)].map((page) => refused(name, 'page', page))).toEqual([true, true, true])
      expect(listParameters(getResource(name)).page?.default).toEqual({ value: 1 })
      expect(parse(name, 'cursor', 'a'.repeat(1_000))?.success).toBe(true)
      expect(parse(name, 'cursor', 'a'.repeat(1_001))?.error?.issues[0]?.message).toBe('Too long for a cursor.')
    },
  )

  it.each(RESOURCE_NAMES.filter((name) => getResource(name).envelope === 'counted'))('%s: has one page', (name) => {
    const { page, cursor } = listParameters(getResource(name))
    expect([page, cursor]).toEqual([undefined, undefined])
  })

  it.each(RESOURCE_NAMES)(
    '%s: sorts by its sortable fields, returns its fields, and adds no BOM by default',
    (name) => {
      const { orders, item } = getResource(name)
      const [first = ''] = orders.sortable
      expect(parse(name, 'sort', `-${first}`)?.data).toEqual([[first, 'desc']])
      expect(refused(name, 'sort', 'nothing')).toBe(true)
      expect(listParameters(getResource(name)).sort?.description).toContain(`: ${orders.sortable.join(', ')}.`)
      const fieldNames = 'shape' in item ? Object.keys(item.shape as object) : ['id']
      expect(parse(name, 'fields', fieldNames.join(','))?.data).toEqual(fieldNames)
      const message = parse(name, 'fields', 'nothing')?.error?.issues[0]?.message
      expect(message).toBe('"nothing" is not a field of this list.')
      expect(listParameters(getResource(name)).bom?.default).toEqual({ value: false })
    },
  )

  it.each(RESOURCE_NAMES)('%s: every parameter is described', (name) => {
    for (const { description } of Object.values(listParameters(getResource(name))))
      expect(description.length).toBeGreaterThan(10)
  })

  it.each(RESOURCE_NAMES)('%s: has its filters, and facets and detail only where it has some', (name) => {
    const parameters = listParameters(getResource(name))
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(Object.keys(getResource(name).filters)))
    expect('include' in parameters).toBe(hasOwnDetail(getResource(name)))
    if (parameters.include) {
      expect(parse(name, 'include', 'detail')?.data).toEqual(['detail'])
      expect(parse(name, 'include', 'all')?.error?.issues[0]?.message).toBe(
        '"all" is not a part to include of this list.',
      )
    }
    const facets = getFacets(getResource(name))
    expect('facets' in parameters).toBe(facets.length > 0)
    if (!parameters.facets) return
    expect(parse(name, 'facets', facets.join(','))?.data).toEqual(facets)
    expect(parse(name, 'facets', 'nothing')?.error?.issues[0]?.message).toBe(
      '"nothing" is not a filter with facets of this list.',
    )
    expect(parameters.facets.description).toContain(`: ${facets.join(', ')}.`)
  })
})

describe('the envelope of a page', () => {
  const page = {
    data: '[{"id":"a"}]',
    digest: 'abc',
    facets: null,
    total: 7,
    page: 2,
    limit: 3,
    count: 1,
    next: { id: 'a', digest: 'b' },
    filters: { type: ['PAGE_UPDATED'] },
  } as unknown as Page

  /** The body of a page in an envelope, and its digest. */
  function written(name: keyof typeof ENVELOPES, cursor: string | null, shown = page) {
    const { body, digest } = createPageWriter(ENVELOPES[name].frame, () => cursor)(shown)
    expect(digest).toBe(`abc${body.slice(`{"data":${shown.data},`.length)}`)
    return JSON.parse(body)
  }

  it.each([
    ['paged', { pagination: { page: 2, limit: 3, total: 7, pages: 3, nextCursor: 'next' } }],
    ['counted', { count: 1 }],
    ['feed', { count: 1, page: 2, hasMore: true, nextCursor: 'next', types: ['PAGE_UPDATED'], hint: null }],
  ] as const)('%s has the records, then what is known about the page', (name, frame) => {
    const body = written(name, 'next')
    expect(body).toEqual({ data: [{ id: 'a' }], ...frame })
    const answer = ENVELOPES[name].response(z.strictObject({ id: z.string() }))
    expect(answer.parse(body)).toEqual(body)
    for (const field of Object.keys(body)) expect(answer.safeParse({ ...body, [field]: undefined }).success).toBe(false)
    expect(answer.safeParse({ ...body, data: [{ id: 1 }] }).success).toBe(false)
  })

  it('has facets if they were asked for, and says when there is no more', () => {
    const last = { ...page, facets: { state: { NC: 2 } }, next: null } as unknown as Page
    const body = written('feed', null, last)
    expect(body).toMatchObject({ hasMore: false, nextCursor: null, facets: { state: { NC: 2 } } })
    expect(ENVELOPES.feed.response(z.strictObject({ id: z.string() })).parse(body)).toEqual(body)
    expect(written('feed', null)).not.toHaveProperty('facets')
  })

  it.each(RESOURCE_NAMES)('%s: its records have a detail only where the list has one', (name) => {
    const { item, detail } = getResource(name)
    const isOwn = detail !== null && detail.schema !== item
    expect(hasOwnDetail({ item, detail })).toBe(isOwn)
    const detailed = getDetailedItem(getResource(name))
    if (!isOwn || !(item instanceof z.ZodObject)) return expect(detailed).toBe(item)
    const { shape } = detailed as z.ZodObject
    expect(Object.keys(shape)).toEqual([...Object.keys(item.shape), 'detail'])
    expect(detailed.meta()?.id).toBe(item.meta()?.id)
    expect(shape.detail?.safeParse(undefined).success).toBe(true)
    expect((shape.detail as z.ZodType).description).toContain('include=detail')
  })

  it('counts the pages, of which an empty list has none', () => {
    const pages = (total: number) => ENVELOPES.paged.frame({ ...page, total }, null).pagination.pages
    expect([0, 1, 3, 4, 6, 7].map(pages)).toEqual([0, 1, 1, 2, 2, 3])
  })
})

const address = 'https://api.example.org/api/v1/awards'
const link = (relation: string, query: string): string => `<${address}?${query}>; rel="${relation}"`
type Turn = Parameters<typeof formatLinks>[0]

it.each<[string, number, number, string, string[]]>([
  ['the first of three', 1, 3, '', ['first page=1', 'next page=2', 'last page=3']],
  ['the second of three', 2, 3, '', ['first page=1', 'prev page=1', 'next page=3', 'last page=3']],
  ['the last of three', 3, 3, '', ['first page=1', 'prev page=2', 'last page=3']],
  ['one past the end', 9, 3, '', ['first page=1', 'prev page=3', 'last page=3']],
  ['the first of an empty list', 1, 0, '', ['first page=1', 'last page=1']],
  ['one past the end of an empty list', 4, 0, '', ['first page=1', 'last page=1']],
  [
    'one of a query',
    1,
    2,
    'state=NE&page=1&cursor=x',
    ['first state=NE&page=1', 'next state=NE&page=2', 'last state=NE&page=2'],
  ],
])('the links of a page that is %s', (_, page, pages, search, links) => {
  const expected = links.map((text) => link(...(text.split(' ') as [string, string])))
  expect(formatLinks({ page, pages } as Turn, 'ignored', { address, search, isAfter: false })).toBe(expected.join(', '))
})

it('the links of a page requested by cursor lead forward and back to the first', () => {
  const turn = { page: 1, pages: 3 } as Turn
  const place = { address, search: 'state=NE&cursor=a', isAfter: true }
  expect(formatLinks(turn, 'b', place)).toBe(
    `${link('first', 'state=NE&page=1')}, ${link('next', 'state=NE&cursor=b')}`,
  )
  expect(formatLinks(turn, null, place)).toBe(link('first', 'state=NE&page=1'))
})
