import { beforeAll, expect, it } from 'vitest'
import type { Publication } from '../../src/bake/publish.ts'
import { release } from '../../src/bake/release.ts'
import { listParser } from '../../src/http/parameters.ts'
import { RESOURCE_NAMES, resource } from '../../src/resources/index.ts'
import { type AnyRow, type Fields, idOf } from '../../src/resources/row.ts'
import { type Dataset, openDataset } from '../../src/store/dataset.ts'
import { openFeed } from '../../src/store/feed.ts'
import { openPageCache } from '../../src/store/page-cache.ts'
import { openReader, type Reader } from '../../src/store/reader.ts'
import { baked, FIXTURE, NOW, scratch } from '../api.ts'
import { everythingOf } from './declared.ts'
import { scaled } from './scaled.ts'

// So that records have much in common.
const TIMES = 25

const now = Date.parse(NOW)
let dataset: Dataset
let publication: Publication

beforeAll(async () => {
  publication = scaled((await baked(FIXTURE)).publication, TIMES)
  const folder = scratch()
  release(publication, folder, now, () => {})
  dataset = openDataset(folder)
})

const readerOf = (name: (typeof RESOURCE_NAMES)[number]): Reader =>
  openReader(dataset, resource(name), {
    pages: openPageCache(),
    feed: () => openFeed(dataset),
    freshness: () => NO_FRESHNESS,
  })

const NO_FRESHNESS = { sources: [], pages: [] }

/** The JSON of a row as of now, in the order of the schema. */
function itemOf(name: (typeof RESOURCE_NAMES)[number], { item, phases = [] }: AnyRow): Fields {
  const { timed, live, item: schema } = resource(name)
  if (live) return live(item, NO_FRESHNESS) as Fields
  if (timed.length === 0) return item
  const phase = phases.find(({ from, until }) => from <= now && now < until)?.fields ?? {}
  const names = Object.keys((schema as unknown as { shape: object }).shape)
  return Object.fromEntries(
    names.map((field) => [field, (timed as readonly string[]).includes(field) ? (phase[field] ?? null) : item[field]]),
  )
}

it('bodies of the lists of records are stored in pieces', () => {
  for (const list of ['awards', 'documents', 'opportunities']) {
    const cut = dataset.db.prepare<[], number>(`SELECT count(*) FROM ${list}_bodies WHERE instr(head, char(1)) > 0`)
    expect([list, cut.pluck().get()]).toEqual([list, publication[list as 'awards'].length])
  }
})

it.each(RESOURCE_NAMES)('%s returns every record as it was published', (name) => {
  const reader = readerOf(name)
  const rows = new Map((publication[name] as AnyRow[]).map((row) => [idOf(row), row]))
  const filters = listParser(resource(name))(String(new URLSearchParams(everythingOf(name)))).filters
  const limit = resource(name).page.max
  const isDetailed = resource(name).detail !== null
  let seen = 0
  for (let page = 1; seen < rows.size; page += 1) {
    const { data, bytes, count } = reader.list({ filters, page, limit }, now)
    const found: Fields[] = JSON.parse(data)
    const expected = found.map((item) => rows.get(idOf({ item })) as AnyRow)
    const plain = expected.map((row) => JSON.stringify(itemOf(name, row)))
    expect(data).toBe(`[${plain.join(',')}]`)
    expect(bytes).toBe(Buffer.byteLength(data))
    expect([...reader.lines({ filters, page, limit }, now).parts].join('')).toBe(
      plain.map((line) => `${line}\n`).join(''),
    )
    if (isDetailed) {
      const detailed = reader.list({ filters, page, limit, isDetailed }, now)
      const whole = expected.map((row, index) =>
        row.detail ? `${plain[index]?.slice(0, -1)},"detail":${JSON.stringify(row.detail)}}` : plain[index],
      )
      expect(detailed.data).toBe(`[${whole.join(',')}]`)
      expect(detailed.bytes).toBe(Buffer.byteLength(detailed.data))
      for (const [index, row] of expected.entries()) {
        expect(reader.find(idOf(row), now)).toBe(row.detail ? JSON.stringify(row.detail) : plain[index])
      }
    }
    expect(count).toBeGreaterThan(0)
    seen += count
  }
})
