import type { ListQuery } from '../resources/query.ts'
import type { Instant } from '../rules/moments.ts'
import type { Reader } from './reader.ts'
import { inTurn } from './turns.ts'

/** Records per step: a step takes a few milliseconds. */
const STEP = 500

/**
 * All records of a list in its order, read in steps, so that other requests are served in between.
 * @param filters which records; all of them by default
 */
export async function wholeList<Item>(
  reader: Reader,
  now: Instant,
  filters: ListQuery['filters'] = {},
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await inTurn(() => reader.list({ filters, page, limit: STEP }, now))
    items.push(...(JSON.parse(data) as Item[]))
    if (page * STEP >= total) return items
  }
}
