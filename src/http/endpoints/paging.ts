import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { type Anchor, hasOwnDetail, type Resource } from '../../resources/define.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { count } from '../../schema/fields.ts'
import { ChangeType } from '../../schema/vocabularies.ts'
import { orNull } from '../../schema/wire/fields.ts'
import type { Page, PagePosition, Write } from '../../store/lists/reader.ts'

// A cursor grants no access, so the secret may be public. All machines of a service need the same one.
const DEFAULT_SECRET = 'cursors of the Rural Health Program Data Service'

/**
 * Writes and reads cursors, which are signed so that only this service's own cursors are accepted. A selection names the
 * records of the query, in their order.
 */
export function openCursors(secret = DEFAULT_SECRET) {
  const signContent = (content: string): string =>
    createHmac('sha256', secret).update(content).digest('base64url').slice(0, 16)
  const getMark = (selection: string) => getDigest(selection).slice(0, 8)

  return {
    write(selection: string, { id, digest }: Anchor): string {
      const content = Buffer.from(JSON.stringify([getMark(selection), id, digest])).toString('base64url')
      return `${content}.${signContent(content)}`
    },
    /** The content of a cursor, or why it is rejected. */
    read(selection: string, cursor: string): { anchor: Anchor } | { problem: string } {
      const [content = ''] = cursor.split('.')
      const [sent, signed] = [Buffer.from(cursor), Buffer.from(`${content}.${signContent(content)}`)]
      if (sent.length !== signed.length || !timingSafeEqual(sent, signed)) {
        return { problem: 'Not a cursor. Use "nextCursor" of the previous page unchanged.' }
      }
      const [mark, id, digest] = JSON.parse(Buffer.from(content, 'base64url').toString())
      if (mark === getMark(selection)) return { anchor: { id, digest } }
      return { problem: 'Belongs to another query. Send it with the same filters and sort order as before.' }
    },
  }
}

/**
 * The `Link` header of a page (RFC 8288): first, prev, next and last; with cursors, first and next.
 * @param address URL of the list, without its query
 * @param isAfter whether the page was requested with a cursor
 */
export function formatLinks(
  { page, pages }: Pick<PagePosition, 'page' | 'pages'>,
  nextCursor: string | null,
  { address, search, isAfter }: { address: string; search: string; isAfter: boolean },
): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['page', 'cursor']) parameters.delete(name)
  const start = parameters.size > 0 ? `${address}?${parameters}&` : `${address}?`
  // Numbers and cursors never need URL escaping.
  const turns = isAfter
    ? { first: 'page=1', next: nextCursor && `cursor=${nextCursor}` }
    : {
        first: 'page=1',
        prev: page > 1 && pages > 0 ? `page=${Math.min(page - 1, pages)}` : null,
        next: page < pages ? `page=${page + 1}` : null,
        last: `page=${Math.max(pages, 1)}`,
      }
  return Object.entries(turns)
    .flatMap(([relation, turn]) => (turn === null ? [] : `<${start}${turn}>; rel="${relation}"`))
    .join(', ')
}

interface Envelope {
  response: (item: z.ZodType) => z.ZodType
  /** The fields about a page. @param nextCursor null on the last page @param hint what to ask instead of an empty page */
  frame: (page: Page, nextCursor: string | null, hint: string | null) => object
}

/** Writes the envelope of a page, around the ready JSON of its records. */
export const createPageWriter =
  (
    frame: Envelope['frame'],
    formatCursor: (page: Page) => string | null,
    getHint: (page: Page) => string | null = () => null,
  ): Write =>
  (page) => {
    const { data, digest, facets } = page
    const about = { ...frame(page, formatCursor(page), getHint(page)), ...(facets && { facets }) }
    const rest = JSON.stringify(about).slice(1)
    return { body: `{"data":${data},${rest}`, digest: digest + rest }
  }

const records = (item: z.ZodType) =>
  z.array(item).describe('With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord.')

const nextCursor = orNull(z.string(), 'The `cursor` of the next page; null on the last page.')

const facets = z
  .record(z.string(), z.record(z.string(), count))
  .optional()
  .describe(
    'With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope.',
  )

const Pagination = z
  .strictObject({
    page: count.describe('The requested page.'),
    limit: count.describe('Maximum number of records per page.'),
    total: count.describe('Total number of matching records.'),
    pages: count.describe('Total number of pages; 0 when nothing matches.'),
    nextCursor,
  })
  .meta({ id: 'Pagination' })

export const ENVELOPES = {
  paged: {
    response: (item) =>
      z.strictObject({
        data: records(item),
        pagination: Pagination.describe('Position of the page in the list.'),
        facets,
      }),
    frame: ({ total, page, limit }, nextCursor) => ({
      pagination: { page, limit, total, pages: Math.ceil(total / limit), nextCursor },
    }),
  },
  counted: {
    response: (item) =>
      z.strictObject({ data: records(item), count: count.describe('Number of records in this response.'), facets }),
    frame: ({ count }) => ({ count }),
  },
  feed: {
    response: (item) =>
      z.strictObject({
        data: records(item),
        count: count.describe('Number of events in this response.'),
        page: count.describe('The requested page.'),
        hasMore: z.boolean().describe('Whether there are more pages.'),
        nextCursor,
        types: z.array(ChangeType).describe('The requested types.'),
        hint: orNull(
          z.string(),
          'When nothing matches: the types that have events with the other filters. Otherwise null.',
        ),
        facets,
      }),
    frame: ({ count, page, next, filters }, nextCursor, hint) => ({
      count,
      page,
      hasMore: next !== null,
      nextCursor,
      types: filters.type,
      hint,
    }),
  },
} as const satisfies { [Name in Resource['envelope']]: Envelope }

/** The schema of a list's items, with `detail` as added by `include=detail`. */
export function getDetailedItem({ item, detail }: Resource): z.ZodType {
  if (!hasOwnDetail({ item, detail }) || !(item instanceof z.ZodObject)) return item
  const description = "With `include=detail`: the response of the single record's endpoint."
  return item.extend({ detail: detail?.schema.optional().describe(description) }).meta({ id: item.meta()?.id })
}
