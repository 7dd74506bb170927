import * as z from 'zod'
import { count, timestamp } from '../schema/fields.ts'
import { RECORD_CHANGES, REMOVAL_REASONS } from '../schema/vocabularies.ts'

/** The shapes of the files in `data/history/ledger`. */

const version = z.string().regex(/^[0-9a-f]{16}$/)
const facts = z.record(z.string(), z.unknown())
const phases = z.array(z.strictObject({ from: z.int(), until: z.int(), fields: facts }))
const key = { list: z.string(), id: z.string() }

/** One publication: a line of the append-only `publications.ndjson`. */
export const Publication = z.strictObject({
  /** The dataset version: 16 hex digits of the hash of the other fields. */
  version,
  previous: version.nullable(),
  at: timestamp,
  /** The instant of its last change, before all changes of the next publication. */
  until: timestamp,
  /** The numbers of published and of changed records. */
  records: count,
  changes: count,
  /** The number of change events in the feed, and the id of the last. */
  events: count,
  lastEvent: z.string().nullable(),
  /** Hashes of the lines of `records.ndjson`, and of texts that are searched but not shown. */
  digest: z.string(),
  texts: z.string(),
})
export type Publication = z.infer<typeof Publication>

/** One published record: a line of `records.ndjson`. */
export const LiveEntry = z.strictObject({
  ...key,
  hash: z.string(),
  /** The hashes of its derived fields. */
  derived: z.record(z.string(), z.string()).optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  names: z.array(z.string()).optional(),
})
export type LiveEntry = z.infer<typeof LiveEntry>

/** One record that is no longer published: a line of `records.ndjson`. */
export const GoneEntry = z.strictObject({
  ...key,
  state: z.string().nullable(),
  removedAt: timestamp,
  reason: z.enum(REMOVAL_REASONS),
  mergedInto: z.string().optional(),
  names: z.array(z.string()).optional(),
})
export type GoneEntry = z.infer<typeof GoneEntry>

export const Entry = z.union([LiveEntry, GoneEntry])
export type Entry = LiveEntry | GoneEntry

export const isGone = (entry: Entry): entry is GoneEntry => 'removedAt' in entry

/** The change of one record: a line of `changes/YYYY-MM.ndjson`. `list` and `id` come first. */
export const Change = z.strictObject({
  ...key,
  type: z.enum(RECORD_CHANGES),
  state: z.string().nullable(),
  at: timestamp,
  /** The previous `updatedAt` of the record. */
  was: timestamp.optional(),
  /** The `createdAt` of a removed record. */
  createdAt: timestamp.optional(),
  /** All facts of a removed record; the changed facts of an updated one. */
  before: facts.optional(),
  /** All facts of a new record; the changed facts of an updated one. */
  after: facts.optional(),
  phasesBefore: phases.optional(),
  phasesAfter: phases.optional(),
  /** The derived fields that changed. */
  derived: z.array(z.string()).optional(),
  mergedInto: z.string().optional(),
})
export type Change = z.infer<typeof Change>
