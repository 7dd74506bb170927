import type { EndpointDeps, Grant, Result } from '../http/endpoints/endpoint.ts'
import { usageFigures } from '../metering/decide.ts'
import { hashKey } from '../metering/keys.ts'
import { newDeadline } from '../metering/outage.ts'
import { MINUTE_MS, monthsUntil, windowsAt } from '../metering/windows.ts'
import { DAY_MS, type Instant } from '../rules/time/moments.ts'
import type { UsageReport } from '../storage/port.ts'
import type { Service } from '../store/service.ts'
import { ROUTES, type Route } from './routes.ts'

const ACCOUNT = {
  id: 'acct_2hVn0kQzXw8JbR4t',
  name: 'County Health Alliance',
  plan: 'TEAM',
  trialEndsAt: null,
  suspended: false,
} as const
const KEY = { id: 'key_9fLw3TqYc1ZsD5mP', name: 'Nightly import', prefix: 'rhp_live_7Kd2', lastFour: 'pQ4x' }
const COUNTS = { minuteUsed: 4, monthUsed: 4_210, answersUsed: 37 }

export function exampleGrant(now: Instant): Grant {
  const windows = windowsAt(now)
  const { minute, month } = windows
  return {
    answer: 'not_asked',
    usage: { accountId: ACCOUNT.id, keyId: KEY.id, plan: ACCOUNT.plan, minute, month, ...COUNTS, trialEndsAt: null },
    windows,
    deadline: newDeadline(),
  }
}

const SHOWN_SECRET = { prefix: 'rhp_sub_8mQx', lastFour: 'Zk3d' }
// Its checksum is wrong, so that it never works.
const SECRET = 'rhp_sub_8mQxExampleExampleExampleZk3d'

function exampleSubscriptions(now: Instant): NonNullable<EndpointDeps['subscriptions']> {
  const made = {
    id: 'sub_4Jq0ZtX8vWn1LsRb',
    name: 'Team calendar',
    list: 'opportunities',
    format: 'ics',
    query: 'state=NE&status=OPEN,CLOSING_SOON&limit=100',
    ...SHOWN_SECRET,
    createdAt: now - 20 * DAY_MS,
    revokedAt: null,
    lastUsedAt: windowsAt(now).minute * MINUTE_MS,
  }
  return {
    subscriptions: async () => [made],
    createSubscription: async (_, { hash: __, id: ___, ...draft }) => ({
      ...made,
      ...draft,
      createdAt: now,
      lastUsedAt: null,
    }),
    revokeSubscription: async () => ({ ...made, revokedAt: now }),
    subscribedQuery: async () => made,
  }
}

export function exampleUsage(now: Instant): UsageReport {
  const windows = windowsAt(now)
  const [month = '', ...before] = monthsUntil(windows.month, 4)
  const createdAt = Date.parse(`${before.at(-1)}-12T15:00:00Z`)
  const lastUsedAt = windows.minute * MINUTE_MS
  const past = before.map((each, back) => [each, { monthUsed: 3_900 - back * 450, answersUsed: 60 - back * 12 }])
  const meter = { minute: windows.minute, month, ...COUNTS, past: Object.fromEntries(past), alerts: {} }
  return {
    ...usageFigures(ACCOUNT.plan, meter, windows),
    account: { ...ACCOUNT, createdAt },
    plan: ACCOUNT.plan,
    keys: [{ ...KEY, accountId: ACCOUNT.id, createdAt, revokedAt: null, expiresAt: null, lastUsedAt }],
    alerts: [],
  }
}

export interface ExampleCall {
  name: string | null
  query: { [parameter: string]: string }
  body: { [field: string]: unknown } | null
}

const EXAMPLE_BASE = 'https://api.example.org'

/** The example call of an endpoint. A single record is the first of its list. */
export function exampleCall(route: Route, service: Service, now: Instant): ExampleCall {
  const { name, query, body = null } = route.endpoint?.example ?? {}
  return {
    name: name ?? (route.parameter ? firstName(route, route.parameter, service, now) : null),
    query: query ?? ('limit' in route.query && !route.body ? { limit: '2' } : {}),
    body,
  }
}

function firstName(
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

/** The response to the example call of an endpoint; undefined for health, which only a running service has. */
export async function exampleResponse(route: Route, service: Service, now: Instant): Promise<unknown> {
  const { endpoint } = route
  if (endpoint?.isSigned) return undefined
  if (!endpoint) return route.path === '/api/stats' ? JSON.parse(service.stats) : undefined
  const { name, query, body } = exampleCall(route, service, now)
  const raw = new Request('http://localhost/', {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const deps: EndpointDeps = {
    meter: { usage: async () => exampleUsage(now) },
    subscriptions: exampleSubscriptions(now),
    newSecret: () => ({ secret: SECRET, hash: hashKey(SECRET), ...SHOWN_SECRET }),
  }
  const search = new URLSearchParams(query).toString()
  const request = { raw, search, name: name ?? '', format: null, base: () => EXAMPLE_BASE }
  const inquiry = await endpoint.handle(request, service, now, deps)
  return shortened(JSON.parse(await readResult(await inquiry.respond(exampleGrant(now)))))
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

const SHOWN_MAX = 2

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_MAX).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}
