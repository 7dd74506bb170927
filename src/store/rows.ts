import type { FilterValues, Resource } from '../resources/define.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { type Clause, clauseOf, HOLDS, NOTHING } from './operators.ts'

/** Finds the rows of a query, in the order of its list; null stands for all rows in the default order. */
export type RowFinder = (filters: FilterValues, now: Instant) => Uint32Array | null

/** A finder over the tables of one list. Sorting is done here, on numbers, so that no query needs a temporary b-tree. */
export function rowFinder({ db }: Dataset, resource: Resource): RowFinder {
  const {
    name: table,
    orders: { other },
  } = resource
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

  return (filters, now) => {
    const clauses: Exclude<Clause, null | typeof NOTHING>[] = []
    for (const [parameter, value] of Object.entries(filters)) {
      const filter = resource.filters[parameter]
      if (!filter || value === undefined) continue
      const column = filter.column ?? parameter
      const clause = clauseOf(filter, value, { table, column, existing: () => existingValues(column), now })
      if (clause === NOTHING) return new Uint32Array()
      if (clause !== null) clauses.push(clause)
    }
    const order = other?.when(filters) ? other : null
    if (clauses.length === 0 && order === null) return null
    const where = clauses.map(({ sql }) => sql).join(' AND ') || 'TRUE'
    const values = clauses.flatMap((clause) => clause.values)
    if (order === null) {
      const rows = db.prepare<unknown[], number>(`SELECT row FROM ${table} WHERE ${where}`).pluck()
      return Uint32Array.from(rows.all(...values)).sort()
    }
    return order.by === 'timed'
      ? inOrder(
          `SELECT row, phase FROM ${table}_phases WHERE ${HOLDS} AND row IN (SELECT row FROM ${table} WHERE ${where})`,
          [now, now, ...values],
        )
      : inOrder(`SELECT row, "order_${order.name}" FROM ${table} WHERE ${where}`, values)
  }

  function inOrder(sql: string, values: (string | number)[]): Uint32Array {
    const pairs = db
      .prepare<unknown[], [row: number, position: number]>(sql)
      .raw()
      .all(...values)
    return Uint32Array.from(
      pairs.sort((a, b) => a[1] - b[1]),
      ([row]) => row,
    )
  }
}
