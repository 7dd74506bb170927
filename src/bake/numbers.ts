import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { updates } from '../resources/filters.ts'
import type { AnyRow } from '../resources/row.ts'
import { columnBlob } from './blobs.ts'
import { boundColumns } from './columns.ts'
import { comparatorOf } from './order.ts'

/**
 * Writes `<list>_numbers`: for each range filter, the number of each row, NaN where it has none; and `<list>_orders`:
 * the rows in each sort order except the default, by the name of the order.
 */
export function writeNumbers(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const {
    name,
    orders: { other },
  } = resource
  db.exec(`CREATE TABLE ${name}_numbers (name TEXT PRIMARY KEY, numbers BLOB NOT NULL) STRICT`)
  db.exec(`CREATE TABLE ${name}_orders (name TEXT PRIMARY KEY, rows BLOB NOT NULL) STRICT`)
  const insertNumbers = db.prepare(`INSERT INTO ${name}_numbers VALUES (?, ?)`)
  const insertOrder = db.prepare(`INSERT INTO ${name}_orders VALUES (?, ?)`)
  for (const { name: column, read } of boundColumns(resource)) {
    const numbers = Float64Array.from(rows, (row) => read(row) ?? Number.NaN)
    insertNumbers.run(column, columnBlob(resource, numbers))
    if (column !== updates.updatedSince.column) continue
    insertOrder.run(
      column,
      columnBlob(
        resource,
        orderBy(rows, (a, b) => (numbers[a] as number) - (numbers[b] as number)),
      ),
    )
  }
  if (other && other.by !== 'timed') {
    const compareRows = comparatorOf(other.by)
    insertOrder.run(
      other.name,
      columnBlob(
        resource,
        orderBy(rows, (a, b) => compareRows(rows[a] as AnyRow, rows[b] as AnyRow)),
      ),
    )
  }
}

/** The numbers of rows, from 1, by their position in an order, from 0. */
const orderBy = (rows: readonly AnyRow[], compare: (a: number, b: number) => number): Uint32Array =>
  Uint32Array.from(rows, (_, place) => place)
    .sort(compare)
    .map((place) => place + 1)
