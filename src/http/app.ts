import { type Context, Hono } from 'hono'
import { FORMAT_NAMES, FORMATS, type Format } from '../formats/formats.ts'
import { accountsOf } from './account/mount.ts'
import type { ServeDeps } from './admit.ts'
import { callersOf } from './callers.ts'
import type { Deps } from './deps.ts'
import { API, type Handler, isKeyed, type Method, SIGNED } from './endpoints/endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import type { ApiError } from './errors.ts'
import { begin, type Exchange } from './exchange.ts'
import { finish } from './finish.ts'
import { ACCOUNT_HEADERS, API_HEADERS, type HeaderFields, preflightHeaders } from './headers.ts'
import { MCP_PATH, mcp } from './mcp/mcp.ts'
import { isMethod, wrongMethod } from './methods.ts'
import { PUBLIC_ENDPOINTS } from './public.ts'
import type { Reply } from './reply.ts'
import { errorReply } from './respond.ts'
import { serve } from './serve.ts'
import { signedAddresses } from './signed.ts'
import { unknownPath } from './unknown-path.ts'

export type App = Hono

type Respond = (exchange: Exchange) => Promise<Reply> | Reply

/**
 * The whole API as one app from Request to Response. Each path has one handler and no middleware, because touching a
 * Response after it is made costs more than making it.
 */
export function createApp(given: Deps): App {
  const deps = { ...given, callers: callersOf(given.limits) }
  const app: App = new Hono()
  const handled = (route: string, constant: HeaderFields, respond: Respond) => (c: Context) =>
    handle(begin(c, deps, route, constant), deps, respond, constant === API_HEADERS ? deps.compress : undefined)
  const add = (path: string, respond: Respond) => app.all(path, handled(path, API_HEADERS, opened(respond)))

  if (deps.account) {
    const path = '/api/account/*'
    app.all(path, handled(path, ACCOUNT_HEADERS, accountsOf({ ...deps, account: deps.account })))
  }
  for (const { method, path, respond } of PUBLIC_ENDPOINTS) {
    add(path, (exchange) => {
      const { c } = exchange
      if (!isMethod(method, c.req.method)) throw wrongMethod([method], c.req.method)
      return respond(exchange, deps)
    })
  }
  const byPath = Map.groupBy(
    ENDPOINTS.filter(({ isSigned }) => !isSigned),
    ({ path }) => path,
  )
  const openedAt = (path: string): Opened[] =>
    (byPath.get(path) ?? []).map(({ method, isLive = false, open }) => ({ method, isLive, handler: open(deps) }))
  for (const [path, [first]] of byPath) {
    if (parameterBeside(path)) continue
    const { parameter, formats = [] } = first ?? {}
    const endpoints = openedAt(path)
    const fixed = parameter ? [...byPath.keys()].filter((other) => parameterBeside(other) === path) : []
    const besides = new Map(fixed.map((other) => [other, openedAt(other)]))
    add(path, (exchange) => {
      const { path: sent } = exchange.c.req
      const beside = besides.size > 0 ? besides.get(sent) : undefined
      if (beside) exchange.route = sent
      return served(exchange, deps, beside ?? endpoints)
    })
    // The extension in the path of a single record is part of its name.
    if (parameter || formats.length === 0) continue
    for (const format of FORMAT_NAMES) {
      add(`${path}.${FORMATS[format].suffix}`, (exchange) => served(exchange, deps, endpoints, format))
    }
  }
  add(`${SIGNED}/:address`, signedAddresses(deps))
  add(
    MCP_PATH,
    mcp(deps, (request, bindings) => app.fetch(request, bindings)),
  )
  const keyless = handled(
    '/*',
    API_HEADERS,
    opened((exchange) => errorReply(exchange, deps, unknownPath(exchange.c))),
  )
  const keyed = handled(
    `${API}/*`,
    API_HEADERS,
    opened((exchange) => serve(exchange, deps, refusing(unknownPath(exchange.c)))),
  )
  // Not a route: a second match would send every request through middleware dispatch.
  app.notFound((c) => (isKeyed(c.req.path) ? keyed(c) : keyless(c)))
  return app
}

/**
 * The path with a parameter in place of this path's fixed name: `/opportunities/:oppId` for `/opportunities/search`. They
 * share a route, because mixing fixed names and parameters would disable the faster router for all routes.
 */
function parameterBeside(path: string): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return ENDPOINTS.find((other) => other.path !== path && other.path.startsWith(`${folder}/:`))?.path
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
  (exchange) => {
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
  () => {
    throw error
  }
