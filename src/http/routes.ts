import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { FORMAT_NAMES, type Format } from '../formats/formats.ts'
import type { Deps } from './deps.ts'
import { type Endpoint, type EndpointDeps, type Handler, isMethod } from './endpoints/endpoint.ts'
import type { ServeDeps } from './request/admit.ts'
import { begin, type Exchange } from './request/exchange.ts'
import { refuseParameters } from './request/parameters.ts'
import { type ApiError, methodNotAllowed } from './response/errors.ts'
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
export const toHandler = (route: string, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, API_HEADERS), deps, c.req.method === 'OPTIONS' ? preflight : respond, deps.compress)

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
    .flatMap(([path, declared]): Route[] => {
      const opened = declared.map((endpoint) => ({ endpoint, handler: openEndpoint(endpoint, deps) }))
      const respondIn =
        (format: Format | null): Respond =>
        (exchange) => {
          const sent = exchange.c.req.method
          const { endpoint, handler } = opened.find((each) => isMethod(each.endpoint.method, sent)) ?? {}
          // A wrong method is reported at the same point as an invalid request.
          return serve(exchange, deps, handler ?? refuseMethod(sent, declared), {
            isLive: endpoint?.isLive ?? false,
            needsAccount: endpoint?.needsAccount ?? false,
            format,
          })
        }
      // The extension in the path of a single record is part of its name.
      const hasExtensions = declared.some(({ parameter, formats }) => formats && !parameter)
      return [
        [path, respondIn(null)],
        ...(hasExtensions ? FORMAT_NAMES : []).map((format): Route => [`${path}.${format}`, respondIn(format)]),
      ]
    })
}

/** The handler of an endpoint. An endpoint without query parameters refuses all of them. */
export function openEndpoint({ query, handle }: Endpoint, deps: EndpointDeps): Handler {
  const hasParameters = Object.keys(query).length > 0
  return async (request, bake, now) => {
    if (!hasParameters) refuseParameters(request.search)
    return handle(request, bake, now, deps)
  }
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

const refuseMethod = (sent: string, endpoints: readonly Endpoint[]): Handler =>
  refusing(methodNotAllowed(sent, [...endpoints.map(({ method }) => method), 'OPTIONS']))

/** A handler that refuses every request. */
export const refusing =
  (error: ApiError): Handler =>
  async () => {
    throw error
  }
