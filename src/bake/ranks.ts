import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, idOf } from '../resources/row.ts'
import { columnBlob } from './blobs.ts'
import { headOf } from './feed-text.ts'
import { compareValues } from './order.ts'

/** The name under which the order of the ids is stored; every sort order ends with it. */
export const BY_ID = 'id'

/**
 * Writes `<list>_ranks`: for each sortable field, the rank of each row among the values, from 1 in ascending order.
 * Equal values share a rank; 0 means null. Requests sort by these numbers in memory. For an append-only list, prefixes
 * of the ids are written instead of their ranks, which would change every night.
 */
export function writeRanks(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const { name, orders, instant } = resource
  db.exec(`CREATE TABLE ${name}_ranks (field TEXT PRIMARY KEY, ranks BLOB NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${name}_ranks VALUES (?, ?)`)
  const ids = rows.map(idOf)
  insert.run(BY_ID, instant ? headsBlob(ids) : columnBlob(resource, ranksOf(ids)))
  for (const field of orders.sortable) {
    if (field === BY_ID) continue
    insert.run(field, columnBlob(resource, ranksOf(rows.map(({ item }) => item[field] ?? null))))
  }
}

const headsBlob = (ids: readonly string[]): Buffer => Buffer.from(Uint16Array.from(ids, headOf).buffer)

function ranksOf(values: readonly unknown[]): Uint32Array {
  const distinct = [...new Set(values)].filter((value) => value !== null) as (string | number | boolean)[]
  distinct.sort((a, b) => compareValues(a, b, 1))
  const ranks = new Map<unknown, number>(distinct.map((value, index) => [value, index + 1]))
  return Uint32Array.from(values, (value) => ranks.get(value) ?? 0)
}
