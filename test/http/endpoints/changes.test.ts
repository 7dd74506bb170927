import { beforeAll, describe, expect, it } from 'vitest'
import { createPages } from '../../../src/http/pages/pages.ts'
import { BLANK_MAIN } from '../../../src/views/view.ts'
import { openApi, pageDeps, STARTER, type TestApi } from '../../api.ts'
import { withQuery } from '../examples.ts'
import { id } from '../listed.ts'
import { type PublishedFolder, publishedFolder } from '../published.ts'

const FIRST = '2026-11-20T08:00:00.000Z'
const SECOND = '2026-11-21T08:00:00.000Z'
const THIRD = '2026-11-22T08:00:00.000Z'

let folder: PublishedFolder
let versions: string[]
let api: TestApi

/**
 * Three publications: the initial one; an extended deadline, a changed award, a removed document; a moved event and a
 * new award.
 */
beforeAll(async () => {
  folder = publishedFolder()
  const publish = async (at: string) => (await folder.publish(at)).step.ledger.publications.at(-1)?.version ?? ''
  versions = [await publish(FIRST)]
  folder.set('notices', id('c', 15), { dueDate: '2027-03-31' })
  folder.edit('documents', (documents) => documents.filter((document) => document.id !== id('d', 4)))
  versions.push(await publish(SECOND))
  folder.set('events', id('e', 1), { title: 'Another title' })
  folder.edit('notices', (notices) => notices.filter((notice) => notice.id !== id('c', 4)))
  const publication = await folder.publish(THIRD)
  versions.push(publication.step.ledger.publications.at(-1)?.version ?? '')
  api = await openApi({ published: { publication, folder: folder.out } })
})

// biome-ignore lint/suspicious/noExplicitAny: changes of all lists
type Change = any
const ask = async (query: object): Promise<Change[]> => {
  const { status, body } = await api.ask(withQuery('/api/v1/changes', { limit: 500, ...query }))
  expect([status, body]).toEqual([200, expect.any(Object)])
  return body.data
}

describe('the page of a record', () => {
  it('shows in its history what changed, with the previous values', async () => {
    const deps = pageDeps(() => api.service, api.now, 'https://rural.example.org')
    const pages = createPages(deps, { record: `<main>${BLANK_MAIN}</main>`, list: null })
    const { slug } = JSON.parse(api.service.readers.opportunities.find(id('c', 15), api.now()) ?? '')
    const text = await (await pages.request(`/opportunities/${slug}`)).text()
    const history = text.slice(text.indexOf('id="history"'), text.indexOf('id="cite"'))
    expect(history).toMatch(/Applications due: March 31, 2027 \(was \w+ \d+, \d{4}\)\./)
  })
})

