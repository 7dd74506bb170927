import type { default as Database } from 'better-sqlite3'
import type { Ledger } from '../../ledger/advance.ts'
import type { Content, Facts } from '../../ledger/content.ts'
import { type GoneEntry, isGone } from '../../ledger/shapes.ts'
import type { Resource } from '../../resources/define.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { compare } from '../../rules/text/words.ts'
import { BEGINNING, END } from '../../rules/time/status.ts'

/** Creates the tables of the records that are no longer published, of all lists. */
export function createRemoved(db: Database.Database): void {
  db.exec(`CREATE TABLE removed (
  list TEXT NOT NULL,
  row INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT,
  digest TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (list, row)
) WITHOUT ROWID, STRICT`)
  db.exec('CREATE INDEX removed_by_at ON removed (list, at)')
  db.exec('CREATE INDEX removed_by_id ON removed (list, id)')
  db.exec(`CREATE TABLE removed_names (
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (list, name)
) WITHOUT ROWID, STRICT`)
}

/**
 * Writes the tombstones of a list in the order of their removal, with row numbers that follow those of its rows, and the
 * names by which single records were found.
 * @param rows the number of rows in the list
 */
export function writeRemoved(db: Database.Database, { name: list }: Resource, rows: number, ledger: Ledger): void {
  const gone = [...ledger.entries.values()]
    .filter((entry) => entry.list === list && isGone(entry))
    .sort((a, b) => compare((a as GoneEntry).removedAt, (b as GoneEntry).removedAt)) as GoneEntry[]
  const into = new Map(gone.map(({ id, mergedInto }) => [id, mergedInto]))
  const insert = db.prepare('INSERT INTO removed VALUES (?, ?, ?, ?, ?, ?, ?)')
  // A name that several records had leads to the most recently removed one.
  const insertName = db.prepare('INSERT OR REPLACE INTO removed_names VALUES (?, ?, ?)')
  gone.forEach(({ id, removedAt, reason, state, names = [] }, index) => {
    const row = rows + index + 1
    const body = JSON.stringify({ id, removedAt, reason, mergedInto: findSurvivor(id, into) })
    insert.run(list, row, id, Date.parse(removedAt), state ?? null, getDigest(body), body)
    for (const name of new Set([id, ...names])) insertName.run(list, name, row)
  })
}

/** The record that a merged record is part of now: its target may itself have been merged since. */
function findSurvivor(id: string, into: ReadonlyMap<string, string | undefined>): string | null {
  const seen = new Set([id])
  let survivor = into.get(id) ?? null
  for (let next = survivor; next !== null && !seen.has(next); next = into.get(next) ?? null) {
    seen.add(next)
    survivor = next
  }
  return survivor
}

/** The time-dependent fields over time; null for an open start or end. */
export const toTimeline = (phases: NonNullable<Content['phases']>): Facts[] =>
  phases.map(({ from, until, fields }) => ({
    from: from <= BEGINNING ? null : new Date(from).toISOString(),
    until: until >= END ? null : new Date(until).toISOString(),
    ...fields,
  }))
