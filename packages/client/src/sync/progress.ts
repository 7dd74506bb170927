import type { CallOptions } from '../transport.ts'

export interface SyncOptions extends CallOptions {
  /** Waits for the next month when the requests of this one are used up, instead of throwing. */
  waitForMonth?: boolean | undefined
  onProgress?: ((progress: SyncProgress) => void) | undefined
}

/** What a sync is doing. */
export type SyncProgress =
  /** A list is being downloaded, packed. */
  | { step: 'DOWNLOAD'; list: string; bytes: number; bytesTotal: number }
  /** A list was downloaded, and is part of the copy. */
  | { step: 'COPIED'; list: string; records: number }
  /** Changes were read and are part of the copy. */
  | { step: 'CHANGED'; changes: number }
  /** The requests of the month are used up. */
  | { step: 'WAIT'; seconds: number }

/** What a sync has done. */
export interface SyncResult {
  /** The dataset version of the copy. */
  version: string
  /** The version that it had before; null when there was no copy. */
  previous: string | null
  publishedAt: string
  /** Requests of the month that it spent. */
  requests: number
  /** The lists that it wrote to. */
  lists: { [list: string]: SyncedList }
}

export interface SyncedList {
  /** Records of the list. */
  records: number
  /** Records that were written, and those that were removed. */
  written: number
  removed: number
}
