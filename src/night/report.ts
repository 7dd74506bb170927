import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Allowed } from '../bake/manifest.ts'
import type { Finding, SourceResult } from '../ingest/source.ts'
import { historyFile } from '../records/folder.ts'
import type { SourceState } from '../schema/history.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'

/**
 * How a night ended.
 * - `published`: a new version is live.
 * - `unchanged`: all is well and nothing is new.
 * - `refused`: a check failed; the last version stays live.
 * - `silent`: no source answered; nothing is published.
 * - `failed`: the night broke off; nothing is published.
 */
export type NightOutcome = 'published' | 'unchanged' | 'refused' | 'silent' | 'failed'

/** What one night came to; kept in `history/reports`. */
export interface Report {
  /** The UTC day of the night. */
  date: string
  startedAt: string
  outcome: NightOutcome
  /** Why nothing was published. */
  reasons: Finding[]
  /** Checks that a person has overridden. */
  allowed: Allowed[]
  /** What the sources came to; empty when none was asked. */
  sources: SourceResult[]
  /** Sources that have not answered for several nights in a row. */
  silent: SourceState[]
  /** The new events of the change feed. */
  changes: ChangeEvent[]
  /** Why the site of this machine could not be built and shows the night before; null when it was, or there is none. */
  siteFault: string | null
  /** What there is to say of a bake that a person has put back; null when there is none. */
  rollback: string | null
  /** The version that is live after the night. */
  datasetVersion: string | null
  ms: number
}

/** How a night ended, without what holds for every night. */
export type Ended = Pick<
  Report,
  'outcome' | 'reasons' | 'allowed' | 'sources' | 'changes' | 'silent' | 'siteFault' | 'rollback'
>

/** The folder of reports in `history`. */
export const REPORTS = 'reports'

/** Writes a report into a dataset folder: `DATE.json`, and `DATE-2.json`, … for further nights of a day. */
export function writeReport(data: string, report: Report): void {
  const folder = historyFile(data, REPORTS)
  mkdirSync(folder, { recursive: true })
  // The feed holds the events themselves.
  const kept = { ...report, changes: report.changes.map(({ id }) => id) }
  for (let night = 1; ; night += 1) {
    const file = path.join(folder, `${report.date}${night > 1 ? `-${night}` : ''}.json`)
    if (existsSync(file)) continue
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
    return
  }
}
