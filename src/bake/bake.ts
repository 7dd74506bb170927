import { isFounded, RECORDS_FILE, writeStep } from '../ledger/files.ts'
import { type Dataset, type Progress, readDataset } from '../records/dataset.ts'
import { appendFeed, writeHistory } from '../records/folder.ts'
import { DatasetError, formatNdjson, type RecordError } from '../records/ndjson.ts'
import { discard, settle, stage, takeOver } from '../records/staging.ts'
import { coverage } from '../resources/coverage.ts'
import { createPublished, type NightlyRun } from '../resources/publishing.ts'
import { findUntold } from '../rules/notices/changes.ts'
import { formatCount } from '../rules/text/wording.ts'
import type { Instant } from '../rules/time/moments.ts'
import { HISTORY } from '../schema/history.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import { checkSilentShortfalls, findCrossErrors } from './checks/cross-checks.ts'
import { lock } from './folder/lock.ts'
import { renewFreshness } from './folder/manifest.ts'
import { type PublishedLists, publish, readPublished } from './publication.ts'
import { release } from './release.ts'

/**
 * Bakes a dataset folder: what it is served from is written and put in place, and what changed since the last publication is
 * added to its ledger. Until the records were read and checked, nothing is written.
 * @param data the folder with records/ and history/, or with the record files
 * @param out the folder to publish into
 * @param isFounding whether to start the ledger of a dataset that has none
 * @returns the manifest, and a sentence about what was added to the history; null if nothing was
 * @throws DatasetError with every invalid line
 */
export async function bake(data: string, out: string, now: Instant, isFounding: boolean, progress: Progress) {
  // A night that was interrupted may have left the records half replaced.
  settle(data)
  // Without a ledger there is nothing to add to, so the same records always give the same bake.
  const run = isFounding || isFounded(data) ? { pages: [], now } : null
  // Read, check, make rows.
  const prepared = await prepare(data, progress, run)
  const added = run && (await keepPublished(data, prepared))
  // Write, publish.
  const manifest = await release(prepared.publication, out, now, progress)
  renewFreshness(out, prepared.history)
  return { manifest, added }
}

/** A publication, and the history of its dataset. */
export interface Prepared extends Pick<Dataset, 'history'> {
  publication: PublishedLists
}

/**
 * Reads a dataset folder and turns it into a publication.
 * @param run what a nightly run adds to the feed, and when it is published; null if the dataset is only inspected
 * @throws DatasetError with every invalid line
 */
export async function prepare(folder: string, progress: Progress, run: NightlyRun | null = null): Promise<Prepared> {
  const dataset = await readSound(folder, progress)
  const publication = publish(dataset, run, folder)
  refuse(checkSilentShortfalls(dataset.records, () => publication.coverage))
  // The other records are not kept in memory while they are written.
  return { history: dataset.history, publication }
}

/** A dataset that was checked, without its records. */
export type Checked = Pick<Dataset, 'history' | 'texts'>

/** Checks a dataset folder without publishing it. @throws DatasetError with every invalid line */
export async function checkDataset(folder: string): Promise<Checked> {
  const dataset = await readSound(folder, () => {})
  readPublished(folder, dataset.history)
  refuse(checkSilentShortfalls(dataset.records, () => createPublished(dataset, null, () => []).rows(coverage)))
  return { history: dataset.history, texts: dataset.texts }
}

async function readSound(folder: string, progress: Progress): Promise<Dataset> {
  const dataset = await readDataset(folder, progress)
  refuse([...dataset.errors, ...findCrossErrors(dataset)])
  return dataset
}

function refuse(errors: readonly RecordError[]): void {
  if (errors.length > 0) throw new DatasetError(errors)
}

/** @throws DatasetError when the ledger of a dataset does not match its records */
export function checkLedger({ step: { published } }: PublishedLists): void {
  if (published === null) return
  const reason = `is missing ${formatCount(published.changes.length, 'change')} of the records; run "npm run bake" and commit history`
  refuse([{ file: RECORDS_FILE, line: 0, field: 'ledger', reason }])
}

/** Adds what the ledger and the feed of a dataset folder are missing, all of it or nothing; null if nothing was missing. */
async function keepPublished(data: string, prepared: Prepared): Promise<string | null> {
  const { published } = prepared.publication.step
  if (published === null) return null
  const unlock = lock(data, new Date(published.publication.at))
  try {
    await writePublished(stage(data, ['history']), prepared)
    takeOver(data)
  } finally {
    discard(data)
    unlock()
  }
  const { version, at } = published.publication
  return `Added publication ${version} of ${at} to the ledger: ${formatCount(published.changes.length, 'change')}. Commit history with the records.`
}

/**
 * Adds a publication to the history of a dataset folder: to the feed and the ledger.
 * @param folder a copy that is put in place as a whole
 * @returns the new events of the feed
 */
export async function writePublished(folder: string, { history, publication }: Prepared): Promise<ChangeEvent[]> {
  // The feed is append-only, so everything after the published events is new.
  const events = publication.activity
    .slice(history.feed?.length ?? 0)
    .map(({ item: { updatedAt: _, ...event } }) => event as ChangeEvent)
  await appendFeed(folder, events)
  if (history.feed === null)
    await writeHistory(folder, HISTORY.untold.file, formatNdjson(findUntold(publication, events)))
  writeStep(folder, publication.step)
  return events
}
