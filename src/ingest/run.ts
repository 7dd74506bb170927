import { readRecords } from '../records/dataset.ts'
import { readHistory, writeHistory, writeRecords } from '../records/folder.ts'
import type { Records } from '../schema/records.ts'
import { formatGiven, GIVEN_FILE, parseGiven } from './given.ts'
import { merge, type World } from './merge.ts'
import type { Network } from './net/network.ts'
import type { Settings } from './settings.ts'
import type { Collected, Source, SourceResult } from './source.ts'

export interface IngestOptions {
  sources: readonly Source[]
  /** The folder that holds `records` and `history`. */
  data: string
  network: Network
  settings: Settings
  now: Date
  since?: string | null
  /** Reads and merges everything, writes nothing. */
  dryRun?: boolean
  say?: (source: string, text: string) => void
  /** Milliseconds that only grow, to time the sources with. */
  clock?: () => number
}

type Gathered = { collected: Collected; failed: null; ms: number } | { collected: null; failed: string; ms: number }

/**
 * Asks every source, then merges their answers one after the other, in the order of `sources`. A source that fails, in
 * asking, merging or writing, leaves the dataset as it was before it and does not touch the others. A source's files
 * are written only when all of it has succeeded: first the records, then what was given, so that a stop in between is
 * made good by the next night.
 * @throws Error when the dataset itself cannot be read: then no source can be merged.
 */
export async function ingest(options: IngestOptions): Promise<SourceResult[]> {
  const { sources, data } = options
  let world: World = { records: await readRecords(data), given: parseGiven(await readHistory(data, GIVEN_FILE)) }
  const gathered = await Promise.all(sources.map((source) => gather(source, world.records, options)))
  const results: SourceResult[] = []
  for (const [index, source] of sources.entries()) {
    const answer = gathered[index]
    if (!answer) continue
    try {
      if (answer.failed !== null) throw new Error(answer.failed)
      const taken = await take(source, answer.collected, world, options)
      world = taken.world
      results.push({ ...taken.result, ms: answer.ms })
    } catch (error) {
      results.push({ ...NOTHING, source: source.name, failed: reasonOf(error), ms: answer.ms })
    }
  }
  return results
}

const NOTHING = { fetched: 0, new: 0, changed: 0, unchanged: 0, rejected: [], held: [], vanished: 0, changes: [] }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function gather(source: Source, present: Readonly<Records>, options: IngestOptions): Promise<Gathered> {
  const { network, settings, now, since = null, data, say, clock = performance.now.bind(performance) } = options
  const began = clock()
  const ms = () => Math.round(clock() - began)
  try {
    const collected = await source.collect({
      network,
      settings,
      now,
      since,
      present,
      history: (name) => readHistory(data, name),
      say: (text) => say?.(source.name, text),
    })
    return { collected, failed: null, ms: ms() }
  } catch (error) {
    return { collected: null, failed: reasonOf(error), ms: ms() }
  }
}

async function take(source: Source, collected: Collected, world: World, options: IngestOptions) {
  const { data, now, since, dryRun } = options
  const merged = merge(world, source.name, collected.drafts, now, collected.whole === true && !since)
  if (!dryRun) {
    for (const kind of merged.touched) await writeRecords(data, kind, merged.world.records[kind])
    for (const [name, text] of collected.history ?? []) await writeHistory(data, name, text)
    await writeHistory(data, GIVEN_FILE, formatGiven(merged.world.given))
  }
  const result: Omit<SourceResult, 'ms'> = {
    source: source.name,
    fetched: collected.fetched,
    ...merged.tally,
    ...collected.tally,
    rejected: [...collected.rejected, ...merged.rejected],
    held: merged.held,
    changes: collected.changes ?? [],
    failed: null,
  }
  return { world: merged.world, result }
}
