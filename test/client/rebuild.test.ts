import { hash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Client } from '../../packages/client/src/index.ts'
import { nights } from './nights.ts'

/** Read without the client's own sync, as any integrator could. */

const NIGHTS = process.env.LONG ? 30 : 3

// biome-ignore lint/suspicious/noExplicitAny: records of all lists
type Line = any
type Dataset = Map<string, Map<string, Line>>
type Listing = Awaited<ReturnType<Client['exports']>>['body']

const findLists = ({ files }: Listing) =>
  files.filter(({ format, compression }) => format === 'ndjson' && compression === null)

/** The lines of a list as in the snapshot of a version. */
function formatLines(
  records: ReadonlyMap<string, Line>,
  { fields, timed }: Listing['files'][number],
  at: string,
): string {
  return [...records]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, record]) => {
      const then = record.timeline?.find(
        ({ from, until }: Line) => (from === null || from <= at) && (until === null || at < until),
      )
      const values = fields.map((field) => (timed.includes(field) ? (then?.[field] ?? null) : record[field]))
      return `${JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, values[place]])))}\n`
    })
    .join('')
}

function expectDataset(dataset: Dataset, listing: Listing): void {
  for (const file of findLists(listing)) {
    const lines = formatLines(dataset.get(file.resource as string) as Map<string, Line>, file, listing.publishedAt)
    expect([listing.datasetVersion, file.name, hash('sha256', lines)]).toEqual([
      listing.datasetVersion,
      file.name,
      file.sha256,
    ])
  }
}

type Side = 'before' | 'after'

/** Applies a change to a dataset, forward or back. */
function step(dataset: Dataset, change: Line, side: Side): void {
  const { resource, id, change: kind, fields, record } = change
  const list = dataset.get(resource) as Map<string, Line>
  if (kind === 'UPDATED') {
    const updatedAt = side === 'after' ? change.changedAt : change.updatedAtBefore
    const changed = { ...list.get(id), updatedAt }
    for (const [field, sides] of Object.entries<Line>(fields)) {
      if (side in sides) changed[field] = sides[side]
      else delete changed[field]
    }
    list.set(id, changed)
  } else if ((kind === 'CREATED') === (side === 'after')) {
    if (record) list.set(id, record)
  } else list.delete(id)
}

it(`each of ${NIGHTS + 1} datasets is rebuilt from a snapshot and the changes, forward and back, byte for byte`, async () => {
  const service = await nights()
  try {
    const { client } = await service.account()
    const api = client()
    const listings: Listing[] = [(await api.exports()).body]
    const dataset: Dataset = new Map()
    for (const { name, resource } of findLists(listings[0] as Listing)) {
      const lines = (await text((await api.download(name)).body)).trimEnd().split('\n')
      const records: Line[] = lines.map((line) => JSON.parse(line))
      dataset.set(
        String(resource),
        new Map(records.map((record) => [record.id ?? record.code ?? record.state ?? 'national', record])),
      )
    }
    const changesBetween = async (from?: Listing, to?: Listing): Promise<Line[]> => {
      const changes: Line[] = []
      for (let page = 1; ; page += 1) {
        const query = { from: from?.datasetVersion, to: to?.datasetVersion, limit: 20, page }
        const { body } = await api.updates(query)
        changes.push(...body.data)
        for (const { publishedAt } of body.data) expect(publishedAt).toBe(to?.publishedAt)
        if (!body.hasMore) return changes
      }
    }

    const kinds = new Set<string>()
    for (let night = 1; night <= NIGHTS; night += 1) {
      await service.pass()
      listings.push((await api.exports()).body)
      for (const change of await changesBetween(listings[night - 1], listings[night])) {
        kinds.add(`${change.resource} ${change.change}`)
        step(dataset, change, 'after')
      }
      expectDataset(dataset, listings[night] as Listing)
    }
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining([
        ...['documents CREATED', 'documents MERGED', 'documents REMOVED', 'events REMOVED', 'events UPDATED'],
        ...['opportunities CREATED', 'opportunities MERGED', 'opportunities UPDATED'],
      ]),
    )
    for (let night = NIGHTS; night >= 1; night -= 1) {
      const changes = await changesBetween(listings[night - 1], listings[night])
      for (const change of changes.toReversed()) step(dataset, change, 'before')
      expectDataset(dataset, listings[night - 1] as Listing)
    }
  } finally {
    await service.close()
  }
})
