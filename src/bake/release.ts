import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Progress } from '../records/dataset.ts'
import { flush } from '../records/file-bytes.ts'
import type { Instant } from '../rules/time/moments.ts'
import { bake } from './bake.ts'
import { isRunning, keep } from './folder/kept.ts'
import { bakeFiles, DATABASE_FILE, MANIFEST_FILE, type Manifest, readManifest } from './folder/manifest.ts'
import { placeSite, removeOldSites, stagedSite } from './folder/site-folder.ts'
import type { Publication } from './publish/publish.ts'
import { SNAPSHOT } from './snapshot/snapshot-list.ts'

const CANDIDATE = /^\.candidate-(\d+)$/

/** Where a process bakes its candidate: next to the bake that it may replace, so it can be renamed into place. */
export const candidateFolder = (out: string): string => path.join(out, `.candidate-${process.pid}`)

/**
 * Replaces the bake in `out` atomically: its files are renamed, `manifest.json`, which names the others, last. The old bake
 * stays readable until then. If all files are the same, the manifest is unchanged.
 */
export function adopt(folder: string, out: string): Manifest {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error(`There is no bake in ${folder}.`)
  const last = readManifest(out)
  placeSite(stagedSite(folder), out, manifest.datasetVersion)
  mkdirSync(path.join(out, SNAPSHOT), { recursive: true })
  const files = bakeFiles(manifest)
  // Even the same files are put in place: the existing ones may be damaged or missing.
  for (const name of files) renameSync(path.join(folder, name), path.join(out, name))
  flush(path.join(out, SNAPSHOT))
  if (last === null || bakeFiles(last).join() !== files.join())
    renameSync(path.join(folder, MANIFEST_FILE), path.join(out, MANIFEST_FILE))
  flush(out)
  rmSync(folder, { recursive: true, force: true })
  const live = readManifest(out) ?? manifest
  removeOld(out, keep(out, live, last))
  removeOldSites(out)
  return live
}

/** Bakes a publication and puts it in place. */
export async function release(
  publication: Publication,
  out: string,
  now: Instant,
  progress: Progress,
): Promise<Manifest> {
  const folder = candidateFolder(out)
  try {
    await bake(publication, folder, now, progress)
    return adopt(folder, out)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes what processes that died left behind, and the files of bakes that are not kept. */
function removeOld(out: string, kept: readonly Manifest[]): void {
  const files = new Set(kept.flatMap(bakeFiles))
  const snapshot = readdirSync(path.join(out, SNAPSHOT)).map((name) => path.join(SNAPSHOT, name))
  for (const name of [...readdirSync(out), ...snapshot]) {
    const builder = CANDIDATE.exec(name)?.[1]
    const isOfBake = DATABASE_FILE.test(name) || path.dirname(name) === SNAPSHOT
    const isLeftOver = builder ? !isRunning(Number(builder)) : isOfBake && !files.has(name)
    if (isLeftOver) rmSync(path.join(out, name), { recursive: true, force: true })
  }
}
