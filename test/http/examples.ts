import { ENDPOINTS } from '../../src/http/endpoints/all.ts'
import type { Endpoint } from '../../src/http/endpoints/endpoint.ts'
import { getResource, RESOURCE_NAMES } from '../../src/resources/index.ts'
import type { TestApi } from '../api.ts'

type Options = NonNullable<Parameters<TestApi['ask']>[1]>

/** A valid request to an endpoint, on the fixture. */
export interface Example {
  name: string
  endpoint: Endpoint
  target: string
  /** What must be sent besides the target. */
  options: Options
}

/** A single record of each resource that answers for one. */
export const SINGLES: Record<string, string> = {
  states: 'NE',
  awards: '00000000-0000-4000-8000-0000000b0001',
  documents: '00000000-0000-4000-8000-0000000d0003',
  opportunities: '00000000-0000-4000-8000-0000000c0001',
  events: '00000000-0000-4000-8000-0000000e0001',
  activities: '00000000-0000-4000-8000-0000000f0001',
}

const createExample = (endpoint: Endpoint): Example => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  target: endpoint.path
    .replace(':file', 'datapackage.json')
    .replace(/:\w+/, SINGLES[endpoint.parameter?.list ?? endpoint.tag] ?? 'no single record is known'),
  options: endpoint.method === 'POST' ? { json: endpoint.example?.body } : {},
})

/** One good request for each registered endpoint of data; signed addresses have tests of their own. */
export const EXAMPLES: readonly Example[] = ENDPOINTS.filter(({ tag }) => tag !== 'subscriptions').map(createExample)

const FREE: readonly string[] = [
  ...RESOURCE_NAMES.filter((name) => getResource(name).isFree),
  'usage',
  'meta',
  'exports',
]

/** Those whose responses count toward the month. */
export const METERED_EXAMPLES = EXAMPLES.filter(
  ({ endpoint }) => !FREE.includes(endpoint.tag) || endpoint.path.endsWith('/:file'),
)

/** Those that support GET. */
export const GET_EXAMPLES = EXAMPLES.filter(({ endpoint }) => endpoint.method === 'GET')

/** Those whose responses depend only on the dataset, so callers may cache them. */
export const CONDITIONAL_EXAMPLES = GET_EXAMPLES.filter(({ endpoint }) => endpoint.tag !== 'usage')

/** The lists, among the registered endpoints. */
export const LIST_EXAMPLES = GET_EXAMPLES.filter(
  ({ endpoint }) => 'limit' in endpoint.query && RESOURCE_NAMES.some((name) => name === endpoint.tag),
)

/** The target with parameters added. */
export const withQuery = (target: string, query: Record<string, string | number>): string =>
  `${target}${target.includes('?') ? '&' : '?'}${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

const NOT_FILTERS = ['sort', 'fields', 'facets', 'include']

/** Every filter on a closed set, with its values as they are declared; the contract's published facts pin them. */
export const CLOSED_FILTERS = GET_EXAMPLES.filter(({ endpoint }) => 'limit' in endpoint.query).flatMap(({ endpoint }) =>
  Object.entries(endpoint.query).flatMap(([parameter, { schema }]) => {
    const { items } = (schema.meta() ?? {}) as { items?: { enum?: string[] } }
    if (!items?.enum || NOT_FILTERS.includes(parameter)) return []
    const isEveryChange = (value: string) => endpoint.tag === 'activity' && value === 'ALL'
    return [{ list: endpoint.tag, parameter, values: items.enum.filter((value) => !isEveryChange(value)) }]
  }),
)
