import * as z from 'zod'
import { StateCode } from './vocabularies.ts'

/** The shapes of the files in `data/history` that the nightly runs keep besides the change feed. */

/** The state of a tracked page: `pages.ndjson`, one line per page. */
export const PageState = z.strictObject({
  url: z.string(),
  state: StateCode,
  label: z.string(),
  /** Version of the reader that made the hash; hashes of different versions are not compared. */
  reader: z.int(),
  /** SHA-256 of the readable text; null until the page was first read. */
  hash: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  changedAt: z.string().nullable(),
  httpStatus: z.int().nullable(),
  error: z.string().nullable(),
  failedOn: z.array(z.string()),
  downSince: z.string().nullable(),
})
export type PageState = z.infer<typeof PageState>

/** A source that fails this many nights in a row is silent and needs attention. */
export const SILENT_AFTER_RUNS = 3

/** The scope in which a source confirms national records; otherwise a state code. */
export const NATIONAL = 'national'

export const SourceState = z.strictObject({
  source: z.string(),
  checkedAt: z.iso.datetime(),
  succeededAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
  /** The UTC days of the latest nights in which it failed since its last success. */
  failedOn: z.array(z.iso.date()).max(SILENT_AFTER_RUNS),
  /** When it last confirmed the records of each state and of national scope. */
  confirmed: z.record(z.string(), z.iso.datetime()),
})
export type SourceState = z.infer<typeof SourceState>

/** A record that the feed omits because it was undated when the feed began: `untold.ndjson`. */
export const UntoldRecord = z.strictObject({ type: z.enum(['NEW_DOCUMENT', 'NEW_OPPORTUNITY']), subject: z.uuid() })
export type UntoldRecord = z.infer<typeof UntoldRecord>

/** The current state of the sources. Kept apart from the dataset, because it changes every night and the dataset does not. */
export const Freshness = z.strictObject({ sources: z.array(SourceState), pages: z.array(PageState) })
export type Freshness = z.infer<typeof Freshness>

export const HISTORY = {
  pages: { file: 'pages.ndjson', schema: PageState },
  sources: { file: 'sources.ndjson', schema: SourceState },
  untold: { file: 'untold.ndjson', schema: UntoldRecord },
} as const
