import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { getPath } from 'hono/utils/url'
import type { Instant } from '../rules/moments.ts'
import type { App } from './app.ts'
import type { RecordsIn } from './pages/pages.ts'
import { HASHED, siteOf } from './site.ts'

const CHECK_MS = 1_000
const NOT_FOUND = 404

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
  /** Whether text files are compressed. */
  isCompressed?: boolean
}

/**
 * The site of the current dataset, so that pages change at the same instant as API responses. The latest build of a version
 * wins. Files of the previous site remain available for pages that are still open.
 */
export function liveSite({ site, sites, app, records, version, clock, isCompressed }: LiveSite): App['fetch'] {
  let shown: { folder: string; fetch: App['fetch'] } | null = null
  let last: App['fetch'] | null = null
  let seen = ''
  let checked = Number.NEGATIVE_INFINITY

  function follow(): void {
    const now = clock()
    const live = version()
    if (live === seen && Math.abs(now - checked) < CHECK_MS) return
    seen = live ?? ''
    checked = now
    const folder = folderFor(site, sites(), live)
    if (folder === (shown?.folder ?? null)) return
    last = shown?.fetch ?? null
    shown = folder ? { folder, fetch: siteOf(folder, app, records, isCompressed) } : null
  }

  return async (request, ...rest) => {
    follow()
    const response = await (shown?.fetch ?? app.fetch)(request, ...rest)
    return response.status === NOT_FOUND && last && HASHED.test(getPath(request)) ? last(request, ...rest) : response
  }
}

/** The newest site of a version, built manually or by a nightly run; null when there is none. */
function folderFor(site: string, sites: ReturnType<LiveSite['sites']>, version: string | null): string | null {
  const byHand = path.join(site, 'index.html')
  const builtAt = existsSync(byHand) ? statSync(byHand).mtimeMs : null
  const latest = sites.findLast((built) => built.version === version)
  if (latest && (builtAt === null || latest.builtAt > builtAt)) return latest.folder
  return builtAt === null ? null : site
}
