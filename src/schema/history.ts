import { z } from 'zod'
import { StateCode } from './vocabularies.ts'

/** The shapes of the files in `data/history` that the nights keep beside the change feed. */

/** What is known of a tracked page: `pages.ndjson`, one line a page. */
export const PageState = z.strictObject({
  url: z.string(),
  state: StateCode,
  label: z.string(),
  /** The reader that made the hash; hashes of different readers are not compared. */
  reader: z.int(),
  /** SHA-256 of the readable text; null until the page was read for the first time. */
  hash: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** When the text was last found to differ. */
  changedAt: z.string().nullable(),
  httpStatus: z.int().nullable(),
  /** Why the last check gave no text; null when it did. */
  error: z.string().nullable(),
  /** The dates of the last checks, when they failed. */
  failedOn: z.array(z.string()),
  /** Since when the page counts as down. */
  downSince: z.string().nullable(),
})
export type PageState = z.infer<typeof PageState>

/** A source that fails in this many nights in a row is silent: someone must look after it. */
export const SILENT_NIGHTS = 3

/** Where a source confirms records: a state, or `national`. */
export const NATIONAL = 'national'

/** What the last nights came to for one source. */
export const SourceState = z.strictObject({
  source: z.string(),
  /** When it was last asked. */
  checkedAt: z.iso.datetime(),
  /** When it last answered. */
  succeededAt: z.iso.datetime().nullable(),
  /** When it last brought a new or changed record or page. */
  changedAt: z.iso.datetime().nullable(),
  /** Why it failed when it was last asked; null when it did not. */
  failure: z.string().nullable(),
  /** The UTC days of the last nights in which it failed, since it last answered. */
  failedOn: z.array(z.iso.date()).max(SILENT_NIGHTS),
  /** When it last confirmed the records of each state, or of national scope. */
  confirmed: z.record(z.string(), z.iso.datetime()),
})
export type SourceState = z.infer<typeof SourceState>

/** A record that the feed does not tell of, since it was there at the founding without a date: `untold.ndjson`. */
export const UntoldRecord = z.strictObject({ type: z.enum(['NEW_DOCUMENT', 'NEW_OPPORTUNITY']), subject: z.uuid() })
export type UntoldRecord = z.infer<typeof UntoldRecord>

/** What is known of the sources at the moment, beside the dataset: it changes every night, the dataset does not. */
export const Freshness = z.strictObject({ sources: z.array(SourceState), pages: z.array(PageState) })
export type Freshness = z.infer<typeof Freshness>

/** The files by kind: their names and the shape of their lines. */
export const HISTORY = {
  pages: { file: 'pages.ndjson', schema: PageState },
  sources: { file: 'sources.ndjson', schema: SourceState },
  untold: { file: 'untold.ndjson', schema: UntoldRecord },
} as const
