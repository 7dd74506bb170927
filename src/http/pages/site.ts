import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type Next } from 'hono'
import { compress } from 'hono/compress'
import { getPath } from 'hono/utils/url'
import type { Instant } from '../../rules/time/moments.ts'
import { FILE_TYPES, FORM_PATH, RECORD_PATH } from '../../views/addresses.ts'
import type { App } from '../app.ts'
import { SITE_HEADERS } from '../response/headers.ts'
import type { RecordsIn } from './pages.ts'

const PAGE_CACHING = 'public, max-age=300'
/** Files whose names change with their content. */
const HASHED = /^\/_astro\//
const HASHED_CACHING = 'public, max-age=31536000, immutable'
/** Media types that the server does not know. */
const TYPES: Record<string, string> = { '.md': 'text/markdown; charset=utf-8', ...FILE_TYPES }

type Fetch = App['fetch']

/**
 * Serves the built site of a folder: `/docs/errors` is its `docs/errors/index.html`. Record pages are rendered on request,
 * text files are compressed, and unknown paths get the site's 404 page. Everything else goes to the app.
 */
export function createSite(folder: string, app: App, recordsIn: RecordsIn, isCompressed = true): Fetch {
  const records = recordsIn(folder).fetch
  const file = path.join(folder, '404.html')
  const missing = existsSync(file) ? readFileSync(file, 'utf8') : null
  const site = new Hono()
  site.get(
    '*',
    describe,
    isCompressed ? compress() : (_, next) => next(),
    serveStatic({ root: folder }),
    async (c, next) => {
      if (RECORD_PATH.test(c.req.path)) return await records(c.req.raw, c.env)
      return missing === null ? await next() : c.html(missing, 404)
    },
  )
  site.post('*', async (c, next) => (FORM_PATH.test(c.req.path) ? await records(c.req.raw, c.env) : await next()))
  site.notFound((c) => app.fetch(c.req.raw, c.env))
  return site.fetch
}

async function describe(c: Context, next: Next): Promise<void> {
  await next()
  for (const [name, value] of Object.entries(SITE_HEADERS)) c.res.headers.set(name, value)
  if (c.res.status !== 200 || c.res.headers.has('Cache-Control')) return
  c.res.headers.set('Cache-Control', HASHED.test(c.req.path) ? HASHED_CACHING : PAGE_CACHING)
  const type = TYPES[path.extname(c.req.path)]
  if (type) c.res.headers.set('Content-Type', type)
  const modified = c.res.headers.get('Last-Modified')
  // Equal, not later: a build that is put back is older than what the reader has.
  if (!modified || modified !== c.req.header('If-Modified-Since') || c.req.header('If-None-Match')) return
  await c.res.body?.cancel()
  c.res.headers.delete('Content-Length')
  c.res = new Response(null, { status: 304 })
}

export interface LiveSite {
  /** Folder of the manually built site. */
  site: string
  /** The sites built by nightly runs, oldest first. */
  sites: () => readonly { folder: string; version: string; builtAt: Instant }[]
  app: App
  records: RecordsIn
  /** The current dataset version; null when there is none. */
  version: () => string | null
  clock: () => Instant
  isCompressed?: boolean
}

/**
 * The site of the current dataset, so that pages change at the same instant as API responses. The latest build of a version
 * wins. Files of the previous site remain available for pages that are still open.
 */
export function createLiveSite({ site, sites, app, records, version, clock, isCompressed }: LiveSite): App['fetch'] {
  let shown: { folder: string; fetch: App['fetch'] } | null = null
  let last: App['fetch'] | null = null
  let seen = ''
  let checked = Number.NEGATIVE_INFINITY

  function follow(): void {
    const now = clock()
    const live = version()
    if (live === seen && Math.abs(now - checked) < 1_000) return
    seen = live ?? ''
    checked = now
    const folder = findFolder(site, sites(), live)
    if (folder === (shown?.folder ?? null)) return
    last = shown?.fetch ?? null
    shown = folder ? { folder, fetch: createSite(folder, app, records, isCompressed) } : null
  }

  return async (request, ...rest) => {
    follow()
    const response = await (shown?.fetch ?? app.fetch)(request, ...rest)
    return response.status === 404 && last && HASHED.test(getPath(request)) ? last(request, ...rest) : response
  }
}

/** The newest site of a version, built manually or by a nightly run; null when there is none. */
function findFolder(site: string, sites: ReturnType<LiveSite['sites']>, version: string | null): string | null {
  const byHand = path.join(site, 'index.html')
  const builtAt = existsSync(byHand) ? statSync(byHand).mtimeMs : null
  const latest = sites.findLast((built) => built.version === version)
  if (latest && (builtAt === null || latest.builtAt > builtAt)) return latest.folder
  return builtAt === null ? null : site
}
