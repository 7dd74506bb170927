import { readdir, rm } from 'node:fs/promises'
import * as z from 'zod'
import { readRecords } from '../records/dataset.ts'
import { getHistoryPath, readHistory, writeHistory, writeRecords } from '../records/folder.ts'
import { orNull } from '../rules/once.ts'
import type { Records } from '../schema/records.ts'
import {
  CONFLICTS_FILE,
  formatConflicts,
  formatGiven,
  GIVEN_FILE,
  isDisallowed,
  OVER,
  parseConflicts,
  parseGiven,
  toGivenName,
} from './drafts.ts'
import { type IngestState, type Merged, merge } from './merge.ts'
import { formatFirstIssue, formatReason } from './net/exchange.ts'
import type { Network } from './net/network.ts'
import { CANDIDATES_FILE, formatCandidates, mergeCandidates, parseCandidates } from './pages/candidates.ts'
import type { Settings } from './settings.ts'
import { type Collected, type Edit, type Finding, INGEST_KINDS, type Source, type SourceResult } from './source.ts'

export interface Batch {
  source: string
  /** Rows that were read; null if not all of them were. */
  fetched: number | null
  before: Readonly<Records>
  after: Readonly<Records>
  edits: readonly Edit[]
  result: SourceResult
  /** Whether a person released it from quarantine. */
  isReleased: boolean
}

/** Decides whether a batch may be accepted. Any finding keeps the whole batch in quarantine. */
export type Judge = (batch: Batch) => readonly Finding[]

interface IngestOptions {
  sources: readonly Source[]
  data: string
  network: Network
  settings: Settings
  now: Date
  /** Sources whose quarantined data is used instead of querying them. */
  released?: ReadonlySet<string>
  say?: (source: string, text: string) => void
  clock?: () => number
  dryRun?: boolean
  judge?: Judge
}

/**
 * Queries every source, then merges their data one after the other, in the order of `sources`. A source that fails
 * while being queried, merged or written leaves the dataset unchanged and does not affect the others; one that the
 * judge holds back goes to quarantine. A source's files are written only if all of it succeeded: first the records,
 * then the given values, so the next run repairs an interruption in between.
 * @throws DatasetError when the dataset itself cannot be read: then no source can be merged
 */
export async function ingest(options: IngestOptions): Promise<SourceResult[]> {
  const { sources, data, network, clock = performance.now.bind(performance) } = options
  let state = await readState(data, await readRecords(data))
  const answers = await Promise.all(
    sources.map(async (source) => {
      const began = clock()
      const gathered = await gather(source, state, options).catch(formatReason)
      return { source: source.name, gathered, ms: Math.round(clock() - began) }
    }),
  )
  const results: SourceResult[] = []
  for (const { source, gathered, ms } of answers) {
    const empty = { ...NOTHING_MERGED, source, traffic: network.traffic(source), ms }
    try {
      if (typeof gathered === 'string') throw new Error(gathered)
      const taken = await take(gathered, empty, state, options)
      state = taken.state
      results.push(taken.result)
    } catch (error) {
      results.push({ ...empty, failed: formatReason(error) })
    }
  }
  return results
}

export const readState = async (data: string, records: Readonly<Records>): Promise<IngestState> => ({
  records,
  given: parseGiven(await readHistory(data, GIVEN_FILE)),
  conflicts: parseConflicts(await readHistory(data, CONFLICTS_FILE)),
})

export const NOTHING_MERGED: Omit<SourceResult, 'source' | 'ms'> = {
  fetched: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  gone: 0,
  rejected: [],
  conflicts: [],
  quarantined: [],
  isHeldBack: false,
  confirmed: [],
  changes: [],
  notes: [],
  edits: [],
  failed: null,
  traffic: [],
}

/** Merges and writes what a source gave, or puts it in quarantine. @param empty the result if nothing is used */
async function take(
  { rejected, isReleased, whole = false, wouldShow: _, notes = [], ...part }: Gathered,
  empty: SourceResult,
  state: IngestState,
  { data, now, dryRun, judge }: IngestOptions,
): Promise<{ state: IngestState; result: SourceResult }> {
  const { source } = empty
  const { fetched, confirmed, changes = [] } = part
  const merged = merge(state, part.drafts, { ...part, source, now, isReleased })
  const { edits, suspect } = merged
  const result: SourceResult = {
    ...empty,
    fetched,
    ...merged.tally,
    ...part.tally,
    rejected: [...rejected, ...merged.rejected],
    conflicts: merged.state.conflicts.flatMap(({ source: from, ref, field }) =>
      from === source ? { ref, field } : [],
    ),
    confirmed: isReleased ? confirmed : findConfirmed(source, state, part, merged, rejected.length > 0),
    changes,
    notes,
    edits,
  }
  const rows = { fetched: whole ? fetched : null, before: state.records, after: merged.state.records }
  const findings = judge?.({ ...rows, source, edits, result, isReleased }) ?? []
  const isHeldBack = findings.length > 0
  const doubts = suspect.map(({ draft, reason }) => ({ check: 'dates', reason: `${draft.ref}: ${reason}` }))
  const quarantined = [...findings, ...doubts]
  if (!dryRun && quarantined.length > 0) {
    const drafts = suspect.map(({ draft }) => draft)
    // Of data that is used, only the suspect rows.
    const kept = isHeldBack
      ? { ...part, drafts: [...merged.effective, ...drafts] }
      : { fetched, drafts, gone: [], confirmed }
    await quarantine(data, { source, findings: quarantined, readAt: now.toISOString(), part: kept })
  } else if (!dryRun && (whole || isReleased)) await dismiss(data, source)
  if (isHeldBack) return { state, result: { ...empty, fetched, rejected, quarantined, notes, edits, isHeldBack } }
  if (!dryRun) await write(data, merged, part)
  return { state: merged.state, result: { ...result, quarantined } }
}

