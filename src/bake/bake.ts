import { isFounded } from '../ledger/files.ts'
import type { Progress } from '../records/dataset.ts'
import { settle } from '../records/staging.ts'
import type { Instant } from '../rules/time/moments.ts'
import { type Manifest, renewFreshness } from './folder/manifest.ts'
import { prepare } from './prepare.ts'
import { keepPublished } from './publish/ledger.ts'
import { release } from './release.ts'

interface BakeOptions {
  /** The folder with records/ and history/, or with the record files. */
  data: string
  /** The folder to publish into. */
  out: string
  now: Instant
  /** Whether to start the ledger of a dataset that has none. */
  isFounding: boolean
  progress: Progress
}

/**
 * Bakes a dataset folder: what it is served from is written and put in place, and what changed since the last publication is
 * added to its ledger. Until the records were read and checked, nothing is written.
 * @returns the manifest, and a sentence about what was added to the history; null without a ledger
 * @throws DatasetError with every invalid line
 */
export async function bake({ data, out, now, isFounding, progress }: BakeOptions): Promise<{
  manifest: Manifest
  added: string | null
}> {
  // A night that was interrupted may have left the records half replaced.
  settle(data)
  // Without a ledger there is nothing to add to, so the same records always give the same bake.
  const run = isFounding || isFounded(data) ? { pages: [], now } : null
  // Read, check, make rows.
  const { history, publication } = await prepare(data, progress, run)
  const added = run ? await keepPublished(data, { history }, publication) : null
  // Write, publish.
  const manifest = await release(publication, out, now, progress)
  renewFreshness(out, history)
  return { manifest, added }
}
