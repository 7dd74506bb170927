import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { digestOf } from '../rules/digest.ts'
import { pick } from '../rules/pick.ts'
import { ID_WITHIN, idIn } from './names.ts'

/**
 * Writes the ready-made JSON of a list, in two parts around the timed fields of a list that has them, with the digest of
 * both, and that of single records. Removed records follow the rows and have no second part.
 */
export function writeBodies(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const table = `${resource.name}_bodies`
  const partsOf = splitting(resource)
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT, digest TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  rows.forEach((row, index) => {
    const [head, tail] = partsOf(row.item)
    if (idIn(head.slice(0, ID_WITHIN)) !== idOf(row))
      throw new Error(`${table}: the JSON of ${idOf(row)} does not begin with its id.`)
    insert.run(index + 1, head, tail, digestOf(head + tail))
  })
  if (resource.detail) writeDetails(db, `${resource.name}_details`, rows)
}

/** Splits the JSON of an item into the parts before and after its timed fields. */
function splitting({ item: schema, timed }: Resource): (item: Fields) => [head: string, tail: string] {
  const [first] = timed
  if (first === undefined) return (item) => [JSON.stringify(item), '']
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const before = names.slice(0, start)
  const after = names.slice(start + timed.length)
  const comma = after.length > 0 ? ',' : ''
  return (item) => [
    `${JSON.stringify(pick(item, before)).slice(0, -1)},`,
    `${comma}${JSON.stringify(pick(item, after)).slice(1)}`,
  ]
}

// Stored whole: a body that is put together from the item's when it is read takes twice as long.
function writeDetails(db: Database.Database, table: string, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  rows.forEach(({ detail }, index) => {
    if (!detail) return
    const body = JSON.stringify(detail)
    insert.run(index + 1, body, digestOf(body))
  })
}
