import { beforeAll, describe, expect, it } from 'vitest'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../../src/resources/index.ts'
import { openApi, type TestApi } from '../../api.ts'
import { getFullQuery } from '../../store/declared.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

type Item = { [field: string]: unknown }
const toTarget = (name: ResourceName, query: Record<string, string | number> = {}): string =>
  `/api/v1/${name}?${new URLSearchParams(
    Object.entries({ ...getFullQuery(name), includeRemoved: 'false', ...query }).map(([key, value]) => [
      key,
      String(value),
    ]),
  )}`
const PAGED = RESOURCE_NAMES.filter((name) => getResource(name).envelope !== 'counted')
const getCursor = (body: { pagination?: { nextCursor: string | null }; nextCursor?: string | null }) =>
  body.pagination ? body.pagination.nextCursor : body.nextCursor

describe.each(PAGED)('walking %s', (name) => {
  it.each([
    undefined,
    getResource(name)
      .orders.sortable.map((field, index) => (index % 2 ? field : `-${field}`))
      .join(','),
  ])('by cursor returns the whole list, once: sort=%s', async (sort) => {
    const order: Record<string, string> = sort ? { sort } : {}
    const whole: Item[] = (await api.ask(toTarget(name, { ...order, limit: 100 }))).body.data
    const walked: Item[] = []
    let cursor: string | null | undefined
    for (let pages = 0; cursor !== null && pages < 100; pages += 1) {
      const { status, body } = await api.ask(toTarget(name, { ...order, limit: 3, ...(cursor && { cursor }) }))
      expect(status).toBe(200)
      walked.push(...body.data)
      cursor = getCursor(body)
    }
    expect(walked).toEqual(whole)
  })

  it('by the links in responses returns the whole list, and leads back', async () => {
    const whole: Item[] = (await api.ask(toTarget(name, { limit: 100 }))).body.data
    const walked: Item[] = []
    let next: string | undefined = toTarget(name, { limit: 4 })
    let last = ''
    while (next) {
      last = next
      const { headers, body } = await api.ask(next)
      walked.push(...body.data)
      const links = parseLinks(headers)
      next = links.next
      expect(Object.keys(links)).toEqual(expect.arrayContaining(['first', 'last']))
    }
    expect(walked).toEqual(whole)
    const { first, prev, last: end } = parseLinks((await api.ask(last)).headers)
    expect(new URL(first as string).searchParams.get('page')).toBe('1')
    expect(new URL(end as string).searchParams.get('page')).toBe(
      new URL(last, 'http://localhost').searchParams.get('page'),
    )
    expect((await api.ask(prev as string)).status).toBe(200)
  })

  it('rejects a cursor that is invalid, modified, or from another query', async () => {
    const cursor = getCursor((await api.ask(toTarget(name, { limit: 1 }))).body) as string
    const asked = async (query: Record<string, string | number>) => {
      const { status, body } = await api.ask(toTarget(name, query))
      return [status, body.code, body.errors?.[0].parameter]
    }
    const refused = [400, 'INVALID_PARAMETER', 'cursor']
    for (const nonsense of ['x', '.', 'e30.e30', `${cursor}x`, `x${cursor}`, cursor.split('.')[0] as string]) {
      expect(await asked({ limit: 1, cursor: nonsense })).toEqual(refused)
    }
    expect(await asked({ limit: 1, cursor, sort: getResource(name).orders.sortable[0] as string })).toEqual(refused)
    expect(await asked({ limit: 1, cursor, state: 'NE' })).toEqual(refused)
    expect(await asked({ limit: 1, cursor, page: 2 })).toEqual(refused)
    // Another page size is the same query.
    expect((await api.ask(toTarget(name, { limit: 2, cursor }))).status).toBe(200)
  })
})

/** The targets of a `Link` header, by their relation. */
function parseLinks(headers: Headers): { [relation: string]: string } {
  return Object.fromEntries(
    [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, target, relation]) => [
      relation as string,
      target as string,
    ]),
  )
}

