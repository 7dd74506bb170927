import { readPast } from '../ledger/files.ts'
import { type Dataset, type Progress, readDataset } from '../records/dataset.ts'
import { DatasetError } from '../records/dataset-error.ts'
import type { NightlyRun } from '../resources/publishing.ts'
import type { Instant } from '../rules/moments.ts'
import { crossErrors } from './cross-checks.ts'
import { type Publication, publish } from './publish.ts'
import type { StartSearch } from './search-draft.ts'
import { silentShortfalls } from './shortfalls.ts'

/**
 * Reads a dataset folder and turns it into a publication.
 * @param run what a nightly run adds to the feed; null outside of one
 * @param now when it is published; null if it is only inspected
 * @param startSearch called as soon as the lists that are searched are published
 * @throws DatasetError with every invalid line
 */
export async function prepare(
  folder: string,
  progress: Progress,
  run: NightlyRun | null = null,
  now: Instant | null = run?.now ?? null,
  startSearch: StartSearch = () => {},
): Promise<{ dataset: Dataset; publication: Publication }> {
  const dataset = await readDataset(folder, progress)
  const errors = [...dataset.errors, ...crossErrors(dataset)]
  if (errors.length > 0) throw new DatasetError(errors)
  const publication = publish(dataset, run, readPast(folder), now, startSearch)
  const silent = silentShortfalls(dataset.records, publication.coverage)
  if (silent.length > 0) throw new DatasetError(silent)
  return { dataset, publication }
}
