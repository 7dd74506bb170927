import type { ChangeDraft } from '../rules/notices/changes.ts'
import type { Records } from '../schema/records.ts'
import type { StateCode } from '../schema/vocabularies.ts'
import type { Asker, Traffic } from './net/network.ts'
import type { Candidate } from './pages/candidates.ts'
import type { Settings } from './settings.ts'

export const INGEST_KINDS = ['allotments', 'documents', 'awards', 'notices'] as const
export type IngestKind = (typeof INGEST_KINDS)[number]
type RecordOf<K extends IngestKind> = Records[K][number]

/** The natural key of a row within its source: the same row has the same key in every run. */
type Key = readonly (string | null)[]

/**
 * A source's data for one record. Plain data, so it can be quarantined.
 * `given` are the fields that the source provides. An absent field is left alone; null, false and an empty list remove
 * the value that the source gave before.
 * `start` are the other fields of a new record; those that may be blank and are absent become null, false or empty.
 */
export interface DraftOf<K extends IngestKind> {
  kind: K
  ref: string
  key: Key
  given: Partial<RecordOf<K>>
  start?: Partial<RecordOf<K>>
  /** What a record from elsewhere has if it is this row, best match first: a new row takes that record over. */
  like?: readonly Partial<RecordOf<K>>[]
  /** False for a row that is known to be gone. */
  isListed?: false
}
export type Draft = { [K in IngestKind]: DraftOf<K> }[IngestKind]

/** Why data is held back. `check` is the check that failed. */
export interface Finding {
  check: string
  reason: string
}

/** One changed field of one record, with both sides. For a whole record, the field is null. */
export interface Edit {
  kind: IngestKind
  id: string
  ref: string
  field: string | null
  before: unknown
  after: unknown
}

/** The result of one source in one run. */
export interface SourceResult {
  source: string
  fetched: number
  new: number
  changed: number
  unchanged: number
  removed: number
  /** Rows that the source no longer lists. Their records are kept. */
  gone: number
  rejected: { ref: string; reason: string }[]
  /** Fields on which the source and the record differ. The record's value is kept until a person decides. */
  conflicts: { ref: string; field: string }[]
  quarantined: Finding[]
  isHeldBack: boolean
  /** States all of whose records the source confirmed; null for national records. */
  confirmed: (StateCode | null)[]
  changes: ChangeDraft[]
  /** Every changed field of every record; for quarantined data, what it would change. */
  edits: readonly Edit[]
  notes: string[]
  failed: string | null
  traffic: Traffic[]
  ms: number
}

/** What a source gets to work with. */
export interface Run {
  network: Asker
  settings: Settings
  now: Date
  present: Readonly<Records>
  /** The records that have the rows of earlier runs, with the keys of the rows. */
  listKnown: <K extends IngestKind>(kind: K) => { key: Key; record: RecordOf<K> }[]
  history: (name: string) => Promise<string | null>
  say: (text: string) => void
  /** Reports a row of which nothing can be made. */
  reject: (ref: string, reason: string) => void
}

/** A source's data in a run, before it is merged. */
export interface Collected {
  fetched: number
  drafts: Draft[]
  /** Whether every row of the source was read. */
  whole?: boolean
  /** Whether a row is gone if its key is missing among the drafts. Default: whether every row was read. */
  wouldShow?: (key: Key) => boolean
  removes?: readonly IngestKind[]
  /** States whose data was read and is thereby confirmed. */
  confirmed: (StateCode | null)[]
  history?: Readonly<Record<string, string>>
  changes?: ChangeDraft[]
  candidates?: Candidate[]
  tally?: Pick<SourceResult, 'new' | 'changed' | 'unchanged'>
  notes?: string[]
}

/** A source of records. Collecting writes nothing; an error fails only this source. */
export interface Source {
  name: string
  summary: string
  collect: (run: Run) => Promise<Collected>
}
