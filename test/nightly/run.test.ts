import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import type { SourceResult } from '../../src/ingest/source.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { sourceResult } from '../ingest/records.ts'
import {
  anotherNotice,
  datasetFolder,
  FIRST_NIGHT,
  NEXT_NIGHT,
  nightOn,
  publishedFolder,
  readContents,
  readFeed,
  readLines,
  readUntold,
  rewrite,
} from './folders.ts'

const result = (more: Partial<SourceResult>): SourceResult => sourceResult({ fetched: 1, unchanged: 1, ...more })

describe('the first run', () => {
  it('starts the feed with the dates in the records, each event with its own millisecond, and remembers the others', async () => {
    const folders = datasetFolder()
    const report = await nightOn(folders, FIRST_NIGHT)
    expect(report.outcome).toBe('published')
    const feed = readFeed(folders.data)
    const documents = readLines(folders.data, 'documents')
    const untold = readUntold(folders.data)
    const filterByType = (type: string, lines: typeof feed) => lines.filter((line) => line.type === type)
    const dated = documents.filter(({ published }) => published !== null)
    expect(filterByType('NEW_DOCUMENT', feed).map(({ documentId }) => documentId)).toEqual(
      expect.arrayContaining(dated.map(({ id }) => id)),
    )
    expect(filterByType('NEW_DOCUMENT', feed)).toHaveLength(dated.length)
    expect(filterByType('NEW_DOCUMENT', untold)).toHaveLength(documents.length - dated.length)
    // Three notices of the fixture are one opportunity; one has no date, and one is posted after that night.
    const opportunities = readLines(folders.data, 'notices').length - 2
    expect(filterByType('NEW_OPPORTUNITY', feed)).toHaveLength(opportunities - 2)
    expect(filterByType('NEW_OPPORTUNITY', untold)).toHaveLength(2)
    const times = feed.map(({ occurredAt }) => String(occurredAt))
    expect(times).toEqual([...new Set(times)].sort())
    expect(times.at(-1) && times.at(-1)! < new Date(FIRST_NIGHT.getTime() + 1000).toISOString()).toBe(true)
    // Published on August 1 in New York.
    expect(times[feed.findIndex(({ documentId }) => documentId === documents[0]?.id)]).toMatch(
      /^2026-08-01T04:00:00\.\d{3}Z$/,
    )
  })
})

describe('the next run', () => {
  it('adds nothing to the feed and leaves the build live if nothing has changed', async () => {
    const { folders } = await publishedFolder()
    const before = readContents(path.join(folders.data, 'history'))
    const manifest = readManifest(folders.out)
    const report = await nightOn(folders, NEXT_NIGHT)
    expect(report).toMatchObject({ outcome: 'unchanged', changes: [], datasetVersion: manifest?.datasetVersion })
    expect(readManifest(folders.out)).toEqual(manifest)
    const after = readContents(path.join(folders.data, 'history'))
    expect(after['changes.ndjson']).toBe(before['changes.ndjson'])
    expect(after['baseline.json']).toBe(before['baseline.json'])
  })

  it('reports a new opportunity, a new document and a changed page once, after earlier events', async () => {
    const { folders } = await publishedFolder()
    const told = readFeed(folders.data)
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
    const feed = readFeed(folders.data)
    expect(feed.slice(0, told.length)).toEqual(told)
    const added = feed.slice(told.length)
    expect(added.map(({ type }) => type).sort()).toEqual(['NEW_DOCUMENT', 'NEW_OPPORTUNITY', 'PAGE_UPDATED'])
    expect(report.changes).toEqual(added)
    for (const { occurredAt } of added)
      expect(Date.parse(String(occurredAt))).toBeGreaterThanOrEqual(NEXT_NIGHT.getTime())
    const again = await nightOn(folders, NEXT_NIGHT)
    expect(again.changes).toEqual([])
  })

  it('does not report an opportunity again if another of its notices becomes the earliest', async () => {
    const { folders } = await publishedFolder()
    const report = await nightOn(folders, NEXT_NIGHT, (staged) =>
      rewrite(staged, 'notices', (rows) =>
        rows.map((row) => (row.title === 'Rural Telehealth Expansion' ? { ...row, postedDate: '2026-08-01' } : row)),
      ),
    )
    expect(report.changes).toEqual([])
  })

  it('records the result of each source, and shows it in the coverage', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT, () => {}, {
      results: [result({ source: 'grants-gov', new: 2 }), result({ source: 'usaspending', failed: 'It was down.' })],
    })
    await nightOn(folders, NEXT_NIGHT, () => {}, { results: [result({ source: 'grants-gov', failed: 'It hangs.' })] })
    const service = openService(folders.out)
    const { data } = service.readers.coverage.list({}, NEXT_NIGHT.getTime())
    const national = JSON.parse(data).at(-1)
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

  it('leaves nothing behind besides the dataset, the build and the report', async () => {
    const { folders } = await publishedFolder()
    // The empty file is what runs lock.
    expect(readdirSync(folders.data).sort()).toEqual(['.night.mutex', 'baked', 'history', 'records'])
    expect(readdirSync(folders.out).filter((name) => name.startsWith('.'))).toEqual([])
    const report = JSON.parse(readFileSync(path.join(folders.data, 'history/reports/2026-11-20.json'), 'utf8'))
    expect(report).toMatchObject({ date: '2026-11-20', outcome: 'published', reasons: [] })
  })
})

