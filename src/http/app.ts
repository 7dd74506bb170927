import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import type { Result } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import type { BlankEnv } from 'hono/types'
import { FORMAT_NAMES, type Format } from '../formats/formats.ts'
import { once } from '../rules/once.ts'
import type { Deps } from './deps.ts'
import { API, type Endpoint, type Handler, isKeyed, MCP_PATH, type Method, SIGNED } from './endpoints/endpoint.ts'
import { ENDPOINT_GROUPS } from './endpoints/groups.ts'
import { PUBLIC_ENDPOINTS } from './endpoints/public.ts'
import { signedAddresses } from './endpoints/signed.ts'
import { mcp } from './mcp/mcp.ts'
import type { ServeDeps } from './request/admit.ts'
import { createCallers } from './request/callers.ts'
import { begin, type Exchange } from './request/exchange.ts'
import { isMethod, unknownPath, wrongMethod } from './request/methods.ts'
import type { ApiError } from './response/errors.ts'
import type { Reply } from './response/headers.ts'
import { ACCOUNT_HEADERS, API_HEADERS, type HeaderFields, preflightHeaders } from './response/headers.ts'
import { errorReply, finish } from './response/respond.ts'
import { serve } from './serve.ts'

export type App = HonoBase<BlankEnv>

type Respond = (exchange: Exchange) => Promise<Reply>

/** A path with its handler. */
type Route = readonly [path: string, respond: Respond]

/**
 * The whole API as one app from Request to Response. Each path has one handler and no middleware, because touching a
 * Response after it is made costs more than making it. Routes are created with the first request to their part of the
 * API, because creating all of them takes longer than a first response.
 */
export function createApp(given: Deps): App {
  const deps = { ...given, callers: createCallers(given.limits) }
  const handled = (route: string, constant: HeaderFields, respond: Respond) => (c: Context) =>
    handle(begin(c, deps, route, constant), deps, respond, constant === API_HEADERS ? deps.compress : undefined)
  const openHandled = (route: string, respond: Respond) => handled(route, API_HEADERS, opened(respond))

  const parts = new Map<string, () => HonoBase>()
  function addPart(place: string, routes: () => readonly Route[]): void {
    const part = once(() => {
      const router = newPart()
      for (const [path, respond] of routes()) router.all(path, openHandled(path, respond))
      return router
    })
    parts.set(place, part)
  }
  const { account } = deps
  if (account) {
    const path = `${ACCOUNT}/*`
    // Loaded with its first request, because most processes start for the API.
    const accounts = once(async () => (await import('./account/mount.ts')).createAccountRoutes({ ...deps, account }))
    const respond = handled(path, ACCOUNT_HEADERS, async (exchange) => (await accounts())(exchange))
    parts.set(
      ACCOUNT,
      once(() => newPart().all(path, respond)),
    )
  }
  for (const { method, path, respond } of PUBLIC_ENDPOINTS) {
    const only: Respond = async (exchange) => {
      const { c } = exchange
      if (!isMethod(method, c.req.method)) throw wrongMethod([method], c.req.method)
      return respond(exchange, deps)
    }
    addPart(path, () => [[path, only]])
  }
  for (const [place, group] of ENDPOINT_GROUPS) addPart(place, () => createRoutes(group(), deps))
  addPart(SIGNED, () => [[`${SIGNED}/:address`, signedAddresses(deps)]])
  addPart(MCP_PATH, () => [[MCP_PATH, mcp(deps, (request, bindings) => app.fetch(request, bindings))]])

  const app: App = new HonoBase({
    router: {
      name: 'parts',
      add: () => {},
      match(method, path) {
        const part = parts.get(PART.exec(path)?.[0] ?? '')
        return part ? part().router.match(method, path) : NO_ROUTE
      },
    },
  })
  const keyless = openHandled('/*', async (exchange) => errorReply(exchange, deps, unknownPath(exchange.c)))
  const keyed = openHandled(`${API}/*`, (exchange) => serve(exchange, deps, refusing(unknownPath(exchange.c))))
  // Not a route: a second match would send every request through middleware dispatch.
  app.notFound((c) => (isKeyed(c.req.path) ? keyed(c) : keyless(c)))
  return app
}

const ACCOUNT = '/api/account'

// Hono's fastest router. It refuses routes that it does not support.
const newPart = () => new HonoBase({ router: new RegExpRouter() })

/** The part of the API that a path belongs to, without the extension of a format. */
const PART = /^(?:\/api\/v1|\/api)?\/[^/.]+/

const NO_ROUTE: Result<never> = [[], []]

/** The routes of the keyed endpoints below one path. */
function createRoutes(endpoints: readonly Endpoint[], deps: ServeDeps): Route[] {
  const routes: Route[] = []
  const byPath = Map.groupBy(
    endpoints.filter(({ isSigned }) => !isSigned),
    ({ path }) => path,
  )
  const openedAt = (path: string): Opened[] =>
    (byPath.get(path) ?? []).map(({ method, isLive = false, open }) => ({ method, isLive, handler: open(deps) }))
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
  let reply: Reply
  try {
    reply = await respond(exchange)
  } catch (error) {
    reply = errorReply(exchange, deps, error)
  }
  return finish(exchange, deps, compress ? await compress(exchange, reply) : reply)
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
  handler: Handler
}

/** Serves the endpoint for the request's method. A wrong method is reported at the same point as an invalid request. */
function served(exchange: Exchange, deps: ServeDeps, endpoints: Opened[], format: Format | null = null) {
  const { method: sent } = exchange.c.req
  const { isLive = false, handler } = endpoints.find(({ method }) => isMethod(method, sent)) ?? {}
  const methods = endpoints.map(({ method }) => method)
  return serve(exchange, deps, handler ?? refusing(wrongMethod(methods, sent)), { isLive, format })
}

const refusing =
  (error: ApiError): Handler =>
  async () => {
    throw error
  }
