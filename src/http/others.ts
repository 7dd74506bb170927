import type { HonoBase } from 'hono/hono-base'
import { once } from '../rules/once.ts'
import { OTHER_ENDPOINTS } from './endpoints/all.ts'
import { API, isKeyed, MCP_PATH, SIGNED } from './endpoints/endpoint.ts'
import { PUBLIC_ENDPOINTS } from './endpoints/public.ts'
import { signedAddresses } from './endpoints/signed.ts'
import { mcp } from './mcp/mcp.ts'
import type { ServeDeps } from './request/admit.ts'
import { isMethod, wrongMethod } from './request/methods.ts'
import { unknownPath } from './request/unknown-path.ts'
import { ACCOUNT_HEADERS } from './response/headers.ts'
import { errorReply } from './response/respond.ts'
import { createRoutes, openRoutes, type Route, refusing, toHandler, toOwnHandler } from './routes.ts'
import { serve } from './serve.ts'

const ACCOUNT = '/api/account/*'

/**
 * The endpoints besides the lists, and the errors for unknown paths.
 * @param fetch the whole API, for the tools of agents
 */
export function createOthers(deps: ServeDeps, fetch: Parameters<typeof mcp>[1]): HonoBase {
  const publicRoutes = PUBLIC_ENDPOINTS.map(
    ({ method, path, respond }): Route => [
      path,
      async (exchange) => {
        const sent = exchange.c.req.method
        if (!isMethod(method, sent)) throw wrongMethod([method], sent)
        return respond(exchange, deps)
      },
    ],
  )
  const app = openRoutes(
    [
      ...publicRoutes,
      ...createRoutes(OTHER_ENDPOINTS, deps),
      [`${SIGNED}/:address`, signedAddresses(deps)],
      [MCP_PATH, mcp(deps, fetch)],
    ],
    deps,
  )
  const { account } = deps
  if (account) {
    const accounts = once(async () => (await import('./account/mount.ts')).createAccountRoutes({ ...deps, account }))
    app.all(
      ACCOUNT,
      toOwnHandler(ACCOUNT, ACCOUNT_HEADERS, async (exchange) => (await accounts())(exchange), deps),
    )
  }
  const keyless = toHandler('/*', async (exchange) => errorReply(exchange, deps, unknownPath(exchange.c)), deps)
  const keyed = toHandler(`${API}/*`, (exchange) => serve(exchange, deps, refusing(unknownPath(exchange.c))), deps)
  // Not a route: a second match would send every request through middleware dispatch.
  app.notFound((c) => (isKeyed(c.req.path) ? keyed(c) : keyless(c)))
  return app
}
