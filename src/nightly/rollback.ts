import { rmSync } from 'node:fs'
import { type Rollback, readRollback } from '../bake/folder/kept.ts'
import { type Manifest, readManifest } from '../bake/folder/manifest.ts'
import { prepare } from '../bake/prepare.ts'
import { adopt, candidateFolder, writeBake } from '../bake/release.ts'
import { DatasetError } from '../records/dataset-error.ts'
import { readBaseline } from './gate/baseline.ts'
import type { RunOptions } from './options.ts'

/**
 * Puts the candidate in place. If a person rolled the live bake back, a candidate identical to the bake they removed is
 * not put in place again; one with other data ends the rollback.
 * @returns the live bake after it, and the report's note about a rollback
 */
export function putInPlace(candidate: string, out: string): { live: Manifest; rollback: string | null } {
  const rollback = readRollback(out)
  const live = readManifest(out)
  if (rollback && live && readManifest(candidate)?.datasetVersion === rollback.from) {
    return { live, rollback: pendingRollback(out) }
  }
  const adopted = adopt(candidate, out)
  if (!rollback || adopted.datasetVersion === rollback.version) return { live: adopted, rollback: null }
  const ended = `This run ends the rollback by publishing ${adopted.datasetVersion}.`
  return { live: adopted, rollback: `${described(rollback)} ${ended}` }
}

/** The note about a rollback from a run that publishes nothing; null if there is none. */
export function pendingRollback(out: string): string | null {
  const rollback = readRollback(out)
  if (!rollback) return null
  return `${described(rollback)} ${rollback.version} stays live until the records give a different bake or someone runs "npm run bake".`
}

const described = ({ version, from, at }: Rollback): string =>
  `The bake was rolled back by hand from ${from} to ${version} at ${at}.`

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
    const { datasetVersion } = await writeBake(publication, folder, now.getTime(), progress)
    if (datasetVersion === published) adopt(folder, out)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
