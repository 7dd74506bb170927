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
  return new Response(body, { status, headers: cookies ? withCookies(headers, cookies) : headers })
}

function withCookies(fields: HeaderFields, cookies: readonly string[]): Headers {
  const headers = new Headers(fields)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}
