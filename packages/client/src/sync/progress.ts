import type { CallOptions } from '../transport.ts'

export interface SyncOptions extends CallOptions {
  /** Whether to wait for the next month when the monthly requests are used up, instead of throwing. */
  waitForMonth?: boolean | undefined
  onProgress?: ((progress: SyncProgress) => void) | undefined
}

/** What a sync is doing. */
export type SyncProgress =
  /** A list is being downloaded (compressed bytes). */
  | { step: 'DOWNLOAD'; list: string; bytes: number; bytesTotal: number }
  /** A list was downloaded and is part of the copy. */
  | { step: 'COPIED'; list: string; records: number }
  /** Changes were read and are part of the copy. */
  | { step: 'CHANGED'; changes: number }
  /** The monthly requests are used up. */
  | { step: 'WAIT'; seconds: number }

/** The result of a sync. */
export interface SyncResult {
  /** The dataset version of the copy. */
  version: string
  /** The previous version; null when there was no copy. */
  previous: string | null
  publishedAt: string
  /** Number of monthly requests that it used. */
  requests: number
  /** The lists that it changed. */
  lists: { [list: string]: SyncedList }
}

export interface SyncedList {
  /** Number of records in the list. */
  records: number
  /** Number of records written and removed. */
  written: number
  removed: number
}