describe('GET /api/v1/changes', () => {
  it('returns an update with both sides of each field', async () => {
    const [change] = await ask({ from: versions[0], id: id('c', 15), resource: 'opportunities' })
    expect(change).toMatchObject({
      resource: 'opportunities',
      change: 'UPDATED',
      version: versions[1],
      changedAt: expect.stringMatching(/^2026-11-21T08:00:00\.\d{3}Z$/),
      record: null,
      mergedInto: null,
    })
    expect(Object.keys(change.fields).sort()).toEqual(['dueDate', 'timeline'])
    expect(change.fields.dueDate.after).toBe('2027-04-01T03:59:59.000Z')
    expect(change.fields.dueDate.before < change.fields.dueDate.after).toBe(true)
    const { body } = await api.ask(`/api/v1/opportunities/${id('c', 15)}`)
    expect(body.updatedAt).toBe(change.changedAt)
  })

  it('returns a removal with the whole record as it last was', async () => {
    const [gone] = await ask({ from: versions[0], change: 'removed', resource: 'documents' })
    expect(gone).toMatchObject({ id: id('d', 4), change: 'REMOVED', fields: {}, record: { id: id('d', 4) } })
  })

  it('names a changed field once: with its values, or as recomputed', async () => {
    // Its second publication moved fields of coverage from the recomputed ones to those with values, and back.
    const starter = await openApi({ data: STARTER })
    const { body } = await starter.ask('/api/v1/changes?change=updated&resource=coverage&limit=500')
    expect(body.data.length).toBeGreaterThan(50)
    for (const { id, fields, recomputed } of body.data) {
      expect([id, recomputed.filter((name: string) => name in fields)]).toEqual([id, []])
      expect([id, [...Object.keys(fields), ...recomputed]]).toEqual([id, expect.arrayContaining([expect.any(String)])])
    }
  })

  it('can be limited by versions: after one, up to another', async () => {
    const second = await ask({ from: versions[0], to: versions[1] })
    expect(new Set(second.map(({ version }) => version))).toEqual(new Set([versions[1]]))
    expect(await ask({ from: versions[2] })).toEqual([])
    const all = await ask({ from: versions[0] })
    expect(all).toEqual([...second, ...(await ask({ from: versions[1] }))])
    expect((await ask({})).map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse())
  })

  it('is followed page by page, oldest first, also by time', async () => {
    const all = await ask({ from: versions[0] })
    const pages = []
    for (let page = 1; ; page += 1) {
      const { body } = await api.ask(withQuery('/api/v1/changes', { from: versions[0] ?? '', limit: 3, page }))
      pages.push(...body.data)
      if (!body.hasMore) break
    }
    expect(pages).toEqual(all)
    const changes = all.filter(({ resource }) => resource !== 'activity')
    const since = await ask({ since: changes[0]?.changedAt })
    expect(since.filter(({ resource }) => resource !== 'activity')).toEqual(changes.slice(1))
  })

  it('filters by resource and state', async () => {
    const all = await ask({ from: versions[0] })
    const states = [...new Set(all.map(({ state }) => state).filter((state) => state !== null))] as string[]
    for (const state of states) {
      expect(await ask({ from: versions[0], state })).toEqual(all.filter((change) => change.state === state))
    }
    expect(await ask({ from: versions[0], resource: 'events,documents' })).toEqual(
      all.filter(({ resource }) => ['events', 'documents'].includes(resource)),
    )
  })

  it.each([
    ['from', '0123456789abcdef', /No publication has the version/],
    ['since', '2020-01-01', /Is too long ago\. Changes are available from version [0-9a-f]{16} of 2026-11-20T/],
    ['from', 'latest', /16 hex digits/],
    ['resource', 'award', /is not a supported resource/],
  ])('rejects %s=%s and says what to do', async (parameter, value, message) => {
    const { status, body } = await api.ask(withQuery('/api/v1/changes', { [parameter]: value }))
    expect([status, body.errors[0].parameter]).toEqual([400, parameter])
    expect(body.errors[0].message).toMatch(message)
  })

  it('returns 304 for its tag', async () => {
    const target = withQuery('/api/v1/changes', { from: versions[0] ?? '' })
    const { headers } = await api.ask(target)
    const again = await api.ask(target, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    expect(again.status).toBe(304)
  })
})

describe('the change feed', () => {
  const feed = async (type: string) =>
    (await api.ask(withQuery('/api/v1/activity', { type, limit: 100 }))).body as { data: Change[]; types: string[] }

  it('reports extended deadlines, with the names of the fields', async () => {
    const { data, types } = await feed('OPPORTUNITY_UPDATED')
    expect(types).toEqual(['OPPORTUNITY_UPDATED'])
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      summary: expect.stringMatching(/^Deadline extended to 2027-03-31/),
      detail: { opportunityId: id('c', 15), deadline: '2027-03-31', fields: expect.arrayContaining(['dueDate']) },
    })
    expect(data[0].detail.turns).toContain('DEADLINE_EXTENDED')
  })

  it('reports removed opportunities and changed events', async () => {
    const removed = await feed('OPPORTUNITY_REMOVED')
    expect(removed.data).toHaveLength(1)
    expect(removed.data[0].detail).toMatchObject({ opportunityId: id('c', 4), reason: 'REMOVED', mergedInto: null })
    const changed = await feed('EVENT_CHANGED')
    expect(changed.data).toHaveLength(1)
    expect(changed.data[0].detail).toMatchObject({ eventId: id('e', 1), fields: ['title'], reason: null })
  })

  it('does not report what existed when it started, and includes page updates only on request', async () => {
    expect((await feed('NEW_AWARD,EVENT_ANNOUNCED')).data).toEqual([])
    const { body } = await api.ask('/api/v1/activity')
    expect(body.types).toEqual(['PAGE_UPDATED'])
  })
})
