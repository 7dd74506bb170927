import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { prepare, writePublished } from '../../src/bake/bake.ts'
import { writeBake } from '../../src/bake/release.ts'
import { readDataset, readRecords } from '../../src/records/dataset.ts'
import { writeRecords } from '../../src/records/folder.ts'
import { DAY_MS } from '../../src/rules/time/moments.ts'
import type { Records } from '../../src/schema/records.ts'
import { CHANGE_TYPES } from '../../src/schema/vocabularies.ts'
import { NEWEST_MAX, type SnapshotFile } from '../../src/store/open/exports.ts'
import { openService } from '../../src/store/service.ts'
import { FIXTURE, scratch } from '../api.ts'
import { FIRST_NIGHT } from './folders.ts'

/** A run changes 50 pages and 150 records. The long form simulates a year of the whole dataset. */
const LONG = Boolean(process.env.LONG)
const SOURCE = LONG ? path.join(import.meta.dirname, '../../data') : FIXTURE
const NIGHTS = 375
const YEAR = 365
const PER_NIGHT = 200
/** Runs simulated at once, so a year takes minutes. */
const TOGETHER = LONG ? 15 : 12
const BATCHES = LONG ? NIGHTS / TOGETHER : 6
const PAGES_SHARE = 0.25

const MIB = 1024 * 1024
const REPOSITORY_MAX = 30 * MIB
/** After all nights. */
const BAKE_MAX = 120 * MIB
/** What a change may add to a bake of the fixture, which has more events for each. */
const BAKED_PER_CHANGE = 2_000
/** Until here, the SQLite file of the snapshot grows with the feed. */
const MEASURED_FROM = LONG ? 0 : 4
/** The newest events, which the SQLite file of the snapshot has. */
const TABLED = NEWEST_MAX

const measureSize = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/** The number of changes, and what takes how many bytes after them. */
interface Sizes {
  told: number
  repository: number
  bake: number
}

/** Pages that have changed, for the feed: one page after the other, each with the hash that it had before. */
function createPages({ states }: Records, batch: number) {
  const sites = states.flatMap(({ code, sites: pages }) => pages.map((site) => ({ ...site, state: code })))
  const each = Math.round(TOGETHER * PER_NIGHT * PAGES_SHARE)
  return Array.from({ length: each }, (_, index) => {
    const number = (batch - 1) * each + index
    const { state, url, label } = sites[number % sites.length] as (typeof sites)[number]
    const turn = Math.floor(number / sites.length)
    const toHash = (time: number) => hash('sha256', `${url} ${time}`)
    const detail = { url, label, previousHash: toHash(turn), currentHash: toHash(turn + 1) }
    return {
      state,
      type: 'PAGE_UPDATED',
      summary: `Page updated: ${label}`,
      siteUrl: url,
      documentId: null,
      detail,
    } as const
  })
}

/** Changes records in turn: dates of notices, wording of awards, of documents and of events. */
async function changeRecords(data: string, batch: number): Promise<void> {
  const records = await readRecords(data)
  let left = TOGETHER * PER_NIGHT * (1 - PAGES_SHARE)
  const some = <Row>(rows: readonly Row[], change: (row: Row) => Row): Row[] =>
    rows.map((row) => {
      left -= 1
      return left >= 0 ? change(row) : row
    })
  const dueDate = new Date(Date.UTC(2027, 2, 1 + (batch % 28))).toISOString().slice(0, 10)
  const worded = (text: string | null) =>
    `${(text ?? 'Care').replace(/ \(revision \d+\)$/, '').slice(0, 200)} (revision ${batch})`
  writeRecords(
    data,
    'notices',
    some(records.notices, (row) => ({ ...row, dueDate })),
  )
  writeRecords(
    data,
    'events',
    some(records.events, (row) => ({ ...row, description: worded(row.description) })),
  )
  writeRecords(
    data,
    'documents',
    some(records.documents, (row) => ({ ...row, highlights: worded(row.highlights) })),
  )
  writeRecords(
    data,
    'awards',
    some(records.awards, (row) => ({ ...row, programDescription: worded(row.programDescription) })),
  )
}

