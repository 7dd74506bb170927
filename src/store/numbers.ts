import type { Resource } from '../resources/define.ts'
import { onceEach } from '../rules/once.ts'
import { Bits } from './bits.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

export type Numbers = ReturnType<typeof openNumbers>

/** The numbers for range filters, and other sort orders of a list; read on first use and kept. */
export function openNumbers(dataset: Dataset, resource: Resource) {
  const all = dataset.manifest.counts[resource.name] ?? 0
  const columns = openColumns(dataset, resource)
  const numbers = onceEach((name: string) => columns.instants('number', name))
  return {
    /** The number of a row; NaN if it has none. */
    of(column: string): (row: number) => number {
      const own = numbers(column)
      return (row) => own[row - 1] as number
    },
    rowsWhere(column: string, isWanted: (number: number) => boolean): Bits {
      const own = numbers(column)
      const bits = Bits.none(all)
      for (let row = 1; row <= all; row += 1) if (isWanted(own[row - 1] as number)) bits.add(row)
      return bits
    },
    /** All rows in an order of the list. */
    order: onceEach((name: string) => columns.numbers('order', name)),
  }
}
