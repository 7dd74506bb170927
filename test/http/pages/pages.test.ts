import { beforeAll, describe, expect, it } from 'vitest'
import { getResource, type ResourceName } from '../../../src/resources/index.ts'
import type { AnyRow } from '../../../src/resources/publishing.ts'
import { CHANGE_TYPES } from '../../../src/schema/vocabularies.ts'
import { openApi, type TestApi, walk } from '../../api.ts'
import { getFullQuery } from '../../store/declared.ts'
import type { Item, Query } from '../../store/matches.ts'
import { compareBy, parseOrder } from '../../store/naive.ts'
import { LIST_EXAMPLES, withQuery } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const PAGED = LIST_EXAMPLES.filter(({ endpoint }) => 'page' in endpoint.query)
const ONE_PAGE = LIST_EXAMPLES.filter(({ endpoint }) => !('page' in endpoint.query))

/** Queries with their own order, and those that return every record; for other lists, only the latter. */
const QUESTIONS: Record<string, Query[]> = {
  awards: [{}],
  documents: [{}, { upcoming: 'true' }],
  opportunities: [{}, { status: 'OPEN,CLOSED' }],
  events: [
    { includeInactive: 'true' },
    { includeInactive: 'true', from: '2026-01-01' },
    { status: 'UPCOMING,TODAY' },
    { status: 'UPCOMING,PAST' },
  ],
  activities: [{}],
  activity: [{ type: 'ALL' }, { type: 'ALL', since: '2026-01-01' }],
}
const WALKS = PAGED.flatMap(({ endpoint, target }) =>
  (QUESTIONS[endpoint.tag] ?? [getFullQuery(endpoint.tag as ResourceName)]).map((query) => ({
    list: endpoint.tag as ResourceName,
    query,
    target: withQuery(target, query),
  })),
)

/** The default query of the feed. */
const TYPES = ['PAGE_UPDATED']

const getId = ({ id, code, state }: Item): string => id ?? code ?? state

describe.each(WALKS)('$target', ({ list, query, target }) => {
  it.each([1, 3, 7, 25])(
    'page by page of %i is the whole set, nothing missing or repeated, in order',
    async (limit) => {
      const whole = (await walk(api, target, 100)) as Item[]
      const walked = (await walk(api, target, limit)) as Item[]
      expect(walked).toEqual(whole)
      expect(new Set(walked.map(getId)).size).toBe(walked.length)
      expect(walked).toEqual(walked.toSorted((a, b) => compareBy(parseOrder(list, query), a, b)))
      expect(walked.length).toBeGreaterThan(1)
    },
  )

  it('contains every published record that matches', async () => {
    const walked = (await walk(api, target, 100)) as Item[]
    const rows: readonly AnyRow[] = api.publication[list]
    const published = rows.filter(({ isHeld }) => !isHeld).map(({ item }) => getId(item))
    const isFiltered = 'upcoming' in query || 'status' in query
    if (isFiltered) for (const item of walked) expect(published).toContain(getId(item))
    else expect(walked.map(getId).sort()).toEqual(published.sort())
  })
})

