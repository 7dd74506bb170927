import { sideTables } from '../../bake/tables/format.ts'
import type { Resource } from '../../resources/define.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Dataset } from '../open/dataset.ts'
import { type Condition, HOLDS } from './operators.ts'
import type { Rows } from './selection.ts'

/** The number of occurrences of each value, by filter, most frequent first; values that do not occur are left out. */
export type Facets = { [parameter: string]: { [value: string]: number } }

/** Counts the values of filters over the rows of a list that match a condition. */
export function openFacets({ prepare }: Dataset, list: Resource) {
  const { name: table, filters } = list
  const linked = new Set(sideTables(list, 'link').map((links) => links.table))

  function countValues(parameter: string, rows: Rows, now: Instant): { [value: string]: number } {
    const { column = parameter, op, none } = filters[parameter] ?? {}
    const count = (name: string, from: Condition, where: Condition) => {
      const counted = prepare(`SELECT ${name}, count(*) FROM ${from.sql} WHERE ${where.sql} GROUP BY 1`)
        .raw()
        .all(...from.values, ...where.values) as [value: string | null, count: number][]
      return inOrder(counted, none)
    }
    const isTimed = op === 'timed'
    const isLinked = linked.has(`${table}_${column}`)
    if (!isTimed && !isLinked) return count(column, rows.from, rows.where)
    const holding = isTimed ? { sql: HOLDS, values: [now, now] } : { sql: 'TRUE', values: [] }
    const isWhole = rows.where.sql === 'TRUE'
    return count(
      isTimed ? column : 'value',
      { sql: `${table}_${isTimed ? 'phases' : column}`, values: [] },
      {
        sql: `${holding.sql} AND ${isWhole ? 'TRUE' : `row IN (SELECT row FROM ${rows.from.sql} WHERE ${rows.where.sql})`}`,
        values: [...holding.values, ...(isWhole ? [] : [...rows.from.values, ...rows.where.values])],
      },
    )
  }

  return (parameters: readonly string[], rows: Rows, now: Instant): Facets =>
    Object.fromEntries(parameters.map((parameter) => [parameter, countValues(parameter, rows, now)]))
}

/** @param none what the rows without a value count as; they are left out if there is none */
const inOrder = (
  counts: readonly [value: string | null, count: number][],
  none: string | undefined,
): { [value: string]: number } =>
  Object.fromEntries(
    counts
      .flatMap(([value, count]): [string, number][] => {
        const shown = value ?? none
        return shown === undefined ? [] : [[shown, count]]
      })
      .sort(([a, m], [b, n]) => n - m || compare(a, b)),
  )
