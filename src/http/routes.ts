import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { FORMAT_NAMES, type Format } from '../formats/formats.ts'
import type { Deps } from './deps.ts'
import type { Endpoint, Handler, Method } from './endpoints/endpoint.ts'
import type { ServeDeps } from './request/admit.ts'
import { begin, type Exchange } from './request/exchange.ts'
import { isMethod, wrongMethod } from './request/methods.ts'
import type { ApiError } from './response/errors.ts'
import { API_HEADERS, type HeaderFields, preflightHeaders, type Reply } from './response/headers.ts'
import { errorReply, finish } from './response/respond.ts'
import { serve } from './serve.ts'

/** Makes the reply to the requests of one path. */
export type Respond = (exchange: Exchange) => Promise<Reply>

/** A path with its handler. */
export type Route = readonly [path: string, respond: Respond]

/** An app with these routes. Hono's fastest router is used; it refuses routes that it does not support. */
export function openRoutes(routes: readonly Route[], deps: Deps): HonoBase {
  const app = new HonoBase({ router: new RegExpRouter() })
  for (const [path, respond] of routes) app.all(path, toHandler(path, respond, deps))
  return app
}

/** The handler of a path that other origins may call. */
export const toHandler = (route: string, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, API_HEADERS), deps, opened(respond), deps.compress)

/** The handler of a path that only pages of the service itself call. */
export const toOwnHandler = (route: string, headers: HeaderFields, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, headers), deps, respond, undefined)

/** The routes of the keyed endpoints below one path. */
export function createRoutes(endpoints: readonly Endpoint[], deps: ServeDeps): Route[] {
  const routes: Route[] = []
  const byPath = Map.groupBy(
    endpoints.filter(({ isSigned }) => !isSigned),
    ({ path }) => path,
  )
  const openedAt = (path: string): Opened[] =>
    (byPath.get(path) ?? []).map(({ method, isLive = false, needsAccount = false, open }) => ({
      ...{ method, isLive, needsAccount },
      handler: open(deps),
    }))
  for (const [path, [first]] of byPath) {
    if (parameterBeside(path, byPath)) continue
    const { parameter, formats = [] } = first ?? {}
    const endpoints = openedAt(path)
    const fixed = parameter ? [...byPath.keys()].filter((other) => parameterBeside(other, byPath) === path) : []
    const besides = new Map(fixed.map((other) => [other, openedAt(other)]))
    const respond: Respond = (exchange) => {
      const { path: sent } = exchange.c.req
      const beside = besides.size > 0 ? besides.get(sent) : undefined
      if (beside) exchange.route = sent
      return served(exchange, deps, beside ?? endpoints)
    }
    routes.push([path, respond])
    // The extension in the path of a single record is part of its name.
    if (parameter || formats.length === 0) continue
    for (const format of FORMAT_NAMES) {
      routes.push([`${path}.${format}`, (exchange) => served(exchange, deps, endpoints, format)])
    }
  }
  return routes
}

/**
 * The path with a parameter in place of this path's fixed name: `/opportunities/:oppId` for `/opportunities/search`. They
 * share a route, because mixing fixed names and parameters would disable the faster router.
 */
function parameterBeside(path: string, byPath: ReadonlyMap<string, unknown>): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [...byPath.keys()].find((other) => other !== path && other.startsWith(`${folder}/:`))
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

/** Opens a path to other origins by responding to OPTIONS. */
const opened =
  (respond: Respond): Respond =>
  async (exchange) => {
    const { c, headers } = exchange
    if (c.req.method !== 'OPTIONS') return respond(exchange)
    Object.assign(headers, preflightHeaders(c.req.header('access-control-request-headers')))
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
function served(exchange: Exchange, deps: ServeDeps, endpoints: Opened[], format: Format | null = null) {
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
