import path from 'node:path'
import * as z from 'zod'

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

/**
 * Where a snapshot file is, relative to the folder of its bake. It is named by its content, so bakes with the same content
 * share it, and a new bake never changes a file that is being downloaded.
 */
export const getSnapshotPath = ({ name, sha256 }: Pick<SnapshotFile, 'name' | 'sha256'>): string =>
  path.join(SNAPSHOT, `${sha256.slice(0, 16)}-${name}`)

/** The path of a snapshot file on the site, where it needs no key. */
export const downloadPath = (name: string): string => `/data/${name}`

/** The most records of an append-only list in the XLSX, Parquet and SQLite files. */
export const NEWEST_MAX = 3_000
