import { LRUCache } from 'lru-cache'
import type { Resource } from '../resources/define.ts'
import { type Anchor, type CompletedQuery, isCacheable } from '../resources/query.ts'
import { firstAfter } from '../rules/first-after.ts'
import type { Instant } from '../rules/moments.ts'
import type { Bodies } from './bodies.ts'
import { listedRows, type Rows } from './chosen-rows.ts'
import { CursorExpired } from './cursor-expired.ts'
import type { Dataset } from './dataset.ts'
import type { Feed } from './feed.ts'
import { rowComparisons } from './ranks.ts'
import { isInRowOrder, type RowFinder } from './rows.ts'

const ROWS_BYTES = 8 * 1024 * 1024
const BYTES_PER_ENTRY = 500

/**
 * Finds and orders the rows of queries.
 * @param findRows finds the rows that match filters
 */
export function chooser(dataset: Dataset, resource: Resource, bodies: Bodies, findRows: RowFinder, feed: Feed | null) {
  const comparisonOf = rowComparisons(dataset, resource, feed)
  const all = dataset.manifest.counts[resource.name] ?? 0
  // The file never changes, so a list of rows is valid until a timed field next changes.
  const known = new LRUCache<string, Rows>({
    maxSize: ROWS_BYTES,
    // Cache keys contain callers' input, and most misspelled values find nothing.
    sizeCalculation: (rows, name) => BYTES_PER_ENTRY + name.length + rows.bytes,
  })

  function chosen({ filters, sort }: CompletedQuery, now: Instant): Rows | null {
    const rows = findRows(filters, now)
    if (!sort) return rows
    const numbers = rows?.numbers() ?? Uint32Array.from({ length: all }, (_, index) => index + 1)
    return listedRows(numbers.toSorted(comparisonOf(sort)))
  }

  return {
    rowsOf(query: CompletedQuery, now: Instant, until: Instant): Rows | null {
      const name = `${until} ${query.selection}`
      const cached = known.get(name)
      if (cached) return cached
      const rows = chosen(query, now)
      if (rows && isCacheable(resource, query)) known.set(name, rows)
      return rows
    },
    /** The position of the first row after an anchor, from 0. @throws CursorExpired */
    placeAfter({ id, digest }: Anchor, { sort, filters }: CompletedQuery, rows: Rows | null): number {
      const found = bodies.rowOf(id)
      if (!found?.digest.startsWith(digest)) throw new CursorExpired()
      if (rows === null) return found.row
      const place = rows.placeOf(found.row)
      if (place >= 0) return place + 1
      // It no longer matches the query, but its position would be known.
      if (sort) {
        const compare = comparisonOf(sort)
        const numbers = rows.numbers()
        return firstAfter(rows.length, (at) => compare(numbers[at] as number, found.row))
      }
      if (isInRowOrder(resource, filters)) return rows.placeAfter(found.row)
      throw new CursorExpired()
    },
  }
}
