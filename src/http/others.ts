import type { HonoBase } from 'hono/hono-base'
import { once } from '../rules/once.ts'
import { findNearest } from '../schema/params.ts'
import { ENDPOINTS, OTHER_ENDPOINTS } from './endpoints/all.ts'
import { API, COMMON_GRANTS, isKeyed, isMethod, MCP_PATH, SIGNED } from './endpoints/endpoint.ts'
import { PUBLIC_ENDPOINTS } from './endpoints/public.ts'
import { createSignedAddresses } from './endpoints/subscriptions.ts'
import { toErrorReply } from './exchange.ts'
import { createMcp } from './mcp/mcp.ts'
import type { ServeDeps } from './request/callers.ts'
import { notAcceptable } from './request/parameters.ts'
import { ApiError, methodNotAllowed } from './response/errors.ts'
import { createRoutes, openRoutes, type Route, refuseWith, serve, toHandler } from './serve.ts'

/**
 * The endpoints besides the lists, and the errors for unknown paths.
 * @param fetch the whole API, for the tools of agents
 */
export function createOthers(deps: ServeDeps, fetch: Parameters<typeof createMcp>[1]): HonoBase {
  const publicRoutes = PUBLIC_ENDPOINTS.map(
    ({ method, path, respond }): Route => [
      path,
      async (exchange) => {
        const sent = exchange.c.req.method
        if (!isMethod(method, sent)) throw methodNotAllowed(sent, [method, 'OPTIONS'])
        return respond(exchange, deps)
      },
    ],
  )
  const app = openRoutes(
    [
      ...publicRoutes,
      ...createRoutes(OTHER_ENDPOINTS, deps),
      [`${SIGNED}/:address`, createSignedAddresses(deps)],
      [MCP_PATH, createMcp(deps, fetch)],
    ],
    deps,
  )
  const { account } = deps
  if (account) {
    const accounts = once(async () => (await import('./account/mount.ts')).createAccountRoutes({ ...deps, account }))
    app.all('/api/account/*', async (c) => (await accounts()).fetch(c.req.raw, c.env))
  }
  const keyless = toHandler('/*', async (exchange) => toErrorReply(exchange, deps, toUnknownPath(exchange.c.req)), deps)
  const keyed = toHandler(
    `${API}/*`,
    (exchange) => serve(exchange, deps, refuseWith(toUnknownPath(exchange.c.req))),
    deps,
  )
  // Not a route: a second match would send every request through middleware dispatch.
  app.notFound((c) => (isKeyed(c.req.path) ? keyed(c) : keyless(c)))
  return app
}

function toUnknownPath({ path }: { path: string }): ApiError {
  const [, list = '', suffix] = /^(.+)\.(\w{1,20})$/.exec(path) ?? []
  const { formats } = ENDPOINTS.find((endpoint) => endpoint.path === list) ?? {}
  if (formats) return notAcceptable(`".${suffix}" is not a supported format.`, formats)
  const meant = findMeant(path)
  const hint = meant && meant !== path ? ` Did you mean "${meant}"?` : ' The reference lists every endpoint.'
  return new ApiError('NOT_FOUND', `There is nothing at ${path}.${hint}`)
}

const NAMES = ENDPOINTS.filter(({ path }) => path.startsWith(API)).map(({ path }) => path.split('/')[3] as string)

/** The API path that an unknown one most likely means: different case, a typo, or a trailing slash. */
function findMeant(path: string): string | null {
  if (path.startsWith(COMMON_GRANTS)) return `${COMMON_GRANTS}/opportunities`
  const parts = path.split('/').filter(Boolean)
  const [first = '', ...rest] = parts.slice(parts.findIndex((part) => !/^(api|v1)$/i.test(part)))
  // Ignores an extension on a path that supports none.
  const name = first.toLowerCase().replace(/\.\w+$/, '')
  const isPublic = PUBLIC_ENDPOINTS.find((endpoint) => endpoint.path === `/api/${name}`)
  if (isPublic && rest.length === 0) return isPublic.path
  const list = NAMES.includes(name) ? name : findNearest(name, NAMES)
  if (list === undefined || rest.length > 1) return null
  return [API, list, ...rest].join('/')
}
