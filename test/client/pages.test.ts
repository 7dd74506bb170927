import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiUnreachable } from '../../packages/client/src/index.ts'
import { walk } from '../../packages/client/src/pages.ts'
import type { ApiResponse } from '../../packages/client/src/transport.ts'
import { RESOURCES } from '../../src/resources/index.ts'
import { walk as walkPages } from '../api.ts'
import { collect, running } from './service.ts'

const service = running()

const PAGED = ['awards', 'documents', 'opportunities', 'events', 'activities'] as const
const parseQuery = (url = '') => Object.fromEntries(new URL(url, 'http://localhost').searchParams)

describe('all', () => {
  it.each(PAGED)('of %s returns every record of all pages, each once, in order', async (group) => {
    const client = await service.client()
    const records = await collect<unknown>(client[group].all({ limit: 3 }))
    expect(records).toEqual(await walkPages(service.api, `/api/v1/${group}`, 100))
    expect(new Set(records.map((record) => (record as { id: string }).id)).size).toBe(records.length)
  })

  it('of changes pages through the feed, forward from a moment', async () => {
    const client = await service.client()
    service.faults.plan()
    const events = await collect(client.changes.all({ type: 'ALL', since: '2026-01-01', limit: 4 }))
    expect(events).toEqual(await walkPages(service.api, '/api/v1/activity?type=ALL&since=2026-01-01', 100))
    expect(service.faults.seen.length).toBe(Math.ceil(events.length / 4))
  })

  it.each(['states', 'coverage'] as const)('of %s, which has one page, returns all of it', async (group) => {
    const client = await service.client()
    const records = await collect<unknown>(client[group].all())
    expect(records).toEqual((await service.api.ask(`/api/v1/${group}`)).body.data)
  })

  it.each([...PAGED, 'states', 'coverage'] as const)('of %s requests the largest pages by default', async (group) => {
    const client = await service.client()
    service.faults.plan()
    await collect<unknown>(client[group].all())
    expect(parseQuery(service.faults.seen[0]?.url)).toEqual({ limit: String(RESOURCES[group]().page.max) })
  })

  it('keeps the filters on every page', async () => {
    const client = await service.client()
    service.faults.plan()
    const open = await collect(client.opportunities.all({ status: ['OPEN', 'CLOSED'], limit: 2 }))
    expect(open.length).toBeGreaterThan(2)
    for (const { status } of open) expect(status).toMatch(/^(OPEN|CLOSED)$/)
    expect(service.faults.seen).toHaveLength(Math.ceil(open.length / 2))
  })

  it('requests no page that nobody reads', async () => {
    const client = await service.client()
    service.faults.plan()
    for await (const { id } of client.awards.all({ limit: 2 })) {
      expect(id).toBeTruthy()
      break
    }
    expect(service.faults.seen).toHaveLength(1)
  })

  it('returns nothing when nothing matches', async () => {
    const client = await service.client()
    expect(await collect(client.awards.all({ awardee: 'nobody of that name' }))).toEqual([])
  })

  it('survives errors along the way', async () => {
    const client = await service.client()
    service.faults.plan('pass', 'drop', 'pass', 'garbage', { status: 502 }, 'pass', 'cut')
    const awards = await collect(client.awards.all({ limit: 3 }))
    expect(awards).toEqual(await walkPages(service.api, '/api/v1/awards', 100))
  })
})

/** A list that changes by itself: it may change before each page. */
function changingList(first: number[], changes: (number[] | null)[], limit: number) {
  let list = first
  let version = 0
  let asked = 0
  const ask = async (
    page: number,
  ): Promise<ApiResponse<{ data: { id: number }[]; pagination: { total: number; pages: number } }>> => {
    const change = asked > 0 ? changes[asked - 1] : null
    asked += 1
    if (change) {
      list = change
      version += 1
    }
    const data = list.slice((page - 1) * limit, page * limit).map((id) => ({ id }))
    const pagination = { total: list.length, pages: Math.ceil(list.length / limit) }
    return { body: { data, pagination }, datasetVersion: String(version) } as Awaited<ReturnType<typeof ask>>
  }
  return { ask, last: () => list }
}

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })

describe('walking a list that changes on the way', () => {
  it('returns every record that the list has in the end, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        ids,
        fc.array(fc.option(ids), { maxLength: 8 }).filter((changes) => changes.filter(Boolean).length <= 5),
        fc.integer({ min: 1, max: 7 }),
        async (first, changes, limit) => {
          const { ask, last } = changingList(first, changes, limit)
          const walked = (await collect(walk(ask))).map(({ id }) => id)
          expect(new Set(walked).size).toBe(walked.length)
          expect(walked).toEqual(expect.arrayContaining(last()))
        },
      ),
    )
  })

  it('gives up on one that keeps changing', async () => {
    const { ask } = changingList(
      [1, 2, 3],
      Array.from({ length: 100 }, (_, place) => [place, place + 1, place + 2]),
      1,
    )
    await expect(collect(walk(ask))).rejects.toBeInstanceOf(ApiUnreachable)
  })
})
