import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OVER } from '../ingest/drafts.ts'
import { formatFinding } from '../ingest/run.ts'
import type { Edit, SourceResult } from '../ingest/source.ts'
import { readChanges, readLedger } from '../ledger/files.ts'
import type { Change } from '../ledger/shapes.ts'
import { getTextsFolder } from '../records/texts.ts'
import { compare } from '../rules/text/words.ts'
import { formatEvent, type Report, type RunOptions, reportText } from './report.ts'
import { formatEdit, formatShown } from './review.ts'
import { runNight } from './run.ts'

/**
 * Performs a run on a copy of the dataset and the bake in a temporary folder: nothing in their folders is touched.
 * @returns its report, and the changes that it would publish, as the API would show them
 */
export async function rehearse(options: RunOptions) {
  const { data, out } = options
  if (!existsSync(data)) throw new Error(`The dataset folder ${data} does not exist.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'rehearsal-'))
  const copy = { data: path.join(folder, 'data'), out: path.join(folder, 'baked') }
  try {
    for (const part of ['records', 'history', '.settled']) {
      const from = path.join(data, part)
      if (existsSync(from)) cpSync(from, path.join(copy.data, part), { recursive: true })
    }
    if (existsSync(getTextsFolder(data))) symlinkSync(path.resolve(getTextsFolder(data)), getTextsFolder(copy.data))
    if (existsSync(out))
      cpSync(out, copy.out, { recursive: true, filter: (from) => !path.basename(from).startsWith('site-') })
    const publishedBefore = readLedger(copy.data)?.publications.length ?? 0
    const report = await runNight({ ...options, ...copy, buildSite: null })
    const publications = readLedger(copy.data)?.publications.slice(publishedBefore) ?? []
    return { report, changes: readChanges(copy.data, publications) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a run would do, for a terminal: the report, then each source, then what would be published. */
export function formatRehearsal({ report, changes }: { report: Report; changes: Change[] }): string {
  const { reasons, changes: events } = report
  return [
    reportText(report),
    ...report.sources.flatMap(toSourceLines),
    `Would be published: ${changes.length} changed records, ${events.length} events`,
    ...changes.flatMap(toChangeLines),
    ...events.map((event) => `  event  ${formatEvent(event)}`),
    '',
    reasons.length === 0 ? 'No check would block the run.' : 'Blocked by:',
    ...reasons.map((reason) => `  ${formatFinding(reason)}`),
    'This was a rehearsal: nothing was published, committed, deployed or sent.',
    '',
  ].join('\n')
}

function toSourceLines({ source, traffic, edits, failed, quarantined, isHeldBack, ms }: SourceResult): string[] {
  const sum = (field: 'requests' | 'bytes') => traffic.reduce((total, host) => total + host[field], 0)
  const formatSize = (bytes: number, time: number) =>
    `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB, ${(time / 1_000).toFixed(1)} s`
  const failure = failed === null ? '' : `, FAILED: ${failed}`
  return [
    `${source}: ${sum('requests')} requests, ${formatSize(sum('bytes'), ms)}${failure}`,
    ...traffic.map(({ host, requests, statuses, bytes, ms: time }) => {
      const counts = Object.entries(statuses).map(([status, count]) => `${status} x${count}`)
      return `  ${host}: ${requests} requests (${counts.join(', ')}), ${formatSize(bytes, time)}`
    }),
    ...quarantined.map(({ check, reason }) => `  in quarantine (${check}): ${reason}`),
    ...edits.map((edit) => {
      const { kind, ref, field, before, after } = edit
      const line = field === null ? `${kind} ${ref}: ${getName(before, after)}` : formatEdit(edit)
      return `  ${isHeldBack ? 'held, ' : ''}${getEditKind(edit)}  ${line}`
    }),
    '',
  ]
}

function getName(before: unknown, after: unknown): string {
  const record: Readonly<Record<string, unknown>> = { ...(before as object), ...(after as object) }
  return formatShown(record.title ?? record.awardeeName ?? record.sourceTitle)
}

function getEditKind({ field, before, after }: Edit): 'added' | 'changed' | 'ended' {
  if (field === null) return before === null ? 'added' : 'ended'
  return field === 'sourceStatus' && OVER.has(after) ? 'ended' : 'changed'
}

const PUBLISHED = { CREATED: 'added', UPDATED: 'changed', REMOVED: 'ended', MERGED: 'ended' } as const

function toChangeLines({ list, id, type, state, before = {}, after = {}, derived = [], mergedInto }: Change): string[] {
  const head = `  ${PUBLISHED[type]}  ${list} ${id} (${state ?? 'national'})`
  if (type === 'MERGED') return [`${head}: merged into ${mergedInto}`]
  if (type !== 'UPDATED') return [`${head}: ${getName(before, after)}`]
  const fields = Object.keys({ ...before, ...after }).sort(compare)
  return [
    ...fields.map((field) => `${head}, ${field}: ${formatShown(before[field])} becomes ${formatShown(after[field])}`),
    ...(derived.length > 0 ? [`${head}: ${derived.join(', ')}`] : []),
  ]
}
