import type { ListQuery } from '../resources/query.ts'
import type { Instant } from '../rules/moments.ts'
import type { Reader } from './reader.ts'
import { inTurn } from './turns.ts'

/** Records per step: a step takes about two milliseconds. */
const STEP = 100

/**
 * All records of a list in its order, read in turns, so that everything else is served in between.
 * @param made what is made of each
 * @param filters which records; all of them by default
 */
export async function wholeList<Item, Made>(
  reader: Reader,
  now: Instant,
  made: (item: Item) => Made,
  filters: ListQuery['filters'] = {},
): Promise<Made[]> {
  const items: Made[] = []
  for (let page = 1; ; page += 1) {
    const { own, total } = await inTurn(() => {
      const { data, total } = reader.list({ filters, page, limit: STEP }, now)
      return { own: (JSON.parse(data) as Item[]).map(made), total }
    })
    items.push(...own)
    if (page * STEP >= total) return items
  }
}
