import type { ChangeDraft } from '../rules/changes.ts'
import type { Records } from '../schema/records.ts'
import type { Network } from './net/network.ts'
import type { Settings } from './settings.ts'

/** The kinds of records that sources write. */
export const INGEST_KINDS = ['allotments', 'documents', 'awards', 'notices'] as const
export type IngestKind = (typeof INGEST_KINDS)[number]
export type RecordOf<K extends IngestKind> = Records[K][number]

/**
 * What a source says of one record.
 * `key` is the natural key within the source: the same row has the same key every night.
 * `given` are the fields the source speaks for; null, absent, false and empty lists say nothing.
 * `start` are the other fields of a record that is new.
 */
export interface DraftOf<K extends IngestKind> {
  kind: K
  /** How a person finds the row in the source. */
  ref: string
  key: readonly (string | null)[]
  given: Partial<RecordOf<K>>
  start?: Partial<RecordOf<K>>
  /**
   * How much a record that did not come from this row is this row all the same: 0 for not at all. A row met for the
   * first time takes over the record that is most like it.
   */
  likeness?: (record: RecordOf<K>) => number
}
export type Draft = { [K in IngestKind]: DraftOf<K> }[IngestKind]

/** A row that stays out, and why. */
export interface Rejection {
  ref: string
  reason: string
}

/** A field of which the source says something else than the record, which stands: for a person to look at. */
export interface Held {
  ref: string
  field: string
}

/** What one night of one source came to. */
export interface SourceResult {
  source: string
  /** Rows that the source was read for. */
  fetched: number
  new: number
  changed: number
  unchanged: number
  rejected: Rejection[]
  held: Held[]
  /** Rows that were there before and are not now. Their records are left alone. */
  vanished: number
  /** Changes of tracked pages, for the feed. */
  changes: ChangeDraft[]
  /** Why nothing of the source was taken; null when it succeeded. */
  failed: string | null
  ms: number
}

/** What a source has to work with. */
export interface Run {
  network: Network
  settings: Settings
  now: Date
  /** Rows from before this date (`YYYY-MM-DD`) may be left out. */
  since: string | null
  /** The records as they stand. */
  present: Readonly<Records>
  /** A file of `data/history` as it stands; null when there is none. */
  history: (name: string) => Promise<string | null>
  /** Tells a person how far it is. */
  say: (text: string) => void
}

export interface Collected {
  fetched: number
  drafts: Draft[]
  rejected: Rejection[]
  /** Whether every row of the source was read, so that the absence of one says something. */
  whole?: boolean
  /** Files of `data/history` to write, by name. */
  history?: ReadonlyMap<string, string>
  changes?: ChangeDraft[]
  /** What the source counts besides records. */
  tally?: Pick<SourceResult, 'new' | 'changed' | 'unchanged'>
}

/** A place where records come from. Collecting writes nothing; throwing fails this source alone. */
export interface Source {
  name: string
  summary: string
  collect: (run: Run) => Promise<Collected>
}
