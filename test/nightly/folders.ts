import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Judge } from '../../src/ingest/run.ts'
import type { SourceResult } from '../../src/ingest/source.ts'
import type { Report, RunOptions } from '../../src/nightly/report.ts'
import { runNight } from '../../src/nightly/run.ts'
import { FIXTURE, scratch } from '../api.ts'
import { madeOnce } from '../made-once.ts'

/** A separate dataset for a test, from the fixture; without history, unless the fixture's is requested. */
export function datasetFolder({ history = false } = {}): { data: string; out: string } {
  const data = path.join(scratch(), 'data')
  mkdirSync(data)
  cpSync(path.join(FIXTURE, 'records'), path.join(data, 'records'), { recursive: true })
  if (history) cpSync(path.join(FIXTURE, 'history'), path.join(data, 'history'), { recursive: true })
  return { data, out: path.join(data, 'baked') }
}

export const FIRST_NIGHT = new Date('2026-11-20T08:00:00.000Z')
export const NEXT_NIGHT = new Date('2026-11-21T08:00:00.000Z')

/** The first run, performed once for all files: its folder, and its report as the file `report`. */
const firstNight = (): Promise<string> =>
  madeOnce('first-night', async (made) => {
    const { data, out } = datasetFolder()
    const report = await nightOn({ data, out }, FIRST_NIGHT)
    writeFileSync(path.join(made, 'report'), serialize(report))
    cpSync(data, path.join(made, 'data'), { recursive: true, preserveTimestamps: true })
  })

/** A separate dataset for a test on which the first run was published, with its report. */
export async function publishedFolder(): Promise<{ folders: { data: string; out: string }; report: Report }> {
  const made = await firstNight()
  const data = path.join(scratch(), 'data')
  cpSync(path.join(made, 'data'), data, { recursive: true })
  const report: Report = deserialize(readFileSync(path.join(made, 'report')))
  return { folders: { data, out: path.join(data, 'baked') }, report }
}

/** One run on a folder, with the test's changes to the staged dataset instead of the ingest. */
export const nightOn = (
  folders: { data: string; out: string },
  now: Date,
  change: (staged: string, judge: Judge) => unknown = () => {},
  options: Partial<Pick<RunOptions, 'allowed' | 'progress'>> & { results?: SourceResult[]; skewMs?: number } = {},
): Promise<Report> =>
  runNight({
    ...folders,
    now,
    allowed: options.allowed ?? [],
    progress: options.progress ?? (() => {}),
    ingest: async (staged, judge) => {
      await change(staged, judge)
      return { results: options.results ?? [], skewMs: options.skewMs ?? null }
    },
  })

type Line = Record<string, unknown>
const toRecordsFile = (folder: string, kind: string) => path.join(folder, 'records', `${kind}.ndjson`)

export const readLines = (folder: string, kind: string): Line[] => readRows(toRecordsFile(folder, kind))

export const readRows = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Rewrites the records of a kind. */
export function rewrite(folder: string, kind: string, change: (rows: Line[]) => Line[]): void {
  const rows = change(readLines(folder, kind))
  writeFileSync(toRecordsFile(folder, kind), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

export const append = (folder: string, kind: string, text: string): void =>
  appendFileSync(toRecordsFile(folder, kind), text)

export const readFeed = (data: string): Line[] => readRows(path.join(data, 'history', 'changes.ndjson'))

/** The records that were left out when the feed was started, because it is unknown when they appeared. */
export const readUntold = (data: string): Line[] => readRows(path.join(data, 'history', 'untold.ndjson'))

/** The bytes of every file in a folder. */
export function readContents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(folder, file)).isFile(),
  )
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'latin1')]))
}

/** A notice like the first of the fixture, but a different one. */
export const anotherNotice = (data: string, number: number): Line => ({
  ...readLines(data, 'notices')[7],
  id: `00000000-0000-4000-8000-0000000d${String(number).padStart(4, '0')}`,
  title: `Solicitation number ${['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][number % 8]} of lot ${number}`,
  noticeNumber: `LOT-${number}`,
})
