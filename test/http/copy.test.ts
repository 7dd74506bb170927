import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { openApi, type TestApi } from '../api.ts'
import { withQuery } from './examples.ts'
import { id } from './listed.ts'
import { type PublishedFolder, publishedFolder } from './published.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of all lists
type Line = any
type Copy = Map<string, Map<string, Line>>

const NIGHTS = process.env.LONG ? 30 : 6
const DAY_MS = 86_400_000
const FOUNDED = Date.parse('2026-11-20T08:00:00.000Z')

const open = async (folder: PublishedFolder, night: number): Promise<TestApi> => {
  const publication = await folder.publish(new Date(FOUNDED + night * DAY_MS).toISOString())
  return openApi({ published: { publication, folder: folder.out } })
}

/** What a night changes: an edit of every kind, an addition, a deletion, a merge. */
function change(folder: PublishedFolder, night: number): void {
  folder.set('notices', id('c', 15), { dueDate: `2027-03-${String(night).padStart(2, '0')}` })
  folder.set('events', id('e', 1), { title: `Title of night ${night}` })
  folder.set('awards', id('b', 1), { programDescription: `Night ${night}` })
  folder.edit('documents', (documents) => {
    const added = {
      ...documents[0],
      id: id('d', 900 + night),
      url: `https://ne.example.org/${night}.pdf`,
      mergedIds: [],
    }
    const rest = documents.filter((document) => document.id !== id('d', 900 + night - 2))
    const merged = night % 3 === 0 ? [id('d', 900 + night - 1)] : []
    return [...rest.filter((document) => !merged.includes(document.id)), { ...added, mergedIds: merged }]
  })
}

/** The lines of the copy as the snapshot writes them. */
function linesOf(records: ReadonlyMap<string, Line>, fields: readonly string[], at: string): string {
  const timed = new Set([...records.values()].flatMap(({ timeline = [] }) => timeline.flatMap(Object.keys)))
  return [...records]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, record]) => {
      const all = { ...record }
      for (const name of timed) all[name] = null
      const now = record.timeline?.find(
        ({ from, until }: Line) => (from === null || from <= at) && (until === null || at < until),
      )
      Object.assign(all, now)
      return `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, all[field] ?? null])))}\n`
    })
    .join('')
}

function apply(copy: Copy, { resource, id: name, change: kind, changedAt, record, fields }: Line): void {
  const list = copy.get(resource) as Map<string, Line>
  if (kind === 'REMOVED' || kind === 'MERGED') list.delete(name)
  else if (kind === 'CREATED') list.set(name, { ...record, createdAt: changedAt, updatedAt: changedAt })
  else {
    const after = { ...list.get(name), updatedAt: changedAt }
    for (const [field, sides] of Object.entries<Line>(fields)) {
      if ('after' in sides) after[field] = sides.after
      else delete after[field]
    }
    list.set(name, after)
  }
}

it(`a copy made of the snapshot follows ${NIGHTS} nights of changes, byte for byte, for a request a night`, async () => {
  const folder = publishedFolder()
  let api = await open(folder, 0)
  let spent = 0
  const ask = async (target: string, cost: number) => {
    spent += cost
    const { status, body, text } = await api.ask(target)
    expect([target, status]).toEqual([target, 200])
    return { body, text }
  }
  const snapshot = async () => (await ask('/api/v1/exports', 0)).body
  const ndjson = (files: Line[]) => files.filter(({ format, compression }) => format === 'ndjson' && !compression)

  const copy: Copy = new Map()
  let { datasetVersion: version, files } = await snapshot()
  for (const { resource, url } of ndjson(files)) {
    const { text } = await ask(url, 1)
    const records = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    copy.set(
      resource,
      new Map(records.map((record) => [record.id ?? record.code ?? record.state ?? 'national', record])),
    )
  }
  for (let night = 1; night <= NIGHTS; night += 1) {
    change(folder, night)
    api = await open(folder, night)
    for (let page = 1; ; page += 1) {
      const { body } = await ask(withQuery('/api/v1/changes', { from: version, limit: 500, page }), 1)
      for (const each of body.data) apply(copy, each)
      if (!body.hasMore) break
    }
    const now = await snapshot()
    version = now.datasetVersion
    files = now.files
    for (const { resource, fields, sha256 } of ndjson(files)) {
      const lines = linesOf(copy.get(resource) as Map<string, Line>, fields, now.publishedAt)
      expect([night, resource, hash('sha256', lines)]).toEqual([night, resource, sha256])
    }
  }
  expect(spent).toBe(copy.size + NIGHTS)
  expect(spent).toBeLessThan(100)
})
