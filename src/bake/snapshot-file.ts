import path from 'node:path'
import { z } from 'zod'

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
