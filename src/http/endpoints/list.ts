import { z } from 'zod'
import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import type { ListQuery } from '../../resources/query.ts'
import type { Instant } from '../../rules/moments.ts'
import type { Reader } from '../../store/reader.ts'
import { pageParameters, queryParser } from '../parameters.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

/** The list of a resource. */
export function listEndpoint(name: ResourceName): Endpoint {
  const definition = resource(name)
  const { filters, envelope } = definition
  const parse = queryParser(definition)
  const { answer, write } = ENVELOPES[envelope]
  return {
    method: 'GET',
    path: `${API}/${name}`,
    tag: name,
    summary: definition.summary,
    description: definition.description,
    query: { ...filters, ...pageParameters(definition) },
    answer: answer(definition.item),
    example: { query: definition.example.query },
    plan({ query }, { readers }, now) {
      const parsed = parse(query)
      const reader = readers[name]
      const isUncached = Object.keys(parsed.filters ?? {}).some((parameter) => filters[parameter]?.uncached)
      return {
        request: reader.nameOf(parsed),
        until: reader.until(now),
        caching: isUncached ? 'none' : 'private',
        cost: definition.isFree ? NOTHING : ONE_REQUEST,
        run: () => write(reader, parsed, now),
      }
    },
  }
}

interface Envelope {
  answer: (item: z.ZodType) => z.ZodType
  write: (reader: Reader, query: ListQuery, now: Instant) => string
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
    write(reader, query, now) {
      const { bodies, total, page, limit } = reader.list(query, now)
      const pages = Math.ceil(total / limit)
      return `{"data":[${bodies.join(',')}],"pagination":{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}}`
    },
  },
  counted: {
    answer: (item) => z.strictObject({ data: z.array(item), count: wholeNumber.describe('Records in this answer.') }),
    write(reader, query, now) {
      const { bodies } = reader.list(query, now)
      return `{"data":[${bodies.join(',')}],"count":${bodies.length}}`
    },
  },
  feed: {
    answer: (item) =>
      z.strictObject({
        data: z.array(item),
        count: wholeNumber.describe('Events in this answer.'),
        page: wholeNumber.describe('The page that was asked for.'),
        hasMore: z.boolean().describe('Whether a later page holds more events.'),
      }),
    write(reader, query, now) {
      const { bodies, total, page, limit } = reader.list(query, now)
      return `{"data":[${bodies.join(',')}],"count":${bodies.length},"page":${page},"hasMore":${page * limit < total}}`
    },
  },
} as const satisfies { [Name in Resource['envelope']]: Envelope }
