import { NO_ACCOUNT } from '../http/endpoints/endpoint.ts'
import type { Instant } from '../rules/moments.ts'
import type { Service } from '../store/service.ts'
import { exampleUsage } from './example-account.ts'
import { ROUTES, type Route } from './routes.ts'

/** A call that shows an endpoint at work. */
export interface ExampleCall {
  /** The value of the path's parameter. */
  name: string | null
  query: { [parameter: string]: string }
  body: { [field: string]: unknown } | null
}

type Choice = Partial<Pick<ExampleCall, 'query' | 'body'>>

/** What the examples ask for. An endpoint that is not here is asked for as little as it allows. */
export const CHOICES: { [operationId: string]: Choice } = {
  getStates: { query: { region: '7' } },
  getAwards: { query: { state: 'NE', fiscalYear: '2026', limit: '2' } },
  getDocuments: { query: { state: 'NE', limit: '2' } },
  getOpportunities: { query: { status: 'OPEN,CLOSING_SOON', limit: '2' } },
  getEvents: { query: { type: 'WEBINAR,TOWN_HALL', limit: '2' } },
  getActivities: { query: { state: 'NE', limit: '2' } },
  getActivity: { query: { type: 'NEW_OPPORTUNITY,NEW_DOCUMENT', since: '2026-01-01', limit: '2' } },
  postSearch: { body: { query: 'telehealth', limit: 2 } },
}

const SMALL = '2'

/**
 * The example call of an endpoint. A single record is taken from the list of its group: the first one that the list's
 * own example finds.
 */
export function exampleCall(route: Route, service: Service, now: Instant): ExampleCall {
  const { query, body = null } = CHOICES[route.operationId] ?? {}
  return {
    name: route.parameter ? firstName(route, route.parameter.name, service, now) : null,
    query: query ?? ('limit' in route.query && !route.body ? { limit: SMALL } : {}),
    body,
  }
}

function firstName(route: Route, field: string, service: Service, now: Instant): string {
  const list = ROUTES.find(({ tag, list }) => tag === route.tag && list !== null)?.list
  const reader = list && service.readers[list.name as keyof Service['readers']]
  const [first] = reader?.list({ filters: {}, page: 1, limit: 1 }, now).bodies ?? []
  return first ? String(JSON.parse(first)[field]) : field
}

/** What the service answers to the example call of an endpoint; undefined for its health, which only a running one has. */
export async function exampleAnswer(route: Route, service: Service, now: Instant): Promise<unknown> {
  const { endpoint } = route
  if (!endpoint) return route.path === '/api/stats' ? JSON.parse(service.stats) : undefined
  const call = exampleCall(route, service, now)
  const raw = new Request('http://localhost/', {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    ...(call.body && { body: JSON.stringify(call.body) }),
  })
  const plan = await endpoint.plan({ raw, query: new URLSearchParams(call.query), name: call.name ?? '' }, service, now)
  const result = await plan.run({ ...NO_ACCOUNT, report: async () => exampleUsage(now) })
  return shortened(JSON.parse(typeof result === 'string' ? result : result.body))
}

const SHOWN_MAX = 2

/** Long lists of an example are cut, so that the document stays readable. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_MAX).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}
