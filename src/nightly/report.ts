import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Allowed } from '../bake/folder/manifest.ts'
import type { Finding, SourceResult } from '../ingest/source.ts'
import { historyFile, readHistory, writeHistory } from '../records/folder.ts'
import { ndjson } from '../records/ndjson.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import type { SourceState } from '../schema/history.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'

/**
 * How a run ended.
 * - `published`: a new version is live.
 * - `unchanged`: everything is fine and nothing is new.
 * - `refused`: a check failed; the last version stays live.
 * - `silent`: no source responded; nothing is published.
 * - `failed`: the run stopped with an error; nothing is published.
 */
type RunOutcome = 'published' | 'unchanged' | 'refused' | 'silent' | 'failed'

/** The report of one run, stored in `history/reports`. */
export interface Report {
  date: string
  startedAt: string
  outcome: RunOutcome
  reasons: Finding[]
  allowed: Allowed[]
  /** The results of the sources; empty if none was queried. */
  sources: SourceResult[]
  /** Sources that have failed several nights in a row. */
  silent: SourceState[]
  changes: ChangeEvent[]
  /** Why the site could not be built and still shows the previous version; null if it was built or there is none. */
  siteFault: string | null
  /** A note about a bake that was rolled back by hand; null if there is none. */
  rollback: string | null
  /** The version that is live after the run. */
  datasetVersion: string | null
  ms: number
}

export type Ended = Omit<Report, 'date' | 'startedAt' | 'datasetVersion' | 'ms'>

const REPORTS = 'reports'

/** Writes a report into a dataset folder: `DATE.json`, then `DATE-2.json`, … for more runs on the same day. */
export function writeReport(data: string, report: Report): void {
  const folder = historyFile(data, REPORTS)
  mkdirSync(folder, { recursive: true })
  // The feed has the events themselves, the ledger the edits.
  const sources = report.sources.map(({ edits: _, ...source }) => source)
  const kept = { ...report, sources, changes: report.changes.map(({ id }) => id) }
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${report.date}${number > 1 ? `-${number}` : ''}.json`)
    if (existsSync(file)) continue
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
    return
  }
}

/** Older reports are reduced to figures. */
const KEPT_DAYS = 90
const REPORT = /^(\d{4}-\d{2}-\d{2})(-\d+)?\.json$/

/** Replaces the old reports of a dataset folder with one line of figures each, in one file per year. */
export async function pruneReports(data: string, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const folder = historyFile(data, REPORTS)
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const old = names.filter((name) => (REPORT.exec(name)?.[1] ?? oldest) < oldest)
  for (const [year, own] of Map.groupBy(old, (name) => name.slice(0, 4))) {
    const file = `${REPORTS}/figures-${year}.ndjson`
    const figures = own.map((name) => getFigures(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
    await writeHistory(data, file, `${(await readHistory(data, file)) ?? ''}${ndjson(figures)}`)
    for (const name of own) await rm(path.join(folder, name))
  }
}

const getFigures = ({ date, outcome, datasetVersion, changes, reasons, sources, ms }: Report) => ({
  date,
  outcome,
  datasetVersion,
  changes: changes.length,
  reasons: reasons.length,
  sources: sources.map((source) => ({
    source: source.source,
    fetched: source.fetched,
    new: source.new,
    changed: source.changed,
    rejected: source.rejected.length,
    failed: source.failed !== null,
  })),
  ms,
})