it(`${BATCHES * TOGETHER} runs with ${PER_NIGHT} changes each keep the repository and the bake small, with every event`, async () => {
  const data = path.join(scratch(), 'data')
  mkdirSync(data)
  cpSync(path.join(SOURCE, 'records'), path.join(data, 'records'), { recursive: true })
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', data, '-c', 'user.name=night', '-c', 'user.email=night@example.org', ...words])
  git('init', '--quiet')
  const out = path.join(scratch(), 'baked')
  const sizes: Sizes[] = []
  let told = 0
  let now = FIRST_NIGHT.getTime()
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    if (batch > 0) await changeRecords(data, batch)
    const pages = batch > 0 ? createPages(await readRecords(data), batch) : []
    const prepared = await prepare(data, () => {}, { pages, now })
    await writePublished(data, prepared)
    git('add', '.')
    git('commit', '--quiet', '--message', `Night ${batch}`)
    now += TOGETHER * DAY_MS
    if (batch > 0) told += pages.length + (prepared.publication.step.published?.changes.length ?? 0)
    if (batch !== MEASURED_FROM && batch < BATCHES) continue
    git('gc', '--quiet')
    await writeBake((await prepare(data, () => {})).publication, out, now, () => {})
    sizes.push({ told, repository: measureSize(path.join(data, '.git', 'objects')), bake: measureSize(out) })
  }
  const [before, after] = sizes as [Sizes, Sizes]
  const perChange = (what: keyof Sizes) => (after[what] - before[what]) / (after.told - before.told)
  if (LONG) console.log(JSON.stringify({ before, after }))
  expect(perChange('repository') * YEAR * PER_NIGHT).toBeLessThan(REPOSITORY_MAX)
  expect(after.bake).toBeLessThan(BAKE_MAX)
  expect(perChange('bake')).toBeLessThan(BAKED_PER_CHANGE)

  const service = openService(out)
  const { feed } = (await readDataset(data)).history
  expect(feed?.length).toBeGreaterThan(TABLED)
  const listed = service.readers.activity.list({ filters: { type: CHANGE_TYPES }, limit: feed?.length ?? 0 }, now)
  const events = (JSON.parse(listed.data) as object[]).toReversed()
  expect(events).toEqual(feed?.map((event) => ({ ...event, updatedAt: event.occurredAt })))
  const [last] = service.changes.page({ resource: ['activity'], page: 1, limit: 1 }).data.split('\n')
  expect(JSON.parse(last ?? '')).toMatchObject([{ resource: 'activity', record: { id: feed?.at(-1)?.id } }])

  const readContent = async (name: string): Promise<Buffer> => {
    const file = service.exports.files.find((one) => one.name === name) as SnapshotFile
    const handle = await service.exports.open(file)
    const content = await handle.readFile()
    await handle.close()
    expect([content.length, hash('sha256', content)], name).toEqual([file.bytes, file.sha256])
    return content
  }
  const lines = gunzipSync(await readContent('activity.ndjson.gz'))
  expect(lines.equals(await readContent('activity.ndjson'))).toBe(true)
  expect(lines.toString().trimEnd().split('\n')).toHaveLength(feed?.length ?? 0)
  expect(gunzipSync(await readContent('activity.csv.gz')).equals(await readContent('activity.csv'))).toBe(true)
  const tables = new Database(await readContent('dataset.sqlite'))
  const newest = feed?.slice(-TABLED).map(({ id }) => id)
  expect(tables.prepare('SELECT id FROM activity ORDER BY occurredAt').pluck().all()).toEqual(newest)
  tables.close()
  service.close()
  expect(readFileSync(path.join(data, 'history/ledger/publications.ndjson'), 'utf8').trim().split('\n')).toHaveLength(
    BATCHES + 1,
  )
}, 1_800_000)
