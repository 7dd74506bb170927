import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import type { WrittenPage } from './page.ts'

/** Digests, and the pages that are worth keeping, by the names of their queries; shared by all lists of a bake. */
export interface Pages {
  /** A page that is kept. @param until the end of the time for which it must hold */
  page: (name: string, until: Instant) => WrittenPage | null
  /** The digest of a page or a record. */
  digest: (name: string, until: Instant) => string | null
  /** Keeps a digest. */
  keepDigest: (name: string, digest: string, until: Instant) => void
  /** Keeps the digest of a page, and the page itself if it is likely to be asked for again while it is kept. */
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
  /** The length of all pages so far. */
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
      // A page that comes again after more than the cache holds would be gone each time before it is asked for, and
      // moving it there costs the collector more than reading it.
      const before = digests.get(name)
      if (before && length - before.at < PAGES_BYTES) pages.set(name, { page, until })
      digests.set(name, { digest: page.digest, until, at: length })
      length += page.body.length
    },
  }
}
