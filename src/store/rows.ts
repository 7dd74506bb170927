import type { FilterValues, Order, Resource } from '../resources/define.ts'
import { updates } from '../resources/filters.ts'
import { firstAfter } from '../rules/first-after.ts'
import type { Instant } from '../rules/moments.ts'
import { Bits } from './bits.ts'
import { listedRows, orderedRows, type Rows } from './chosen-rows.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'
import { type Indexes, NOTHING, openLookups, rowsBy } from './operators.ts'
import type { Removed } from './removed.ts'

/** Finds the rows of a query, in order; null means all rows in the default order. */
export type RowFinder = (filters: FilterValues, now: Instant) => Rows | null

/** The orders of a query's rows: that of the list, by the ends of phases, or another sort order of the list. */
type Sorting = { by: 'row' } | { by: 'phase' } | { by: 'order'; name: string }

const NO_ROWS = listedRows(new Uint32Array())

/**
 * Finds rows of one list. Each filter gives a set of rows, and the sets are intersected as bits, so a filter that keeps
 * most of a large list takes no longer than one that keeps little.
 */
export function rowFinder(
  dataset: Dataset,
  resource: Resource,
  { values, numbers, spans }: Pick<Indexes, 'values' | 'numbers' | 'spans'>,
  removed: Removed,
  feed: Feed | null,
): RowFinder {
  const indexes: Indexes = { values, numbers, spans, ...openLookups(dataset, resource, feed) }

  /** The rows that all filters except `updatedSince` keep; null for all of them. */
  function chosenBy({ updatedSince: _, ...filters }: FilterValues, now: Instant): Bits | null | typeof NOTHING {
    const sets: Bits[] = []
    for (const [parameter, value] of Object.entries(filters)) {
      const filter = resource.filters[parameter]
      if (!filter || value === undefined) continue
      const rows = rowsBy(filter, value, { ...indexes, column: filter.column ?? parameter, now })
      if (rows === NOTHING) return NOTHING
      if (rows !== null) sets.push(rows)
    }
    const [first, ...others] = sets
    return first === undefined ? null : others.length === 0 ? first : Bits.all([first, ...others])
  }

  return (filters, now) => {
    const chosen = chosenBy(filters, now)
    const sorting = sortingOf(resource.orders.other, filters)
    const gone = filters.includeRemoved === true ? tombstones(filters) : []
    if (chosen === NOTHING) return gone.length > 0 ? listedRows(Uint32Array.from(gone, ([row]) => row)) : NO_ROWS
    switch (sorting.by) {
      case 'row':
        return chosen && orderedRows(chosen)
      case 'phase': {
        const pending = spans.pending(now)
        return listedRows(spans.inOrder(chosen ? Bits.all([pending, chosen]) : pending, now))
      }
      case 'order': {
        const order = updatedAfter(numbers.order(sorting.name), filters)
        const rows = chosen ? order.filter((row) => chosen.has(row)) : order
        return listedRows(gone.length > 0 ? merged(rows, numbers.of(sorting.name), gone) : rows)
      }
      default:
        return sorting satisfies never
    }
  }

  /** The rows after `updatedSince`, from rows in the order of updates: a few new ones are found without the rest. */
  function updatedAfter(order: Uint32Array, { updatedSince }: FilterValues): Uint32Array {
    if (updatedSince === undefined) return order
    const { column, bound } = updates.updatedSince
    const instantOf = numbers.of(column)
    const since = bound(updatedSince as string)
    return order.subarray(firstAfter(order.length, (place) => instantOf(order[place] as number) - since))
  }

  function tombstones({ updatedSince, state }: FilterValues): Removal[] {
    const since = updatedSince === undefined ? null : updates.updatedSince.bound(updatedSince as string)
    return removed.since(since, (state as string[] | undefined) ?? null)
  }
}

type Removal = readonly [row: number, at: number]

/** Rows and removed ones in the order of their times. */
function merged(rows: Uint32Array, instantOf: (row: number) => number, gone: readonly Removal[]): Uint32Array {
  const pairs = [...Array.from(rows, (row): Removal => [row, instantOf(row)]), ...gone]
  return Uint32Array.from(
    pairs.sort((a, b) => a[1] - b[1]),
    ([row]) => row,
  )
}

/** Whether a query has its rows in the default order of the list. */
export const isInRowOrder = ({ orders }: Resource, filters: FilterValues): boolean =>
  sortingOf(orders.other, filters).by === 'row'

/** The order of a query's rows: updates oldest first, otherwise as the list declares. */
function sortingOf(
  other: { name: string; by: Order | 'timed'; when: (filters: FilterValues) => boolean } | null,
  filters: FilterValues,
): Sorting {
  const { updatedSince, includeRemoved } = filters
  if (updatedSince !== undefined || includeRemoved === true) return { by: 'order', name: updates.updatedSince.column }
  if (!other?.when(filters)) return { by: 'row' }
  return other.by === 'timed' ? { by: 'phase' } : { by: 'order', name: other.name }
}
