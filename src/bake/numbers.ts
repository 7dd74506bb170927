import type { Resource } from '../resources/define.ts'
import { updates } from '../resources/filters.ts'
import type { AnyRow } from '../resources/row.ts'
import type { AddColumn } from './column-table.ts'
import { boundColumns } from './columns.ts'
import { comparatorOf } from './order.ts'

/**
 * Writes the numbers of a list: for each range filter, the number of each row, NaN where it has none; and the rows in
 * each sort order except the default, by the name of the order.
 */
export function writeNumbers(add: AddColumn, resource: Resource, rows: readonly AnyRow[]): void {
  const { other } = resource.orders
  for (const { name, read } of boundColumns(resource)) {
    const numbers = Float64Array.from(rows, (row) => read(row) ?? Number.NaN)
    add('number', name, numbers)
    if (name !== updates.updatedSince.column) continue
    const order = orderBy(rows, (a, b) => (numbers[a] as number) - (numbers[b] as number))
    add('order', name, order)
  }
  if (other && other.by !== 'timed') {
    const compareRows = comparatorOf(other.by)
    const order = orderBy(rows, (a, b) => compareRows(rows[a] as AnyRow, rows[b] as AnyRow))
    add('order', other.name, order)
  }
}

/** The numbers of rows, from 1, by their position in an order, from 0. */
const orderBy = (rows: readonly AnyRow[], compare: (a: number, b: number) => number): Uint32Array =>
  Uint32Array.from(rows, (_, place) => place)
    .sort(compare)
    .map((place) => place + 1)
