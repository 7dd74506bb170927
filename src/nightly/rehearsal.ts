import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Traffic } from '../ingest/net/network.ts'
import { formatFinding } from '../ingest/report.ts'
import type { Edit, SourceResult } from '../ingest/source.ts'
import { readChanges, readLedger } from '../ledger/files.ts'
import type { Change } from '../ledger/shapes.ts'
import { textsFolder } from '../records/texts.ts'
import { compare } from '../rules/text/words.ts'
import type { Report, RunOptions } from './report.ts'
import { formatEvent, reportText } from './report-text.ts'
import { editText, shown } from './review.ts'
import { nightlyRun } from './run.ts'

interface Rehearsal {
  report: Report
  /** The changes that it would publish, as the API would show them. */
  changes: Change[]
}

/** Performs a run on a copy of the dataset and the bake in a temporary folder: nothing in their folders is touched. */
export async function rehearse(options: RunOptions): Promise<Rehearsal> {
  const { data, out } = options
  if (!existsSync(data)) throw new Error(`The dataset folder ${data} does not exist.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'rehearsal-'))
  const copy = { data: path.join(folder, 'data'), out: path.join(folder, 'baked') }
  try {
    for (const part of ['records', 'history', '.settled']) {
      const from = path.join(data, part)
      if (existsSync(from)) cpSync(from, path.join(copy.data, part), { recursive: true })
    }
    if (existsSync(textsFolder(data))) symlinkSync(path.resolve(textsFolder(data)), textsFolder(copy.data))
    if (existsSync(out)) cpSync(out, copy.out, { recursive: true, filter: (from) => !SITE.test(path.basename(from)) })
    const known = readLedger(copy.data)?.publications.length ?? 0
    const report = await nightlyRun({ ...options, ...copy, buildSite: null })
    const publications = readLedger(copy.data)?.publications.slice(known) ?? []
    return { report, changes: readChanges(copy.data, publications) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Built sites are large, and a rehearsal builds none. */
const SITE = /^site-/

/** What a run would do, for a terminal: the report, then each source, then what would be published. */
export function rehearsalText({ report, changes }: Rehearsal): string {
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
  const sum = (of: (host: Traffic) => number) => traffic.reduce((total, host) => total + of(host), 0)
  const size = (requests: number, bytes: number, time: number, more = '') =>
    `${requests} requests${more}, ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB, ${(time / 1_000).toFixed(1)} s`
  const total = size(
    sum(({ requests }) => requests),
    sum(({ bytes }) => bytes),
    ms,
  )
  return [
    `${source}: ${total}${failed === null ? '' : `, FAILED: ${failed}`}`,
    ...traffic.map((host) => {
      const statuses = Object.entries(host.statuses).map(([status, count]) => `${status} x${count}`)
      return `  ${host.host}: ${size(host.requests, host.bytes, host.ms, ` (${statuses.join(', ')})`)}`
    }),
    ...quarantined.map(({ check, reason }) => `  in quarantine (${check}): ${reason}`),
    ...edits.map((edit) => `  ${isHeldBack ? 'held, ' : ''}${getEditKind(edit)}  ${formatLine(edit)}`),
    '',
  ]
}

/** A new or removed record by its name; `--json` has all its fields. */
function formatLine(edit: Edit): string {
  const { kind, ref, field, before, after } = edit
  return field === null ? `${kind} ${ref}: ${getName(before, after)}` : editText(edit)
}

function getName(before: unknown, after: unknown): string {
  const record: Readonly<Record<string, unknown>> = { ...(before as object), ...(after as object) }
  return shown(record.title ?? record.awardeeName ?? record.sourceTitle)
}

const ENDED: ReadonlySet<unknown> = new Set(['CLOSED', 'ARCHIVED', 'WITHDRAWN', 'AWARDED'])

function getEditKind({ field, before, after }: Edit): 'added' | 'changed' | 'ended' {
  if (field === null) return before === null ? 'added' : 'ended'
  return field === 'sourceStatus' && ENDED.has(after) ? 'ended' : 'changed'
}

const PUBLISHED = { CREATED: 'added', UPDATED: 'changed', REMOVED: 'ended', MERGED: 'ended' } as const

function toChangeLines({ list, id, type, state, before = {}, after = {}, derived = [], mergedInto }: Change): string[] {
  const head = `  ${PUBLISHED[type]}  ${list} ${id} (${state ?? 'national'})`
  if (type === 'MERGED') return [`${head}: merged into ${mergedInto}`]
  if (type !== 'UPDATED') return [`${head}: ${getName(before, after)}`]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compare)
  return [
    ...fields.map((field) => `${head}, ${field}: ${shown(before[field])} becomes ${shown(after[field])}`),
    ...(derived.length > 0 ? [`${head}: ${derived.join(', ')}`] : []),
  ]
}
