import type { ChangeDraft } from '../rules/changes.ts'
import type { Records } from '../schema/records.ts'
import type { StateCode } from '../schema/vocabularies.ts'
import type { Network } from './net/network.ts'
import type { Settings } from './settings.ts'

/** The kinds of records that sources write. */
export const INGEST_KINDS = ['allotments', 'documents', 'awards', 'notices'] as const
export type IngestKind = (typeof INGEST_KINDS)[number]
export type RecordOf<K extends IngestKind> = Records[K][number]

/**
 * What a source says of one record. Plain data, so that it can wait in quarantine.
 * `key` is the natural key within the source: the same row has the same key every night.
 * `given` are the fields that the source speaks for. A field that is absent is left alone; null, false and an empty
 * list take back the value that the source gave before.
 * `start` are the other fields of a new record.
 */
export interface DraftOf<K extends IngestKind> {
  kind: K
  /** How a person finds the row in the source. */
  ref: string
  key: readonly (string | null)[]
  given: Partial<RecordOf<K>>
  start?: Partial<RecordOf<K>>
  /**
   * Fields by which a record from elsewhere is recognized as this row, best match first. A row that is met for the
   * first time takes over the record that fits the earliest entry.
   */
  like?: readonly Partial<RecordOf<K>>[]
  /** Whether the source lists the row: not for a row that is known to be gone. True by default. */
  isListed?: false
}
export type Draft = { [K in IngestKind]: DraftOf<K> }[IngestKind]

/** A row that is left out, and why. */
export interface Rejection {
  ref: string
  reason: string
}

/** Why a part of a night is held back. `check` names the check that failed. */
export interface Finding {
  check: string
  reason: string
}

/** One field of one record that a night has changed, with both sides. A whole record: field null. */
export interface Edit {
  kind: IngestKind
  id: string
  ref: string
  field: string | null
  before: unknown
  after: unknown
}

/** What one night of one source came to. */
export interface SourceResult {
  source: string
  /** Rows that were read. */
  fetched: number
  new: number
  changed: number
  unchanged: number
  /** Records that were removed because the source no longer lists them. */
  removed: number
  /** Rows that the source no longer lists. Their records are kept. */
  gone: number
  rejected: Rejection[]
  /** Fields of which the source and the record differ. The record's value stands until a person decides. */
  conflicts: { ref: string; field: string }[]
  /** Why all or part of what the source said waits in quarantine; empty when nothing does. */
  quarantined: Finding[]
  /** States whose data the source has confirmed, null for national records. */
  confirmed: (StateCode | null)[]
  /** Changes of tracked pages, for the feed. */
  changes: ChangeDraft[]
  /** Why nothing of the source was taken; null when it succeeded. */
  failed: string | null
  ms: number
}

/** A row that the source has given before. */
export interface KnownRow<K extends IngestKind> {
  key: readonly (string | null)[]
  record: RecordOf<K>
}

/** What a source has to work with. */
export interface Run {
  network: Network
  settings: Settings
  now: Date
  /** Rows from before this date (`YYYY-MM-DD`) may be left out. */
  since: string | null
  /** The records before the night. */
  present: Readonly<Records>
  /** The rows of a kind that this source has given in earlier nights. */
  known: <K extends IngestKind>(kind: K) => KnownRow<K>[]
  /** A file of `data/history`; null when there is none. */
  history: (name: string) => Promise<string | null>
  /** Reports progress to a person. */
  say: (text: string) => void
}

/** What a source said in a night, before it is merged. */
export interface Collected {
  fetched: number
  drafts: Draft[]
  rejected: Rejection[]
  /** Whether every row of the source was read. */
  whole?: boolean
  /** Whether the row of a key is gone when it is missing among the drafts. By default, when every row was read. */
  wouldShow?: (key: readonly (string | null)[]) => boolean
  /** Kinds whose records are removed when their row is gone. The others keep theirs. */
  removes?: readonly IngestKind[]
  /** States whose data was read and is confirmed by it. */
  confirmed: (StateCode | null)[]
  /** Files of `data/history` to write, by name. */
  history?: ReadonlyMap<string, string>
  changes?: ChangeDraft[]
  /** Counts of what is not a record. */
  tally?: Pick<SourceResult, 'new' | 'changed' | 'unchanged'>
  /** What the source itself finds suspicious in its answer. */
  suspicions?: Finding[]
}

/** Where records come from. Collecting writes nothing; an error fails this source alone. */
export interface Source {
  name: string
  summary: string
  collect: (run: Run) => Promise<Collected>
}

/** Why something failed, whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
