import { beforeAll, describe, expect, it } from 'vitest'
import { getResource, RESOURCE_NAMES } from '../../../src/resources/index.ts'
import { openApi, type TestApi, walk } from '../../api.ts'
import { CONDITIONAL_EXAMPLES, LIST_EXAMPLES, SINGLES, withQuery } from '../examples.ts'
import { id } from '../listed.ts'
import { type PublishedFolder, publishedFolder } from '../published.ts'

const FIRST = '2026-11-20T08:00:00.000Z'
const SECOND = '2026-11-21T08:00:00.000Z'
const THIRD = '2026-11-22T08:00:00.000Z'

/** A folder that was published once, and the API on it. */
async function founded(): Promise<{ folder: PublishedFolder; api: TestApi; again: (at: string) => Promise<TestApi> }> {
  const folder = publishedFolder()
  const again = async (at: string) =>
    openApi({ published: { publication: await folder.publish(at), folder: folder.out } })
  return { folder, api: await again(FIRST), again }
}

const AWARD = id('b', 1)
/** A row that duplicates it, whose id also finds it. */
const REPEAT = '00000000-0000-4000-8000-0000000b0003'
const GONE_AWARD = id('b', 14)

const isLong = Boolean(process.env.LONG)

/** Every endpoint that supports conditional requests; for lists, pages by number and of states; single records. */
function targets(api: TestApi): string[] {
  const states = isLong ? api.publication.states.map(({ item }) => item.code) : ['AK', 'NE']
  const lists = LIST_EXAMPLES.flatMap(({ target, endpoint }) => [
    ...(isLong ? [1, 2, 3, 9] : [2]).map((page) =>
      withQuery(target, { limit: 3, ...('page' in endpoint.query && { page }) }),
    ),
    ...('state' in endpoint.query ? states.map((state) => withQuery(target, { state })) : []),
    withQuery(target, { updatedSince: FIRST }),
  ])
  const details = Object.entries(SINGLES).flatMap(([list]) =>
    (api.publication[list as 'states'] as { names?: string[] }[])
      .flatMap(({ names = [] }) => names)
      .filter((name, place) => isLong || place % 5 === 0 || name === AWARD || name === REPEAT)
      .map((name) => `/api/v1/${list}/${name}`),
  )
  return [...CONDITIONAL_EXAMPLES.map(({ target }) => target), ...lists, ...details]
}

describe('after a publication', () => {
  let before: TestApi
  let after: TestApi
  beforeAll(async () => {
    const { folder, api, again } = await founded()
    before = api
    folder.set('awards', AWARD, { programDescription: 'Another description' })
    after = await again(SECOND)
  })

  it('of one changed award, every unaffected response keeps its tag and is a 304', async () => {
    const changed: string[] = []
    for (const target of targets(before)) {
      const first = await before.ask(target)
      const headers = { 'If-None-Match': first.headers.get('ETag') ?? 'none' }
      const second = await after.ask(target, { headers })
      const fresh = await after.ask(target)
      if (fresh.text === first.text) expect([target, second.status, second.text]).toEqual([target, 304, ''])
      else {
        expect([target, second.status, second.text]).toEqual([target, 200, fresh.text])
        changed.push(target)
      }
    }
    expect([...new Set(changed.map((target) => target.replace(/\?.*/, '')))].sort()).toEqual([
      '/api/v1/awards',
      `/api/v1/awards/${AWARD}`,
      `/api/v1/awards/${REPEAT}`,
      '/api/v1/changes',
      '/api/v1/exports',
      '/api/v1/exports/datapackage.json',
      '/api/v1/meta',
    ])
    expect(changed).toContain(withQuery('/api/v1/awards', { state: 'AK' }))
    expect(changed).not.toContain(withQuery('/api/v1/awards', { state: 'NE' }))
  })

  it('of one changed award, cursors continue to work, and only the one after it has expired', async () => {
    const whole = (await after.ask('/api/v1/awards')).body.data
    let cursor: string | null = null
    for (let place = 1; place < whole.length; place += 1) {
      const { body } = await before.ask(withQuery('/api/v1/awards', { limit: 1, ...(cursor && { cursor }) }))
      cursor = body.pagination.nextCursor as string
      const next = await after.ask(withQuery('/api/v1/awards', { limit: 1, cursor }))
      if (body.data[0].id === AWARD) expect([next.status, next.body.code]).toEqual([409, 'CURSOR_EXPIRED'])
      else expect(next.body.data).toEqual([whole[place]])
    }
  })

  it('without changes, dataset and responses are the same byte for byte', async () => {
    const { api, again } = await founded()
    const next = await again(SECOND)
    expect(next.service.manifest).toMatchObject({ ...api.service.manifest, builtAt: expect.any(String) })
    for (const { target } of CONDITIONAL_EXAMPLES) {
      expect((await next.ask(target)).headers.get('ETag')).toBe((await api.ask(target)).headers.get('ETag'))
    }
  })
})

