import Database from 'better-sqlite3'
import type { SnapshotList } from './snapshot-list.ts'

/**
 * Writes the SQLite file of a snapshot, with one table per list. Lists and objects within a record are JSON. Returns the
 * number of records in all tables.
 */
export function writeTables(file: string, lists: readonly SnapshotList[]): number {
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('page_size = 4096')
  db.exec('BEGIN')
  for (const { resource, fields, newest } of lists) {
    const columns = toColumnNames(fields).map((column) => `"${column}"`)
    db.exec(`CREATE TABLE "${resource.name}" (${columns.join(', ')})`)
    const insert = db.prepare(`INSERT INTO "${resource.name}" VALUES (${columns.map(() => '?').join(', ')})`)
    for (const record of newest) insert.run(fields.map((field) => toSqliteValue(record[field])))
    if (fields.includes('id')) db.exec(`CREATE UNIQUE INDEX "${resource.name}_by_id" ON "${resource.name}" ("id")`)
  }
  db.exec('COMMIT')
  db.close()
  return lists.reduce((sum, { newest }) => sum + newest.length, 0)
}

/** The names of columns. SQLite treats `timeZone` and `timezone` as equal, so the second of them ends in `_2`. */
export function toColumnNames(fields: readonly string[]): string[] {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function toSqliteValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
