import { getPath } from 'hono/utils/url'
import type { App } from './app.ts'
import { isOfApi, MCP_PATH } from './endpoints/endpoint.ts'

type Fetch = App['fetch']

/** Routes `/api`, `/common-grants` and `/mcp` to the API and everything else to the site, without overhead. */
export const apiOrSite =
  (api: Fetch, site: Fetch): Fetch =>
  (request, ...rest) => {
    const place = getPath(request)
    return isOfApi(place) || place === MCP_PATH ? api(request, ...rest) : site(request, ...rest)
  }
