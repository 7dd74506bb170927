import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'

/** The path of the metrics, on their own port or next to the API. */
export const METRICS_PATH = '/metrics'

const BEARER = /^Bearer +(\S+)$/i

/** Whether an `Authorization` header has the token. */
export function hasToken(authorization: string | undefined | null, token: string): boolean {
  const given = Buffer.from(BEARER.exec(authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The metrics page at METRICS_PATH. */
export interface MetricsPage {
  text: () => Promise<string>
  contentType: string
  /** Required as `Authorization: Bearer`; null if anyone who can reach the port may read. */
  token: string | null
}

/** The response to a metrics request. */
export async function metricsReply(page: MetricsPage, authorization: string | undefined | null) {
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  if (page.token !== null && !hasToken(authorization, page.token)) {
    const denied = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'WWW-Authenticate': 'Bearer' }
    return { status: 401, headers: denied, body: 'Metrics require the token in METRICS_TOKEN.\n' }
  }
  try {
    return { status: 200, headers: { ...headers, 'Content-Type': page.contentType }, body: await page.text() }
  } catch {
    const failed = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }
    return { status: 503, headers: failed, body: 'A worker process did not send its metrics in time.\n' }
  }
}

/** A server for the metrics only. */
export function metricsServer(page: MetricsPage): Server {
  const reply = async ({ method, url, headers }: IncomingMessage) => {
    const isAsked = (method === 'GET' || method === 'HEAD') && url?.split('?')[0] === METRICS_PATH
    if (isAsked) return metricsReply(page, headers.authorization)
    return {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: `Only ${METRICS_PATH} is available here.\n`,
    }
  }
  return createServer(async (request, response) => {
    const { status, headers, body } = await reply(request)
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
  })
}
