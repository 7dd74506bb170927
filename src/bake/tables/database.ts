import Database from 'better-sqlite3'
import { flush } from '../../files/files.ts'
import type { Ledger } from '../../ledger/advance.ts'
import { formatKey, isGone } from '../../ledger/shapes.ts'
import type { Progress } from '../../records/dataset.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import type { AnyRow } from '../../resources/publishing.ts'
import { getHeldList, type Publication } from '../publish/publish.ts'
import { writeSearch } from '../search/search.ts'
import { writeChanges } from './changes-table.ts'
import { createTable } from './create.ts'
import { FORMAT, VERIFIED } from './format.ts'
import { createRemoved, inOrder, writeList } from './tables.ts'

/**
 * Writes the publication into a new SQLite file. The same publication gives the same bytes. Tables are written in the
 * order in which they are read. When this returns, the file is complete, readable on a read-only disk, and flushed.
 */
export function writeDatabase(file: string, publication: Publication, progress: Progress): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -16384')
    db.pragma('temp_store = MEMORY')
    db.pragma(`user_version = ${FORMAT}`)
    db.exec('BEGIN')
    writeChanges(
      db,
      publication.history,
      publication.activity.map(({ item }) => item),
    )
    const writeRemoved = createRemoved(db, publication.step.ledger)
    for (const name of RESOURCE_NAMES) {
      const rows = inOrder<AnyRow>(resource(name), publication[name])
      writeList(db, resource(name), rows)
      writeRemoved(resource(name), rows.length)
      progress(`write ${name}`, rows.length)
    }
    const insertSingle = createTable(db, 'singles', ['name TEXT', 'body TEXT NOT NULL'], 'name')
    insertSingle.run('stats', JSON.stringify(publication.stats))
    insertSingle.run(VERIFIED, JSON.stringify(getVerifications(publication.step.ledger)))
    writeSearch(db, publication)
    progress('write search', publication.documents.length)
    db.exec('COMMIT')
    db.exec('ANALYZE')
    // With samples of values, SQLite would plan every statement anew for each value that is bound to it.
    db.exec('DROP TABLE IF EXISTS sqlite_stat4')
    // WAL files cannot be opened on a read-only disk.
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
  flush(file)
}

/** When the published records that were only on file before were verified, by id. */
const getVerifications = ({ entries }: Ledger): { [id: string]: string } =>
  Object.fromEntries(
    RESOURCE_NAMES.flatMap((name) => {
      const left = [...entries.values()].filter(({ list }) => list === getHeldList(name)).filter(isGone)
      return left.flatMap(({ id, removedAt }) => {
        const entry = entries.get(formatKey(name, id))
        return entry && !isGone(entry) ? [[id, removedAt]] : []
      })
    }),
  )