/**
 * The states whose records a source confirms: those that it read, without those of a record whose row was refused. A
 * source that skipped rows may have skipped those of any record that it did not list.
 */
function findConfirmed(
  source: string,
  { given, records }: IngestState,
  { confirmed, drafts, gone }: Part,
  { unused }: Merged,
  hasSkipped: boolean,
): Part['confirmed'] {
  if (!hasSkipped && unused.size === 0) return confirmed
  const read = new Set([...drafts.map(({ kind, key }) => toGivenName(source, kind, JSON.stringify(key))), ...gone])
  const unread = [...given].filter(
    ([name, entry]) => entry.source === source && (unused.has(name) || (hasSkipped && !read.has(name))),
  )
  const states = unread.flatMap(([, { kind, id }]) => {
    const record = records[kind].find((row) => row.id === id)
    // Documents are confirmed by being published, and what is over is no longer listed.
    const isOpen = record && kind !== 'documents' && !('sourceStatus' in record && OVER.has(record.sourceStatus))
    return isOpen ? [record.state] : []
  })
  return confirmed.filter((state) => !states.includes(state))
}

async function write(data: string, merged: Merged, { history = {}, candidates }: Part): Promise<void> {
  for (const kind of merged.touched) writeRecords(data, kind, merged.state.records[kind])
  for (const [name, text] of Object.entries(history)) await writeHistory(data, name, text)
  if (candidates) {
    const present = parseCandidates(await readHistory(data, CANDIDATES_FILE))
    const all = mergeCandidates(present, candidates, merged.state.records)
    await writeHistory(data, CANDIDATES_FILE, formatCandidates(all))
  }
  await writeHistory(data, GIVEN_FILE, formatGiven(merged.state.given))
  await writeHistory(data, CONFLICTS_FILE, formatConflicts(merged.state.conflicts))
}

/** What of a source's data would change something, and the names of the rows that it no longer lists. */
type Part = Omit<Collected, 'whole' | 'wouldShow' | 'notes'> & { gone: readonly string[] }
type Gathered = Collected & Part & Pick<SourceResult, 'rejected'> & Pick<Batch, 'isReleased'>

/** Queries a source, or takes its quarantined data if a person released it. */
async function gather(source: Source, state: IngestState, options: IngestOptions): Promise<Gathered> {
  const { data, released, network, settings, now, say } = options
  const { records, given } = state
  const { name } = source
  const waiting = await readQuarantined(data, name)
  const isNamed = released?.has(name) ?? false
  if (isNamed && !waiting) throw new Error('nothing from this source is in quarantine')
  if (waiting && (isNamed || waiting.isReleased)) return { ...waiting.part, rejected: [], isReleased: true }

  const rejected: SourceResult['rejected'] = []
  const entries = [...given].filter(([, entry]) => entry.source === name)
  const reject = (ref: string, reason: string) => void rejected.push({ ref, reason })
  const collect = source.collect({
    network: network.forSource(name),
    settings,
    now,
    present: records,
    listKnown: (kind) => {
      const rows = new Map<string, (typeof records)[typeof kind][number]>(records[kind].map((row) => [row.id, row]))
      return entries.flatMap(([, { kind: entryKind, key, id }]) => {
        const record = entryKind === kind ? rows.get(id) : undefined
        return record ? [{ key: JSON.parse(key), record }] : []
      })
    },
    history: (file) => readHistory(data, file),
    say: (text) => say?.(name, text),
    reject,
  })
  const collected = await collect.catch((error: unknown): Collected => {
    if (!isDisallowed(error)) throw error
    // A source that may not be read is skipped; nothing that it gave before is gone.
    reject(name, error.message)
    return { fetched: 0, drafts: [], confirmed: [] }
  })
  const { drafts, whole = false, wouldShow = () => whole } = collected
  const listed = new Set(drafts.map(({ kind, key }) => toGivenName(name, kind, JSON.stringify(key))))
  const gone = entries.flatMap(([row, { key }]) => (!listed.has(row) && wouldShow(JSON.parse(key)) ? [row] : []))
  return { ...collected, gone, rejected, isReleased: false }
}

/** Data held back for review: `history/quarantine/SOURCE.json`, at most one file per source. */
const FOLDER = 'quarantine'
const getFileName = (source: string): string => `${FOLDER}/${source}.json`

