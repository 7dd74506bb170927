import { readdir, rm } from 'node:fs/promises'
import * as z from 'zod'
import { readRecords } from '../records/dataset.ts'
import { historyFile, readHistory, writeHistory, writeRecords } from '../records/folder.ts'
import type { Records } from '../schema/records.ts'
import {
  CONFLICTS_FILE,
  formatConflicts,
  formatGiven,
  formatReason,
  GIVEN_FILE,
  givenName,
  parseConflicts,
  parseGiven,
} from './drafts.ts'
import { type IngestState, type Merged, merge } from './merge.ts'
import { firstIssue, NetworkFailure } from './net/exchange.ts'
import type { Network } from './net/network.ts'
import { CANDIDATES_FILE, formatCandidates, mergeCandidates, parseCandidates } from './pages/candidates.ts'
import type { Settings } from './settings.ts'
import {
  type Collected,
  type Edit,
  type Finding,
  INGEST_KINDS,
  type IngestKind,
  type KnownRow,
  type Source,
  type SourceResult,
} from './source.ts'

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
  /** The folder with `records` and `history`. */
  data: string
  network: Network
  settings: Settings
  now: Date
  /** Sources whose quarantined data is used instead of querying them. */
  released?: ReadonlySet<string>
  say?: (source: string, text: string) => void
  /** Monotonic milliseconds, for timing the sources. */
  clock?: () => number
  /** Reads and merges everything but writes nothing. */
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
  const { sources, data, network } = options
  const began = await readState(data, await readRecords(data))
  const gathered = await Promise.all(sources.map((source) => gather(source, began, options)))
  const results: SourceResult[] = []
  let state = began
  for (const { name, ms, ...own } of gathered) {
    const empty = { ...NOTHING_MERGED, source: name, traffic: network.traffic(name), ms }
    try {
      if (own.failed !== undefined) results.push({ ...empty, failed: own.failed })
      else {
        const taken = await take(own.gathered, empty, state, options)
        state = taken.state
        results.push(taken.result)
      }
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

/** The result of a source that merged nothing. */
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
  { part, rejected, suspicions = [], held, notes = [], whole, isReleased }: Gathered,
  empty: SourceResult,
  state: IngestState,
  { data, now, dryRun, judge }: IngestOptions,
): Promise<{ state: IngestState; result: SourceResult }> {
  const { source } = empty
  const merged = merge(state, part.drafts, { ...part, source, now, isReleased })
  const { edits, suspect } = merged
  const result: SourceResult = {
    ...empty,
    fetched: part.fetched,
    ...merged.tally,
    ...part.tally,
    rejected: [...rejected, ...merged.rejected],
    conflicts: merged.state.conflicts.flatMap(({ source: own, ref, field }) => (own === source ? { ref, field } : [])),
    confirmed: isReleased ? part.confirmed : findConfirmed(source, state, part, merged, rejected.length > 0),
    changes: part.changes ?? [],
    notes,
    edits,
  }
  const fetched = whole ? part.fetched : null
  const batch = { source, fetched, before: state.records, after: merged.state.records, edits, result, isReleased }
  const found = [...suspicions, ...(judge?.(batch) ?? [])]
  const isHeldBack = found.length > 0
  const doubts = suspect.map(({ draft, reason }) => ({ check: 'dates', reason: `${draft.ref}: ${reason}` }))
  const quarantined = [...found, ...doubts, ...(held?.findings ?? [])]
  if (!dryRun && quarantined.length > 0) {
    const drafts = suspect.map(({ draft }) => draft)
    // Of data that is used, only the suspect rows, and what the source itself wants to be confirmed.
    const history = Object.fromEntries(held?.history ?? [])
    const rest = { fetched: part.fetched, drafts, gone: [], confirmed: part.confirmed, history }
    await quarantine(data, {
      part: isHeldBack
        ? { ...part, drafts: [...merged.effective, ...drafts] }
        : { ...rest, ...(held && { changes: held.changes }) },
      source,
      findings: quarantined,
      readAt: now.toISOString(),
    })
  } else if (!dryRun && (whole || isReleased)) await dismiss(data, source)
  if (isHeldBack) {
    return { state, result: { ...empty, fetched: part.fetched, rejected, quarantined, notes, edits, isHeldBack } }
  }
  if (!dryRun) await write(data, merged, part)
  return { state: merged.state, result: { ...result, quarantined } }
}

const OVER: ReadonlySet<unknown> = new Set(['CLOSED', 'WITHDRAWN', 'AWARDED', 'ARCHIVED'])

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
  const read = new Set([...drafts.map(({ kind, key }) => givenName(source, kind, JSON.stringify(key))), ...gone])
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

async function write(data: string, merged: Merged, part: Part): Promise<void> {
  for (const kind of merged.touched) writeRecords(data, kind, merged.state.records[kind])
  for (const [name, text] of Object.entries(part.history)) await writeHistory(data, name, text)
  if (part.candidates) {
    const present = parseCandidates(await readHistory(data, CANDIDATES_FILE))
    const candidates = mergeCandidates(present, part.candidates, merged.state.records)
    await writeHistory(data, CANDIDATES_FILE, formatCandidates(candidates))
  }
  await writeHistory(data, GIVEN_FILE, formatGiven(merged.state.given))
  await writeHistory(data, CONFLICTS_FILE, formatConflicts(merged.state.conflicts))
}

interface Gathered extends Pick<Collected, 'rejected' | 'suspicions' | 'held' | 'notes'> {
  part: Part
  whole: boolean
  /** Whether a person released it from quarantine. */
  isReleased: boolean
}

type Answer = { name: string; ms: number } & ({ gathered: Gathered; failed?: never } | { failed: string })

const NOTHING_COLLECTED: Collected = { fetched: 0, drafts: [], rejected: [], confirmed: [] }

/** Queries a source, or uses its quarantined data if a person released it; or why it returned none. */
async function gather(source: Source, state: IngestState, options: IngestOptions): Promise<Answer> {
  const { data, released, clock = performance.now.bind(performance) } = options
  const { name } = source
  const began = clock()
  const toAnswer = (collected: Collected, quarantined?: Part): Answer => {
    const part = quarantined ?? toPart(name, collected, state)
    const gathered = { ...collected, part, whole: collected.whole === true, isReleased: quarantined !== undefined }
    return { name, gathered, ms: Math.round(clock() - began) }
  }
  try {
    const waiting = await readQuarantined(data, name)
    const isNamed = released?.has(name) ?? false
    if (isNamed && !waiting) throw new Error('nothing from this source is in quarantine')
    if (waiting && (isNamed || waiting.isReleased)) return toAnswer(NOTHING_COLLECTED, waiting.part)
    return toAnswer(await collect(source, state, options))
  } catch (error) {
    const isDisallowed = error instanceof NetworkFailure && error.failing === 'robots'
    if (!isDisallowed) return { name, failed: formatReason(error), ms: Math.round(clock() - began) }
    // A source that may not be read is skipped; nothing that it gave before is gone.
    return toAnswer({ ...NOTHING_COLLECTED, rejected: [{ ref: name, reason: error.message }] })
  }
}

function collect(source: Source, { records, given }: IngestState, options: IngestOptions): Promise<Collected> {
  const { network, settings, now, data, say } = options
  const entries = [...given.values()].filter((entry) => entry.source === source.name)
  return source.collect({
    network: network.forSource(source.name),
    settings,
    now,
    present: records,
    known: <K extends IngestKind>(kind: K): KnownRow<K>[] => {
      const rows = new Map(records[kind].map((record) => [record.id, record]))
      return entries.flatMap(({ kind: own, key, id }) => {
        const record = own === kind ? rows.get(id) : undefined
        return record ? [{ key: JSON.parse(key), record: record as KnownRow<K>['record'] }] : []
      })
    },
    history: (name) => readHistory(data, name),
    say: (text) => say?.(source.name, text),
  })
}

/** What of a source's data would change something, and the rows that it no longer lists. */
function toPart(name: string, collected: Collected, { given }: IngestState): Part {
  const { fetched, drafts, confirmed, candidates, tally, whole = false, wouldShow = () => whole } = collected
  const listed = new Set(drafts.map(({ kind, key }) => givenName(name, kind, JSON.stringify(key))))
  const gone = [...given].filter(
    ([row, { source, key }]) => source === name && !listed.has(row) && wouldShow(JSON.parse(key)),
  )
  return {
    fetched,
    drafts,
    gone: gone.map(([row]) => row),
    removes: collected.removes ?? [],
    confirmed,
    history: Object.fromEntries(collected.history ?? []),
    changes: collected.changes ?? [],
    ...(candidates && { candidates }),
    ...(tally && { tally }),
  }
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
  /** Whether a person decided that the next run publishes it. */
  isReleased: z.boolean(),
  // These are the source's values; its fields are checked when it is merged.
  part: z.looseObject({ drafts: z.array(Draft) }),
})

