import { getPath } from 'hono/utils/url'
import type { App } from './app.ts'
import { isOfApi } from './endpoints/endpoint.ts'
import { MCP_PATH } from './mcp/mcp.ts'

type Fetch = App['fetch']

/** Sends requests under `/api` and `/common-grants` and those of agents to the API and all others to the site, so that neither costs the other anything. */
export const beside =
  (api: Fetch, site: Fetch): Fetch =>
  (request, ...rest) => {
    const place = getPath(request)
    return isOfApi(place) || place === MCP_PATH ? api(request, ...rest) : site(request, ...rest)
  }
