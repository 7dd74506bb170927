import { LRUCache } from 'lru-cache'
import type { FilterValues, Resource } from '../resources/define.ts'
import { type Anchor, completed, isKept, type ListQuery } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import { openBodies, type Written } from './bodies.ts'
import { chooser } from './chosen.ts'
import type { Rows } from './chosen-rows.ts'
import type { Dataset } from './dataset.ts'
import { type Facets, facetCounter } from './facets.ts'
import type { LiveItems } from './live-items.ts'
import { openNumbers } from './numbers.ts'
import { picked } from './picked.ts'
import { removedOf } from './removed.ts'
import { rowFinder } from './rows.ts'
import { openSpans } from './spans.ts'
import { openValues } from './values.ts'

/** One page of a list. */
export interface Page {
  /** The records as a JSON array. */
  data: string
  /** Of what the records say: pages with the same digest have the same records. */
  digest: string
  /** How many records it holds. */
  count: number
  /** How many records match in all. */
  total: number
  page: number
  limit: number
  /** The record after which the next page begins; null on the last one. */
  next: Anchor | null
  /** How often the values occur that were to be counted; null where none were. */
  facets: Facets | null
  /** The values of its filters, defaults among them. */
  filters: FilterValues
}

/** The position of a page in its list. */
export type Turn = Pick<Page, 'page' | 'next'> & { pages: number }

/** What is written around a page, and where the page stands. */
export type WrittenPage = Written & { turn: Turn }

/** Writes an answer around a page. */
export type Write = (page: Page) => Written

/** Reads one list and its single records. */
export interface Reader {
  /** One page of the rows that match. Rows and total come from one list of rows, so pages add up to the whole. */
  list: (query: ListQuery, now: Instant) => Page
  /** What is written around a page. From the second time on it is kept while it holds, so that it costs nothing. */
  written: (query: ListQuery, now: Instant, write: Write) => WrittenPage
  /** The digest of what is written around a page. It is kept longer than the page, so that a 304 reads nothing. */
  digest: (query: ListQuery, now: Instant, write: Write) => string
  /** The JSON of the single record with this name; null when there is none. */
  find: (name: string, now: Instant) => string | null
  /** The digest of the single record with this name, kept as well; null when there is none. */
  findDigest: (name: string, now: Instant) => string | null
  /** The tombstone of the record that had this name, as JSON; null when none had it. */
  findRemoved: (name: string) => string | null
  /** The instant until which every answer of this list stays the same. */
  until: (now: Instant) => Instant
}

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

/** What the readers of a bake share, and what completes the items of a list. */
interface Surroundings {
  pages: Pages
  live: LiveItems | null
}

export function openReader(dataset: Dataset, resource: Resource, { pages, live }: Surroundings): Reader {
  const { name: table } = resource
  const bodies = openBodies(dataset, resource)
  const removed = removedOf(dataset, resource)
  const all = dataset.manifest.counts[table] ?? 0
  const values = openValues(dataset, resource)
  const spans = openSpans(dataset, resource)
  const findRows = rowFinder(dataset, resource, { values, spans, numbers: openNumbers(dataset, resource) }, removed)
  const { rowsOf, placeAfter } = chooser(dataset, resource, bodies, findRows)
  const countFacets = facetCounter(resource, { values, spans }, all)

  function list(query: ListQuery, now: Instant): Page {
    const asked = completed(resource, query)
    const { limit, after, isDetailed, fields, facets } = asked
    const rows = rowsOf(asked, now, spans.until(now))
    const total = rows?.length ?? all
    const start = after ? placeAfter(after, asked, rows) : Math.min((asked.page - 1) * limit, total)
    const wanted = rowsAt(rows, start, Math.min(limit, total - start))
    const read = bodies.array(wanted, now, isDetailed)
    const data = live?.complete(read.body) ?? read.body
    const last = wanted.at(-1)
    return {
      data: fields ? picked(data, fields) : data,
      digest: live ? digestOf(data) : read.digest,
      count: wanted.length,
      total,
      page: after ? Math.floor(start / limit) + 1 : asked.page,
      limit,
      filters: asked.filters,
      next: last !== undefined && start + wanted.length < total ? anchorAt(last) : null,
      facets: facets.length > 0 ? countFacets(facets, rows, now) : null,
    }
  }

  function anchorAt(row: number): Anchor {
    const { id, digest } = bodies.anchor(row)
    return { id, digest: digest.slice(0, ANCHOR_LENGTH) }
  }

  function written(query: ListQuery, now: Instant, write: Write): WrittenPage {
    const asked = completed(resource, query)
    const end = spans.until(now)
    const kept = pages.written.get(asked.name)
    if (kept?.until === end) return kept
    const page = list(asked, now)
    const { body, digest } = write(page)
    const whole: WrittenPage = { body, digest, turn: turnOf(page) }
    // A page that is asked for once would only push out others, and moving it costs the collector more than reading it.
    const isAskedAgain = pages.digests.has(asked.name)
    if (isAskedAgain && isKept(resource, asked)) pages.written.set(asked.name, { ...whole, until: end })
    pages.digests.set(asked.name, { digest, until: end })
    return whole
  }

  function single(name: string, now: Instant): Written | null {
    const found = bodies.single(name, now)
    if (found) pages.digests.set(singleName(name), { digest: found.digest, until: spans.until(now) })
    return found
  }

  const singleName = (name: string): string => `${table}/${name}`

  return {
    list,
    written,
    digest(query, now, write) {
      const asked = completed(resource, query)
      const kept = pages.digests.get(asked.name)
      return kept?.until === spans.until(now) ? kept.digest : written(asked, now, write).digest
    },
    find: (name, now) => single(name, now)?.body ?? null,
    findDigest(name, now) {
      const kept = pages.digests.get(singleName(name))
      return kept?.until === spans.until(now) ? kept.digest : (single(name, now)?.digest ?? null)
    },
    findRemoved: removed.find,
    until: spans.until,
  }
}

const ANCHOR_LENGTH = 10

/** Rows from a place on. */
function rowsAt(rows: Rows | null, start: number, count: number): number[] {
  if (rows) return rows.slice(start, count)
  return Array.from({ length: count }, (_, index) => start + index + 1)
}

const turnOf = ({ page, limit, total, next }: Page): Turn => ({ page, pages: Math.ceil(total / limit), next })
