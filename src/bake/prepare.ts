import { readLedger, readPast } from '../ledger/files.ts'
import { type Dataset, type Progress, readDataset } from '../records/dataset.ts'
import { DatasetError, type RecordError } from '../records/ndjson.ts'
import { coverage } from '../resources/coverage.ts'
import { type NightlyRun, publishing } from '../resources/publishing.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Records } from '../schema/records.ts'
import { crossErrors, silentShortfalls } from './checks/cross-checks.ts'
import { type Publication, publish } from './publish/publish.ts'

/**
 * Reads a dataset folder and turns it into a publication.
 * @param run what a nightly run adds to the feed; null outside of one
 * @param now when it is published; null if it is only inspected
 * @throws DatasetError with every invalid line
 */
export async function prepare(
  folder: string,
  progress: Progress,
  run: NightlyRun | null = null,
  now: Instant | null = run?.now ?? null,
): Promise<Prepared> {
  const dataset = await readSound(folder, progress)
  const publication = publish(dataset, run, readPast(folder), now)
  refuse(silentShortfalls(dataset.records, () => publication.coverage))
  const { history, records } = dataset
  return { history, allotments: records.allotments, publication }
}

/** A publication, and what is needed of its dataset: the other records are not kept in memory while they are written. */
export interface Prepared extends Pick<Dataset, 'history'>, Pick<Records, 'allotments'> {
  publication: Publication
}

/** A dataset that was checked, without its records. */
export type Checked = Pick<Dataset, 'history' | 'texts'>

/**
 * Checks a dataset folder without publishing it.
 * @throws DatasetError with every invalid line
 */
export async function checkDataset(folder: string): Promise<Checked> {
  const dataset = await readSound(folder, () => {})
  readLedger(folder)
  refuse(silentShortfalls(dataset.records, () => publishing(dataset, null, () => []).rows(coverage)))
  return { history: dataset.history, texts: dataset.texts }
}

/** Reads a dataset folder and checks every line, and the records against each other. @throws DatasetError */
async function readSound(folder: string, progress: Progress): Promise<Dataset> {
  const dataset = await readDataset(folder, progress)
  refuse([...dataset.errors, ...crossErrors(dataset)])
  return dataset
}

function refuse(errors: readonly RecordError[]): void {
  if (errors.length > 0) throw new DatasetError(errors)
}
