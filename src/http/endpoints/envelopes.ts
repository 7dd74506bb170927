import * as z from 'zod'
import { hasOwnDetail, type Resource } from '../../resources/define.ts'
import { count } from '../../schema/fields.ts'
import { ChangeType } from '../../schema/vocabularies.ts'
import type { Page, Write } from '../../store/lists/page.ts'

/** The JSON envelope of a list: its documented schema and its fields about the page. */
interface Envelope {
  response: (item: z.ZodType) => z.ZodType
  /** The fields about a page. @param nextCursor null on the last page @param hint what to ask instead of an empty page */
  frame: (page: Page, nextCursor: string | null, hint: string | null) => object
}

/** Writes the envelope of a page, around the ready JSON of its records. */
export const writing =
  (
    frame: Envelope['frame'],
    formatCursor: (page: Page) => string | null,
    getHint: (page: Page) => string | null = () => null,
  ): Write =>
  (page) => {
    const { data, digest, facets } = page
    const rest = JSON.stringify({ ...frame(page, formatCursor(page), getHint(page)), ...(facets && { facets }) }).slice(
      1,
    )
    return { body: `{"data":${data},${rest}`, digest: digest + rest }
  }

const records = (item: z.ZodType) =>
  z.array(item).describe('With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord.')

const nextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last page.')

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
      z.strictObject({
        data: records(item),
        count: count.describe('Number of records in this response.'),
        facets,
      }),
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
        hint: z
          .string()
          .nullable()
          .describe('When nothing matches: the types that have events with the other filters. Otherwise null.'),
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
export function detailedItem({ item, detail }: Resource): z.ZodType {
  if (!hasOwnDetail({ item, detail }) || !(item instanceof z.ZodObject)) return item
  const description = "With `include=detail`: the response of the single record's endpoint."
  return item.extend({ detail: detail?.schema.optional().describe(description) }).meta({ id: item.meta()?.id })
}
