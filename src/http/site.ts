import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Next } from 'hono'
import { compress } from 'hono/compress'
import type { App } from './app.ts'

const PAGE_CACHING = 'public, max-age=300'
/** Files whose name changes with their content. */
const HASHED = /^\/_astro\//
const HASHED_CACHING = 'public, max-age=31536000, immutable'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/**
 * Serves the built site of a folder beside the API: `/docs/errors` is the folder's `docs/errors/index.html`, texts are
 * sent compressed, and an unknown path outside `/api` gets the site's own page with a 404.
 */
export function serveSite(app: App, folder: string): void {
  const file = path.join(folder, '404.html')
  const missing = existsSync(file) ? readFileSync(file, 'utf8') : null
  app.get('*', describe, compress(), serveStatic({ root: folder }), (c, next) =>
    isApi(c) || missing === null ? next() : Promise.resolve(c.html(missing, 404)),
  )
}

const isApi = (c: Context): boolean => c.req.path === '/api' || c.req.path.startsWith('/api/')

async function describe(c: Context, next: Next): Promise<void> {
  await next()
  if (isApi(c) || c.res.status !== 200) return
  c.res.headers.set('Cache-Control', HASHED.test(c.req.path) ? HASHED_CACHING : PAGE_CACHING)
  if (c.req.path.endsWith('.md')) c.res.headers.set('Content-Type', MARKDOWN_TYPE)
}