describe('two concurrent runs', () => {
  it('are prevented: the second is refused until the first has ended', async () => {
    const folders = datasetFolder()
    const second = () => nightOn(folders, NEXT_NIGHT)
    await nightOn(folders, FIRST_NIGHT, async () => {
      await expect(second()).rejects.toThrow(
        /Another run is already in progress on .* \(process \d+ on .*, since 2026-11-20/,
      )
    })
    expect((await second()).outcome).toBe('unchanged')
  })
})

describe('a run that throws', () => {
  it('changes nothing, writes its report, and gives the reason', async () => {
    const { folders } = await publishedFolder()
    const before = { ...readContents(path.join(folders.data, 'records')), ...readContents(folders.out) }
    const report = await nightOn(folders, NEXT_NIGHT, (staged) => {
      rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, 1)])
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    expect(report).toMatchObject({ outcome: 'failed', datasetVersion: readManifest(folders.out)?.datasetVersion })
    expect(report.reasons).toEqual([
      { check: 'night', reason: expect.stringMatching(new RegExp(`^The disk is full: ${folders.data} .* MiB free`)) },
    ])
    expect({ ...readContents(path.join(folders.data, 'records')), ...readContents(folders.out) }).toEqual(before)
    const written = JSON.parse(readFileSync(path.join(folders.data, 'history/reports/2026-11-21.json'), 'utf8'))
    expect(written).toMatchObject({ outcome: 'failed', reasons: report.reasons })
  })
})

describe('a run in which no source responds', () => {
  const down = ['grants-gov', 'pages'].map((source) => result({ source, failed: 'cannot be reached' }))

  it('publishes nothing, not even what a person has edited, and says so', async () => {
    const { folders } = await publishedFolder()
    rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, 1)])
    const { 'freshness.json': _, ...before } = readContents(folders.out)
    const report = await nightOn(folders, NEXT_NIGHT, () => {}, { results: down })
    expect(report.outcome).toBe('silent')
    expect(report.reasons.map(({ reason }) => reason)).toEqual([
      'grants-gov: cannot be reached',
      'pages: cannot be reached',
    ])
    const { 'freshness.json': freshness, ...after } = readContents(folders.out)
    expect(after).toEqual(before)
    expect(JSON.parse(freshness ?? '').sources).toMatchObject([
      { source: 'grants-gov', succeededAt: null, failedOn: ['2026-11-21'], confirmed: {} },
      { source: 'pages', succeededAt: null, failedOn: ['2026-11-21'], confirmed: {} },
    ])
    expect((await nightOn(folders, NEXT_NIGHT)).outcome).toBe('published')
  })
})

describe('a crashed run', () => {
  it('is completed by the next one, even if that one publishes nothing', async () => {
    const { folders } = await publishedFolder()
    const old = path.join(scratch(), 'old')
    cpSync(folders.out, old, { recursive: true })
    const report = await nightOn(folders, NEXT_NIGHT, (staged) =>
      rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, 1)]),
    )
    // The run died after it had put the dataset in place, before the bake.
    rmSync(folders.out, { recursive: true })
    cpSync(old, folders.out, { recursive: true })
    const down = [result({ failed: 'cannot be reached' })]
    const next = await nightOn(folders, new Date(NEXT_NIGHT.getTime() + 1000), () => {}, { results: down })
    expect(next).toMatchObject({ outcome: 'silent', datasetVersion: report.datasetVersion })
  })
})
