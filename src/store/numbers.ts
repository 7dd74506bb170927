import type { Resource } from '../resources/define.ts'
import { onceEach } from '../rules/once.ts'
import { Bits } from './bits.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'

/** The numbers for range filters, and other sort orders of a list; read on first use and kept. */
export interface Numbers {
  /** The number of a row; NaN if it has none. */
  of: (column: string) => (row: number) => number
  rowsWhere: (column: string, isWanted: (number: number) => boolean) => Bits
  /** All rows in an order of the list. */
  order: (name: string) => Uint32Array
}

export function openNumbers(dataset: Dataset, resource: Resource): Numbers {
  const all = dataset.manifest.counts[resource.name] ?? 0
  const columns = openColumns(dataset, resource)
  const numbers = onceEach((name: string) => columns.instants('number', name))
  return {
    of(column) {
      const own = numbers(column)
      return (row) => own[row - 1] as number
    },
    rowsWhere(column, isWanted) {
      const own = numbers(column)
      const bits = Bits.none(all)
      for (let row = 1; row <= all; row += 1) if (isWanted(own[row - 1] as number)) bits.add(row)
      return bits
    },
    order: onceEach((name: string) => columns.numbers('order', name)),
  }
}
