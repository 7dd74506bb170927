import { LRUCache } from 'lru-cache'
import type { Instant } from '../../rules/time/moments.ts'
import type { WrittenPage } from './page.ts'

const CACHE_BYTES = 48 * 1024 * 1024
/** The size of an entry in addition to its name and its body. */
const BYTES_PER_ENTRY = 500

type Entry = WrittenPage | number

export type PageCache = ReturnType<typeof openPageCache>

/**
 * The rendered pages and the counts of a bake, by query. The file never changes, so an entry is valid until a
 * time-dependent field of its list next changes.
 */
export function openPageCache() {
  const entries = new LRUCache<string, { entry: Entry; until: Instant }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ entry }, name) =>
      BYTES_PER_ENTRY + name.length + (typeof entry === 'number' ? 0 : entry.body.length),
  })
  /** A cached page or count, or else a new one, which is cached. */
  return <Own extends Entry>(name: string, until: Instant, make: () => Own): Own => {
    const cached = entries.get(name)
    if (cached?.until === until) return cached.entry as Own
    const entry = make()
    entries.set(name, { entry, until })
    return entry
  }
}
