import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import type { WrittenPage } from './page.ts'

/** What was written around pages, by the names of their queries, and all digests; shared by all lists of a bake. */
export interface Pages {
  written: LRUCache<string, WrittenPage & Kept>
  digests: LRUCache<string, { digest: string } & Kept>
}
interface Kept {
  /** It holds until then. */
  until: Instant
}

const PAGES_BYTES = 32 * 1024 * 1024
const DIGESTS_BYTES = 8 * 1024 * 1024
/** What an entry of a cache takes in addition to its name and its content. */
const BYTES_PER_ENTRY = 500

export const openPages = (): Pages => ({
  written: new LRUCache({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ body }, name) => BYTES_PER_ENTRY + name.length + body.length,
  }),
  digests: new LRUCache({ maxSize: DIGESTS_BYTES, sizeCalculation: (_, name) => BYTES_PER_ENTRY + name.length }),
})
