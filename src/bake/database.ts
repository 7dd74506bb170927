import Database from 'better-sqlite3'
import type { Progress } from '../records/dataset.ts'
import { RESOURCE_NAMES, resource } from '../resources/index.ts'
import { writeChanges } from './changes-table.ts'
import type { Derived } from './derived.ts'
import type { Exports } from './exports.ts'
import { writeExports } from './exports-pack.ts'
import { flush } from './flush.ts'
import { FORMAT } from './format.ts'
import { writeRemoved } from './ledger-tables.ts'
import type { Publication } from './publish.ts'
import { writeSearch } from './search.ts'
import { writeResource } from './tables.ts'

/** The options of a bake. */
interface Means {
  derived: Derived
  exports: Exports
}

/**
 * Writes the publication into a new SQLite file. The same publication gives the same bytes. Tables are written in the
 * order in which they are read. When this returns, the file is complete, readable on a read-only disk, and flushed.
 */
export function writeDatabase(
  file: string,
  publication: Publication,
  { derived, exports }: Means,
  progress: Progress,
): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('page_size = 8192')
    db.pragma('cache_size = -65536')
    db.pragma('temp_store = MEMORY')
    db.pragma(`user_version = ${FORMAT}`)
    db.exec('BEGIN')
    writeChanges(db, publication.told, derived)
    for (const name of RESOURCE_NAMES) {
      exports.add(resource(name), publication[name])
      const rows = writeResource(db, resource(name), publication[name], derived)
      writeRemoved(db, resource(name), rows.length, publication.step.ledger)
      if (resource(name).searchable) writeSearch(db, rows as Publication['documents'], publication, derived)
      progress(`write ${name}`, rows.length)
    }
    db.exec('CREATE TABLE singles (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID, STRICT')
    db.prepare('INSERT INTO singles VALUES (?, ?)').run('stats', JSON.stringify(publication.stats))
    const packed = exports.finish()
    writeExports(db, packed)
    progress('write exports', packed.files.length)
    db.exec('COMMIT')
    db.exec('ANALYZE')
    // WAL files cannot be opened on a read-only disk.
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
  flush(file)
}
