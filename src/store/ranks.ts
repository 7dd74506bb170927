import { columnNumbers } from '../bake/blobs.ts'
import { BY_ID } from '../bake/ranks.ts'
import type { Order, Resource } from '../resources/define.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'

/** Compares two rows of a list by the requested order: nulls last, then by id. */
export type RowComparison = (a: number, b: number) => number

/** The comparisons of one list. The ranks of a field are read when it is first used for sorting, and kept. */
export function rowComparisons(
  { db }: Dataset,
  resource: Resource,
  feed: Feed | null,
): (order: Order) => RowComparison {
  const { name: table } = resource
  const select = db.prepare<[string], Buffer>(`SELECT ranks FROM ${table}_ranks WHERE field = ?`).pluck()
  const known = new Map<string, Uint32Array>()
  const ranksOf = (field: string): Uint32Array => {
    let ranks = known.get(field)
    if (!ranks) {
      const blob = select.get(field)
      if (!blob) throw new Error(`${table} has no order by ${field}.`)
      ranks = columnNumbers(resource, blob)
      known.set(field, ranks)
    }
    return ranks
  }

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
