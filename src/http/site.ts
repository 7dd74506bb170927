import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type Next } from 'hono'
import { compress } from 'hono/compress'
import { FILE_TYPES, RECORD_PATH } from '../views/addresses.ts'
import type { App } from './app.ts'
import { SITE_HEADERS } from './headers.ts'
import type { RecordsIn } from './pages/pages.ts'

const PAGE_CACHING = 'public, max-age=300'
/** Files whose names change with their content. */
export const HASHED = /^\/_astro\//
const HASHED_CACHING = 'public, max-age=31536000, immutable'
/** Media types that the server does not know. */
const TYPES: Record<string, string> = { '.md': 'text/markdown; charset=utf-8', ...FILE_TYPES }

type Fetch = App['fetch']

/**
 * Serves the built site of a folder: `/docs/errors` is its `docs/errors/index.html`. Record pages are rendered on request,
 * text files are compressed, and unknown paths get the site's 404 page. Everything else goes to the app.
 */
export function siteOf(folder: string, app: App, recordsIn: RecordsIn, isCompressed = true): Fetch {
  const records = recordsIn(folder).fetch
  const file = path.join(folder, '404.html')
  const missing = existsSync(file) ? readFileSync(file, 'utf8') : null
  const site = new Hono()
  site.get(
    '*',
    describe,
    isCompressed ? compress() : plain,
    serveStatic({ root: folder, precompressed: true }),
    async (c, next) => {
      if (RECORD_PATH.test(c.req.path)) return await records(c.req.raw, c.env)
      return missing === null ? await next() : c.html(missing, 404)
    },
  )
  site.notFound((c) => app.fetch(c.req.raw, c.env))
  return site.fetch
}

const plain = (_: Context, next: Next): Promise<void> => next()

async function describe(c: Context, next: Next): Promise<void> {
  await next()
  for (const [name, value] of Object.entries(SITE_HEADERS)) c.res.headers.set(name, value)
  if (c.res.status !== 200 || c.res.headers.has('Cache-Control')) return
  c.res.headers.set('Cache-Control', HASHED.test(c.req.path) ? HASHED_CACHING : PAGE_CACHING)
  const type = TYPES[path.extname(c.req.path)]
  if (type) c.res.headers.set('Content-Type', type)
}
