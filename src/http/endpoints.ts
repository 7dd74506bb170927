import type { ListQuery, Resource } from '../resources/define.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import type { Instant } from '../rules/moments.ts'
import { END } from '../rules/phases.ts'
import type { Reader } from '../store/reader.ts'
import type { Service } from '../store/service.ts'
import { ApiError } from './errors.ts'
import { queryParser, refuseParameters } from './parameters.ts'
import { readSearch } from './search.ts'

/** What one request asks for, parsed and not yet run. */
export interface Plan {
  /** Names the answer with everything it depends on but time. */
  request: string
  /** The instant until which the answer stays the same. */
  until: Instant
  /** Whether the answer may be kept by the caller's cache and answered with 304. */
  caching: 'private' | 'none'
  /** The JSON of the answer. @throws ApiError NOT_FOUND when there is no such record */
  run: () => string
}

/** One keyed endpoint: the way of a request from its parameters to its body. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** In Hono's notation. */
  path: string
  /** @throws ApiError when the request is faulty; it is answered after the caller was admitted */
  plan: (request: EndpointRequest, service: Service, now: Instant) => Plan | Promise<Plan>
}

interface EndpointRequest {
  raw: Request
  query: URLSearchParams
  /** The value of the path's parameter. */
  name: string
}

export const API = '/api/v1'

/** All keyed endpoints: each resource's list and single record, and the search. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...RESOURCE_NAMES.flatMap((name) => {
    const definition = resource(name)
    return definition.detail
      ? [listEndpoint(name, definition), detailEndpoint(name, definition)]
      : [listEndpoint(name, definition)]
  }),
  searchEndpoint(),
]

function listEndpoint(name: ResourceName, definition: Resource): Endpoint {
  const parse = queryParser(definition)
  return {
    method: 'GET',
    path: `${API}/${name}`,
    plan({ query }, { readers }, now) {
      const parsed = parse(query)
      const reader = readers[name]
      const isUncached = Object.keys(parsed.filters).some((parameter) => definition.filters[parameter]?.uncached)
      return {
        request: `${name} ${JSON.stringify(parsed)}`,
        until: reader.until(now),
        caching: isUncached ? 'none' : 'private',
        run: () => ENVELOPES[definition.envelope](reader, parsed, now),
      }
    },
  }
}

type Envelope = (reader: Reader, query: ListQuery, now: Instant) => string

const ENVELOPES = {
  paged(reader, query, now) {
    const { bodies, total } = reader.list(query, now)
    const { page, limit } = query
    const pagination = JSON.stringify({ page, limit, total, pages: Math.ceil(total / limit) })
    return `{"data":[${bodies.join(',')}],"pagination":${pagination}}`
  },
  counted(reader, query, now) {
    const { bodies } = reader.list(query, now)
    return `{"data":[${bodies.join(',')}],"count":${bodies.length}}`
  },
  feed(reader, query, now) {
    const { bodies, total } = reader.list(query, now)
    const { page, limit } = query
    return `{"data":[${bodies.join(',')}],"count":${bodies.length},"page":${page},"hasMore":${page * limit < total}}`
  },
} as const satisfies Record<Resource['envelope'], Envelope>

function detailEndpoint(name: ResourceName, { detail }: Resource): Endpoint {
  const { parameter = 'id', fold = (text: string) => text } = detail ?? {}
  return {
    method: 'GET',
    path: `${API}/${name}/:${parameter}`,
    plan({ query, name: given }, { readers }, now) {
      refuseParameters(query)
      const record = fold(given)
      return {
        request: `${name}/${record}`,
        until: readers[name].until(now),
        caching: 'private',
        run: () => readers[name].find(record, now) ?? missing(name, given),
      }
    },
  }
}

function searchEndpoint(): Endpoint {
  return {
    method: 'POST',
    path: `${API}/search`,
    async plan({ raw, query }, { search }, now) {
      refuseParameters(query)
      const { aiAnswer, ...wanted } = await readSearch(raw)
      return {
        request: `search ${JSON.stringify({ ...wanted, aiAnswer })}`,
        until: END,
        caching: 'none',
        run() {
          const { bodies, hasMore } = search(wanted, now)
          const answer = { aiAnswer: null, aiAnswerStatus: aiAnswer ? 'UNAVAILABLE' : 'NOT_REQUESTED' }
          return `{"documents":[${bodies.join(',')}],"count":${bodies.length},"hasMore":${hasMore},${JSON.stringify(answer).slice(1)}`
        },
      }
    },
  }
}

function missing(name: ResourceName, record: string): never {
  throw new ApiError('NOT_FOUND', `Nothing in ${name} has the name "${record}".`)
}

/** What takes the place of a plan where no endpoint is. */
export const nowhere = (path: string): ApiError =>
  new ApiError('NOT_FOUND', `There is nothing at ${path}. The reference lists every endpoint.`)
