import {
  type Anchor,
  type CompletedQuery,
  completed,
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
import type { Dataset } from '../open/dataset.ts'
import { inTurn } from '../open/turns.ts'
import { openBodies, type ReadRow, type Written } from './bodies.ts'
import { openFacets } from './facets.ts'
import type { Page, Write, WrittenPage } from './page.ts'
import type { PageCache } from './page-cache.ts'
import { openSelections, type Selection } from './selection.ts'

/** Reads one list and its single records. */
export interface Reader {
  /** One page of the matching rows. */
  list: (query: ListQuery, now: Instant) => Page
  /** The rendered page, cached while it is valid. */
  written: (query: ListQuery, now: Instant, write: Write) => WrittenPage
  /** The sum of the amounts of matching rows, in US dollars; null if none is known. */
  getAmount: (filters: FilterValues, now: Instant) => number | null
  /** The single record with this name; null if there is none. */
  single: (name: string, now: Instant) => Written | null
  /** Its JSON. */
  find: (name: string, now: Instant) => string | null
  /** The tombstone of the record that had this name, as JSON; null if none had it. */
  findRemoved: (name: string) => string | null
  /** The instant until which every response of this list stays the same. */
  until: (now: Instant) => Instant
}

/** What the readers of a bake share. */
interface Surroundings {
  cache: PageCache
  /** The state of the sources, with which some lists complete their items. */
  freshness: () => Freshness
}

const ANCHOR_LENGTH = 10

export function openReader(dataset: Dataset, resource: Resource, { cache, freshness }: Surroundings): Reader {
  const { live } = resource
  const bodies = openBodies(dataset, resource)
  const selections = openSelections(dataset, resource)
  const countFacets = openFacets(dataset, resource)

  /** The position of the first row of a page among the selected ones, from 0. @throws CursorExpired */
  function getStart({ after, page, limit }: CompletedQuery, selection: Selection): number {
    if (!after) return (page - 1) * limit
    const row = bodies.findRow(after)
    const start = row === null ? null : selections.countUpTo(selection, row)
    if (start === null) throw new CursorExpired()
    return start
  }

  function list(query: ListQuery, now: Instant): Page {
    const full = completed(resource, query)
    const { limit, after, filters, facets, isDetailed } = full
    const selection = selections.select(full, now)
    const total = cache(`count ${full.selection}`, bodies.until(now), () => selections.count(selection))
    const start = getStart(full, selection)
    const { chosen, isReversed } = selections.choose(selection, start, Math.min(start + limit, total), total)
    const hasRemoved = filters.includeRemoved === true
    const read = start < total ? bodies.read(chosen, now, { isDetailed, hasRemoved }) : []
    if (isReversed) read.reverse()
    const whole = live
      ? read.map(([body]) => JSON.stringify(live(JSON.parse(body) as never, freshness())))
      : read.map(([body]) => body)
    const records = full.fields ? picked(whole, full.fields) : whole
    const last = read.at(-1)
    return {
      records,
      data: `[${records.join(',')}]`,
      digest: getDigest((live ? whole : read.map(([, digest]) => digest)).join(',')),
      count: read.length,
      total,
      page: after ? Math.floor(start / limit) + 1 : full.page,
      limit,
      next: last !== undefined && start + read.length < total ? toAnchor(last) : null,
      facets: facets.length > 0 ? countFacets(facets, selections.matching(filters, now), now) : null,
      filters,
    }
  }

  return {
    list,
    written(query, now, write) {
      const full = completed(resource, query)
      return cache(full.name, bodies.until(now), () => {
        const page = list(full, now)
        const written = write(page)
        return {
          ...written,
          bytes: Buffer.byteLength(written.body),
          position: { page: page.page, pages: Math.ceil(page.total / page.limit), next: page.next },
        }
      })
    },
    getAmount(filters, now) {
      const { filters: completedFilters } = completed(resource, { filters })
      return selections.count(selections.matching(completedFilters, now), 'sum(amount) / 100.0')
    },
    single: bodies.single,
    find: (name, now) => bodies.single(name, now)?.body ?? null,
    findRemoved: bodies.removed,
    until: bodies.until,
  }
}

const toAnchor = ([, digest, id]: ReadRow): Anchor => ({ id, digest: digest.slice(0, ANCHOR_LENGTH) })

/** Records with only some of their fields; removed ones keep all of theirs. */
const picked = (records: readonly string[], fields: readonly string[]): string[] =>
  records.map((body) => {
    const record = JSON.parse(body) as Fields
    return 'removedAt' in record ? body : JSON.stringify(pick(record, fields))
  })

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
