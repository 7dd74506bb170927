import type { FilterValues, Order, Resource } from '../resources/define.ts'
import { updates } from '../resources/filters.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { type Clause, clauseOf, HOLDS, NOTHING } from './operators.ts'
import type { Removed } from './removed.ts'

/** Finds the rows of a query, in the order of its list; null stands for all rows in the default order. */
export type RowFinder = (filters: FilterValues, now: Instant) => Uint32Array | null

/** The columns by whose numbers rows can be ordered: those of the other order of a list, and of updates. */
type Sorting = { by: 'row' } | { by: 'phase' } | { by: 'column'; column: string }

/** A finder over the tables of one list. Sorting is done here, on numbers, so that no query needs a temporary b-tree. */
export function rowFinder({ db }: Dataset, resource: Resource, removed: Removed): RowFinder {
  const { name: table } = resource
  const known = new Map<string, readonly string[]>()

  function existingValues(column: string): readonly string[] {
    let values = known.get(column)
    if (!values) {
      const all = db.prepare<[], string>(`SELECT DISTINCT "${column}" FROM ${table} WHERE "${column}" IS NOT NULL`)
      values = all.pluck().all()
      known.set(column, values)
    }
    return values
  }

  /** The clauses of the filters; null when one of them finds nothing. */
  function clausesOf(filters: FilterValues, now: Instant): Exclude<Clause, null | typeof NOTHING>[] | null {
    const clauses: Exclude<Clause, null | typeof NOTHING>[] = []
    for (const [parameter, value] of Object.entries(filters)) {
      const filter = resource.filters[parameter]
      if (!filter || value === undefined) continue
      const column = filter.column ?? parameter
      const clause = clauseOf(filter, value, { table, column, existing: () => existingValues(column), now })
      if (clause === NOTHING) return null
      if (clause !== null) clauses.push(clause)
    }
    return clauses
  }

  return (filters, now) => {
    const clauses = clausesOf(filters, now)
    const sorting = sortingOf(resource.orders.other, filters)
    const gone = filters.includeRemoved === true ? tombstones(filters) : []
    if (clauses === null) return numbersOf(gone)
    if (clauses.length === 0 && sorting.by === 'row') return null
    const where = clauses.map(({ sql }) => sql).join(' AND ') || 'TRUE'
    const values = clauses.flatMap((clause) => clause.values)
    switch (sorting.by) {
      case 'row': {
        const rows = db.prepare<unknown[], number>(`SELECT row FROM ${table} WHERE ${where}`).pluck()
        return Uint32Array.from(rows.all(...values)).sort()
      }
      case 'phase':
        return inOrder(
          `SELECT row, phase FROM ${table}_phases WHERE ${HOLDS} AND row IN (SELECT row FROM ${table} WHERE ${where})`,
          [now, now, ...values],
          gone,
        )
      case 'column':
        return inOrder(`SELECT row, "${sorting.column}" FROM ${table} WHERE ${where}`, values, gone)
      default:
        return sorting satisfies never
    }
  }

  function tombstones({ updatedSince, state }: FilterValues): Pair[] {
    const since = updatedSince === undefined ? null : updates.updatedSince.bound(updatedSince as string)
    return removed.since(since, (state as string[] | undefined) ?? null)
  }

  function inOrder(sql: string, values: (string | number)[], more: readonly Pair[]): Uint32Array {
    const pairs = db
      .prepare<unknown[], Pair>(sql)
      .raw()
      .all(...values)
    return numbersOf([...pairs, ...more].sort((a, b) => a[1] - b[1]))
  }
}

type Pair = readonly [row: number, position: number]

const numbersOf = (pairs: readonly Pair[]): Uint32Array => Uint32Array.from(pairs, ([row]) => row)

/** Whether a query has its rows in the default order of the list. */
export const isInRowOrder = ({ orders }: Resource, filters: FilterValues): boolean =>
  sortingOf(orders.other, filters).by === 'row'

/** By what the rows of a query are ordered: updates oldest first, else as the list declares it. */
function sortingOf(
  other: { name: string; by: Order | 'timed'; when: (filters: FilterValues) => boolean } | null,
  filters: FilterValues,
): Sorting {
  const { updatedSince, includeRemoved } = filters
  if (updatedSince !== undefined || includeRemoved === true)
    return { by: 'column', column: updates.updatedSince.column }
  if (!other?.when(filters)) return { by: 'row' }
  return other.by === 'timed' ? { by: 'phase' } : { by: 'column', column: `order_${other.name}` }
}
