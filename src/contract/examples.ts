import type { FileHandle } from 'node:fs/promises'
import type { Result } from '../http/endpoints/endpoint.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Service } from '../store/service.ts'
import { exampleGrant, exampleSecret, exampleSubscriptions, exampleUsage } from './example-account.ts'
import { ROUTES, type Route } from './routes.ts'

export interface ExampleCall {
  /** The value of the path parameter. */
  name: string | null
  query: { [parameter: string]: string }
  body: { [field: string]: unknown } | null
}

const SMALL = '2'
// The base URL in the links of example responses.
const EXAMPLE_BASE = 'https://api.example.org'

/** The example call of an endpoint. A single record is the first of its list. */
export function exampleCall(route: Route, service: Service, now: Instant): ExampleCall {
  const { name, query, body = null } = route.endpoint?.example ?? {}
  return {
    name: name ?? (route.parameter ? firstName(route, route.parameter.name, service, now) : null),
    query: query ?? ('limit' in route.query && !route.body ? { limit: SMALL } : {}),
    body,
  }
}

function firstName(route: Route, field: string, service: Service, now: Instant): string {
  const group = route.parameter?.list ?? route.tag
  const list = ROUTES.find(({ tag, list }) => tag === group && list !== null)?.list
  const reader = list && service.readers[list.name as keyof Service['readers']]
  const [first] = JSON.parse(reader?.list({ limit: 1 }, now).data ?? '[]')
  return first ? String(first[route.parameter?.list ? 'id' : field]) : field
}

/** The response to the example call of an endpoint; undefined for health, which only a running service has. */
export async function exampleResponse(route: Route, service: Service, now: Instant): Promise<unknown> {
  const { endpoint } = route
  if (endpoint?.isSigned) return undefined
  if (!endpoint) return route.path === '/api/stats' ? JSON.parse(service.stats) : undefined
  const call = exampleCall(route, service, now)
  const raw = new Request('http://localhost/', {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    ...(call.body && { body: JSON.stringify(call.body) }),
  })
  const search = new URLSearchParams(call.query).toString()
  const handler = endpoint.open({
    meter: { usage: async () => exampleUsage(now) },
    subscriptions: exampleSubscriptions(now),
    newSecret: exampleSecret,
  })
  const inquiry = await handler(
    { raw, search, name: call.name ?? '', format: null, base: () => EXAMPLE_BASE },
    service,
    now,
  )
  const result = await inquiry.respond(exampleGrant(now))
  return shortened(JSON.parse(await readResult(result)))
}

async function readResult(result: Result): Promise<string> {
  if (typeof result === 'string') return result
  if ('open' in result) return readText(await result.open())
  if ('location' in result) throw new Error('A redirect cannot be an example response.')
  return result.body
}

async function readText(file: FileHandle): Promise<string> {
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

const SHOWN_MAX = 2

/** Shortens long lists, so that the document stays readable. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_MAX).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}
