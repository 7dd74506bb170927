import { z } from 'zod'
import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import type { ListQuery } from '../../resources/query.ts'
import type { Instant } from '../../rules/moments.ts'
import type { Reader } from '../../store/reader.ts'
import { pageParameters, queryParser } from '../parameters.ts'
import { API, type Endpoint, NOTHING, ONE_REQUEST } from './endpoint.ts'

/** The endpoint of a list. */
export function listEndpoint(name: ResourceName): Endpoint {
  const definition = resource(name)
  const { filters, envelope } = definition
  const { answer, write } = ENVELOPES[envelope]
  const parse = queryParser(definition)
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
    open:
      () =>
      ({ search }, { readers }, now) => {
        const query = parse(search)
        const reader = readers[name]
        return {
          name: reader.nameOf(query),
          until: reader.until(now),
          caching: isCached(definition, query) ? 'private' : 'none',
          cost,
          answer: () => write(reader, query, now),
        }
      },
  }
}

const isCached = ({ filters }: Resource, query: ListQuery): boolean =>
  !Object.keys(query.filters ?? {}).some((parameter) => filters[parameter]?.uncached)

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
