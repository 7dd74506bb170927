import { LRUCache } from 'lru-cache'
import {
  type Anchor,
  type CompletedQuery,
  completeQuery,
  type FilterValues,
  type ListQuery,
  type Resource,
} from '../../resources/define.ts'
import type { Fields } from '../../resources/publishing.ts'
import { pick } from '../../rules/pick.ts'
import { getDigest } from '../../rules/text/digest.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Freshness } from '../../schema/history.ts'
import { CursorExpired } from '../history/changes.ts'
import { type Dataset, inTurn } from '../open/dataset.ts'
import { openBodies, type Written } from './bodies.ts'
import { BY_END, type Facets, openFacets, openSelections, type Selection } from './selection.ts'

export type Reader = ReturnType<typeof openReader>

/**
 * Reads one list and its single records.
 * @param shared the cache of the bake, and the state of the sources, with which some lists complete their items
 */
export function openReader(
  dataset: Dataset,
  resource: Resource,
  { cache, freshness }: { cache: PageCache; freshness: () => Freshness },
) {
  const { live } = resource
  const bodies = openBodies(dataset, resource)
  const selections = openSelections(dataset, resource)
  const countFacets = openFacets(dataset, resource)

  function getStart({ after, page, limit }: CompletedQuery, selection: Selection, now: Instant): number {
    if (!after) return (page - 1) * limit
    const row = bodies.findRow(after, now)
    const start = row === null ? null : selections.countUpTo(selection, row)
    if (start === null) throw new CursorExpired()
    return start
  }

  /** One page of the matching rows. */
  function list(query: ListQuery, now: Instant): Page {
    const full = completeQuery(resource, query)
    const { limit, after, filters, facets, isDetailed } = full
    const selection = selections.select(full, now)
    const total = cache(`count ${full.selection}`, bodies.until(now), () => selections.count(selection))
    const start = getStart(full, selection, now)
    const chosen = selections.choose(selection, start, Math.min(limit, total))
    const hasRemoved = filters.includeRemoved === true
    const read = start < total ? bodies.read(chosen, now, { isDetailed, hasRemoved }) : []
    const whole = live
      ? read.map(([body]) => JSON.stringify(live(JSON.parse(body) as never, freshness())))
      : read.map(([body]) => body)
    const records = full.fields ? whole.map((body) => pickFields(body, full.fields as readonly string[])) : whole
    const [, lastDigest = '', lastId] = read.at(-1) ?? []
    // Timed fields, which the digest ends with, move a record only in an order by them.
    const anchorDigest = selection.keys === BY_END ? lastDigest : lastDigest.slice(0, 10)
    return {
      records,
      data: `[${records.join(',')}]`,
      digest: getDigest((live ? whole : read.map(([, digest]) => digest)).join(',')),
      count: read.length,
      total,
      page: after ? Math.floor(start / limit) + 1 : full.page,
      limit,
      next: lastId !== undefined && start + read.length < total ? { id: lastId, digest: anchorDigest } : null,
      facets: facets.length > 0 ? countFacets(facets, selections.matching(filters, now), now) : null,
      filters,
    }
  }

  return {
    list,
    /** The rendered page, cached while it is valid. */
    written(query: ListQuery, now: Instant, write: Write): WrittenPage {
      const full = completeQuery(resource, query)
      return cache(full.name, bodies.until(now), () => {
        const page = list(full, now)
        const written = write(page)
        const position = { page: page.page, pages: Math.ceil(page.total / page.limit), next: page.next }
        return { ...written, bytes: Buffer.byteLength(written.body), position }
      })
    },
    /** The sum of the amounts of matching rows, in US dollars; null if none is known. */
    getAmount(filters: FilterValues, now: Instant): number | null {
      const { filters: completedFilters } = completeQuery(resource, { filters })
      return selections.count(selections.matching(completedFilters, now), 'sum(amount) / 100.0')
    },
    single: bodies.single,
    /** The JSON of the single record with this name; null if there is none. */
    find: (name: string, now: Instant): string | null => bodies.single(name, now)?.body ?? null,
    findRemoved: bodies.removed,
    until: bodies.until,
  }
}

/** A record with only some of its fields; a removed one keeps all of its own. */
function pickFields(body: string, fields: readonly string[]): string {
  const record = JSON.parse(body) as Fields
  return 'removedAt' in record ? body : JSON.stringify(pick(record, fields))
}

/** Records per step: a step takes a few milliseconds. */
const STEP = 500

/**
 * All records of a list in its order, read in steps, so that other requests are served in between.
 * @param filters which records; all of them by default
 */
export async function readWholeList<Item>(
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

/** A limit above the length of every list. */
export const WHOLE_LIST = Number.MAX_SAFE_INTEGER

/** One page of a list. */
export interface Page {
  /** The JSON of each record. */
  records: readonly string[]
  /** The records as a JSON array. */
  data: string
  /** Of the records' content: pages with the same digest have the same records. */
  digest: string
  /** Number of records on the page. */
  count: number
  /** Number of matching records in total. */
  total: number
  page: number
  limit: number
  /** The record after which the next page starts; null on the last one. */
  next: Anchor | null
  /** The facet counts; null if none were requested. */
  facets: Facets | null
  /** The values of its filters, including defaults. */
  filters: FilterValues
}

/** The position of a page in its list. */
export type PagePosition = Pick<Page, 'page' | 'next'> & { pages: number }
/** Renders a page. */
export type Write = (page: Page) => Written
/** A rendered page with its size in UTF-8, which takes longer to count than to send, and its position. */
type WrittenPage = Written & { bytes: number; position: PagePosition }
type Entry = WrittenPage | number

/** The size of an entry in addition to its name and its body. */
const BYTES_PER_ENTRY = 500

type PageCache = ReturnType<typeof openPageCache>

/**
 * The rendered pages and the counts of a bake, by query. The file never changes, so an entry is valid until a
 * time-dependent field of its list next changes.
 */
export function openPageCache() {
  const entries = new LRUCache<string, { entry: Entry; until: Instant }>({
    maxSize: 48 * 1024 * 1024,
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
