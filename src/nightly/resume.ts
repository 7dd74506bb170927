import { rmSync } from 'node:fs'
import { bake } from '../bake/bake.ts'
import { readRollback } from '../bake/folder/kept.ts'
import { readManifest } from '../bake/folder/manifest.ts'
import { prepare } from '../bake/prepare.ts'
import { adopt, candidateFolder } from '../bake/release.ts'
import { DatasetError } from '../records/dataset-error.ts'
import { readBaseline } from './gate/baseline.ts'
import type { RunOptions } from './options.ts'

/**
 * Bakes what the last run published if the live bake differs: that run died before it put its bake in place, or this
 * machine has only the records. Records edited since then are not published; they must pass the checks first. A bake
 * that was restored by a rollback stays.
 */
export async function resume({ data, out, now, progress }: RunOptions): Promise<void> {
  const published = readBaseline(data)?.datasetVersion ?? null
  if (published === null || readRollback(out) || readManifest(out)?.datasetVersion === published) return
  const folder = candidateFolder(out)
  try {
    const { publication } = await prepare(data, progress)
    if (bake(publication, folder, now.getTime(), progress).datasetVersion === published) adopt(folder, out)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