describe('updatedAt', () => {
  it('is unique over all records and never midnight; a publication updates only changed records', async () => {
    const { folder, api, again } = await founded()
    const listStamps = ({ publication }: TestApi) =>
      new Map(
        RESOURCE_NAMES.filter((name) => !getResource(name).instant).flatMap((name) =>
          publication[name].map(({ item }, index) => [`${name} ${index}`, item.updatedAt] as const),
        ),
      )
    const before = listStamps(api)
    expect(new Set(before.values()).size).toBe(before.size)
    for (const stamp of before.values()) expect(stamp.startsWith('2026-11-20T08:00:0')).toBe(true)
    folder.set('notices', id('c', 4), { title: 'Another title' })
    const after = listStamps(await again(SECOND))
    const moved = [...after].filter(([key, stamp]) => before.get(key) !== stamp)
    expect(moved.map(([key]) => key.split(' ')[0])).toEqual(['opportunities'])
    expect(moved[0]?.[1]).toBe('2026-11-21T08:00:00.001Z')
  })

  it.each(LIST_EXAMPLES)('of $name is in every item, and createdAt where specified', async ({ target }) => {
    const { api } = await shared()
    const { body } = await api.ask(target)
    for (const item of body.data) {
      expect(item.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect('createdAt' in item).toBe(/opportunities|events/.test(target))
    }
  })

  it.each(Object.entries(SINGLES))('of a single record of %s equals that of its item', async (list, name) => {
    const { api } = await shared()
    const { body } = await api.ask(`/api/v1/${list}/${name}`)
    const items = await walk(api, `/api/v1/${list}`, 50).catch(async () => (await api.ask(`/api/v1/${list}`)).body.data)
    const item = (items as { id: string; code: string; updatedAt: string }[]).find(
      (each) => (each.id ?? each.code) === (body.id ?? body.code),
    )
    expect(body.updatedAt).toBe(item?.updatedAt)
  })
})

let once: ReturnType<typeof founded> | undefined
const shared = () => {
  once ??= founded()
  return once
}

/** An award, a document and a notice go; one document and one notice become part of others. */
async function lossy(): Promise<{ before: TestApi; after: TestApi }> {
  const { folder, api, again } = await founded()
  folder.edit('awards', (awards) => awards.filter((award) => award.id !== GONE_AWARD))
  folder.edit('documents', (documents) =>
    documents
      .filter((document) => document.id !== id('d', 4))
      .map((document) => (document.id === id('d', 5) ? { ...document, mergedIds: [id('d', 4)] } : document)),
  )
  folder.edit('notices', (notices) => notices.filter((notice) => notice.id !== id('c', 4)))
  const after = await again(SECOND)
  return { before: api, after }
}

let before: TestApi
let after: TestApi
beforeAll(async () => {
  const apis = await lossy()
  before = apis.before
  after = apis.after
})

describe('updatedSince', () => {
  it.each(LIST_EXAMPLES.map(({ target }) => target))(
    'finds in %s what was published after it, oldest first',
    async (target) => {
      const everything = Object.entries(getResource(target.split('/').at(-1) as 'states').filters).flatMap(
        ([parameter, filter]) =>
          filter.default && parameter !== 'includeRemoved' ? [[parameter, filter.default.everything]] : [],
      )
      const all = async (query: object) => {
        const { body } = await after.ask(withQuery(target, { ...Object.fromEntries(everything), ...query, limit: 50 }))
        return body.data.map(({ updatedAt }: { updatedAt: string }) => updatedAt) as string[]
      }
      const stamps = await all({ updatedSince: '2000-01-01' })
      expect(stamps).toEqual(stamps.toSorted())
      const middle = stamps[Math.floor(stamps.length / 2)] ?? FIRST
      const later = stamps.filter((stamp) => stamp > middle)
      // Strictly after it.
      expect((await all({ updatedSince: middle })).slice(0, later.length)).toEqual(later)
      expect(await all({ updatedSince: '2030-01-01' })).toEqual([])
      const { headers } = await after.ask(withQuery(target, { updatedSince: middle }))
      expect(headers.get('Cache-Control')).toBe('no-store')
    },
  )

  it.each(['yesterday', '2026-13-01', '1763712000'])('rejects %s', async (updatedSince) => {
    const { status, body } = await after.ask(withQuery('/api/v1/awards', { updatedSince }))
    expect([status, body.errors[0].parameter]).toEqual([400, 'updatedSince'])
  })

  it('includes removed records with includeRemoved, by their state, whatever the other filters', async () => {
    const removedIn = async (query: object) => {
      const since = { updatedSince: FIRST, includeRemoved: 'true', limit: 100, ...query }
      const { body } = await after.ask(withQuery('/api/v1/awards', since))
      expect(body.pagination.total).toBe(body.data.length)
      return body.data.filter((each: object) => 'removedAt' in each)
    }
    const shown = ({ publication }: TestApi) => publication.awards.filter(({ isHeld }) => !isHeld)
    const kept = new Set(shown(after).map(({ item }) => item.id))
    const gone = shown(before)
      .map(({ item }) => item)
      .filter((item) => !kept.has(item.id))
    const { state = '' } = gone.find((item) => item.id === GONE_AWARD) ?? {}
    const removed = await removedIn({})
    expect(removed).toHaveLength(gone.length)
    expect(removed).toContainEqual({
      id: GONE_AWARD,
      removedAt: expect.stringMatching(/^2026-11-21T08:00:00\.\d{3}Z$/),
      reason: 'REMOVED',
      mergedInto: null,
    })
    expect(await removedIn({ state })).toEqual(removed)
    expect(await removedIn({ state: 'WY' })).toEqual([])
    expect(await removedIn({ awardee: 'nobody is called so' })).toEqual(removed)
    expect(await removedIn({ updatedSince: THIRD })).toEqual([])
    expect(await removedIn({ includeRemoved: 'false' })).toEqual([])
  })

  it('returns one sequence of updated and removed records, page by page', async () => {
    const target = withQuery('/api/v1/opportunities', { includeRemoved: 'true', updatedSince: '2000-01-01' })
    const pages = (await walk(after, target, 2)) as { updatedAt?: string; removedAt?: string }[]
    const instants = pages.map(({ updatedAt, removedAt }) => updatedAt ?? removedAt ?? '')
    expect(instants).toEqual([...new Set(instants)].sort())
    expect(pages.filter((each) => each.removedAt)).toHaveLength(1)
  })

  it('is enough to follow a list: new, changed and removed records turn the old list into the new one', async () => {
    for (const list of ['awards', 'documents', 'opportunities', 'events', 'activities'] as const) {
      const old = (await walk(before, `/api/v1/${list}`, 50)) as { id: string; updatedAt: string }[]
      const last =
        old
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1) ?? ''
      const copy = new Map(old.map((item) => [item.id, item]))
      const target = withQuery(`/api/v1/${list}`, { updatedSince: last, includeRemoved: 'true' })
      for (const item of (await walk(after, target, 50)) as { id: string; updatedAt: string }[]) {
        if ('removedAt' in item) copy.delete(item.id)
        else copy.set(item.id, item)
      }
      const now = (await walk(after, `/api/v1/${list}`, 50)) as { id: string }[]
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      expect([...copy.values()].sort(byId)).toEqual(now.sort(byId))
    }
  })
})

