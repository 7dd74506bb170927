import { ENDPOINTS } from '../http/endpoints/all.ts'
import { API, type Endpoint } from '../http/endpoints/endpoint.ts'
import { PUBLIC_ENDPOINTS } from '../http/endpoints/public.ts'
import type { Resource } from '../resources/define.ts'
import { getResource, RESOURCES, type ResourceName } from '../resources/index.ts'

/** One endpoint in the docs, keyed or public. */
export interface Route
  extends Pick<Endpoint, 'method' | 'tag' | 'summary' | 'description' | 'query' | 'parameter' | 'body' | 'response'> {
  /** Unique and permanent: `getStates`, `getStatesByCode`, `postSearch`. */
  operationId: string
  /** The last part of its page's path: `states`, `states/code`. */
  slug: string
  /** In OpenAPI notation: `/api/v1/states/{code}`. */
  path: string
  statuses: readonly (200 | 201 | 206 | 307 | 503)[]
  /** Whether its responses have an entity tag; a GET with it gets a 304. */
  isTagged: boolean
  /** The endpoint behind it; null for a public one. */
  endpoint: Endpoint | null
  list: Resource | null
}

const PARAMETER = /:(\w+)/g

export const toPath = (path: string): string => path.replace(PARAMETER, '{$1}')

function toNames({ method, path, slug }: Pick<Endpoint, 'method' | 'path' | 'slug'>) {
  const plain = path.replace(API, '').replace('/api', '')
  const words = plain.replace(PARAMETER, 'by/$1').split(/[/-]/).filter(Boolean)
  return {
    operationId: method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    slug: slug ?? plain.replaceAll(':', '').slice(1),
    path: toPath(path),
  }
}

/** Every endpoint of the service, in the order of the docs. */
export const ROUTES: readonly Route[] = [
  ...ENDPOINTS.map((endpoint): Route => {
    const { tag, path, files, status = 200, needsAccount } = endpoint
    return {
      ...endpoint,
      ...toNames(endpoint),
      statuses: files ? [200, 206, 307] : [status],
      isTagged: !needsAccount,
      endpoint,
      list: tag in RESOURCES && path === `${API}/${tag}` ? getResource(tag as ResourceName) : null,
    }
  }),
  ...PUBLIC_ENDPOINTS.map(
    (endpoint): Route => ({ ...endpoint, ...toNames(endpoint), query: {}, endpoint: null, list: null }),
  ),
]
