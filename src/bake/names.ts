import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, idOf, NATIONAL } from '../resources/row.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const KEY_BYTES = 16

/** A name as stored: a UUID as its bytes, and as many bytes of the SHA-256 of any other name. */
export const nameKey = (name: string): Buffer =>
  UUID.test(name) ? Buffer.from(name.replaceAll('-', ''), 'hex') : hash('sha256', name, 'buffer').subarray(0, KEY_BYTES)

/** How many characters of the JSON of a record its id is in. */
export const ID_WITHIN = 80
const BEGINNING = /^\{"\w+":(?:"([^"]*)"|null)/

/** The id of a record, which is the first member of its JSON. */
export const idIn = (json: string): string => BEGINNING.exec(json)?.[1] ?? NATIONAL

/** Writes `<list>_names`: the rows of all names of records, which include their ids. */
export function writeNames(db: Database.Database, { name: list }: Resource, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${list}_names (name BLOB PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${list}_names VALUES (?, ?)`)
  const entries = rows.flatMap((row, index) => {
    const id = idOf(row)
    const names = new Set([id, ...(row.names ?? [id.toLowerCase()])])
    return Array.from(names, (name) => ({ key: nameKey(name), row: index + 1 }))
  })
  // In order, so that pages are full.
  for (const { key, row } of entries.sort((a, b) => a.key.compare(b.key))) insert.run(key, row)
}
