import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { type CompletedQuery, completed, isKept } from '../../resources/query.ts'
import type { Page, Write } from '../../store/reader.ts'
import { entityTag } from '../entity-tag.ts'
import { pageParameters, queryParser } from '../parameters.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

/** The endpoint of a list. */
export function listEndpoint(name: ResourceName): Endpoint {
  const definition = resource(name)
  const { filters, envelope } = definition
  const { answer, frame } = ENVELOPES[envelope]
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
      const write = writing(frame)
      return ({ search }, { readers }, now) => {
        const { query, caching } = read(search)
        const reader = readers[name]
        return {
          name: query.name,
          caching,
          cost,
          tag: () => entityTag(query.name, reader.digest(query, now, write)),
          answer: () => reader.written(query, now, write).body,
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
  /** What is told of a page beside its records. */
  frame: (page: Page) => object
}

/** Writes an envelope around a page. Ready bodies are joined as they are. */
const writing =
  (frame: Envelope['frame']): Write =>
  (page) => {
    const rest = JSON.stringify(frame(page)).slice(1)
    return { body: `{"data":${page.data},${rest}`, digest: page.digest + rest }
  }

const wholeNumber = z.int().min(0)

const records = (item: z.ZodType) =>
  z
    .array(item)
    .describe('With `includeRemoved=true`, records that are no longer published are among them, as RemovedRecord.')

const Pagination = z
  .strictObject({
    page: wholeNumber.describe('The page that was asked for.'),
    limit: wholeNumber.describe('Records a page holds at most.'),
    total: wholeNumber.describe('Records that match in all.'),
    pages: wholeNumber.describe('Pages in all; 0 when nothing matches.'),
  })
  .meta({ id: 'Pagination' })

/** The envelopes of lists. */
const ENVELOPES = {
  paged: {
    answer: (item) => z.strictObject({ data: records(item), pagination: Pagination }),
    frame: ({ total, page, limit }) => ({ pagination: { page, limit, total, pages: Math.ceil(total / limit) } }),
  },
  counted: {
    answer: (item) => z.strictObject({ data: records(item), count: wholeNumber.describe('Records in this answer.') }),
    frame: ({ count }) => ({ count }),
  },
  feed: {
    answer: (item) =>
      z.strictObject({
        data: records(item),
        count: wholeNumber.describe('Events in this answer.'),
        page: wholeNumber.describe('The page that was asked for.'),
        hasMore: z.boolean().describe('Whether a later page holds more events.'),
      }),
    frame: ({ count, total, page, limit }) => ({ count, page, hasMore: page * limit < total }),
  },
} as const satisfies { [Name in Resource['envelope']]: Envelope }
