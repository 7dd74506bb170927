import * as z from 'zod'
import { pick } from '../rules/pick.ts'
import { getDigest } from '../rules/text/digest.ts'
import type { Phase } from '../rules/time/status.ts'
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

/** The key of a record across all lists. */
export const formatKey = (list: string, id: string): string => `${list} ${id}`
export const isGone = (entry: Entry): entry is GoneEntry => 'removedAt' in entry

/** The change of one record: a line of `changes/YYYY-MM.ndjson`. `list` and `id` come first. */
export const Change = z.strictObject({
  ...key,
  type: z.enum(RECORD_CHANGES),
  state: z.string().nullable(),
  at: timestamp,
  was: timestamp.optional(),
  createdAt: timestamp.optional(),
  /** All facts of a removed record; the changed facts of an updated one. */
  before: facts.optional(),
  /** All facts of a new record; the changed facts of an updated one. */
  after: facts.optional(),
  phasesBefore: phases.optional(),
  phasesAfter: phases.optional(),
  derived: z.array(z.string()).optional(),
  mergedInto: z.string().optional(),
})
export type Change = z.infer<typeof Change>

/** The published fields of a record, by name. */
export type Facts = { readonly [field: string]: unknown }

/** The published content of a record, without its publication instants. */
export interface Content {
  /** The fields of its item and those that its detail adds. */
  facts: Facts
  /** The fields that depend on the time of the request, over time; absent if there are none. */
  phases?: readonly Phase<Facts>[]
}

/** The hash of a content, independent of the order of its fields. */
export function hashContent({ facts, phases }: Content): string {
  const names = Object.keys(facts).sort()
  return getDigest(JSON.stringify([names.map((name) => [name, facts[name]]), phases ?? []]))
}

/** The fields in which two records differ, with both values. A field missing on one side is absent there. */
export function getDifference(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return { before: pick(before, names), after: pick(after, names) }
}

/** Applies a change to the contents of records by their keys. */
export function replay(contents: Map<string, Content>, change: Change): void {
  const { list, id, type, before = {}, after = {}, phasesAfter } = change
  const key = formatKey(list, id)
  if (type === 'REMOVED' || type === 'MERGED') {
    contents.delete(key)
    return
  }
  const last = type === 'UPDATED' ? contents.get(key) : undefined
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const kept = Object.entries(last?.facts ?? {}).filter(([name]) => !gone.includes(name))
  const facts = { ...Object.fromEntries(kept), ...after }
  const phases = phasesAfter ?? last?.phases ?? []
  contents.set(key, phases.length > 0 ? { facts, phases } : { facts })
}
