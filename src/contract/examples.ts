import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EndpointDeps, Grant, Result } from '../http/endpoints/endpoint.ts'
import { createDeadline } from '../metering/outage.ts'
import { getWindows } from '../metering/windows.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Service } from '../store/service.ts'
import { ROUTES, type Route } from './routes.ts'

/** What an endpoint gets for an example call, which belongs to no account. */
export const EXAMPLE_DEPS: EndpointDeps = {
  meter: { usage: () => Promise.reject(new Error('An example call belongs to no account.')) },
}

export const createExampleGrant = (now: Instant): Grant => ({
  answer: 'not_asked',
  usage: null,
  windows: getWindows(now),
  deadline: createDeadline(),
})

export type ExampleCall = ReturnType<typeof createExampleCall>

/** The example call of an endpoint. A single record is the first of its list. */
export function createExampleCall(route: Route, service: Service, now: Instant) {
  const { name, query, body = null } = route.endpoint?.example ?? {}
  return {
    name: name ?? (route.parameter ? getFirstName(route, route.parameter, service, now) : null),
    query: query ?? ('limit' in route.query && !route.body ? { limit: '2' } : {}),
    body,
  }
}

function getFirstName(
  { tag: routeTag }: Route,
  { name, list: group = routeTag }: NonNullable<Route['parameter']>,
  service: Service,
  now: Instant,
): string {
  const list = ROUTES.find(({ tag, list }) => tag === group && list !== null)?.list
  const reader = list && service.readers[list.name as keyof Service['readers']]
  const [first] = JSON.parse(reader?.list({ limit: 1 }, now).data ?? '[]')
  return first ? String(first[group === routeTag ? name : 'id']) : name
}

/**
 * The response to the example call of an endpoint; undefined for health, which only a running service has. Responses about
 * an account are in `content/examples`.
 */
export async function createExampleResponse(route: Route, service: Service, now: Instant): Promise<unknown> {
  const { endpoint } = route
  if (endpoint?.isSigned) return undefined
  if (!endpoint) return route.path === '/api/stats' ? JSON.parse(service.stats) : undefined
  if (endpoint.needsAccount)
    return JSON.parse(readFileSync(path.join('content', 'examples', `${route.operationId}.json`), 'utf8'))
  const { name, query, body } = createExampleCall(route, service, now)
  const raw = new Request('http://localhost/', {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const search = new URLSearchParams(query).toString()
  const request = { raw, search, name: name ?? '', format: null, base: () => 'https://api.example.org' }
  const inquiry = await endpoint.handle(request, service, now, EXAMPLE_DEPS)
  return shorten(JSON.parse(await readResult(await inquiry.respond(createExampleGrant(now)))))
}

async function readResult(result: Result): Promise<string> {
  if ('location' in result) throw new Error('A redirect cannot be an example response.')
  if ('body' in result) return result.body
  const file = await result.open()
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]))
}
