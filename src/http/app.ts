import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import type { BlankEnv } from 'hono/types'
import { getPath } from 'hono/utils/url'
import { RESOURCE_NAMES } from '../resources/index.ts'
import { once } from '../rules/once.ts'
import { FORM_PATH } from '../views/addresses.ts'
import type { Deps } from './deps.ts'
import { getListEndpoints } from './endpoints/detail.ts'
import { API, isOfApi, MCP_PATH } from './endpoints/endpoint.ts'
import { createCallers } from './request/callers.ts'
import { getErrorEntry, methodNotAllowed } from './response/errors.ts'
import { SITE_HEADERS } from './response/headers.ts'
import { createRoutes, openRoutes } from './serve.ts'

export type App = HonoBase<BlankEnv>

/**
 * The whole API as one app from Request to Response. Each path has one handler and no middleware, because touching a
 * Response after it is made costs more than making it. The routes of a list are created with its first request, and all
 * other endpoints are loaded with the first request that is not for a list: all of them take longer than a response.
 */
export function createApp(base: Deps): App {
  const deps = { ...base, callers: createCallers(base.limits) }
  const others = once(async () => (await import('./others.ts')).createOthers(deps, app.fetch))
  const respond = async (c: Context) => (await others()).fetch(c.req.raw, c.env as object)
  const lists = new Map(
    RESOURCE_NAMES.map((name) => [
      `${API}/${name}`,
      once(() => openRoutes(createRoutes(getListEndpoints(name), deps), deps).notFound(respond)),
    ]),
  )
  const app: App = new HonoBase({ router: new RegExpRouter() })
  app.all('*', (c) => {
    const list = lists.get(LIST.exec(c.req.path)?.[0] ?? '')?.()
    return list ? list.fetch(c.req.raw, c.env as object) : respond(c)
  })
  return app
}

/** The path of the list that a path belongs to, without the extension of a format. */
const LIST = /^\/api\/v1\/[^/.]+/

/** Routes `/api`, `/common-grants` and `/mcp` to the API and everything else to the site, without overhead. */
export const apiOrSite = (api: App['fetch'], site: App['fetch']): App['fetch'] => {
  const pages = readOnly(site)
  return (request, ...rest) => {
    const path = getPath(request)
    return (isOfApi(path) || path === MCP_PATH ? api : pages)(request, ...rest)
  }
}

/** Methods that the site handles itself: reading, and preflight requests. Its forms are sent by POST. */
const OWN_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Refuses all other methods with 405 where there is a page or file. */
const readOnly =
  (site: App['fetch']): App['fetch'] =>
  async (request, ...rest) => {
    const isForm = request.method === 'POST' && FORM_PATH.test(getPath(request))
    if (isForm || OWN_METHODS.includes(request.method)) return site(request, ...rest)
    const { status } = await site(new Request(request.url, { method: 'HEAD' }), ...rest)
    if (status === 404) return site(request, ...rest)
    const { code, message, extras } = methodNotAllowed(request.method, ['GET', 'OPTIONS'])
    const headers = { ...SITE_HEADERS, ...extras.headers, 'Content-Type': 'text/plain; charset=utf-8' }
    return new Response(`${message}\n`, { status: getErrorEntry(code).status, headers })
  }
