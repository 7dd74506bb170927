import { gunzipSync } from 'node:zlib'
import { PARTS_MAX } from '../bake/exports-table.ts'
import type { Dataset } from './dataset.ts'

/** One file of the snapshot. */
export interface SnapshotFile {
  name: string
  /** The list that it holds; null for all of them. */
  resource: string | null
  format: 'ndjson' | 'csv' | 'sqlite' | 'json'
  compression: 'gz' | null
  records: number | null
  fields: string[]
  bytes: number
  sha256: string
}

/** The publication that is served. */
export interface LivePublication {
  version: string
  /** When it was made. */
  at: string
}

/** The snapshot of the publication that is served. */
export interface Exports {
  publication: LivePublication
  files: readonly SnapshotFile[]
  /** The content of one of its files. */
  read: (file: SnapshotFile) => Buffer
}

type FileRow = Omit<SnapshotFile, 'compression' | 'fields'> & {
  fields: string
  packed_bytes: number
  packed_sha256: string
}

const PACKED = '.gz'

export function openExports({ db }: Dataset): Exports {
  const last = db
    .prepare<[], { version: string; at: number }>('SELECT version, at FROM publications ORDER BY number DESC LIMIT 1')
    .get()
  const fileOf = db.prepare<[string], number>('SELECT file FROM exports WHERE name = ?').pluck()
  const partsOf = db
    .prepare<[number, number], Buffer>('SELECT packed FROM exports_parts WHERE place >= ? AND place < ? ORDER BY place')
    .pluck()
  const rows = db
    .prepare<[], FileRow>(
      'SELECT name, resource, format, records, fields, bytes, sha256, packed_bytes, packed_sha256 FROM exports ORDER BY file',
    )
    .all()
  const files = rows.flatMap(({ packed_bytes, packed_sha256, ...row }): SnapshotFile[] => {
    const file = { ...row, fields: JSON.parse(row.fields) as string[], compression: null }
    return [file, { ...file, name: file.name + PACKED, compression: 'gz', bytes: packed_bytes, sha256: packed_sha256 }]
  })
  return {
    publication: { version: last?.version ?? '', at: new Date(last?.at ?? 0).toISOString() },
    files,
    read({ name, compression }) {
      const file = fileOf.get(compression ? name.slice(0, -PACKED.length) : name) ?? 0
      const packed = Buffer.concat(partsOf.all(file * PARTS_MAX, (file + 1) * PARTS_MAX))
      return compression ? packed : gunzipSync(packed)
    },
  }
}
