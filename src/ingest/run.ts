import { readRecords } from '../records/dataset.ts'
import { readHistory, writeHistory, writeRecords } from '../records/folder.ts'
import type { Records } from '../schema/records.ts'
import { formatReason } from './drafts.ts'
import { type IngestState, type Merged, merge } from './merge.ts'
import { NetworkFailure } from './net/exchange.ts'
import type { Network } from './net/network.ts'
import { CANDIDATES_FILE, formatCandidates, mergeCandidates, parseCandidates } from './pages/candidates.ts'
import { dismiss, type Part, quarantine, readQuarantined } from './quarantine.ts'
import type { Settings } from './settings.ts'
import {
  CONFLICTS_FILE,
  formatConflicts,
  formatGiven,
  GIVEN_FILE,
  givenName,
  parseConflicts,
  parseGiven,
} from './settle.ts'
import type { Collected, Edit, Finding, IngestKind, KnownRow, Source, SourceResult } from './source.ts'

/** The changes that a source would make to the dataset. */
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
export type Judge = (batch: Batch) => readonly Finding[] | Promise<readonly Finding[]>

interface IngestOptions extends GatherOptions {
  sources: readonly Source[]
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
  let state = await readState(data, await readRecords(data))
  const gathered = await Promise.all(sources.map((source) => gather(source, state, options)))
  const results: SourceResult[] = []
  for (const [index, source] of sources.entries()) {
    const own = gathered[index]
    if (!own) continue
    const traffic = network.traffic(source.name)
    const empty = { ...NOTHING_MERGED, source: source.name, traffic, ms: own.ms }
    try {
      if ('failed' in own) results.push({ ...empty, failed: own.failed })
      else {
        const taken = await take(source, own, state, options)
        state = taken.state
        results.push({ ...taken.result, traffic })
      }
    } catch (error) {
      results.push({ ...empty, failed: formatReason(error) })
    }
  }
  return results
}

/** The state of a dataset folder with these records. */
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

