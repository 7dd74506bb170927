import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { type CompletedQuery, completed, isKept } from '../../resources/query.ts'
import type { Page } from '../../store/reader.ts'
import { pageParameters, queryParser } from '../parameters.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

/** The endpoint of a list. */
export function listEndpoint(name: ResourceName): Endpoint {
  const definition = resource(name)
  const { filters, envelope } = definition
  const { answer, write } = ENVELOPES[envelope]
  const cost = definition.isFree ? NOTHING : ONE_REQUEST
  return {
    method: 'GET',
    path: `${API}/${name}`,
    tag: name,
    summary: definition.summary,
    description: definition.description,
    query: { ...filters, ...pageParameters(definition) },
    answer: answer(definition.item),
    example: { query: definition.example.query },
    open: () => {
      const read = reading(definition)
      return ({ search }, { readers }, now) => {
        const { query, caching } = read(search)
        const reader = readers[name]
        return {
          name: reader.stamp + query.name,
          until: reader.until(now),
          caching,
          cost,
          answer: () => reader.written(query, now, write),
        }
      }
    },
  }
}

interface ReadQuery {
  query: CompletedQuery
  caching: 'private' | 'none'
}

const READ_BYTES = 1024 * 1024
const BYTES_PER_QUERY = 1_000

/** Reads the queries of a list; those that were read before are remembered. */
function reading(definition: Resource): (search: string) => ReadQuery {
  const parse = queryParser(definition)
  const known = new LRUCache<string, ReadQuery>({
    maxSize: READ_BYTES,
    sizeCalculation: ({ query }, search) => BYTES_PER_QUERY + query.name.length + search.length,
  })
  return (search) => {
    const found = known.get(search)
    if (found) return found
    const query = completed(definition, parse(search))
    const read: ReadQuery = { query, caching: isKept(definition, query) ? 'private' : 'none' }
    known.set(search, read)
    return read
  }
}

interface Envelope {
  answer: (item: z.ZodType) => z.ZodType
  write: (page: Page) => string
}

const wholeNumber = z.int().min(0)

const Pagination = z
  .strictObject({
    page: wholeNumber.describe('The page that was asked for.'),
    limit: wholeNumber.describe('Records a page holds at most.'),
    total: wholeNumber.describe('Records that match in all.'),
    pages: wholeNumber.describe('Pages in all; 0 when nothing matches.'),
  })
  .meta({ id: 'Pagination' })

/** The envelopes of lists: their documented shape, and how they are written around ready bodies. */
const ENVELOPES = {
  paged: {
    answer: (item) => z.strictObject({ data: z.array(item), pagination: Pagination }),
    write({ data, total, page, limit }) {
      const pages = Math.ceil(total / limit)
      return `{"data":${data},"pagination":{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}}`
    },
  },
  counted: {
    answer: (item) => z.strictObject({ data: z.array(item), count: wholeNumber.describe('Records in this answer.') }),
    write: ({ data, count }) => `{"data":${data},"count":${count}}`,
  },
  feed: {
    answer: (item) =>
      z.strictObject({
        data: z.array(item),
        count: wholeNumber.describe('Events in this answer.'),
        page: wholeNumber.describe('The page that was asked for.'),
        hasMore: z.boolean().describe('Whether a later page holds more events.'),
      }),
    write: ({ data, count, total, page, limit }) =>
      `{"data":${data},"count":${count},"page":${page},"hasMore":${page * limit < total}}`,
  },
} as const satisfies { [Name in Resource['envelope']]: Envelope }
