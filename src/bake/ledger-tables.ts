import type Database from 'better-sqlite3'
import type { Ledger } from '../ledger/advance.ts'
import { type GoneEntry, isGone } from '../ledger/shapes.ts'
import type { Resource } from '../resources/define.ts'
import { compare } from '../rules/compare.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import { bodyInserter } from './bodies.ts'
import { nameKey } from './names.ts'

/**
 * Writes the records of a list that are no longer published, in the order of their removal, after its rows: their
 * tombstones among the bodies of the list, their times and states in `removed`, and in `removed_names` their ids and the
 * names by which single records were found.
 * @param rows the number of rows in the list
 */
export function writeRemoved(db: Database.Database, { name: list }: Resource, rows: number, ledger: Ledger): void {
  const gone = [...ledger.entries.values()]
    .filter((entry) => entry.list === list && isGone(entry))
    .sort((a, b) => compare((a as GoneEntry).removedAt, (b as GoneEntry).removedAt)) as GoneEntry[]
  const into = new Map(gone.map(({ id, mergedInto }) => [id, mergedInto]))
  createTables(db)
  const insert = db.prepare('INSERT INTO removed VALUES (?, ?, ?, ?)')
  const insertBody = bodyInserter(db, list)
  // A name that several records had leads to the most recently removed one.
  const insertName = db.prepare('INSERT OR REPLACE INTO removed_names VALUES (?, ?, ?)')
  gone.forEach(({ id, removedAt, reason, state, names = [] }, index) => {
    const row = rows + index + 1
    const body = JSON.stringify({ id, removedAt, reason, mergedInto: survivorOf(id, into) })
    insert.run(list, Date.parse(removedAt), row, state ?? NO_STATE)
    insertBody(row, body, body, null)
    for (const each of new Set([id, ...names])) insertName.run(list, nameKey(each), row)
  })
}

function createTables(db: Database.Database): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS removed (list TEXT NOT NULL, at INTEGER NOT NULL, row INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (list, at, row)) WITHOUT ROWID, STRICT',
  )
  db.exec(
    'CREATE TABLE IF NOT EXISTS removed_names (list TEXT NOT NULL, name BLOB NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (list, name)) WITHOUT ROWID, STRICT',
  )
}

/** The record that a merged record is part of now: its target may itself have been merged since. */
function survivorOf(id: string, into: ReadonlyMap<string, string | undefined>): string | null {
  const seen = new Set([id])
  let survivor = into.get(id) ?? null
  for (let next = survivor; next !== null && !seen.has(next); next = into.get(next) ?? null) {
    seen.add(next)
    survivor = next
  }
  return survivor
}
