import type { HttpBindings } from '@hono/node-server'
import { isoOf } from '../rules/moments.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderFields } from './headers.ts'
import { ReadyResponse } from './ready-response.ts'
import type { Reply } from './reply.ts'
import { ServiceResponse } from './service-response.ts'

/** Ends an exchange: writes the log line and makes the final Response. */
export function finish(exchange: Exchange, { log, clock }: Pick<Deps, 'log' | 'clock'>, reply: Reply): Response {
  const { c, id, route, startedAt, keyId, constant, headers } = exchange
  const { status, body, bytes, cookies } = reply
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
  if (bytes !== undefined && typeof body === 'string') headers['Content-Length'] = String(bytes)
  const all = { ...constant, ...headers }
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (!outgoing || cookies) return responseOf(reply, all)
  // The server uses plain headers as they are.
  if (outgoing instanceof ServiceResponse) outgoing.expect({ all, constant, own: headers })
  return new Response(body, { status, headers: all })
}

/** A response for a platform that reads Web objects. */
function responseOf({ status, body, cookies = [] }: Reply, headers: HeaderFields): Response {
  const isText = body === null || typeof body === 'string'
  const response = isText ? new ReadyResponse(body, status, headers) : new Response(body, { status, headers })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
