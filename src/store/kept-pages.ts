import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import type { WrittenPage } from './page.ts'

/** Digests, and pages worth caching, by query; shared by all lists of a bake. */
export interface Pages {
  /** A cached page. @param until when it must stay valid at least until */
  page: (name: string, until: Instant) => WrittenPage | null
  /** The digest of a page or a record. */
  digest: (name: string, until: Instant) => string | null
  /** Caches a digest. */
  keepDigest: (name: string, digest: string, until: Instant) => void
  /** Caches the digest of a page, and the page itself if it is likely to be requested again while cached. */
  keepPage: (name: string, page: WrittenPage, until: Instant) => void
}

const PAGES_BYTES = 32 * 1024 * 1024
const DIGESTS_BYTES = 8 * 1024 * 1024
/** The size of a cache entry in addition to its key and its content. */
const BYTES_PER_ENTRY = 500

export function openPages(): Pages {
  const pages = new LRUCache<string, { page: WrittenPage; until: Instant }>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ page }, name) => BYTES_PER_ENTRY + name.length + page.body.length,
  })
  const digests = new LRUCache<string, { digest: string; until: Instant; at: number }>({
    maxSize: DIGESTS_BYTES,
    sizeCalculation: (_, name) => BYTES_PER_ENTRY + name.length,
  })
  /** The total length of all pages so far. */
  let length = 0

  return {
    page(name, until) {
      const kept = pages.get(name)
      return kept?.until === until ? kept.page : null
    },
    digest(name, until) {
      const kept = digests.get(name)
      return kept?.until === until ? kept.digest : null
    },
    keepDigest(name, digest, until) {
      digests.set(name, { digest, until, at: length })
    },
    keepPage(name, page, until) {
      // A page that comes again only after more than fits in the cache would be evicted each time before it is
      // requested, and caching it costs the garbage collector more than reading it.
      const before = digests.get(name)
      if (before && length - before.at < PAGES_BYTES) pages.set(name, { page, until })
      digests.set(name, { digest: page.digest, until, at: length })
      length += page.body.length
    },
  }
}