describe.each(PAGED)('$name', ({ target, endpoint }) => {
  const isFeed = getResource(endpoint.tag as ResourceName).envelope === 'feed'

  it('returns an empty page past the end, with correct totals', async () => {
    const first = await api.ask(withQuery(target, { limit: 2 }))
    for (const page of [1_000, 1_000_000_000]) {
      const { status, body } = await api.ask(withQuery(target, { limit: 2, page }))
      expect([status, body.data]).toEqual([200, []])
      if (isFeed)
        expect(body).toEqual({ data: [], count: 0, page, hasMore: false, nextCursor: null, types: TYPES, hint: null })
      else expect(body.pagination).toEqual({ ...first.body.pagination, page, nextCursor: null })
    }
  })

  it('reports how many records match, and on how many pages', async () => {
    const { body } = await api.ask(withQuery(target, { limit: 2, page: 2 }))
    if (isFeed) {
      expect(Object.keys(body)).toEqual(['data', 'count', 'page', 'hasMore', 'nextCursor', 'types', 'hint'])
      expect(body).toMatchObject({ count: body.data.length, page: 2, hasMore: true })
      return
    }
    const { total, pages } = body.pagination
    expect(Object.keys(body)).toEqual(['data', 'pagination'])
    expect(body.pagination).toEqual({
      page: 2,
      limit: 2,
      total,
      pages: Math.ceil(total / 2),
      nextCursor: expect.any(String),
    })
    const last = await api.ask(withQuery(target, { limit: 2, page: pages }))
    expect(last.body.data).toHaveLength(total - (pages - 1) * 2)
  })

  it('has 0 pages when nothing matches', async () => {
    const { status, body } = await api.ask(withQuery(target, { state: 'WY' }))
    if (isFeed) {
      const empty = { data: [], count: 0, page: 1, hasMore: false, nextCursor: null, types: TYPES }
      expect(body).toEqual({ ...empty, hint: expect.stringContaining('No type of change') })
    } else expect(body.pagination).toMatchObject({ page: 1, total: 0, pages: 0 })
    expect(status).toBe(200)
  })
})

describe.each(ONE_PAGE)('$name', ({ target }) => {
  it('returns data and count on one page', async () => {
    const { body } = await api.ask(target)
    expect(Object.keys(body)).toEqual(['data', 'count'])
    expect(body.count).toBe(body.data.length)
    const { body: short } = await api.ask(withQuery(target, { limit: 2 }))
    expect(short).toEqual({ data: body.data.slice(0, 2), count: 2 })
  })

  it('does not accept page', async () => {
    expect((await api.ask(withQuery(target, { page: 1 }))).body.code).toBe('UNKNOWN_PARAMETER')
  })
})

describe('the change feed', () => {
  const ALL = '/api/v1/activity?type=ALL'

  it('is newest first without since; with it, strictly after it and oldest first', async () => {
    const newest = (await walk(api, ALL, 100)) as Item[]
    const middle = newest[7].occurredAt
    const after = (await walk(api, `${ALL}&since=${middle}`, 3)) as Item[]
    expect(after).toEqual(newest.slice(0, 7).reverse())
  })

  it('says in an empty response which types have events', async () => {
    const all = await api.ask('/api/v1/activity?type=ALL&facets=type')
    const absent = CHANGE_TYPES.find((type) => !(type in all.body.facets.type))
    const { body } = await api.ask(`/api/v1/activity?type=${absent}`)
    expect(body.data).toEqual([])
    for (const [type, count] of Object.entries(all.body.facets.type)) expect(body.hint).toContain(`${type} (${count})`)
    expect(all.body.hint).toBe(null)
  })

  it('returns each event once when paged while hasMore is true', async () => {
    const seen: string[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await api.ask(`${ALL}&since=2026-10-02&limit=4&page=${page}`)
      seen.push(...body.data.map(getId))
      if (!body.hasMore) break
    }
    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
  })

  it('loses and repeats nothing when polled from the last event seen', async () => {
    const seen: Item[] = []
    let since = '2026-01-01T00:00:00.000Z'
    for (;;) {
      const { body } = await api.ask(`${ALL}&since=${since}&limit=3`)
      seen.push(...body.data)
      if (body.count === 0) break
      since = body.data.at(-1).occurredAt
    }
    expect(seen.map(getId)).toEqual(api.publication.activity.map(({ item }) => item.id))
  })

  it('includes page updates only on request', async () => {
    const { body } = await api.ask('/api/v1/activity')
    expect(new Set(body.data.map(({ type }: Item) => type))).toEqual(new Set(['PAGE_UPDATED']))
    const asked = await api.ask('/api/v1/activity?type=SITE_DOWN,site_restored')
    expect(asked.body.data.map(({ type }: Item) => type)).toEqual(['SITE_RESTORED', 'SITE_DOWN'])
    expect((await api.ask(ALL)).body.count).toBe(14)
    expect((await api.ask('/api/v1/activity?type=site_down,all')).text).toBe((await api.ask(ALL)).text)
    expect((await api.ask('/api/v1/activity?type=ALL,NONSENSE')).status).toBe(400)
  })
})