describe.each(RESOURCE_NAMES)('%s', (name) => {
  const { filters, orders, item } = getResource(name)
  const all = async (): Promise<Item[]> =>
    (await api.ask(toTarget(name, { limit: getResource(name).page.max }))).body.data

  it('returns the requested fields, in the order of the record', async () => {
    const [first] = await all()
    const fields = Object.keys(first as Item)
    const [some, other] = [fields.at(-1) as string, fields[0] as string]
    const { body } = await api.ask(toTarget(name, { fields: `${some},${other}`, limit: 1 }))
    expect(Object.entries(body.data[0])).toEqual([
      [other, first?.[other]],
      [some, first?.[some]],
    ])
    const refused = await api.ask(toTarget(name, { fields: 'nonsense' }))
    expect([refused.status, refused.body.errors[0].supportedValues]).toEqual([400, expect.arrayContaining(fields)])
  })

  it('rejects sorting by a field without an order, and sorting twice by the same', async () => {
    const refused = await api.ask(toTarget(name, { sort: 'nonsense' }))
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ parameter: 'sort', value: 'nonsense' }]])
    expect(refused.body.errors[0].supportedValues).toEqual(orders.sortable.flatMap((field) => [field, `-${field}`]))
    const [field] = orders.sortable
    expect((await api.ask(toTarget(name, { sort: `${field},-${field}` }))).status).toBe(400)
  })

  it('fetches up to 100 records together', async () => {
    const items = await all()
    const ids = items.slice(0, 3).map(({ id, code, state }) => String(id ?? code ?? state ?? 'national'))
    const { body } = await api.ask(toTarget(name, { ids: [...ids, 'unknown'].join(',').toUpperCase() }))
    expect(body.data).toEqual(items.slice(0, 3))
    const many = Array.from({ length: 101 }, (_, index) => `id-${index}`).join(',')
    const refused = await api.ask(toTarget(name, { ids: many }))
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringContaining('at most 100')])
    expect((await api.ask(toTarget(name, { ids: `${ids[0]},` }))).status).toBe(400)
  })

  const facets = Object.keys(filters).filter((parameter) => {
    const { op = '', isCounted = true } = filters[parameter] ?? {}
    return isCounted && ['is', 'has', 'timed'].includes(op)
  })
  it.skipIf(facets.length === 0)('counts the values of its filters, each as often as the filter finds it', async () => {
    const { body } = await api.ask(toTarget(name, { facets: facets.join(','), limit: 1 }))
    expect(Object.keys(body.facets).sort()).toEqual([...facets].sort())
    for (const facet of facets) {
      const counts = Object.entries(body.facets[facet]) as [string, number][]
      expect(counts.map(([, count]) => count)).toEqual(counts.map(([, count]) => count).sort((a, b) => b - a))
      for (const [value, count] of counts) {
        const filtered = await api.ask(toTarget(name, { [facet]: value, limit: getResource(name).page.max }))
        expect([facet, value, filtered.body.data.length]).toEqual([facet, value, count])
      }
    }
    expect((await api.ask(toTarget(name, { facets: 'nonsense' }))).status).toBe(400)
    expect((await api.ask(toTarget(name, {}))).body).not.toHaveProperty('facets')
  })

  it.skipIf(!('state' in filters))('finds national records with state=none and scope=NATIONAL', async () => {
    const items = await all()
    const national = items.filter(({ state }) => state === null)
    for (const query of [{ state: 'none' }, { scope: 'NATIONAL' }] as Record<string, string>[]) {
      expect((await api.ask(toTarget(name, { ...query, limit: getResource(name).page.max }))).body.data).toEqual(
        national,
      )
    }
    const both = await api.ask(toTarget(name, { state: 'none,NE', limit: getResource(name).page.max }))
    expect(both.body.data).toEqual(items.filter(({ state }) => state === null || state === 'NE'))
  })

  it('describes every sortable field, and has it', () => {
    const fields = 'shape' in item ? Object.keys(item.shape as object) : []
    for (const field of orders.sortable) if (fields.length > 0) expect(fields).toContain(field)
  })
})

describe('include=detail', () => {
  it.each(['documents', 'states'] as const)('adds to each of %s what its own endpoint returns', async (name) => {
    const { body } = await api.ask(toTarget(name, { include: 'detail', limit: 5 }))
    const plain = await api.ask(toTarget(name, { limit: 5 }))
    expect(body.data).toHaveLength(5)
    for (const [index, { detail, ...item }] of body.data.entries()) {
      expect(item).toEqual(plain.body.data[index])
      expect(detail).toEqual((await api.ask(`/api/v1/${name}/${item.id ?? item.code}`)).body)
    }
    const table = await api.ask(toTarget(name, { include: 'detail', limit: 1 }).replace(name, `${name}.csv`))
    expect(table.text.split('\r\n')[0]).toContain('detail.')
  })

  it('is offered only if there are details', async () => {
    for (const name of ['events', 'awards', 'opportunities']) {
      expect((await api.ask(`/api/v1/${name}?include=detail`)).body.code).toBe('UNKNOWN_PARAMETER')
    }
  })
})

describe('parameters that contradict each other', () => {
  it.each([
    ['fields=id&include=detail', 'fields'],
    ['sort=title&includeRemoved=true', 'sort'],
  ])('%s is rejected', async (query, parameter) => {
    const { status, body } = await api.ask(`/api/v1/documents?${query}`)
    expect([status, body.errors[0].parameter]).toEqual([400, parameter])
  })

  it.each([
    'events.ics?fields=id',
    'events.atom?facets=state',
    'events.csv?facets=state',
    'documents.atom?include=detail',
  ])('%s is rejected', async (target) => {
    expect((await api.ask(`/api/v1/${target}`)).status).toBe(400)
  })
})

describe('range filters', () => {
  it.each(['-1', '1e3', '0x10', '$100', '1,000', '1.234', 'much'])('reject the amount %s', async (amount) => {
    const { status, body } = await api.ask(`/api/v1/awards?${new URLSearchParams({ amountMin: amount })}`)
    expect([status, body.errors[0].parameter]).toEqual([400, 'amountMin'])
  })

  it('accept cents, and work under either name of a parameter', async () => {
    const exact = (await api.ask('/api/v1/awards')).body.data.find(({ federalAmount }: Item) => federalAmount !== null)
    const { body } = await api.ask(`/api/v1/awards?amountMin=${exact.federalAmount}&amountMax=${exact.federalAmount}`)
    expect(body.data).toContainEqual(exact)
    const named = await api.ask('/api/v1/awards?awardeeName=hosp')
    expect(named.text).toBe((await api.ask('/api/v1/awards?awardee=hosp')).text)
    const after = await api.ask('/api/v1/events?startAfter=2026-11-20')
    expect(after.text).toBe((await api.ask('/api/v1/events?from=2026-11-20')).text)
  })
})
