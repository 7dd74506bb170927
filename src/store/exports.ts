import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PARTS_MAX } from '../bake/exports-table.ts'
import { isMade } from '../bake/made-files.ts'
import { type StaticExports, staticPath } from '../bake/static-exports.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'
import { openMadeFiles } from './made-files.ts'

export { TABLED_MAX } from '../bake/export-lines.ts'

/** One file of the snapshot. */
export interface SnapshotFile {
  name: string
  /** The list in it; null for all of them. */
  resource: string | null
  format: 'ndjson' | 'csv' | 'sqlite' | 'json'
  compression: 'gz' | null
  records: number | null
  fields: string[]
  bytes: number
  sha256: string
}

/** The publication being served. */
export interface LivePublication {
  version: string
  /** When it was made. */
  at: string
}

/** The snapshot of the publication being served. */
export interface Exports {
  publication: LivePublication
  files: readonly SnapshotFile[]
  /** The bytes of a file from `first` to `last`, inclusive, as a stream. */
  read: (file: SnapshotFile, first: number, last: number) => AsyncIterable<Uint8Array>
  /** The path of a file that is served statically; null if it is not. */
  pathOf: (file: SnapshotFile) => string | null
}

type FileRow = Omit<SnapshotFile, 'compression' | 'fields'> & {
  fields: string
  packed_bytes: number
  packed_sha256: string
}

const PACKED = '.gz'

/** @param place where the files are served statically; null if they are not */
export function openExports({ db }: Dataset, feed: Feed, place: StaticExports | null): Exports {
  const made = openMadeFiles(feed)
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
  const version = last?.version ?? ''
  const isBeside = place?.version === version
  return {
    publication: { version, at: new Date(last?.at ?? 0).toISOString() },
    files,
    read({ name, compression, resource: list, format, fields }, first, last) {
      if (list !== null && isMade(resource(list as ResourceName)) && (format === 'ndjson' || format === 'csv')) {
        return bytesOf(made.read(format, format === 'ndjson' ? fields : null, compression !== null), first, last)
      }
      const file = fileOf.get(compression ? name.slice(0, -PACKED.length) : name) ?? 0
      // Read now: the bake may be closed before the last byte is requested.
      const parts = partsOf.all(file * PARTS_MAX, (file + 1) * PARTS_MAX)
      // Decompressed as a stream: doing it all at once would block all other requests.
      return bytesOf(compression ? parts : Readable.from(parts).pipe(createGunzip()), first, last)
    },
    pathOf: ({ name }) => (place && isBeside ? staticPath(place, name) : null),
  }
}

/** The bytes from `first` to `last` of a sequence of chunks. */
async function* bytesOf(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    if (part.length > 0) yield part
    at += chunk.length
    if (at > last) return
  }
}
