import { getPath } from 'hono/utils/url'
import { FORM_PATH } from '../views/addresses.ts'
import type { App } from './app.ts'
import { isOfApi, MCP_PATH } from './endpoints/endpoint.ts'
import { errorStatus, methodNotAllowed } from './response/errors.ts'
import { SITE_HEADERS } from './response/headers.ts'

type Fetch = App['fetch']

/** Routes `/api`, `/common-grants` and `/mcp` to the API and everything else to the site, without overhead. */
export const apiOrSite = (api: Fetch, site: Fetch): Fetch => {
  const pages = readOnly(site)
  return (request, ...rest) => {
    const place = getPath(request)
    return isOfApi(place) || place === MCP_PATH ? api(request, ...rest) : pages(request, ...rest)
  }
}

const NOT_FOUND = 404
/** Methods that the site handles itself: reading, and preflight requests. Its forms are sent by POST. */
const OWN_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Refuses all other methods with 405 where there is a page or file. */
const readOnly =
  (site: Fetch): Fetch =>
  async (request, ...rest) => {
    const isForm = request.method === 'POST' && FORM_PATH.test(getPath(request))
    if (isForm || OWN_METHODS.includes(request.method)) return site(request, ...rest)
    const { status } = await site(new Request(request.url, { method: 'HEAD' }), ...rest)
    if (status === NOT_FOUND) return site(request, ...rest)
    const { code, message, extras } = methodNotAllowed(request.method, ['GET', 'OPTIONS'])
    const headers = { ...SITE_HEADERS, ...extras.headers, 'Content-Type': 'text/plain; charset=utf-8' }
    return new Response(`${message}\n`, { status: errorStatus(code), headers })
  }
