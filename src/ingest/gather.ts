import { readHistory } from '../records/folder.ts'
import { givenName } from './given.ts'
import type { IngestState } from './merge.ts'
import { NetworkFailure } from './net/failure.ts'
import type { Network } from './net/network.ts'
import { type Part, readQuarantined } from './quarantine.ts'
import { formatReason } from './rows.ts'
import type { Settings } from './settings.ts'
import type { Collected, Finding, IngestKind, KnownRow, Rejection, Source } from './source.ts'

export interface GatherOptions {
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

/** A source's data, or why it returned none. */
export type Gathered =
  | {
      part: Part
      rejected: Rejection[]
      suspicions: readonly Finding[]
      held: Collected['held'] | null
      notes: string[]
      /** Whether all rows of the source were read. */
      whole: boolean
      /** Whether a person released it from quarantine. */
      isReleased: boolean
      ms: number
    }
  | { failed: string; ms: number }

/** Queries a source, or uses its quarantined data if a person released it. */
export async function gather(source: Source, state: IngestState, options: GatherOptions): Promise<Gathered> {
  const { clock = performance.now.bind(performance) } = options
  const began = clock()
  const ms = () => Math.round(clock() - began)
  try {
    const waiting = await readQuarantined(options.data, source.name)
    const isNamed = options.released?.has(source.name) ?? false
    if (isNamed && !waiting) throw new Error('nothing from this source is in quarantine')
    if (waiting && (isNamed || waiting.isReleased)) {
      const nothing = { rejected: [], suspicions: [], held: null, notes: [], whole: false }
      return { part: waiting.part, ...nothing, isReleased: true, ms: ms() }
    }
    const collected = await collect(source, state, options)
    const { rejected, suspicions = [], held = null, notes = [], whole = false } = collected
    const { since = null } = options
    const part = toPart(source, collected, state, since)
    return { part, rejected, suspicions, held, notes, whole: whole && since === null, isReleased: false, ms: ms() }
  } catch (error) {
    if (error instanceof NetworkFailure && error.failing === 'robots') return { ...disallowed(source, error), ms: ms() }
    return { failed: formatReason(error), ms: ms() }
  }
}

/** A source that may not be read is skipped; nothing that it gave before is gone. */
const disallowed = ({ name }: Source, { message }: Error) => ({
  part: { fetched: 0, drafts: [], gone: [], removes: [], confirmed: [], history: {}, changes: [] },
  rejected: [{ ref: name, reason: message }],
  suspicions: [],
  held: null,
  notes: [],
  whole: false,
  isReleased: false,
})

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
