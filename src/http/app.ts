import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { isoOf } from '../rules/moments.ts'
import { mountAccounts } from './account/mount.ts'
import type { Deps } from './deps.ts'
import { API } from './endpoints/endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { ApiError } from './errors.ts'
import { PUBLIC_ENDPOINTS } from './public.ts'
import { QUOTA_HEADER_NAMES } from './quota.ts'
import { errorResponse } from './respond.ts'
import { serve, type Trace } from './serve.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Headers that a browser's script may read. */
export const EXPOSED_HEADERS = [
  ...QUOTA_HEADER_NAMES,
  'Allow',
  'ETag',
  'Retry-After',
  'Vary',
  'WWW-Authenticate',
  'X-Dataset-Version',
  'X-RateLimit-Status',
  'X-Request-Id',
]

export type App = Hono<{ Variables: { trace: Trace } }>

/** The whole API as one app from Request to Response. Its `use` lines are the pipeline, top to bottom. */
export function createApp(deps: Deps): App {
  const app: App = new Hono()

  app.use(async (c, next) => {
    const started = performance.now()
    const wished = c.req.header('x-request-id') ?? ''
    const trace: Trace = {
      requestId: REQUEST_ID.test(wished) ? wished : randomUUID(),
      service: held(deps.service),
    }
    c.set('trace', trace)
    await next()
    c.res.headers.set('X-Request-Id', trace.requestId)
    const version = datasetVersion(trace)
    if (version) c.res.headers.set('X-Dataset-Version', version)
    const { method, routePath } = c.req
    const ms = Math.round((performance.now() - started) * 100) / 100
    deps.log({
      level: 'info',
      event: 'request',
      at: isoOf(deps.clock()),
      id: trace.requestId,
      method,
      route: routePath,
      status: c.res.status,
      ms,
      key: trace.keyId ?? null,
    })
  })
  // Before what opens the API to other origins.
  if (deps.account) mountAccounts(app, { ...deps, account: deps.account })
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin' }))
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    }),
  )

  for (const { method, path, respond } of PUBLIC_ENDPOINTS) {
    app.on(method, path, (c) => respond({ ...deps, service: c.var.trace.service }))
    app.all(path, (c) => wrongMethod(method, c.req.method))
  }

  for (const { method, path, plan, isLive } of ENDPOINTS) {
    app.on(method, path, (c) => {
      const request = { raw: c.req.raw, query: new URL(c.req.url).searchParams, name: firstOf(c.req.param()) }
      const { trace } = c.var
      return serve(c, deps, trace, (now) => plan(request, trace.service(), now), isLive)
    })
    app.all(path, (c) => serve(c, deps, c.var.trace, () => wrongMethod(method, c.req.method)))
  }
  app.all(`${API}/*`, (c) => serve(c, deps, c.var.trace, () => Promise.reject(nowhere(c.req.path))))

  app.notFound((c) => errorResponse(c, deps, nowhere(c.req.path), c.var.trace.requestId))
  app.onError((error, c) => errorResponse(c, deps, error, c.var.trace.requestId))
  return app
}

const firstOf = (values: Record<string, string>): string => Object.values(values)[0] ?? ''

const nowhere = (path: string): ApiError =>
  new ApiError('NOT_FOUND', `There is nothing at ${path}. The reference lists every endpoint.`)

function wrongMethod(method: 'GET' | 'POST', sent: string): never {
  const allowed = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
  throw new ApiError('METHOD_NOT_ALLOWED', `${sent} is not supported here; use ${method}.`, {
    headers: { Allow: allowed },
  })
}

/** The bake of one request: the same for its body, its tag and its headers, though another takes its place meanwhile. */
function held(service: Deps['service']): Deps['service'] {
  try {
    const bake = service()
    return () => bake
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function datasetVersion({ service }: Trace): string | null {
  try {
    return service().manifest.datasetVersion
  } catch {
    return null
  }
}
