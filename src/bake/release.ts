import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { flush } from '../records/file-bytes.ts'
import type { Instant } from '../rules/moments.ts'
import { type Baking, openBake } from './bake.ts'
import { DERIVED_FILES } from './derived.ts'
import { PACK_FILE, packOf } from './exports-pack.ts'
import { keep } from './kept.ts'
import { DATABASE_FILE, MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts'
import type { Publication } from './publish.ts'
import { isRunning } from './running.ts'
import { placeSite, removeOldSites, stagedSite } from './site-folder.ts'
import { VERDICT_FILE } from './verdict.ts'

const CANDIDATE = /^\.candidate-(\d+)$/

/** Where a process bakes its candidate: next to the bake that it may replace, so it can be renamed into place. */
export const candidateFolder = (out: string): string => path.join(out, `.candidate-${process.pid}`)

/**
 * Replaces the bake in `out` atomically: its files are renamed, `manifest.json`, which names the database, last. The
 * old bake stays readable until then. If the database is the same, the manifest is unchanged.
 */
export function adopt(folder: string, out: string): Manifest {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error(`There is no bake in ${folder}.`)
  const last = readManifest(out)
  placeSite(stagedSite(folder), out, manifest.datasetVersion)
  // Even the same database is put in place: the existing one may be damaged or missing.
  const isSame = last?.sha256 === manifest.sha256
  const { database } = manifest
  for (const name of [database, packOf(database), ...OPTIONAL, ...(isSame ? [] : [MANIFEST_FILE])]) {
    if (!OPTIONAL.has(name) || existsSync(path.join(folder, name)))
      renameSync(path.join(folder, name), path.join(out, name))
  }
  flush(out)
  rmSync(folder, { recursive: true, force: true })
  const live = readManifest(out) ?? manifest
  removeOld(out, keep(out, live, last))
  removeOldSites(out)
  return live
}

/** Optional files of a bake. */
const OPTIONAL: ReadonlySet<string> = new Set([...Object.values(DERIVED_FILES), VERDICT_FILE])

/**
 * Bakes a publication and puts it in place.
 * @param baking the bake, if it has begun, in the folder of the candidate
 */
export function release(
  publication: Publication,
  out: string,
  now: Instant,
  progress: Progress,
  baking: Baking = openBake(candidateFolder(out)),
): Manifest {
  const folder = candidateFolder(out)
  try {
    try {
      baking.finish(publication, now, progress)
    } finally {
      baking.close()
    }
    return adopt(folder, out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param databases those that are kept, with their packs */
function removeOld(out: string, databases: readonly string[]): void {
  const kept = [...databases, ...databases.map(packOf)]
  for (const name of readdirSync(out)) {
    const builder = CANDIDATE.exec(name)?.[1]
    const isOfBake = DATABASE_FILE.test(name) || PACK_FILE.test(name)
    const isLeftOver = builder ? !isRunning(Number(builder)) : isOfBake && !kept.includes(name)
    if (isLeftOver) rmSync(path.join(out, name), { recursive: true, force: true })
  }
}
