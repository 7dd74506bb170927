import type { Resource } from '../resources/define.ts'
import { type Anchor, type CompletedQuery, completed, isCacheable, type ListQuery } from '../resources/query.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import type { Freshness } from '../schema/history.ts'
import { openBodies, type Written, type WrittenRows } from './bodies.ts'
import { chooser } from './chosen.ts'
import type { Rows } from './chosen-rows.ts'
import type { Dataset } from './dataset.ts'
import { facetCounter } from './facets.ts'
import type { Feed } from './feed.ts'
import { inParts, type Lines, linesOf, picked } from './lines.ts'
import { openNumbers } from './numbers.ts'
import type { Page, Write, WrittenPage } from './page.ts'
import type { PageCache } from './page-cache.ts'
import { removedOf } from './removed.ts'
import { framed, positionOf, rendered } from './rendered.ts'
import { rowFinder } from './rows.ts'
import { openSpans } from './spans.ts'
import { openValues } from './values.ts'

/** Reads one list and its single records. */
export interface Reader {
  /** One page of the matching rows. Rows and total come from one list of rows, so pages add up to the whole. */
  list: (query: ListQuery, now: Instant) => Page
  /** The rendered page. From the second request on it is cached while it is valid. */
  written: (query: ListQuery, now: Instant, write: Write) => WrittenPage
  /** The digest of a rendered page, or of its lines. It is cached longer than the page, so a 304 reads nothing. */
  digest: (query: ListQuery, now: Instant, write?: Write) => string
  /** The records of a page as lines, without having all of them in memory. */
  lines: (query: ListQuery, now: Instant) => Lines
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
  pages: PageCache
  feed: () => Feed
  /** The state of the sources, with which some lists complete their items. */
  freshness: () => Freshness
}

export function openReader(dataset: Dataset, resource: Resource, { pages, freshness, feed }: Surroundings): Reader {
  const { name: table, live } = resource
  const grown = resource.instant ? feed() : null
  const removed = removedOf(dataset, resource)
  const all = dataset.manifest.counts[table] ?? 0
  const values = openValues(dataset, resource)
  const spans = openSpans(dataset, resource)
  const bodies = grown ?? openBodies(dataset, resource, spans)
  const findRows = rowFinder(
    dataset,
    resource,
    { values, spans, numbers: openNumbers(dataset, resource) },
    removed,
    grown,
  )
  const { rowsOf, placeAfter } = chooser(dataset, resource, bodies, findRows, grown)
  const countFacets = facetCounter(resource, { values, spans }, all)

  /** The rows of a page among all that match. */
  function wantedRows(full: CompletedQuery, now: Instant) {
    const { limit, after } = full
    const rows = rowsOf(full, now, spans.until(now))
    const total = rows?.length ?? all
    const start = after ? placeAfter(after, full, rows) : Math.min((full.page - 1) * limit, total)
    return { rows, total, start, wanted: rowsAt(rows, start, Math.min(limit, total - start)) }
  }

  /** The rows of a page, and its position. */
  function chosen(full: CompletedQuery, now: Instant) {
    const { limit, after } = full
    const { rows, total, start, wanted } = wantedRows(full, now)
    const last = wanted.at(-1)
    const page = after ? Math.floor(start / limit) + 1 : full.page
    const next = last !== undefined && start + wanted.length < total ? anchorAt(last) : null
    return { rows, wanted, place: { total, limit, page, next } }
  }

  function list(query: ListQuery, now: Instant): Page {
    const full = completed(resource, query)
    const { facets } = full
    const { rows, wanted, place } = chosen(full, now)
    const { body, bytes, digest } = read(wanted, full, now)
    return {
      ...place,
      data: body,
      bytes,
      digest,
      count: wanted.length,
      filters: full.filters,
      facets: facets.length > 0 ? countFacets(facets, rows, now) : null,
    }
  }

  /** The records of a page as requested. */
  function read(wanted: readonly number[], { isDetailed, fields }: CompletedQuery, now: Instant): WrittenRows {
    const found = bodies.array(wanted, now, isDetailed)
    if (!live && !fields) return found
    const whole = live
      ? JSON.stringify((JSON.parse(found.body) as never[]).map((item) => live(item, freshness())))
      : found.body
    const body = fields ? picked(whole, fields) : whole
    return { body, digest: live ? digestOf(whole) : found.digest, bytes: Buffer.byteLength(body) }
  }

  function anchorAt(row: number): Anchor {
    const { id, digest } = bodies.anchor(row)
    return { id, digest: digest.slice(0, ANCHOR_LENGTH) }
  }

  function written(query: ListQuery, now: Instant, write: Write): WrittenPage {
    const full = completed(resource, query)
    const end = spans.until(now)
    const cached = pages.page(full.name, end)
    if (cached) return cached
    const outline = pages.outline(full.name, end)
    const { page, frame } = outline
      ? { page: framed(outline, read(wantedRows(full, now).wanted, full, now)), frame: outline.frame }
      : rendered(list(full, now), write)
    if (isCacheable(resource, full)) pages.addPage(full.name, page, end, frame)
    else pages.addDigest(full.name, page.digest, end)
    return page
  }

  function lines(query: ListQuery, now: Instant): Lines {
    const full = completed(resource, query)
    const { isDetailed, fields } = full
    // A list that is completed with the state of the sources is short, and its digest needs all of it.
    if (live) {
      const page = list(full, now)
      return { digest: page.digest, position: positionOf(page), parts: [linesOf(page.data)] }
    }
    const { wanted, place } = chosen(full, now)
    const digest = bodies.digest(wanted, now, isDetailed)
    pages.addDigest(full.name, digest, spans.until(now))
    const linesIn = (part: readonly number[]): string =>
      fields ? linesOf(read(part, full, now).body) : bodies.lines(part, now, isDetailed)
    return { digest, position: positionOf(place), parts: inParts(wanted, linesIn) }
  }

  return {
    list,
    written,
    lines,
    digest(query, now, write) {
      const full = completed(resource, query)
      const cached = pages.digest(full.name, spans.until(now))
      return cached ?? (write ? written(full, now, write) : lines(full, now)).digest
    },
    single: bodies.single,
    find: (name, now) => bodies.single(name, now)?.body ?? null,
    findRemoved: removed.find,
    until: spans.until,
  }
}

const ANCHOR_LENGTH = 10

/** Rows starting at a position. */
function rowsAt(rows: Rows | null, start: number, count: number): number[] {
  if (rows) return rows.slice(start, count)
  return Array.from({ length: count }, (_, index) => start + index + 1)
}
