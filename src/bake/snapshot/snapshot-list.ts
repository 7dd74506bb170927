import path from 'node:path'
import * as z from 'zod'
import { type Column, getColumns } from '../../formats/columns.ts'
import type { Resource } from '../../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../../resources/publishing.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { toTimeline } from '../tables/ledger-tables.ts'

/** The folder of the snapshot files, beside the manifest. */
export const SNAPSHOT = 'snapshot'

/** The formats of the snapshot, with their media types. */
export const SNAPSHOT_TYPES = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/vnd.sqlite3',
  json: 'application/json; charset=utf-8',
} as const
export type SnapshotFormat = keyof typeof SNAPSHOT_TYPES

/** The formats in which each list has a file of its own. */
export const LIST_FORMATS = ['ndjson', 'csv', 'xlsx', 'parquet'] as const satisfies SnapshotFormat[]
export type ListFormat = (typeof LIST_FORMATS)[number]

/** The formats that are compressed themselves. The other files have a compressed form. */
export const PACKED_FORMATS: readonly SnapshotFormat[] = ['xlsx', 'parquet']

/** One file of the snapshot, as the manifest lists it. */
export const SnapshotFile = z.strictObject({
  name: z.string().regex(/^[a-z]+\.[a-z]+(?:\.gz)?$/),
  /** The list in it; null for all of them. */
  resource: z.string().nullable(),
  format: z.enum(Object.keys(SNAPSHOT_TYPES) as [SnapshotFormat, ...SnapshotFormat[]]),
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

/** The path of a snapshot file on the site, where it needs no key. */
export const downloadPath = (name: string): string => `/data/${name}`

/** A list as its snapshot files have it. */
export interface SnapshotList {
  resource: Resource
  /** The fields of its records, in order. */
  fields: readonly string[]
  /** The columns of its tables: the scalars of its items. */
  columns: readonly Column[]
  /** Its records by id. A field that a record does not have is missing. */
  records: readonly Fields[]
  /** All of them, or the newest of an append-only list, for the files that would grow with it without bound. */
  newest: readonly Fields[]
}

/** The most records of an append-only list in the XLSX, Parquet and SQLite files. */
export const NEWEST_MAX = 3_000

export const TIMELINE = 'timeline'

/**
 * The records of a list as they are exported: the fields of its items and single records, with time-dependent fields as
 * of an instant, and their `timeline`. Derived fields are left out.
 */
export function toSnapshotList(resource: Resource, rows: readonly AnyRow[], at: Instant): SnapshotList {
  const fields = getFields(resource, rows)
  const records = rows.toSorted((a, b) => compare(getId(a), getId(b))).map((row) => toRecord(resource, row, fields, at))
  const columns = getColumns(resource.item).filter(({ name }) => fields.includes(name.split('.')[0] ?? ''))
  return { resource, fields, columns, records, newest: getNewest(resource, records) }
}

function getNewest({ instant }: Resource, records: readonly Fields[]): readonly Fields[] {
  if (!instant || records.length <= NEWEST_MAX) return records
  const getInstant = (record: Fields) => instant(record as never)
  const since = records.map(getInstant).sort().at(-NEWEST_MAX) as string
  return records.filter((record) => getInstant(record) >= since)
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
