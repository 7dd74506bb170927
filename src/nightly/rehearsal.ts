import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Edit, SourceResult } from '../ingest/source.ts'
import { readChanges, readLedger } from '../ledger/files.ts'
import type { Change } from '../ledger/shapes.ts'
import { textsFolder } from '../records/texts.ts'
import { compare } from '../rules/text/words.ts'
import type { RunOptions } from './options.ts'
import type { Report } from './report.ts'
import { reportText } from './report-text.ts'
import { editText, shown } from './review/items.ts'
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
    ...report.sources.flatMap(sourceLines),
    `Would be published: ${changes.length} changed records, ${events.length} events`,
    ...changes.flatMap(changeLines),
    ...events.map(({ state, type, summary }) => `  event  ${state ?? 'national'} ${type}: ${summary}`),
    '',
    reasons.length === 0 ? 'No check would block the run.' : 'Blocked by:',
    ...reasons.map(({ check, reason }) => `  ${check}: ${reason}`),
    'This was a rehearsal: nothing was published, committed, deployed or sent.',
    '',
  ].join('\n')
}

function sourceLines({ source, traffic, edits, failed, quarantined, isHeldBack, ms }: SourceResult): string[] {
  const requests = traffic.reduce((sum, host) => sum + host.requests, 0)
  const bytes = traffic.reduce((sum, host) => sum + host.bytes, 0)
  return [
    `${source}: ${requests} requests, ${kilobytes(bytes)}, ${seconds(ms)}${failed === null ? '' : `, FAILED: ${failed}`}`,
    ...traffic.map((host) => {
      const statuses = Object.entries(host.statuses).map(([status, count]) => `${status} x${count}`)
      return `  ${host.host}: ${host.requests} requests (${statuses.join(', ')}), ${kilobytes(host.bytes)}, ${seconds(host.ms)}`
    }),
    ...quarantined.map(({ check, reason }) => `  in quarantine (${check}): ${reason}`),
    ...edits.map((edit) => `  ${isHeldBack ? 'held, ' : ''}${getEditKind(edit)}  ${formatLine(edit)}`),
    '',
  ]
}

/** A new or removed record by its name; `--json` has all its fields. */
function formatLine(edit: Edit): string {
  const { kind, ref, field, before, after } = edit
  return field === null ? `${kind} ${ref}: ${getName({ ...(before as object), ...(after as object) })}` : editText(edit)
}

const getName = (record: Readonly<Record<string, unknown>>): string =>
  shown(record.title ?? record.awardeeName ?? record.sourceTitle)

const ENDED: ReadonlySet<unknown> = new Set(['CLOSED', 'ARCHIVED', 'WITHDRAWN', 'AWARDED'])

function getEditKind({ field, before, after }: Edit): 'added' | 'changed' | 'ended' {
  if (field === null) return before === null ? 'added' : 'ended'
  return field === 'sourceStatus' && ENDED.has(after) ? 'ended' : 'changed'
}

const PUBLISHED = { CREATED: 'added', UPDATED: 'changed', REMOVED: 'ended', MERGED: 'ended' } as const

function changeLines({ list, id, type, state, before = {}, after = {}, derived = [], mergedInto }: Change): string[] {
  const head = `  ${PUBLISHED[type]}  ${list} ${id} (${state ?? 'national'})`
  if (type === 'MERGED') return [`${head}: merged into ${mergedInto}`]
  if (type !== 'UPDATED')
    return [`${head}: ${shown({ ...before, ...after }.title ?? { ...before, ...after }.awardeeName)}`]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compare)
  return [
    ...fields.map((field) => `${head}, ${field}: ${shown(before[field])} becomes ${shown(after[field])}`),
    ...(derived.length > 0 ? [`${head}: ${derived.join(', ')}`] : []),
  ]
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
