import path from 'node:path'
import * as z from 'zod'
import type { Resource } from '../../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../../resources/row.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { toTimeline } from '../tables/ledger-tables.ts'

/** The folder of the snapshot files, beside the manifest. */
export const SNAPSHOT = 'snapshot'

/** One file of the snapshot, as the manifest lists it. */
export const SnapshotFile = z.strictObject({
  name: z.string().regex(/^[a-z]+\.[a-z]+(?:\.gz)?$/),
  /** The list in it; null for all of them. */
  resource: z.string().nullable(),
  format: z.enum(['ndjson', 'csv', 'sqlite', 'json']),
  compression: z.literal('gz').nullable(),
  /** Number of records; null for the description of the other files. */
  records: z.int().min(0).nullable(),
  /** The fields of its records, or the columns of its table. */
  fields: z.array(z.string()),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SnapshotFile = z.infer<typeof SnapshotFile>

const HASH_DIGITS = 16

/**
 * Where a snapshot file is, relative to the folder of its bake. It is named by its content, so bakes with the same content
 * share it, and a new bake never changes a file that is being downloaded.
 */
export const snapshotPath = ({ name, sha256 }: Pick<SnapshotFile, 'name' | 'sha256'>): string =>
  path.join(SNAPSHOT, `${sha256.slice(0, HASH_DIGITS)}-${name}`)

/** A list as its snapshot files have it. */
export interface SnapshotList {
  resource: Resource
  /** The fields of its records, in order. */
  fields: readonly string[]
  count: number
  /** Its records by id, each made on demand. A field that a record does not have is missing. */
  records: () => Iterable<Fields>
  /** Whether the SQLite file has a record: all, or the newest of an append-only list. */
  isTabled: (record: Fields) => boolean
}

/** The number of newest records of an append-only list in the SQLite file. */
export const TABLED_MAX = 1_000

const TIMELINE = 'timeline'

/**
 * The records of a list as they are exported: the fields of its items and single records, with time-dependent fields as
 * of an instant, and their `timeline`. Derived fields are left out.
 */
export function toSnapshotList(resource: Resource, rows: readonly AnyRow[], at: Instant): SnapshotList {
  const sorted = rows.toSorted((a, b) => compare(getId(a), getId(b)))
  const fields = getFields(resource, rows)
  return {
    resource,
    fields,
    count: rows.length,
    *records() {
      for (const row of sorted) yield toRecord(resource, row, fields, at)
    },
    isTabled: tabledTest(resource, rows),
  }
}

function tabledTest({ instant }: Resource, rows: readonly AnyRow[]): SnapshotList['isTabled'] {
  if (!instant || rows.length <= TABLED_MAX) return () => true
  const since = rows
    .map(({ item }) => instant(item as never))
    .sort()
    .at(-TABLED_MAX) as string
  return (record) => instant(record as never) >= since
}

/** All fields of a list: those of its items, those that single records add, and its timeline. */
function getFields({ item: schema, timed, derived = [] }: Resource, rows: readonly AnyRow[]): string[] {
  const fields = new Set('shape' in schema ? Object.keys(schema.shape as object) : [])
  for (const { item, detail } of rows) {
    for (const field in item) fields.add(field)
    for (const field in detail) fields.add(field)
  }
  if (timed.length > 0 && rows.length > 0) fields.add(TIMELINE)
  return [...fields].filter((field) => !derived.includes(field))
}

/** The record of a row. */
function toRecord(
  { timed }: Resource,
  { item, detail = {}, phases = [] }: AnyRow,
  fields: readonly string[],
  at: Instant,
): Fields {
  const phase = phases.find(({ from, until }) => from <= at && at < until)?.fields ?? {}
  const unset = Object.fromEntries(timed.map((field) => [field, null]))
  const values: Fields = { ...detail, ...unset, ...item, ...phase, [TIMELINE]: toTimeline(phases) }
  return Object.fromEntries(
    fields.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  )
}
