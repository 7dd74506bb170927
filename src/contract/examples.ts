import type { FileHandle } from 'node:fs/promises'
import type { EndpointDeps, Grant, Result } from '../http/endpoints/endpoint.ts'
import { openEndpoint } from '../http/endpoints/inquiry.ts'
import { newDeadline } from '../metering/deadline.ts'
import { hashKey, type NewKey } from '../metering/keys.ts'
import { MINUTE_MS, monthsUntil, windowsAt } from '../metering/windows.ts'
import { DAY_MS, type Instant } from '../rules/time/moments.ts'
import { type UsageReport, usageReport } from '../storage/usage.ts'
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

/** A secret that never works: its checksum is wrong. */
function exampleSecret(): NewKey {
  const secret = 'rhp_sub_8mQxExampleExampleExampleZk3d'
  return { secret, hash: hashKey(secret), prefix: 'rhp_sub_8mQx', lastFour: 'Zk3d' }
}

/** The signed addresses of the account: always the same one. */
function exampleSubscriptions(now: Instant): NonNullable<EndpointDeps['subscriptions']> {
  const createdAt = now - 20 * DAY_MS
  const made = {
    id: 'sub_4Jq0ZtX8vWn1LsRb',
    name: 'Team calendar',
    list: 'opportunities',
    format: 'ics',
    query: 'state=NE&status=OPEN,CLOSING_SOON&limit=100',
    prefix: 'rhp_sub_8mQx',
    lastFour: 'Zk3d',
  }
  const used = { ...made, createdAt, revokedAt: null, lastUsedAt: windowsAt(now).minute * MINUTE_MS }
  return {
    subscriptions: async () => [used],
    createSubscription: async (_, { hash: __, ...draft }) => ({
      ...draft,
      id: made.id,
      createdAt: now,
      revokedAt: null,
      lastUsedAt: null,
    }),
    revokeSubscription: async () => ({ ...used, revokedAt: now }),
    subscribedQuery: async () => made,
  }
}

/** The usage of the account, growing from month to month. */
export function exampleUsage(now: Instant): UsageReport {
  const windows = windowsAt(now)
  const [month = '', ...before] = monthsUntil(windows.month, 4)
  const createdAt = Date.parse(`${before.at(-1)}-12T15:00:00Z`)
  const lastUsedAt = windows.minute * MINUTE_MS
  return usageReport(
    {
      account: { ...ACCOUNT, createdAt },
      keys: [{ ...KEY, accountId: ACCOUNT.id, createdAt, revokedAt: null, expiresAt: null, lastUsedAt }],
      counts: { minute: windows.minute, month, ...COUNTS },
      past: before.map((past, back) => ({ month: past, requests: 3_900 - back * 450, answers: 60 - back * 12 })),
      alerts: [],
    },
    windows,
  )
}

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
  const handler = openEndpoint(endpoint, {
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

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_MAX).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}
