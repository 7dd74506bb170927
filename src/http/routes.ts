import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { FORMAT_NAMES, type Format } from '../formats/formats.ts'
import type { Deps } from './deps.ts'
import type { Endpoint, Handler, Method } from './endpoints/endpoint.ts'
import { openEndpoint } from './endpoints/inquiry.ts'
import type { ServeDeps } from './request/admit.ts'
import { begin, type Exchange } from './request/exchange.ts'
import { isMethod, wrongMethod } from './request/methods.ts'
import type { ApiError } from './response/errors.ts'
import { API_HEADERS, type HeaderFields, type Reply } from './response/headers.ts'
import { errorReply, finish } from './response/respond.ts'
import { serve } from './serve.ts'

/** Makes the reply to the requests of one path. */
export type Respond = (exchange: Exchange) => Promise<Reply>

/** A path with its handler. */
export type Route = readonly [path: string, respond: Respond]

/** An app with these routes. */
export function openRoutes(routes: readonly Route[], deps: Deps): HonoBase {
  // The first router is faster, but refuses a fixed name beside a parameter. Then the second one is used.
  const app = new HonoBase({ router: new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }) })
  for (const [path, respond] of routes) app.all(path, toHandler(path, respond, deps))
  return app
}

/** The handler of a path that other origins may call. */
export const toHandler = (route: string, respond: Respond, deps: Deps) => (c: Context) => {
  const exchange = begin(c, deps, route, API_HEADERS)
  return handle(exchange, deps, c.req.method === 'OPTIONS' ? preflight : respond, deps.compress)
}

/** The handler of a path that only pages of the service itself call. */
export const toOwnHandler = (route: string, headers: HeaderFields, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, headers), deps, respond, undefined)

/** The routes of keyed endpoints: fixed names first, then parameters in their place. */
export function createRoutes(endpoints: readonly Endpoint[], deps: ServeDeps): Route[] {
  const byPath = Map.groupBy(
    endpoints.filter(({ isSigned }) => !isSigned),
    ({ path }) => path,
  )
  return [...byPath]
    .sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')))
    .flatMap(([path, [first, ...others]]) => {
      const { parameter, formats = [] } = first as Endpoint
      const opened = [first as Endpoint, ...others].map((endpoint): Opened => {
        const { method, isLive = false, needsAccount = false } = endpoint
        return { method, isLive, needsAccount, handler: openEndpoint(endpoint, deps) }
      })
      // The extension in the path of a single record is part of its name.
      const extensions = parameter || formats.length === 0 ? [] : FORMAT_NAMES
      return [
        [path, (exchange) => served(exchange, deps, opened, null)],
        ...extensions.map(
          (format): Route => [`${path}.${format}`, (exchange) => served(exchange, deps, opened, format)],
        ),
      ] satisfies Route[]
    })
}

/** Responds, and converts every failure to a problem document. */
async function handle(exchange: Exchange, deps: Deps, respond: Respond, compress: Deps['compress']): Promise<Response> {
  const leave = deps.service.enter?.()
  try {
    const reply = await respond(exchange).catch((error) => errorReply(exchange, deps, error))
    return finish(exchange, deps, compress ? await compress(exchange, reply) : reply)
  } finally {
    leave?.()
  }
}

const preflight: Respond = async ({ c, headers }) => {
  const requested = c.req.header('access-control-request-headers')
  headers['Access-Control-Allow-Methods'] = 'GET,HEAD,POST,DELETE,OPTIONS'
  headers['Access-Control-Max-Age'] = '86400'
  if (requested) {
    headers['Access-Control-Allow-Headers'] = requested
    headers.Vary = 'Access-Control-Request-Headers'
  }
  return { status: 204, body: null }
}

/** An opened endpoint of a path. */
interface Opened {
  method: Method
  isLive: boolean
  needsAccount: boolean
  handler: Handler
}

/** Serves the endpoint for the request's method. A wrong method is reported at the same point as an invalid request. */
function served(exchange: Exchange, deps: ServeDeps, endpoints: Opened[], format: Format | null): Promise<Reply> {
  const { method: sent } = exchange.c.req
  const { isLive = false, needsAccount = false, handler } = endpoints.find(({ method }) => isMethod(method, sent)) ?? {}
  const methods = endpoints.map(({ method }) => method)
  return serve(exchange, deps, handler ?? refusing(wrongMethod(methods, sent)), { isLive, needsAccount, format })
}

export const refusing =
  (error: ApiError): Handler =>
  async () => {
    throw error
  }
