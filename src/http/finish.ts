import { isoOf } from '../rules/moments.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import type { Reply } from './reply.ts'

/** Ends an exchange: writes the log line and makes the Response. */
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
  const withCookies = cookies && [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  ]
  return new Response(body, { status, headers: withCookies ?? headers })
}
