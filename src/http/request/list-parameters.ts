import * as z from 'zod'
import { getFacets, hasOwnDetail, type Resource } from '../../resources/define.ts'
import { flag, namesParameter, sortKeys, wholeNumber } from '../../schema/params.ts'
import type { QueryParameter } from '../endpoints/endpoint.ts'

/** The maximum page number. */
export const PAGE_MAX = 1_000_000_000
const CURSOR_LENGTH_MAX = 1_000

type Parameters = { [parameter: string]: QueryParameter }

/** The parameter `page`. */
export const pageNumber = {
  schema: wholeNumber(1, PAGE_MAX),
  description: 'Page number from 1. A page past the end is empty.',
  default: { value: 1 },
} as const

/** The parameter for the size of a page. @param things what is on it, capitalized */
export const pageSize = (things: string, { default: value, max }: { default: number; max: number }) => ({
  schema: wholeNumber(1, max),
  description: `${things} per page, 1 to ${max}.`,
  default: { value },
})

/** All parameters of a list. */
export const listParameters = (resource: Resource): Parameters => ({
  ...resource.filters,
  ...pageParameters(resource),
  ...selectionParameters(resource),
  bom: {
    schema: flag,
    description: '`true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.',
    default: { value: false },
  },
})

/** The pagination parameters of a list; a list with a single page has only `limit`. */
function pageParameters({ page, envelope }: Resource): Parameters {
  const limit = pageSize('Records', page)
  if (envelope === 'counted') return { limit }
  return {
    page: pageNumber,
    limit,
    cursor: {
      schema: z.string().max(CURSOR_LENGTH_MAX, 'Too long for a cursor.').meta({ type: 'string' }),
      description:
        'Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since.',
    },
  }
}

/** The parameters `sort`, `fields`, `facets` and `include`. */
function selectionParameters(resource: Resource): Parameters {
  const { item, orders } = resource
  const facets = getFacets(resource)
  const { sortable } = orders
  return {
    sort: {
      schema: sortKeys(sortable),
      description: `Comma-separated fields to sort by, with a minus sign for descending order: ${sortable.join(', ')}. Nulls come last, and ties are sorted by \`id\`.`,
    },
    fields: {
      schema: namesParameter(getFields(item), 'a field'),
      description: 'The fields of each record to return, comma-separated.',
    },
    ...(facets.length > 0 && {
      facets: {
        schema: namesParameter(facets, 'a filter with facets'),
        description: `Comma-separated filters whose values to count over all matching records: ${facets.join(', ')}.`,
      },
    }),
    ...(hasOwnDetail(resource) && {
      include: {
        schema: namesParameter(['detail'], 'a part to include'),
        description: "`detail` adds the response of the single record's endpoint to each record as `detail`.",
      },
    }),
  }
}

/** The top-level fields of the items of a list. */
function getFields(item: z.ZodType): string[] {
  if (item instanceof z.ZodObject) return Object.keys(item.shape)
  const { options = [] } = item as z.ZodUnion
  return [...new Set(options.flatMap((option) => getFields(option as z.ZodType)))]
}