const Draft = z.looseObject({
  kind: z.enum(INGEST_KINDS),
  ref: z.string(),
  key: z.array(z.string().nullable()),
  given: z.record(z.string(), z.unknown()),
})

const Quarantined = z.strictObject({
  source: z.string(),
  /** The UTC day on which the source was first held back. */
  since: z.iso.date(),
  readAt: z.iso.datetime(),
  findings: z.array(z.strictObject({ check: z.string(), reason: z.string() })),
  isReleased: z.boolean(),
  // These are the source's values; its fields are checked when it is merged.
  part: z.looseObject({ drafts: z.array(Draft) }).transform((part) => part as unknown as Part),
})
export type Quarantined = z.infer<typeof Quarantined>

async function readQuarantined(data: string, source: string): Promise<Quarantined | null> {
  const text = await readHistory(data, getFileName(source))
  if (text === null) return null
  const parsed = Quarantined.safeParse(orNull(() => JSON.parse(text)))
  if (parsed.success) return parsed.data
  throw new Error(`${getHistoryPath(data, getFileName(source))}: ${formatFirstIssue(parsed.error, 'file')}`)
}

export async function readQuarantine(data: string): Promise<Quarantined[]> {
  const names = await readdir(getHistoryPath(data, FOLDER)).catch(() => [])
  const sources = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])
  const parts = await Promise.all(sources.sort().map((source) => readQuarantined(data, source)))
  return parts.flatMap((part) => part ?? [])
}

/** Quarantines data. If the data is the same as before, its file is unchanged, byte for byte. */
async function quarantine(data: string, quarantined: Omit<Quarantined, 'since' | 'isReleased'>): Promise<void> {
  const { source, findings, part } = quarantined
  const before = await readQuarantined(data, source)
  const isSame = before && JSON.stringify([before.findings, before.part]) === JSON.stringify([findings, part])
  const readAt = isSame ? before.readAt : quarantined.readAt
  const since = before?.since ?? readAt.slice(0, 10)
  await writeQuarantined(data, { source, since, readAt, findings, isReleased: false, part })
}

export async function markReleased(data: string, source: string): Promise<void> {
  const quarantined = await readQuarantined(data, source)
  if (quarantined) await writeQuarantined(data, { ...quarantined, isReleased: true })
}

const writeQuarantined = (data: string, quarantined: Quarantined): Promise<void> =>
  writeHistory(data, getFileName(quarantined.source), `${JSON.stringify(quarantined, null, 1)}\n`)

export const dismiss = (data: string, source: string): Promise<void> =>
  rm(getHistoryPath(data, getFileName(source)), { force: true })

const COLUMNS = ['source', 'fetched', 'new', 'changed', 'unchanged', 'rejected', 'seconds', 'result']

function toCells({ failed, quarantined, isHeldBack, rejected, ms, ...result }: SourceResult): string[] {
  const { source, fetched, changed, unchanged } = result
  const held = isHeldBack ? 'quarantined' : quarantined.length > 0 ? `ok, ${quarantined.length} quarantined` : 'ok'
  const outcome = failed === null ? held : `FAILED: ${failed}`
  return [source, fetched, result.new, changed, unchanged, rejected.length, (ms / 1_000).toFixed(1), outcome].map(
    String,
  )
}

const LISTED_MAX = 20
export const formatFinding = ({ check, reason }: Finding): string => `${check}: ${reason}`

/** The results as a table for a terminal, followed by details that may need attention. Ends with a line break. */
export function formatResults(results: readonly SourceResult[]): string {
  const rows = [COLUMNS, ...results.map(toCells)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isText = (column: number) => column === 0 || column === widths.length - 1
  const pad = (cell: string, column: number) => cell[isText(column) ? 'padEnd' : 'padStart'](widths[column] ?? 0)
  const table = rows.map((row) => row.map(pad).join('  ').trimEnd())
  return `${[...table, ...results.flatMap(toRemarks)].join('\n')}\n`
}

function toRemarks({ source, notes, rejected, conflicts, quarantined, gone, removed, changes }: SourceResult) {
  const lists: [string, string[]][] = [
    ['notes', notes],
    ['skipped', rejected.map(({ ref, reason }) => `${ref}: ${reason}`)],
    [`in quarantine (npm run nightly -- --release ${source})`, quarantined.map(formatFinding)],
    [
      'conflicts with the records, which are kept (npm run review)',
      conflicts.map(({ ref, field }) => `${ref}: ${field}`),
    ],
    ['pages', changes.map(({ summary }) => summary)],
  ]
  return [
    ...lists.flatMap(([title, lines]) => (lines.length > 0 ? ['', `${source}: ${title}`, ...toShortList(lines)] : [])),
    ...(removed > 0 ? ['', `${source}: ${removed} removed, because the source no longer lists them`] : []),
    ...(gone > 0 ? ['', `${source}: ${gone} no longer listed by the source; their records are kept`] : []),
  ]
}

function toShortList(lines: readonly string[]): string[] {
  const more = lines.length - LISTED_MAX
  return [...lines.slice(0, LISTED_MAX).map((line) => `  ${line}`), ...(more > 0 ? [`  and ${more} more`] : [])]
}
