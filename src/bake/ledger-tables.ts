import type Database from 'better-sqlite3'
import type { Ledger } from '../ledger/advance.ts'
import { type GoneEntry, isGone } from '../ledger/shapes.ts'
import type { Resource } from '../resources/define.ts'
import { compare } from '../rules/compare.ts'
import { digestOf } from '../rules/digest.ts'
import { NO_STATE } from '../schema/vocabularies.ts'

/**
 * Writes the records of a list that are no longer published, in the order of their removal, after its rows: their
 * tombstones among the bodies of the list, `<name>_removed`, and `<name>_removed_names`, the names by which single
 * records were found.
 * @param rows the number of rows in the list
 */
export function writeRemoved(db: Database.Database, { name, detail }: Resource, rows: number, ledger: Ledger): void {
  const gone = [...ledger.entries.values()]
    .filter((entry) => entry.list === name && isGone(entry))
    .sort((a, b) => compare((a as GoneEntry).removedAt, (b as GoneEntry).removedAt)) as GoneEntry[]
  const into = new Map(gone.map(({ id, mergedInto }) => [id, mergedInto]))
  db.exec(`CREATE TABLE ${name}_removed (row INTEGER PRIMARY KEY, at INTEGER NOT NULL, state TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${name}_removed VALUES (?, ?, ?)`)
  const insertBody = db.prepare(`INSERT INTO ${name}_bodies VALUES (?, ?, ?, NULL, ?)`)
  gone.forEach(({ id, removedAt, reason, state }, index) => {
    const body = JSON.stringify({ id, removedAt, reason, mergedInto: survivorOf(id, into) })
    insert.run(rows + index + 1, Date.parse(removedAt), state ?? NO_STATE)
    insertBody.run(rows + index + 1, id, body, digestOf(body))
  })
  db.exec(`CREATE INDEX ${name}_removed_by_at ON ${name}_removed (at)`)
  if (!detail) return
  db.exec(`CREATE TABLE ${name}_removed_names (name TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
  // A name that several records had leads to the most recently removed one.
  const insertName = db.prepare(`INSERT OR REPLACE INTO ${name}_removed_names VALUES (?, ?)`)
  gone.forEach(({ id, names = [] }, index) => {
    for (const each of new Set([id, ...names])) insertName.run(each, rows + index + 1)
  })
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
