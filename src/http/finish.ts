import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { isoOf } from '../rules/moments.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderFields } from './headers.ts'
import type { Reply } from './reply.ts'

/** Ends an exchange: writes the log line and makes the final Response. */
export function finish(exchange: Exchange, { log, clock }: Pick<Deps, 'log' | 'clock'>, reply: Reply): Response {
  const { c, id, route, startedAt, keyId, headers } = exchange
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
  return isOnServer(c) && !cookies ? new Response(body, { status, headers }) : responseOf(reply, headers)
}

/** Whether the server writes the response, for which it uses plain headers as they are. */
const isOnServer = ({ env }: Context): boolean => (env as Partial<HttpBindings> | undefined)?.outgoing !== undefined

/** A response whose headers are set one by one, which is faster than converting them together. */
function responseOf({ status, body, cookies = [] }: Reply, fields: HeaderFields): Response {
  const response = new Response(body, { status })
  const { headers } = response
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return response
}
