import type { Resource } from '../resources/define.ts'
import { type AnyRow, idOf } from '../resources/row.ts'
import type { AddColumn } from './column-table.ts'
import { headOf } from './feed-text.ts'
import { compareValues } from './order.ts'

/** The name under which the order of the ids is stored; every sort order ends with it. */
export const BY_ID = 'id'

/**
 * Writes the ranks of a list: for each sortable field, the rank of each row among the values, from 1 in ascending order.
 * Equal values share a rank; 0 means null. Requests sort by these numbers in memory. For an append-only list, prefixes
 * of the ids are written instead of their ranks, which would change every night.
 */
export function writeRanks(add: AddColumn, { orders, instant }: Resource, rows: readonly AnyRow[]): void {
  const ids = rows.map(idOf)
  if (instant) add('head', BY_ID, Uint32Array.from(ids, headOf))
  else add('rank', BY_ID, ranksOf(ids))
  for (const field of orders.sortable) {
    if (field === BY_ID) continue
    add('rank', field, ranksOf(rows.map(({ item }) => item[field] ?? null)))
  }
}

function ranksOf(values: readonly unknown[]): Uint32Array {
  const distinct = [...new Set(values)].filter((value) => value !== null) as (string | number | boolean)[]
  distinct.sort((a, b) => compareValues(a, b, 1))
  const ranks = new Map<unknown, number>(distinct.map((value, index) => [value, index + 1]))
  return Uint32Array.from(values, (value) => ranks.get(value) ?? 0)
}
