import { z } from 'zod'
import type { Resource } from '../resources/define.ts'
import { facetsOf } from '../resources/facets.ts'
import { namesOf, sortKeys } from '../schema/list-params.ts'
import { flag, wholeNumber } from '../schema/params.ts'
import type { QueryParameter } from './endpoints/endpoint.ts'
import { hasOwnDetail } from './endpoints/envelopes.ts'

/** The last page that can be asked for. */
export const PAGE_MAX = 1_000_000_000
const CURSOR_LENGTH_MAX = 1_000

type Parameters = { [parameter: string]: QueryParameter }

/** All parameters of a list. */
export const listParameters = (resource: Resource): Parameters => ({
  ...resource.filters,
  ...pageParameters(resource),
  ...selectionParameters(resource),
  bom: {
    schema: flag,
    description: 'With `true`, a table (CSV) begins with a byte-order mark, by which some spreadsheets know UTF-8.',
    default: { value: false },
  },
})

/** The page parameters of a list; a list of a single page has only `limit`. */
function pageParameters({ page, envelope }: Resource): Parameters {
  const limit = {
    schema: wholeNumber(1, page.max),
    description: `Records a page holds, 1 to ${page.max}.`,
    default: { value: page.default },
  }
  if (envelope === 'counted') return { limit }
  return {
    page: {
      schema: wholeNumber(1, PAGE_MAX),
      description: 'Page, from 1; one past the end is empty.',
      default: { value: 1 },
    },
    limit,
    cursor: {
      schema: z.string().max(CURSOR_LENGTH_MAX, 'Is longer than any cursor.').meta({ type: 'string' }),
      description:
        'Instead of `page`: `nextCursor` of the page before, with the same filters and sort. 409 `CURSOR_EXPIRED` where the record that it follows has changed since.',
    },
  }
}

/** The parameters that order, count and select. */
function selectionParameters(resource: Resource): Parameters {
  const { item, orders } = resource
  const facets = facetsOf(resource)
  const { sortable } = orders
  return {
    sort: {
      schema: sortKeys(sortable),
      description: `Fields to sort by, in turn, each with a minus sign for descending: ${sortable.join(', ')}. Nulls come last, and \`id\` decides between equals.`,
    },
    fields: {
      schema: namesOf(fieldsOf(item), 'a field'),
      description: 'The fields of each record that are wanted, comma-separated; the others are left out.',
    },
    ...(facets.length > 0 && {
      facets: {
        schema: namesOf(facets, 'a filter that can be counted'),
        description: `Filters whose values are counted over all records that match: ${facets.join(', ')}.`,
      },
    }),
    ...(hasOwnDetail(resource) && {
      include: {
        schema: namesOf(['detail'], 'a part that can be included'),
        description: 'With `detail`, each record carries in `detail` what the endpoint of the single record answers.',
      },
    }),
  }
}

/** The top-level fields of the items of a list. */
function fieldsOf(item: z.ZodType): string[] {
  if (item instanceof z.ZodObject) return Object.keys(item.shape)
  const { options = [] } = item as z.ZodUnion
  return [...new Set(options.flatMap((option) => fieldsOf(option as z.ZodType)))]
}
