import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ExportFile } from '../bake/export-lines.ts'
import type { MadeFormat } from '../bake/made-files.ts'
import { type StaticExports, staticPath } from '../bake/static-exports.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'
import { openMadeFiles } from './made-files.ts'
import type { Pack } from './pack.ts'

export { TABLED_MAX } from '../bake/export-lines.ts'

/** One file of the snapshot. */
export interface SnapshotFile extends Omit<ExportFile, 'fields' | 'start' | 'packedBytes' | 'packedSha256'> {
  fields: string[]
  compression: 'gz' | null
}

export type Exports = ReturnType<typeof openExports>

type FileRow = Omit<SnapshotFile, 'compression' | 'fields'> & {
  fields: string
  start: number | null
  packed_bytes: number
  packed_sha256: string
}

const PACKED = '.gz'

/**
 * The snapshot of the publication being served.
 * @param place where the files are served statically; null if they are not
 */
export function openExports({ db }: Dataset, pack: Pack, feed: Feed, place: StaticExports | null) {
  const readMade = openMadeFiles(feed)
  const last = db
    .prepare<[], { version: string; at: number }>('SELECT version, at FROM publications ORDER BY number DESC LIMIT 1')
    .get()
  const rows = db
    .prepare<[], FileRow>(
      'SELECT name, resource, format, records, fields, start, bytes, sha256, packed_bytes, packed_sha256 FROM exports ORDER BY file',
    )
    .all()
  const rowOf = new Map(rows.flatMap((row) => [row.name, row.name + PACKED].map((name) => [name, row])))
  const files = rows.flatMap(({ start: _, packed_bytes, packed_sha256, ...row }): SnapshotFile[] => {
    const file = { ...row, fields: JSON.parse(row.fields) as string[], compression: null }
    return [file, { ...file, name: file.name + PACKED, compression: 'gz', bytes: packed_bytes, sha256: packed_sha256 }]
  })
  const version = last?.version ?? ''
  const isBeside = place?.version === version
  return {
    /** The publication, and when it was made. */
    publication: { version, at: new Date(last?.at ?? 0).toISOString() },
    files,
    /** The bytes of a file from `first` to `last`, inclusive, as a stream. */
    read({ name, compression, format, fields }: SnapshotFile, first: number, last: number): AsyncIterable<Uint8Array> {
      const { start = null, packed_bytes = 0 } = rowOf.get(name) ?? {}
      if (start === null) {
        const own = format === 'ndjson' ? fields : null
        return bytesOf(readMade(format as MadeFormat, own, compression !== null), first, last)
      }
      if (compression) return pack.read(start + first, start + last)
      return bytesOf(unpacked(pack.read(start, start + packed_bytes - 1)), first, last)
    },
    /** The path of a file that is served statically; null if it is not. */
    pathOf: ({ name }: SnapshotFile): string | null => (place && isBeside ? staticPath(place, name) : null),
  }
}

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // A decompression error ends the reading; its checksum is verified at the end.
  yield* pipeline(packed, createGunzip(), () => {})
}

/** The bytes from `first` to `last` of a sequence of chunks. */
async function* bytesOf(chunks: AsyncIterable<Buffer>, first: number, last: number): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
    if (part.length > 0) yield part
    at += chunk.length
    if (at > last) return
  }
}
