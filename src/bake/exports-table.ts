import type Database from 'better-sqlite3'
import type { ExportFile } from './export-lines.ts'
import { type PackedFile, type Packing, packedFile } from './packed-file.ts'

/** More parts than a file ever has. */
export const PARTS_MAX = 2 ** 24

/** Writes `exports`, the files of the snapshot, and `exports_parts`, their packed contents. */
export interface ExportWriter {
  /** Starts the file with this number. */
  open: (file: number, packing?: Packing) => PackedFile
  /** Writes the descriptions of the files, in the order of their numbers. */
  describe: (files: readonly ExportFile[]) => void
}

export function openExportWriter(db: Database.Database): ExportWriter {
  db.exec('CREATE TABLE exports_parts (place INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT')
  const insertPart = db.prepare('INSERT INTO exports_parts VALUES (?, ?)')
  return {
    open(file, packing = 'usual') {
      let place = file * PARTS_MAX
      return packedFile((part) => {
        insertPart.run(place, part)
        place += 1
      }, packing)
    },
    describe(files) {
      db.exec(
        'CREATE TABLE exports (file INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, resource TEXT, format TEXT NOT NULL, records INTEGER, fields TEXT NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, packed_bytes INTEGER NOT NULL, packed_sha256 TEXT NOT NULL) STRICT',
      )
      const insert = db.prepare('INSERT INTO exports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      files.forEach(({ name, resource, format, records, fields, bytes, sha256, packedBytes, packedSha256 }, file) => {
        const head = [file, name, resource, format, records, JSON.stringify(fields)]
        insert.run(...head, bytes, sha256, packedBytes, packedSha256)
      })
    },
  }
}