export interface Part
  extends Pick<Collected, 'fetched' | 'drafts' | 'removes' | 'confirmed' | 'changes' | 'candidates' | 'tally'> {
  gone: readonly string[]
  history: Readonly<Record<string, string>>
}

export interface Quarantined extends Omit<z.infer<typeof Quarantined>, 'findings' | 'part'> {
  findings: readonly Finding[]
  part: Part
}

export async function readQuarantined(data: string, source: string): Promise<Quarantined | null> {
  const text = await readHistory(data, getFileName(source))
  if (text === null) return null
  const parsed = Quarantined.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data as unknown as Quarantined
  throw new Error(`${historyFile(data, getFileName(source))}: ${firstIssue(parsed.error, 'file')}`)
}

export async function readQuarantine(data: string): Promise<Quarantined[]> {
  const names = await readdir(historyFile(data, FOLDER)).catch(() => [])
  const sources = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const parts = await Promise.all(sources.sort().map((source) => readQuarantined(data, source)))
  return parts.flatMap((part) => part ?? [])
}

/** Quarantines data. If the data is the same as before, its file is unchanged, byte for byte. */
export async function quarantine(data: string, quarantined: Omit<Quarantined, 'since' | 'isReleased'>): Promise<void> {
  const before = await readQuarantined(data, quarantined.source)
  const since = before?.since ?? quarantined.readAt.slice(0, 10)
  const isSame =
    before &&
    JSON.stringify([before.findings, before.part]) === JSON.stringify([quarantined.findings, quarantined.part])
  const { source, readAt, findings, part } = { ...quarantined, ...(isSame && { readAt: before.readAt }) }
  await writeQuarantined(data, { source, since, readAt, findings, isReleased: false, part })
}

export async function markReleased(data: string, source: string): Promise<void> {
  const quarantined = await readQuarantined(data, source)
  if (quarantined) await writeQuarantined(data, { ...quarantined, isReleased: true })
}

const writeQuarantined = (data: string, quarantined: Quarantined): Promise<void> =>
  writeHistory(data, getFileName(quarantined.source), `${JSON.stringify(quarantined, null, 1)}\n`)

export const dismiss = (data: string, source: string): Promise<void> =>
  rm(historyFile(data, getFileName(source)), { force: true })
