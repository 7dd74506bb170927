import { BY_ID } from '../bake/ranks.ts'
import type { Order, Resource } from '../resources/define.ts'
import { onceEach } from '../rules/once.ts'
import { openColumns } from './column-table.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'

/** Compares two rows of a list by the requested order: nulls last, then by id. */
export type RowComparison = (a: number, b: number) => number

/** The comparisons of one list. The ranks of a field are read when it is first used for sorting, and kept. */
export function rowComparisons(
  dataset: Dataset,
  resource: Resource,
  feed: Feed | null,
): (order: Order) => RowComparison {
  const columns = openColumns(dataset, resource)
  const ranksOf = onceEach((field: string) => columns.numbers('rank', field))

  return (order) => {
    const byId = feed ? [] : [[BY_ID, 'asc'] as const]
    const keys = [...order, ...byId].map(([field, direction]) => ({
      ranks: ranksOf(field),
      sign: direction === 'asc' ? 1 : -1,
    }))
    return (a, b) => {
      for (const { ranks, sign } of keys) {
        const [left = 0, right = 0] = [ranks[a - 1], ranks[b - 1]]
        if (left === right) continue
        if (left === 0) return 1
        if (right === 0) return -1
        return left < right ? -sign : sign
      }
      return feed?.byId(a, b) ?? 0
    }
  }
}
