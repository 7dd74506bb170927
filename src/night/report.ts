import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { resultTable } from '../ingest/report.ts'
import type { SourceResult } from '../ingest/source.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { Refusal } from './gate.ts'

/** What one night came to; kept in `history/reports`. */
export interface Report {
  /** The UTC day of the night. */
  date: string
  startedAt: string
  /** `unchanged`: all is well and nothing is new. `refused`: the last good build stays, for the reasons given. */
  outcome: 'published' | 'unchanged' | 'refused'
  reasons: Refusal[]
  allowed: { check: string; reason: string }[]
  /** What the sources came to; empty when none was asked. */
  sources: SourceResult[]
  /** The new events of the change feed. */
  changes: ChangeEvent[]
  /** The version that is live after the night. */
  datasetVersion: string | null
  ms: number
}

/** Writes a report into a dataset folder: `DATE.json`, and `DATE-2.json`, … for further nights of a day. */
export function writeReport(data: string, report: Report): void {
  const folder = path.join(data, 'history', 'reports')
  mkdirSync(folder, { recursive: true })
  // The events stand in the feed; the report names them.
  const kept = { ...report, changes: report.changes.map(({ id }) => id) }
  for (let night = 1; ; night += 1) {
    const file = path.join(folder, `${report.date}${night > 1 ? `-${night}` : ''}.json`)
    if (existsSync(file)) continue
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
    return
  }
}

/** What happened in a night, in a sentence. */
export function headline({ outcome, reasons, changes, sources, datasetVersion }: Report): string {
  const failed = sources.filter((source) => source.failed !== null).map(({ source }) => source)
  const warning = failed.length > 0 ? ` Failed sources: ${failed.join(', ')}.` : ''
  switch (outcome) {
    case 'published':
      return `Published ${datasetVersion} with ${counted(changes) || 'no new change events'}.${warning}`
    case 'unchanged':
      return `Nothing changed; ${datasetVersion} stays live.${warning}`
    case 'refused':
      return `Refused for ${reasons.length === 1 ? 'one reason' : `${reasons.length} reasons`}; ${datasetVersion ?? 'nothing'} stays live.${warning}`
    default:
      return outcome satisfies never
  }
}

const NOUNS = {
  NEW_OPPORTUNITY: ['opportunity', 'opportunities'],
  NEW_DOCUMENT: ['document', 'documents'],
  PAGE_UPDATED: ['updated page', 'updated pages'],
  SITE_DOWN: ['site down', 'sites down'],
  SITE_RESTORED: ['site restored', 'sites restored'],
} as const satisfies Record<ChangeEvent['type'], readonly [string, string]>

/** How many changes of each type: "3 opportunities, 1 document". */
export function counted(changes: readonly ChangeEvent[]): string {
  return [...Map.groupBy(changes, ({ type }) => type)]
    .map(([type, own]) => `${own.length} ${NOUNS[type][own.length === 1 ? 0 : 1]}`)
    .join(', ')
}

/** The whole report as text, for a terminal. */
export const reportText = (report: Report): string =>
  [
    ...(report.sources.length > 0 ? [resultTable(report.sources)] : []),
    ...report.reasons.map(({ check, reason }) => `refused (${check}): ${reason}`),
    ...report.allowed.map(({ check, reason }) => `allowed (${check}): ${reason}`),
    headline(report),
    '',
  ].join('\n')

/** The whole report as Markdown, for the summary of a scheduled run. */
export function reportMarkdown(report: Report): string {
  const row = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const sources = report.sources.map((s) =>
    row([
      s.source,
      s.fetched,
      s.new,
      s.changed,
      s.unchanged,
      s.rejected.length,
      (s.ms / 1000).toFixed(1),
      s.failed ?? 'ok',
    ]),
  )
  return [
    `## Night of ${report.date}: ${report.outcome}`,
    '',
    headline(report),
    '',
    ...report.reasons.map(({ check, reason }) => `- refused by \`${check}\`: ${reason}`),
    ...report.allowed.map(({ check, reason }) => `- allowed \`${check}\`: ${reason}`),
    '',
    ...(sources.length > 0
      ? [
          row(['source', 'fetched', 'new', 'changed', 'unchanged', 'rejected', 'seconds', 'result']),
          row(Array(8).fill('---')),
          ...sources,
          '',
        ]
      : []),
    ...report.changes.map(({ state, type, summary }) => `- ${state ?? 'national'} ${type}: ${summary}`),
    '',
  ].join('\n')
}
