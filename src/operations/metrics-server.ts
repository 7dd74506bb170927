import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** The path of the metrics, on their own port or next to the API. */
export const METRICS_PATH = '/metrics'

const BEARER = /^Bearer +(\S+)$/i

/** Whether an `Authorization` header has the token. */
export function hasToken(authorization: string | undefined | null, token: string): boolean {
  const sent = Buffer.from(BEARER.exec(authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(token)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** The metrics page at METRICS_PATH. */
export interface MetricsPage {
  text: () => Promise<string>
  contentType: string
  /** Required as `Authorization: Bearer`; null if anyone who can reach the port may read. */
  token: string | null
}

/** The response to a metrics request. */
export async function toMetricsReply(
  { text, contentType, token }: MetricsPage,
  authorization: string | undefined | null,
) {
  const toReply = (status: number, type: string, body: string, more = {}) => ({
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Content-Type': type, ...more },
    body,
  })
  if (token !== null && !hasToken(authorization, token))
    return toReply(401, PLAIN, 'Metrics require the token in METRICS_TOKEN.\n', { 'WWW-Authenticate': 'Bearer' })
  try {
    return toReply(200, contentType, await text())
  } catch {
    return toReply(503, PLAIN, 'A worker process did not send its metrics in time.\n')
  }
}

const PLAIN = 'text/plain; charset=utf-8'

/** A server for the metrics only. */
export const createMetricsServer = (page: MetricsPage): Server =>
  createServer(async ({ method, url, headers }, response) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const reply =
      isRead && url?.split('?')[0] === METRICS_PATH
        ? await toMetricsReply(page, headers.authorization)
        : { status: 404, headers: { 'Content-Type': PLAIN }, body: `Only ${METRICS_PATH} is available here.\n` }
    response.writeHead(reply.status, reply.headers).end(method === 'HEAD' ? undefined : reply.body)
  })
