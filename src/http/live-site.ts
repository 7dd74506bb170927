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
  /** Folder of the site that was built by hand. */
  site: string
  /** The sites that the nights have built, oldest first. */
  sites: () => readonly { folder: string; version: string; builtAt: Instant }[]
  app: App
  records: RecordsIn
  /** The version of the dataset that is served; null when there is none. */
  version: () => string | null
  clock: () => Instant
  /** Whether texts are sent compressed. */
  isCompressed?: boolean
}

/**
 * The site that shows the dataset that is served: pages change in the same instant as the answers of the API. Of several
 * sites of a version the one built last. Files that a page of the site before refers to are still found.
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
    const answer = await (shown?.fetch ?? app.fetch)(request, ...rest)
    return answer.status === NOT_FOUND && last && HASHED.test(getPath(request)) ? last(request, ...rest) : answer
  }
}

/** The newest site of a version, by hand or by a night; null when none is built. */
function folderFor(site: string, sites: ReturnType<LiveSite['sites']>, version: string | null): string | null {
  const byHand = path.join(site, 'index.html')
  const builtAt = existsSync(byHand) ? statSync(byHand).mtimeMs : null
  const night = sites.findLast((built) => built.version === version)
  if (night && (builtAt === null || night.builtAt > builtAt)) return night.folder
  return builtAt === null ? null : site
}
