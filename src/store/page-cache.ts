import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import type { Frame, PagePosition, WrittenPage } from './page.ts'

/** Everything of a rendered page except its records: reading only them is enough to render it again. */
export interface Outline {
  frame: Frame
  position: PagePosition
}

const PAGES_BYTES = 32 * 1024 * 1024
const OUTLINES_BYTES = 16 * 1024 * 1024
/** The size of a cache entry in addition to its key and its content. */
const BYTES_PER_ENTRY = 500

export type PageCache = ReturnType<typeof openPageCache>

/** Outlines and digests, and pages worth caching, by query; shared by all lists of a bake. */
export function openPageCache() {
  const pages = new LRUCache<string, { page: WrittenPage; until: Instant }>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ page }, name) => BYTES_PER_ENTRY + name.length + page.body.length,
  })
  const outlines = new LRUCache<string, { digest: string; until: Instant; at: number; outline: Outline | null }>({
    maxSize: OUTLINES_BYTES,
    sizeCalculation: ({ outline }, name) =>
      BYTES_PER_ENTRY + name.length + (outline ? BYTES_PER_ENTRY + outline.frame.after.length : 0),
  })
  /** The total length of all pages so far. */
  let length = 0

  return {
    /** A cached page. @param until when it must stay valid at least until */
    page(name: string, until: Instant): WrittenPage | null {
      const cached = pages.get(name)
      return cached?.until === until ? cached.page : null
    },
    /** The outline of a page. */
    outline(name: string, until: Instant): Outline | null {
      const cached = outlines.get(name)
      return cached?.until === until ? cached.outline : null
    },
    /** The digest of a page or a record. */
    digest(name: string, until: Instant): string | null {
      const cached = outlines.get(name)
      return cached?.until === until ? cached.digest : null
    },
    /** Caches a digest. */
    addDigest(name: string, digest: string, until: Instant): void {
      outlines.set(name, { digest, until, at: length, outline: null })
    },
    /**
     * Caches the digest of a page, its frame if it has one, and the page itself if it is likely to be requested again
     * while cached.
     */
    addPage(name: string, page: WrittenPage, until: Instant, frame: Frame | null): void {
      // A page that comes again only after more than fits in the cache would be evicted each time before it is
      // requested, and caching it costs the garbage collector more than reading it.
      const before = outlines.get(name)
      if (before && length - before.at < PAGES_BYTES) pages.set(name, { page, until })
      const outline = frame && { frame, position: page.position }
      outlines.set(name, { digest: page.digest, until, at: length, outline })
      length += page.body.length
    },
  }
}
