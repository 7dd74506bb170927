import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { keptBakes } from './kept.ts'

/**
 * The built sites of a bake folder: `site-VERSION-MILLISECONDS`, with the version of the dataset that the pages show
 * and the time they were built for. A site is renamed into place before the manifest names its version, so pages and
 * API change at the same time.
 */
const SITE = /^site-([0-9a-f]{16})-(\d{13})$/

/** Where a candidate's site waits to be put in place. */
export const stagedSite = (candidate: string): string => path.join(candidate, 'site')

interface BuiltSite {
  folder: string
  version: string
  builtAt: number
}

/** The sites of a bake folder, oldest first. */
export function sitesIn(out: string): BuiltSite[] {
  if (!existsSync(out)) return []
  return readdirSync(out)
    .flatMap((name) => {
      const [, version, builtAt] = SITE.exec(name) ?? []
      return version ? [{ folder: path.join(out, name), version, builtAt: Number(builtAt) }] : []
    })
    .sort((a, b) => a.builtAt - b.builtAt)
}

/**
 * Adds a site to a bake folder: a new one, or, if none was built, a copy of the last one under the new version, so a
 * site survives a run in which it could not be built.
 */
export function placeSite(built: string, out: string, version: string): void {
  const last = sitesIn(out).at(-1)
  const isNew = existsSync(built)
  if (!isNew && (!last || last.version === version)) return
  if (!isNew && last) cpSync(last.folder, built, { recursive: true })
  const builtAt = isNew ? Math.trunc(statSync(built).mtimeMs) : last?.builtAt
  renameSync(built, path.join(out, `site-${version}-${builtAt}`))
}

/**
 * Removes all sites but the last two, whose pages a reader may still have open, and the last one of each version that
 * can be restored.
 */
export function removeOldSites(out: string): void {
  const sites = sitesIn(out)
  const kept = keptBakes(out).map(({ datasetVersion }) => sites.findLast(({ version }) => version === datasetVersion))
  for (const site of sites.slice(0, -2)) {
    if (!kept.includes(site)) rmSync(site.folder, { recursive: true, force: true })
  }
}
