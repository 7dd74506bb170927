import { type Rollback, rollbackOf } from '../bake/kept.ts'
import type { Manifest } from '../bake/manifest.ts'
import { adopt, readManifest } from '../bake/release.ts'

/** The bake that is live after a night, and what the night says of a bake that a person had put back. */
interface Placed {
  live: Manifest
  rollback: string | null
}

/**
 * Puts the candidate of a night in place. Where a person has rolled the live bake back, a candidate that is the very
 * bake that was taken away is not put in place again; one with other data ends the rollback.
 */
export function putInPlace(candidate: string, out: string): Placed {
  const rollback = rollbackOf(out)
  const live = readManifest(out)
  if (rollback && live && readManifest(candidate)?.datasetVersion === rollback.from) {
    return { live, rollback: heldRollback(out) }
  }
  const adopted = adopt(candidate, out)
  if (!rollback || adopted.datasetVersion === rollback.version) return { live: adopted, rollback: null }
  const ended = `It ends with this night, which publishes ${adopted.datasetVersion}.`
  return { live: adopted, rollback: `${told(rollback)} ${ended}` }
}

/** What a night that publishes nothing says of a rollback; null when there is none. */
export function heldRollback(out: string): string | null {
  const rollback = rollbackOf(out)
  if (!rollback) return null
  return `${told(rollback)} ${rollback.version} stays live until the records make another bake, or somebody runs "npm run bake".`
}

const told = ({ version, from, at }: Rollback): string =>
  `The bake was rolled back by hand from ${from} to ${version} at ${at}.`
