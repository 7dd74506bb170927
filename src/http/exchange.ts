import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { isoOf } from '../rules/moments.ts'
import type { Service } from '../store/service.ts'
import type { Answer } from './answer.ts'
import type { Deps } from './deps.ts'
import type { HeaderFields } from './headers.ts'

/** One request, from its beginning to its line in the log. The headers of its answer are completed on the way. */
export interface Exchange {
  c: Context
  id: string
  /** The path as it is routed, such as `/api/v1/states/:code`. */
  route: string
  startedAt: number
  /**
   * The bake that it is answered from: the same for its body, its tag and its headers, though another may be adopted
   * meanwhile. @throws DatasetUnavailable
   */
  bake: () => Service
  headers: HeaderFields
  keyId: string | null
  /** The account for which the request has made alerts due. */
  alertsOf: string | null
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Begins an exchange. @param constant what every answer of its kind carries */
export function begin(c: Context, deps: Pick<Deps, 'service'>, route: string, constant: HeaderFields): Exchange {
  const startedAt = performance.now()
  const wished = c.req.header('x-request-id')
  const id = wished !== undefined && REQUEST_ID.test(wished) ? wished : randomUUID()
  const bake = held(deps.service)
  const headers: HeaderFields = { ...constant, 'X-Request-Id': id }
  const version = versionOf(bake)
  if (version) headers['X-Dataset-Version'] = version
  return { c, id, route, startedAt, bake, headers, keyId: null, alertsOf: null }
}

/** Ends an exchange: its line in the log, and the one Response, which nothing touches after it is made. */
export function finish(exchange: Exchange, { log, clock }: Pick<Deps, 'log' | 'clock'>, answer: Answer): Response {
  const { c, id, route, startedAt, keyId, headers } = exchange
  const { status, body, cookies } = answer
  const ms = Math.round((performance.now() - startedAt) * 100) / 100
  log({
    level: 'info',
    event: 'request',
    at: isoOf(clock()),
    id,
    method: c.req.method,
    route,
    status,
    ms,
    key: keyId,
  })
  return new Response(body, { status, headers: cookies ? withCookies(headers, cookies) : headers })
}

function withCookies(fields: HeaderFields, cookies: readonly string[]): Headers {
  const headers = new Headers(fields)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}

function held(service: Deps['service']): Exchange['bake'] {
  try {
    const bake = service()
    return () => bake
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function versionOf(bake: Exchange['bake']): string | null {
  try {
    return bake().manifest.datasetVersion
  } catch {
    return null
  }
}
