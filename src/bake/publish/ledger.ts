import type { Step } from '../../ledger/advance.ts'
import { RECORDS_FILE, writeStep } from '../../ledger/files.ts'
import type { Dataset } from '../../records/dataset.ts'
import { appendFeed, writeHistory } from '../../records/folder.ts'
import { DatasetError, ndjson } from '../../records/ndjson.ts'
import { discard, stage, takeOver } from '../../records/staging.ts'
import { untoldIn } from '../../rules/notices/changes.ts'
import { formatCount } from '../../rules/text/wording.ts'
import { HISTORY } from '../../schema/history.ts'
import type { ChangeEvent } from '../../schema/wire/changes.ts'
import type { Publication } from './publish.ts'

/**
 * Adds what the ledger and the feed of a dataset folder are missing, all of it or nothing. Returns what was added as a
 * sentence; null if nothing was missing.
 * @throws Error when the ledger was written since it was read
 */
export async function keepPublished(
  data: string,
  dataset: Pick<Dataset, 'history'>,
  publication: Publication,
): Promise<string | null> {
  const { published } = publication.step
  if (published === null) return null
  try {
    await writePublished(stage(data, ['history']), dataset, publication)
    takeOver(data)
  } finally {
    discard(data)
  }
  const { version, at } = published.publication
  return `Added publication ${version} of ${at} to the ledger: ${formatCount(published.changes.length, 'change')}. Commit history with the records.`
}

/** @throws DatasetError when the ledger of a dataset does not match its records */
export function checkLedger(step: Step): void {
  const { published } = step
  if (published === null) return
  const reason = `is missing ${formatCount(published.changes.length, 'change')} of the records; run "npm run bake" and commit history`
  throw new DatasetError([{ file: RECORDS_FILE, line: 0, field: 'ledger', reason }])
}

/**
 * Adds a publication to the history of a dataset folder: to the feed and the ledger.
 * @param folder a copy that is put in place as a whole
 * @returns the new events of the feed
 */
export async function writePublished(
  folder: string,
  { history }: Pick<Dataset, 'history'>,
  publication: Publication,
): Promise<ChangeEvent[]> {
  // The feed is append-only, so everything after the published events is new.
  const events = publication.activity
    .slice(history.feed?.length ?? 0)
    .map(({ item: { updatedAt: _, ...event } }) => event as ChangeEvent)
  await appendFeed(folder, events)
  if (history.feed === null) await writeHistory(folder, HISTORY.untold.file, ndjson(untoldIn(publication, events)))
  writeStep(folder, publication.step)
  return events
}
