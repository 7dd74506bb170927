import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { digestOf } from '../rules/digest.ts'
import { pick } from '../rules/pick.ts'
import { learnCuts } from './cuts.ts'
import { ID_WITHIN, idIn } from './names.ts'
import type { Pieces } from './pieces.ts'

/**
 * Writes the ready-made JSON of a list, in two parts around the timed fields of a list that has them, with the size and
 * the digest of both, and that of single records. What many items have in common is stored as pieces. Removed records
 * follow the rows and have no second part.
 */
export function writeBodies(db: Database.Database, resource: Resource, rows: readonly AnyRow[], pieces: Pieces): void {
  const table = `${resource.name}_bodies`
  db.exec(
    `CREATE TABLE ${table} (row INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, digest TEXT NOT NULL, head TEXT NOT NULL, tail TEXT) STRICT`,
  )
  const insert = bodyInserter(db, resource.name)
  const items = rows.map(({ item }) => item)
  const { headOf, tailOf, headNames, tailNames } = halves(resource, items)
  const cutHead = learnCuts(items, headOf, headNames, pieces)
  const cutTail = learnCuts(items, tailOf, tailNames, pieces)
  rows.forEach((row, index) => {
    const head = headOf(row.item)
    const tail = tailOf(row.item)
    if (idIn(head.slice(0, ID_WITHIN)) !== idOf(row))
      throw new Error(`${table}: the JSON of ${idOf(row)} does not begin with its id.`)
    insert(index + 1, head + tail, cutHead(head), cutTail(tail))
  })
  if (resource.detail) writeDetails(db, `${resource.name}_details`, rows)
}

/** Inserts into the bodies of a list: the row, its whole JSON without timed fields, and the parts of it that are stored. */
export function bodyInserter(db: Database.Database, list: string) {
  const insert = db.prepare(`INSERT INTO ${list}_bodies VALUES (?, ?, ?, ?, ?)`)
  return (row: number, body: string, head: string, tail: string | null): void => {
    insert.run(row, Buffer.byteLength(body), digestOf(body), head, tail)
  }
}

/** How the JSON of items is split before and after their timed fields, and the members of both parts. */
function halves({ item: schema, timed }: Resource, items: readonly Fields[]) {
  const [first] = timed
  if (first === undefined) {
    return {
      headOf: (item: Fields) => JSON.stringify(item),
      tailOf: () => '',
      headNames: Object.keys(items[0] ?? {}),
      tailNames: [],
    }
  }
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const headNames = names.slice(0, start)
  const tailNames = names.slice(start + timed.length)
  const comma = tailNames.length > 0 ? ',' : ''
  return {
    headOf: (item: Fields) => `${JSON.stringify(pick(item, headNames)).slice(0, -1)},`,
    tailOf: (item: Fields) => `${comma}${JSON.stringify(pick(item, tailNames)).slice(1)}`,
    headNames,
    tailNames,
  }
}

// Stored whole, for the fastest endpoint. A body that is put together from the item's takes twice as long to read.
function writeDetails(db: Database.Database, table: string, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  rows.forEach(({ detail }, index) => {
    if (!detail) return
    const body = JSON.stringify(detail)
    insert.run(index + 1, body, digestOf(body))
  })
}
