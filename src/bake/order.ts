import type { Order, Resource } from '../resources/define.ts'
import { type AnyRow, getId } from '../resources/row.ts'

/** Rows in the default order of their list. */
export const inOrder = <Row extends AnyRow>({ orders }: Resource, rows: readonly Row[]): Row[] =>
  rows.toSorted(createComparator(orders.default))

/** Compares by the fields in turn, nulls last in both directions, then by id. */
function createComparator(order: Order): (a: AnyRow, b: AnyRow) => number {
  return (a, b) => {
    for (const [field, direction] of order) {
      const steps = compareValues(a.item[field], b.item[field], direction === 'desc' ? -1 : 1)
      if (steps !== 0) return steps
    }
    return compareValues(getId(a), getId(b), 1)
  }
}

/** Compares two values of a field, nulls last in both directions. */
function compareValues(a: unknown, b: unknown, direction: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a as string) < (b as string) ? -direction : direction
}