describe('a single record that is no longer published', () => {
  it('returns 410 GONE with when, why, and what it was merged into, and costs nothing', async () => {
    const key = (await after.key()).secret
    const { status, body, headers } = await after.ask(`/api/v1/documents/${id('d', 4)}`, { key })
    expect(status).toBe(410)
    expect(body).toMatchObject({
      code: 'GONE',
      status: 410,
      detail: `"${id('d', 4)}" was merged into "${id('d', 5)}"; use that id instead.`,
      removedAt: expect.stringMatching(/^2026-11-21T08:00:00\.\d{3}Z$/),
      reason: 'MERGED',
      mergedInto: id('d', 5),
    })
    expect(headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
    expect(headers.get('ETag')).toBeNull()
  })

  it('is gone by all its names', async () => {
    const { item } = before.publication.opportunities.find(({ names }) => names?.includes(id('c', 4))) ?? {}
    for (const name of [id('c', 4), item?.slug]) {
      const { status, body } = await after.ask(`/api/v1/opportunities/${name}`)
      expect([status, body.reason, body.mergedInto]).toEqual([410, 'REMOVED', null])
      expect(body.detail).toBe(`"${name}" is no longer published.`)
    }
  })

  it('returns 404 if it never existed', async () => {
    const { status, body } = await after.ask(`/api/v1/documents/${id('d', 999)}`)
    expect([status, body.code, 'removedAt' in body]).toEqual([404, 'NOT_FOUND', false])
  })

  it('keeps the order of errors: key, allowance and parameters come first', async () => {
    const target = `/api/v1/documents/${id('d', 4)}`
    expect((await after.ask(target, { key: null })).status).toBe(401)
    expect((await after.ask(`${target}?a=1`)).status).toBe(400)
    expect((await after.ask(target, { headers: { 'If-None-Match': '*' } })).status).toBe(410)
  })

  it('still finds a solicitation by the ids of the notices merged into it', async () => {
    const { folder, again, api } = await founded()
    const merged = (a: TestApi) => a.ask(`/api/v1/opportunities/${id('c', 4)}`)
    expect((await merged(api)).body.id).toBe(id('c', 4))
    folder.set('notices', id('c', 4), { noticeNumber: 'RFA 2026-17', state: 'NE' })
    const after = await again(SECOND)
    expect((await merged(after)).body.id).toBe(id('c', 1))
    const query = { includeRemoved: 'true', updatedSince: FIRST }
    const { body } = await after.ask(withQuery('/api/v1/opportunities', query))
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: id('c', 4), reason: 'MERGED', mergedInto: id('c', 1) }),
    )
  })
})
