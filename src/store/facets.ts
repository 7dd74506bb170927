import type { Resource } from '../resources/define.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import type { Rows } from './chosen-rows.ts'
import type { Indexes } from './operators.ts'

/** The number of occurrences of each value, by filter, most frequent first; values that do not occur are left out. */
export type Facets = { [parameter: string]: { [value: string]: number } }

/**
 * Counts the values of filters over some rows of a list; null means all rows.
 * @param all the number of rows in the list
 */
export function facetCounter({ filters }: Resource, { values, spans }: Pick<Indexes, 'values' | 'spans'>, all: number) {
  return (parameters: readonly string[], rows: Rows | null, now: Instant): Facets =>
    Object.fromEntries(
      parameters.map((parameter) => {
        const { op, column = parameter } = filters[parameter] ?? {}
        const counts =
          op === 'timed'
            ? spans.counts(column, rows?.bits(all) ?? null, now)
            : values.counts(column, rows?.numbers() ?? null)
        return [parameter, ordered(counts)]
      }),
    )
}

const ordered = (counts: [value: string, count: number][]): { [value: string]: number } =>
  Object.fromEntries(counts.filter(([, count]) => count > 0).sort(([a, m], [b, n]) => n - m || compare(a, b)))
