import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bake } from '../../src/bake/bake.ts'
import { writePublished } from '../../src/bake/ledger.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { readManifest } from '../../src/bake/release.ts'
import { readDataset, readRecords } from '../../src/records/dataset.ts'
import { writeRecords } from '../../src/records/folder.ts'
import { DAY_MS } from '../../src/rules/moments.ts'
import type { Records } from '../../src/schema/records.ts'
import { openService } from '../../src/store/service.ts'
import { FIXTURE, scratch } from '../api.ts'
import { FIRST_NIGHT } from './folders.ts'

/** A night changes 50 pages and 150 records. The long form lives through a year of the whole dataset. */
const LONG = Boolean(process.env.LONG)
const SOURCE = LONG ? path.join(import.meta.dirname, '../../data') : FIXTURE
const YEAR = 365
const PER_NIGHT = 200
/** Nights that are lived through at once, so that a year takes minutes. */
const TOGETHER = LONG ? 15 : 2
const BATCHES = LONG ? Math.ceil(YEAR / TOGETHER) : 3
const PAGES_SHARE = 0.25

const MIB = 1024 * 1024
const REPOSITORY_MAX = 30 * MIB
/** What a change may add to the bake: the feed, what `/api/v1/changes` tells of it, and three files of the snapshot. */
const BAKED_PER_CHANGE = 1_500

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

const hashOf = (number: number): string => String(number).padStart(8, '0').repeat(8)

/** Pages that have changed, for the feed. */
const pagesOf = ({ states }: Records, batch: number) =>
  Array.from({ length: TOGETHER * PER_NIGHT * PAGES_SHARE }, (_, index) => {
    const state = states[index % states.length]
    const [site] = state?.sites ?? []
    const url = site?.url ?? 'https://health.state.gov/rural'
    const label = site?.label ?? 'Program page'
    const previousHash = hashOf(batch * 7_919 + index)
    const detail = { url, label, previousHash, currentHash: hashOf((batch + 1) * 7_919 + index) }
    return {
      state: state?.code ?? null,
      type: 'PAGE_UPDATED',
      summary: `Page updated: ${label}`,
      siteUrl: url,
      documentId: null,
      detail,
    } as const
  })

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
  await writeRecords(
    data,
    'notices',
    some(records.notices, (row) => ({ ...row, dueDate })),
  )
  await writeRecords(
    data,
    'events',
    some(records.events, (row) => ({ ...row, description: worded(row.description) })),
  )
  await writeRecords(
    data,
    'documents',
    some(records.documents, (row) => ({ ...row, highlights: worded(row.highlights) })),
  )
  await writeRecords(
    data,
    'awards',
    some(records.awards, (row) => ({ ...row, programDescription: worded(row.programDescription) })),
  )
}

it(`${BATCHES * TOGETHER} nights of ${PER_NIGHT} changes leave a repository and a bake that stay small, with every event`, async () => {
  const data = path.join(scratch(), 'data')
  mkdirSync(data)
  cpSync(path.join(SOURCE, 'records'), path.join(data, 'records'), { recursive: true })
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', data, '-c', 'user.name=night', '-c', 'user.email=night@example.org', ...words])
  git('init', '--quiet')
  const out = path.join(scratch(), 'baked')
  const sizes = { repository: 0, bake: 0 }
  let told = 0
  let now = FIRST_NIGHT.getTime()
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    if (batch > 0) await changeRecords(data, batch)
    const pages = batch > 0 ? pagesOf(await readRecords(data), batch) : []
    const { dataset, publication } = await prepare(data, () => {}, { pages, now })
    await writePublished(data, dataset, publication)
    git('add', '.')
    git('commit', '--quiet', '--message', `Night ${batch}`)
    now += TOGETHER * DAY_MS
    if (batch > 0) told += pages.length + (publication.step.published?.changes.length ?? 0)
    if (batch > 0 && batch < BATCHES) continue
    git('gc', '--quiet')
    const repository = sizeOf(path.join(data, '.git', 'objects'))
    bake((await prepare(data, () => {})).publication, out, now, () => {})
    const baked = statSync(path.join(out, readManifest(out)?.database ?? '')).size
    const factor = (YEAR * PER_NIGHT) / Math.max(1, told)
    if (batch === BATCHES) {
      const grown = { repository: (repository - sizes.repository) * factor, bake: (baked - sizes.bake) / told }
      if (LONG) console.log(`${told} changes: ${JSON.stringify({ before: sizes, repository, baked, grown })}`)
      expect(grown.repository).toBeLessThan(REPOSITORY_MAX)
      expect(grown.bake).toBeLessThan(BAKED_PER_CHANGE)
    }
    Object.assign(sizes, { repository, bake: baked })
  }
  expect(readdirSync(path.join(data, 'history/ledger/changes')).some((name) => name.endsWith('.gz'))).toBe(LONG)

  const service = openService(out)
  const { feed } = (await readDataset(data)).history
  const page = { filters: { type: ['PAGE_UPDATED'] }, limit: 10_000 }
  const listed = service.readers.activity.list({ ...page, page: 1 }, now)
  const events = JSON.parse(listed.data) as { id: string; detail: unknown }[]
  const expected = (feed ?? [])
    .filter(({ type }) => type === 'PAGE_UPDATED')
    .toReversed()
    .slice(0, 10_000)
  expect(events.map(({ id, detail }) => ({ id, detail }))).toEqual(expected.map(({ id, detail }) => ({ id, detail })))
  const [last] = service.changes.page({ resource: ['activity'], page: 1, limit: 1 }).data.split('\n')
  expect(JSON.parse(last ?? '')).toMatchObject([{ resource: 'activity', record: { id: feed?.at(-1)?.id } }])
  service.close()
  expect(readFileSync(path.join(data, 'history/ledger/publications.ndjson'), 'utf8').trim().split('\n')).toHaveLength(
    BATCHES + 1,
  )
}, 1_800_000)
