import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { historyFile, readHistory, writeHistory } from '../records/folder.ts'
import { ndjson } from '../records/ndjson.ts'
import { DAY_MS } from '../rules/time/moments.ts'
import { REPORTS, type Report } from './report.ts'

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
