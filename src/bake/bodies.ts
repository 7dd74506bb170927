import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { digestOf } from '../rules/digest.ts'
import { pick } from '../rules/pick.ts'
import type { AddColumn } from './column-table.ts'
import { detailWriter, untimed } from './details.ts'
import { ID_WITHIN, idIn } from './names.ts'

/**
 * Writes the ready-made JSON of a list, in two parts around the timed fields of a list that has them, with the digest of
 * both, and what the bodies of single records add. Removed records follow the rows and have no second part.
 */
export function writeBodies(
  db: Database.Database,
  resource: Resource,
  rows: readonly AnyRow[],
  addColumn: AddColumn,
): void {
  const table = `${resource.name}_bodies`
  const { partsOf, membersOf } = shapeOf(resource)
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT, digest TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  const details = resource.detail ? detailWriter(db, resource, rows, addColumn) : null
  rows.forEach((row, index) => {
    const [head, tail] = partsOf(row.item)
    if (idIn(head.slice(0, ID_WITHIN)) !== idOf(row))
      throw new Error(`${table}: the JSON of ${idOf(row)} does not begin with its id.`)
    insert.run(index + 1, head, tail, digestOf(head + tail))
    if (row.detail) details?.add(index + 1, row.detail, membersOf(row.item), untimed(head, tail))
  })
  details?.finish()
}

interface Shape {
  /** The JSON of an item before and after its timed fields. */
  partsOf: (item: Fields) => [head: string, tail: string]
  /** The fields of an item except the timed ones, in the order of its JSON. */
  membersOf: (item: Fields) => Fields
}

function shapeOf({ item: schema, timed }: Resource): Shape {
  const [first] = timed
  if (first === undefined) return { partsOf: (item) => [JSON.stringify(item), ''], membersOf: (item) => item }
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const before = names.slice(0, start)
  const after = names.slice(start + timed.length)
  const comma = after.length > 0 ? ',' : ''
  return {
    partsOf: (item) => [
      `${JSON.stringify(pick(item, before)).slice(0, -1)},`,
      `${comma}${JSON.stringify(pick(item, after)).slice(1)}`,
    ],
    membersOf: (item) => pick(item, [...before, ...after]),
  }
}
