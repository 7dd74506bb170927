import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

/** The path of the metrics, on their own port or next to the API. */
export const METRICS_PATH = '/metrics'

/** Whether an `Authorization` header has the token. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const sent = Buffer.from(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(token)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

interface MetricsOptions {
  text: () => Promise<string>
  contentType: string
  /** Required as `Authorization: Bearer`; null if anyone who can reach the port may read. */
  token: string | null
}

/** The metrics at METRICS_PATH, and nothing else. */
export const createMetricsPage = ({ text, contentType, token }: MetricsOptions): Hono =>
  new Hono()
    .get(METRICS_PATH, async (c) => {
      c.header('Cache-Control', 'no-store')
      c.header('X-Content-Type-Options', 'nosniff')
      if (token === null || hasToken(c.req.header('authorization'), token))
        return c.body(await text(), 200, { 'Content-Type': contentType })
      return c.text('Metrics require the token in METRICS_TOKEN.\n', 401, { 'WWW-Authenticate': 'Bearer' })
    })
    .notFound((c) => c.text(`The metrics are at GET ${METRICS_PATH}.\n`, 404))
    .onError((_, c) => c.text('A worker process did not send its metrics in time.\n', 503))

/** A server for the metrics only. */
export const createMetricsServer = (options: MetricsOptions): Server =>
  createServer(getRequestListener(createMetricsPage(options).fetch))
