import type { z } from 'zod'
import { ENDPOINTS } from '../http/endpoints/all.ts'
import { API, type Endpoint, type Method } from '../http/endpoints/endpoint.ts'
import { PUBLIC_ENDPOINTS } from '../http/endpoints/public.ts'
import type { Resource } from '../resources/define.ts'
import { RESOURCES, type ResourceName, resource } from '../resources/index.ts'
import { pick } from '../rules/pick.ts'

/** One endpoint in the docs, keyed or public. */
export interface Route {
  /** Unique and permanent: `getStates`, `getStatesByCode`, `postSearch`. */
  operationId: string
  /** The last part of its page's path: `states`, `states/code`. */
  slug: string
  method: Method
  /** In OpenAPI notation: `/api/v1/states/{code}`. */
  path: string
  tag: string
  summary: string
  description: string
  query: Endpoint['query']
  parameter: Endpoint['parameter'] | null
  body: z.ZodType | null
  response: z.ZodType
  /** The statuses of a successful response. */
  statuses: readonly (200 | 201 | 206 | 307 | 503)[]
  /** Whether its responses have an entity tag; a GET with it gets a 304. */
  isTagged: boolean
  /** The endpoint behind it; null for a public one. */
  endpoint: Endpoint | null
  /** The resource that it lists. */
  list: Resource | null
}

const PARAMETER = /:(\w+)/g

const named = (method: string, path: string) => {
  const plain = path.replace(API, '').replace('/api', '')
  const words = plain.replace(PARAMETER, 'by/$1').split(/[/-]/).filter(Boolean)
  return {
    operationId: method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    slug: plain.replaceAll(':', '').slice(1),
    path: path.replace(PARAMETER, '{$1}'),
  }
}

const findList = ({ tag, path }: Endpoint): Resource | null =>
  tag in RESOURCES && path === `${API}/${tag}` ? resource(tag as ResourceName) : null

/** Every endpoint of the service, in the order of the docs. */
export const ROUTES: readonly Route[] = [
  ...ENDPOINTS.map(
    (endpoint): Route => ({
      ...named(endpoint.method, endpoint.path),
      ...pick(endpoint, ['slug', 'method', 'tag', 'summary', 'description', 'query', 'response']),
      parameter: endpoint.parameter ?? null,
      body: endpoint.body ?? null,
      statuses: endpoint.files ? [200, 206, 307] : [endpoint.status ?? 200],
      isTagged: !endpoint.isLive,
      endpoint,
      list: findList(endpoint),
    }),
  ),
  ...PUBLIC_ENDPOINTS.map(
    (endpoint): Route => ({
      ...named(endpoint.method, endpoint.path),
      ...pick(endpoint, ['method', 'tag', 'summary', 'description', 'response', 'statuses', 'isTagged']),
      query: {},
      parameter: null,
      body: null,
      endpoint: null,
      list: null,
    }),
  ),
]
