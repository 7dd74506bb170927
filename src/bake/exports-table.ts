import type Database from 'better-sqlite3'
import type { ExportFile } from './export-lines.ts'

/** Writes the files of the snapshot, packed: `exports`. */
export function writeExports(db: Database.Database, files: readonly ExportFile[]): void {
  db.exec(
    'CREATE TABLE exports (name TEXT PRIMARY KEY, place INTEGER NOT NULL, resource TEXT, format TEXT NOT NULL, records INTEGER, fields TEXT NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, packed_bytes INTEGER NOT NULL, packed_sha256 TEXT NOT NULL, packed BLOB NOT NULL) STRICT',
  )
  const insert = db.prepare('INSERT INTO exports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  files.forEach(({ name, resource, format, records, fields, bytes, sha256, packed, packedSha256 }, place) => {
    const head = [name, place, resource, format, records, JSON.stringify(fields)]
    insert.run(...head, bytes, sha256, packed.length, packedSha256, packed)
  })
}
