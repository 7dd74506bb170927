import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../src/bake/release.ts'
import type { SourceResult } from '../../src/ingest/source.ts'
import { lock } from '../../src/night/lock.ts'
import { openService } from '../../src/store/service.ts'
import {
  anotherNotice,
  contentsOf,
  datasetFolder,
  FIRST_NIGHT,
  feedOf,
  linesOf,
  NEXT_NIGHT,
  nightOn,
  rewrite,
  untoldOf,
} from './folders.ts'

const result = (more: Partial<SourceResult>): SourceResult => ({
  source: 'pages',
  fetched: 1,
  new: 0,
  changed: 0,
  unchanged: 1,
  rejected: [],
  held: [],
  vanished: 0,
  changes: [],
  failed: null,
  ms: 1,
  ...more,
})

describe('the first night', () => {
  it('founds the feed on the dates that records carry, each event with its own millisecond, and remembers the others', async () => {
    const folders = datasetFolder()
    const report = await nightOn(folders, FIRST_NIGHT)
    expect(report.outcome).toBe('published')
    const feed = feedOf(folders.data)
    const documents = linesOf(folders.data, 'documents')
    const untold = untoldOf(folders.data)
    const toldOf = (type: string, lines: typeof feed) => lines.filter((line) => line.type === type)
    const dated = documents.filter(({ published }) => published !== null)
    expect(toldOf('NEW_DOCUMENT', feed).map(({ documentId }) => documentId)).toEqual(
      expect.arrayContaining(dated.map(({ id }) => id)),
    )
    expect(toldOf('NEW_DOCUMENT', feed)).toHaveLength(dated.length)
    expect(toldOf('NEW_DOCUMENT', untold)).toHaveLength(documents.length - dated.length)
    // Three notices of the fixture are one opportunity; one has no date, and one is posted after that night.
    const opportunities = linesOf(folders.data, 'notices').length - 2
    expect(toldOf('NEW_OPPORTUNITY', feed)).toHaveLength(opportunities - 2)
    expect(toldOf('NEW_OPPORTUNITY', untold)).toHaveLength(2)
    const times = feed.map(({ occurredAt }) => String(occurredAt))
    expect(times).toEqual([...new Set(times)].sort())
    expect(times.at(-1) && times.at(-1)! < new Date(FIRST_NIGHT.getTime() + 1000).toISOString()).toBe(true)
    // Published on August 1 in New York.
    expect(times[feed.findIndex(({ documentId }) => documentId === documents[0]?.id)]).toMatch(
      /^2026-08-01T04:00:00\.\d{3}Z$/,
    )
  })
})

describe('the next night', () => {
  it('adds nothing to the feed and leaves the build live when nothing has changed', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    const before = contentsOf(path.join(folders.data, 'history'))
    const manifest = readManifest(folders.out)
    const report = await nightOn(folders, NEXT_NIGHT)
    expect(report).toMatchObject({ outcome: 'unchanged', changes: [], datasetVersion: manifest?.datasetVersion })
    expect(readManifest(folders.out)).toEqual(manifest)
    const after = contentsOf(path.join(folders.data, 'history'))
    expect(after['changes.ndjson']).toBe(before['changes.ndjson'])
    expect(after['baseline.json']).toBe(before['baseline.json'])
  })

  it('tells of a new opportunity, a new document and a changed page once, after everything that was told', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    const told = feedOf(folders.data)
    const page = { url: 'https://ne.example.org/rhtp', label: 'Nebraska program page' }
    const change = (staged: string) => {
      rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, 1)])
      rewrite(staged, 'documents', (rows) => [
        ...rows,
        { ...rows[6], id: '00000000-0000-4000-8000-0000000dd001', url: 'https://dhhs.ne.gov/new' },
      ])
    }
    const results = [
      result({
        changes: [
          {
            state: 'NE',
            type: 'PAGE_UPDATED',
            summary: 'Page updated',
            siteUrl: page.url,
            documentId: null,
            detail: { ...page, previousHash: 'a', currentHash: 'b' },
          },
        ],
      }),
    ]
    const report = await nightOn(folders, NEXT_NIGHT, change, { results })
    const feed = feedOf(folders.data)
    expect(feed.slice(0, told.length)).toEqual(told)
    const added = feed.slice(told.length)
    expect(added.map(({ type }) => type).sort()).toEqual(['NEW_DOCUMENT', 'NEW_OPPORTUNITY', 'PAGE_UPDATED'])
    expect(report.changes).toEqual(added)
    for (const { occurredAt } of added)
      expect(Date.parse(String(occurredAt))).toBeGreaterThanOrEqual(NEXT_NIGHT.getTime())
    const again = await nightOn(folders, NEXT_NIGHT)
    expect(again.changes).toEqual([])
  })

  it('does not tell of an opportunity again when another of its notices becomes the earliest', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    const report = await nightOn(folders, NEXT_NIGHT, (staged) =>
      rewrite(staged, 'notices', (rows) =>
        rows.map((row) => (row.title === 'Rural Telehealth Expansion' ? { ...row, postedDate: '2026-08-01' } : row)),
      ),
    )
    expect(report.changes).toEqual([])
  })

  it('writes down what each source came to, and shows it as coverage', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT, () => {}, {
      results: [result({ source: 'grants-gov', new: 2 }), result({ source: 'usaspending', failed: 'It was down.' })],
    })
    await nightOn(folders, NEXT_NIGHT, () => {}, { results: [result({ source: 'grants-gov', failed: 'It hangs.' })] })
    const service = openService(folders.out)
    const { bodies } = service.readers.coverage.list({ filters: {}, page: 1, limit: 60 }, NEXT_NIGHT.getTime())
    const national = JSON.parse(bodies.at(-1) ?? '')
    expect(national.state).toBeNull()
    expect(national.sources).toMatchObject([
      {
        source: 'grants-gov',
        status: 'DOWN',
        lastChecked: NEXT_NIGHT.toISOString(),
        lastChanged: FIRST_NIGHT.toISOString(),
        note: 'It hangs.',
      },
      {
        source: 'usaspending',
        status: 'DOWN',
        lastChecked: FIRST_NIGHT.toISOString(),
        lastChanged: null,
        note: 'It was down.',
      },
    ])
    service.close()
  })

  it('leaves nothing behind beside the dataset, the build and the report', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    expect(readdirSync(folders.data).sort()).toEqual(['baked', 'history', 'records'])
    expect(readdirSync(folders.out).filter((name) => name.startsWith('.'))).toEqual([])
    const report = JSON.parse(readFileSync(path.join(folders.data, 'history/reports/2026-11-20.json'), 'utf8'))
    expect(report).toMatchObject({ date: '2026-11-20', outcome: 'published', reasons: [] })
  })
})

describe('two nights at once', () => {
  it('refuses the second while the first is running, and takes over the lock of a dead one', async () => {
    const folders = datasetFolder()
    const { spawnSync } = await import('node:child_process')
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path.join(folders.data, '.night.pid'), String(dead))
    expect((await nightOn(folders, FIRST_NIGHT)).outcome).toBe('published')
    // The test runner's own parent stands for another process that is alive.
    writeFileSync(path.join(folders.data, '.night.pid'), String(process.ppid))
    await expect(nightOn(folders, NEXT_NIGHT)).rejects.toThrow(/already/)
    expect(existsSync(path.join(folders.data, '.staged'))).toBe(false)
    expect(() => lock(folders.data)).toThrow(/already/)
  })
})
