import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { ExportFile } from './export-lines.ts'
import { packedFile } from './packed-file.ts'

/**
 * The pack of a bake: the files of its snapshot, compressed, one after another. It is beside the database and shares
 * the digits of its name; the database lists its files and has its SHA-256.
 */
export const PACK_FILE = /^exports-[0-9a-f]{16}\.pack$/
export const packOf = (database: string): string =>
  database.replace(/^service-([0-9a-f]{16})\.sqlite$/, 'exports-$1.pack')

/** The files of a snapshot, and the SHA-256 of their pack. */
export interface PackedExports {
  files: readonly ExportFile[]
  sha256: string
}

export type PackWriter = ReturnType<typeof openPackWriter>

/** Writes a pack, one file after another. */
export function openPackWriter(file: string) {
  const descriptor = openSync(file, 'w')
  const all = createHash('sha256')
  let end = 0
  let isOpen = true
  function write(part: Buffer): void {
    all.update(part)
    for (let written = 0; written < part.length; ) written += writeSync(descriptor, part, written)
    end += part.length
  }
  return {
    /** Starts the next file. Returns where it begins; the previous file must be finished. */
    open: () => ({ start: end, file: packedFile(write) }),
    /** Completes the pack. Returns its SHA-256. */
    finish: () => all.digest('hex'),
    close(): void {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

/** The name of the SHA-256 of the pack in `singles`. */
const PACK = 'pack'

/** Writes `exports`, the files of the snapshot in order, and the SHA-256 of the pack that contains them. */
export function writeExports(db: Database.Database, { files, sha256 }: PackedExports): void {
  db.exec(
    'CREATE TABLE exports (file INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, resource TEXT, format TEXT NOT NULL, records INTEGER, fields TEXT NOT NULL, start INTEGER, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, packed_bytes INTEGER NOT NULL, packed_sha256 TEXT NOT NULL) STRICT',
  )
  const insert = db.prepare('INSERT INTO exports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  files.forEach((file, number) => {
    const { name, resource, format, records, fields, start, bytes } = file
    const head = [number, name, resource, format, records, JSON.stringify(fields), start]
    insert.run(...head, bytes, file.sha256, file.packedBytes, file.packedSha256)
  })
  db.prepare('INSERT INTO singles VALUES (?, ?)').run(PACK, sha256)
}

/** The SHA-256 that the pack of a database must have. */
export function packHash(db: Database.Database): string {
  const found = db.prepare<[string], string>('SELECT body FROM singles WHERE name = ?').pluck().get(PACK)
  if (found === undefined) throw new Error('The database does not have the SHA-256 of its snapshot files.')
  return found
}