async function take(
  source: Source,
  { part, rejected, suspicions = [], held, notes = [], whole, isReleased, ms }: Gathered,
  state: IngestState,
  options: IngestOptions,
): Promise<{ state: IngestState; result: SourceResult }> {
  const { data, now, dryRun, judge } = options
  const { name } = source
  const merged = merge(state, part.drafts, { ...part, source: name, now, isReleased })
  const result: SourceResult = {
    ...NOTHING_MERGED,
    source: name,
    fetched: part.fetched,
    ...merged.tally,
    ...part.tally,
    rejected: [...rejected, ...merged.rejected],
    conflicts: merged.state.conflicts.flatMap((row) => (row.source === name ? { ref: row.ref, field: row.field } : [])),
    confirmed: isReleased ? part.confirmed : findConfirmed(source.name, state, part, merged, rejected.length > 0),
    changes: part.changes ?? [],
    notes,
    edits: merged.edits,
    ms,
  }
  const fetched = whole ? part.fetched : null
  const sides = { before: state.records, after: merged.state.records, edits: merged.edits }
  const judged = (await judge?.({ source: name, fetched, ...sides, result, isReleased })) ?? []
  const found = [...suspicions, ...judged]
  const rows = merged.suspect.map(({ draft, reason }) => ({ check: 'dates', reason: `${draft.ref}: ${reason}` }))
  const quarantined = [...found, ...rows, ...(held?.findings ?? [])]
  if (!dryRun) {
    if (quarantined.length > 0)
      await quarantine(data, {
        ...(found.length > 0 ? wholeEntry(part, merged) : partialEntry(part, merged, held)),
        source: name,
        findings: quarantined,
        readAt: now.toISOString(),
      })
    else if (whole || isReleased) await dismiss(data, name)
  }
  if (found.length > 0) {
    const { edits } = merged
    const nothing = { ...NOTHING_MERGED, source: name, fetched: part.fetched, rejected, quarantined, notes, edits, ms }
    return { state, result: { ...nothing, isHeldBack: true } }
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

/** Everything that would change something. */
const wholeEntry = (part: Part, { effective, suspect }: Merged) => ({
  part: { ...part, drafts: [...effective, ...suspect.map(({ draft }) => draft)] },
})

/** Only the suspect rows, and what the source itself wants to be confirmed. */
const partialEntry = ({ fetched, confirmed }: Part, { suspect }: Merged, held: Collected['held']) => ({
  part: {
    fetched,
    drafts: suspect.map(({ draft }) => draft),
    gone: [],
    confirmed,
    history: Object.fromEntries(held?.history ?? []),
    ...(held && { changes: held.changes }),
  },
})

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

interface GatherOptions {
  /** The folder with `records` and `history`. */
  data: string
  network: Network
  settings: Settings
  now: Date
  since?: string | null
  /** Sources whose quarantined data is used instead of querying them. */
  released?: ReadonlySet<string>
  say?: (source: string, text: string) => void
  /** Monotonic milliseconds, for timing the sources. */
  clock?: () => number
}

/** A source's data. */
interface Gathered extends Pick<Collected, 'rejected' | 'suspicions' | 'held' | 'notes'> {
  part: Part
  /** Whether all rows of the source were read. */
  whole: boolean
  /** Whether a person released it from quarantine. */
  isReleased: boolean
  ms: number
}

const NOTHING_COLLECTED: Collected = { fetched: 0, drafts: [], rejected: [], confirmed: [] }

/** Queries a source, or uses its quarantined data if a person released it; or why it returned none. */
async function gather(
  source: Source,
  state: IngestState,
  options: GatherOptions,
): Promise<Gathered | { failed: string; ms: number }> {
  const { clock = performance.now.bind(performance), since = null } = options
  const began = clock()
  const ms = () => Math.round(clock() - began)
  const toGathered = (collected: Collected): Gathered => {
    const part = toPart(source, collected, state, since)
    return { ...collected, part, whole: collected.whole === true && since === null, isReleased: false, ms: ms() }
  }
  try {
    const waiting = await readQuarantined(options.data, source.name)
    const isNamed = options.released?.has(source.name) ?? false
    if (isNamed && !waiting) throw new Error('nothing from this source is in quarantine')
    if (waiting && (isNamed || waiting.isReleased)) {
      return { ...toGathered(NOTHING_COLLECTED), part: waiting.part, isReleased: true }
    }
    return toGathered(await collect(source, state, options))
  } catch (error) {
    const isDisallowed = error instanceof NetworkFailure && error.failing === 'robots'
    if (!isDisallowed) return { failed: formatReason(error), ms: ms() }
    // A source that may not be read is skipped; nothing that it gave before is gone.
    return toGathered({ ...NOTHING_COLLECTED, rejected: [{ ref: source.name, reason: error.message }] })
  }
}

function collect(source: Source, { records, given }: IngestState, options: GatherOptions): Promise<Collected> {
  const { network, settings, now, since = null, data, say } = options
  const entries = [...given.values()].filter((entry) => entry.source === source.name)
  return source.collect({
    network: network.forSource(source.name),
    settings,
    now,
    since,
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

function toPart({ name }: Source, collected: Collected, { given }: IngestState, since: string | null): Part {
  const {
    fetched,
    drafts,
    whole = false,
    wouldShow = () => whole,
    removes = [],
    confirmed,
    history = [],
    changes = [],
    candidates,
    tally,
  } = collected
  const listed = new Set(drafts.map(({ kind, key }) => givenName(name, kind, JSON.stringify(key))))
  const gone = [...given].filter(
    ([row, { source, key }]) => source === name && !listed.has(row) && since === null && wouldShow(JSON.parse(key)),
  )
  return {
    fetched,
    drafts,
    gone: gone.map(([row]) => row),
    removes,
    confirmed,
    history: Object.fromEntries(history),
    changes,
    ...(candidates && { candidates }),
    ...(tally && { tally }),
  }
}
