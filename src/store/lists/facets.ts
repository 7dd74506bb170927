import { linkTables } from '../../bake/tables/columns.ts'
import type { Resource } from '../../resources/define.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Dataset } from '../open/dataset.ts'
import { type Condition, HOLDS } from './operators.ts'

/** The number of occurrences of each value, by filter, most frequent first; values that do not occur are left out. */
export type Facets = { [parameter: string]: { [value: string]: number } }

/** Counts the values of filters over the rows of a list that match a condition. */
export function openFacets({ prepare }: Dataset, list: Resource) {
  const { name: table, filters } = list
  const linked = new Set(linkTables(list).map((links) => links.table))

  function countValues(parameter: string, matching: Condition, now: Instant): { [value: string]: number } {
    const { column = parameter, op, none } = filters[parameter] ?? {}
    const counts = (name: string, from: string, where: Condition) =>
      prepare(`SELECT ${name}, count(*) FROM ${from} WHERE ${where.sql} GROUP BY 1`)
        .raw()
        .all(...where.values) as [value: string | null, count: number][]
    const within = {
      sql: matching.sql === 'TRUE' ? 'TRUE' : `row IN (SELECT row FROM ${table} WHERE ${matching.sql})`,
      values: matching.values,
    }
    if (linked.has(`${table}_${column}`)) return inOrder(counts('value', `${table}_${column}`, within), none)
    if (op !== 'timed') return inOrder(counts(column, table, matching), none)
    const atPresent = { sql: `${HOLDS} AND ${within.sql}`, values: [now, now, ...within.values] }
    return inOrder(counts(column, `${table}_phases`, atPresent), none)
  }

  return (parameters: readonly string[], matching: Condition, now: Instant): Facets =>
    Object.fromEntries(parameters.map((parameter) => [parameter, countValues(parameter, matching, now)]))
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
