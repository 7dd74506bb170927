import { LRUCache } from 'lru-cache'
import type { Resource } from '../resources/define.ts'
import { type Anchor, type CompletedQuery, isKept } from '../resources/query.ts'
import type { Instant } from '../rules/moments.ts'
import type { Bodies } from './bodies.ts'
import { CursorExpired } from './cursor-expired.ts'
import type { Dataset } from './dataset.ts'
import { rowComparisons } from './ranks.ts'
import type { Removed } from './removed.ts'
import { isInRowOrder, rowFinder } from './rows.ts'

/** The rows that a query chooses, in their order; null stands for all rows in the default order. */
export type Rows = Uint32Array | null

/** Chooses and orders the rows of queries. */
export interface Chooser {
  rowsOf: (query: CompletedQuery, now: Instant, until: Instant) => Rows
  /** The place of the first row after an anchor, from 0. @throws CursorExpired */
  placeAfter: (anchor: Anchor, query: CompletedQuery, rows: Rows) => number
}

const ROWS_BYTES = 8 * 1024 * 1024
const BYTES_PER_ROW = 4
const BYTES_PER_ENTRY = 500

export function chooser(dataset: Dataset, resource: Resource, bodies: Bodies, removed: Removed): Chooser {
  const findRows = rowFinder(dataset, resource, removed)
  const comparisonOf = rowComparisons(dataset, resource)
  const all = dataset.manifest.counts[resource.name] ?? 0
  // The file never changes, so a list of rows holds until the next turn of a timed field.
  const known = new LRUCache<string, Uint32Array>({
    maxSize: ROWS_BYTES,
    // Names hold what callers wrote, and most misspelled values find nothing.
    sizeCalculation: (rows, name) => BYTES_PER_ENTRY + name.length + BYTES_PER_ROW * rows.length,
  })

  function chosen({ filters, sort }: CompletedQuery, now: Instant): Rows {
    const rows = findRows(filters, now)
    if (!sort) return rows
    return (rows ?? Uint32Array.from({ length: all }, (_, index) => index + 1)).sort(comparisonOf(sort))
  }

  return {
    rowsOf(query, now, until) {
      const name = `${until} ${query.selection}`
      const cached = known.get(name)
      if (cached) return cached
      const rows = chosen(query, now)
      if (rows && isKept(resource, query)) known.set(name, rows)
      return rows
    },
    placeAfter({ id, digest }, { sort, filters }, rows) {
      const found = bodies.rowOf(id)
      if (!found?.digest.startsWith(digest)) throw new CursorExpired()
      if (rows === null) return found.row
      const place = rows.indexOf(found.row)
      if (place >= 0) return place + 1
      // It no longer answers the query, but where it would stand is known.
      if (sort) return placeBy(rows, found.row, comparisonOf(sort))
      if (isInRowOrder(resource, filters)) return placeBy(rows, found.row, (a, b) => a - b)
      throw new CursorExpired()
    },
  }
}

/** The place of the first row that comes after a row that is not among them. */
function placeBy(rows: Uint32Array, row: number, compare: (a: number, b: number) => number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(rows[middle] as number, row) > 0) high = middle
    else low = middle + 1
  }
  return low
}
