import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { replaceFile } from '../files/files.ts'
import { compare } from '../rules/text/words.ts'
import type { RecordKind } from '../schema/records.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import { appendRows, formatNdjson } from './ndjson.ts'

/** Where the files of a dataset folder are, and how they are replaced. */

/** The file of a kind of record: in `records/` next to `history/`, or in the folder itself. */
export function getRecordsPath(folder: string, kind: RecordKind): string {
  const records = path.join(folder, 'records')
  return path.join(existsSync(records) ? records : folder, `${kind}.ndjson`)
}

/** A file maintained by the nightly runs. */
export const getHistoryPath = (folder: string, name: string): string => path.join(folder, 'history', name)

/** The text of a file of `history`; null if it does not exist. */
export async function readHistory(folder: string, name: string): Promise<string | null> {
  const file = getHistoryPath(folder, name)
  return existsSync(file) ? await readFile(file, 'utf8') : null
}

/** Writes a file of `history` if its text differs. A missing file equals an empty one. */
export async function writeHistory(folder: string, name: string, text: string): Promise<void> {
  if (((await readHistory(folder, name)) ?? '') !== text) replaceFile(getHistoryPath(folder, name), text)
}

const SORT_FIELDS = ['state', 'fiscalYear', 'id'] as const
type Sortable = { [Field in (typeof SORT_FIELDS)[number]]?: string | null }

/** The order of record files: state, fiscal year, id; nulls first. */
export const byPlace = (a: Sortable, b: Sortable): number =>
  SORT_FIELDS.map((field) => compare(a[field] ?? '', b[field] ?? '')).find((order) => order !== 0) ?? 0

/** Writes a record file in the order of `byPlace`. */
export const writeRecords = (folder: string, kind: RecordKind, records: readonly Sortable[]): void =>
  replaceFile(getRecordsPath(folder, kind), formatNdjson(records.toSorted(byPlace)))

/** The newest events of the change feed. Older ones are packed by year. */
const FEED_FILE = 'changes.ndjson'

/** If the open file has more events than this, the oldest are packed until `KEPT` are left. */
const OPEN_MAX = 4_000
const KEPT = 1_000

/** The feed files of a dataset folder, oldest first; none before the first run. */
export function listFeedFiles(folder: string): string[] {
  const history = getHistoryPath(folder, '')
  const packed = existsSync(history)
    ? readdirSync(history).filter((name) => /^changes-\d{4}\.ndjson\.gz$/.test(name))
    : []
  const open = existsSync(getHistoryPath(folder, FEED_FILE)) ? [FEED_FILE] : []
  return [...packed.sort(), ...open].map((name) => getHistoryPath(folder, name))
}

/** Number of events that are packed at once, so that a first feed of any length takes little memory. */
const PACKED_AT_ONCE = 10_000

/**
 * Appends events to the feed of a dataset folder. Packed files are also appended to, never rewritten, so a repository
 * that stores every version grows only by what is new.
 */
export async function appendFeed(folder: string, events: readonly ChangeEvent[]): Promise<void> {
  const open = ((await readHistory(folder, FEED_FILE)) ?? '').split('\n').filter(Boolean)
  if (open.length + events.length <= OPEN_MAX) {
    mkdirSync(path.dirname(getHistoryPath(folder, FEED_FILE)), { recursive: true })
    appendRows(getHistoryPath(folder, FEED_FILE), events)
    return
  }
  const all = [...open.map((line) => JSON.parse(line) as ChangeEvent), ...events]
  await writeHistory(folder, FEED_FILE, formatNdjson(all.slice(-KEPT)))
  for (const [year, yearEvents] of Map.groupBy(all.slice(0, -KEPT), ({ occurredAt }) => occurredAt.slice(0, 4))) {
    for (let at = 0; at < yearEvents.length; at += PACKED_AT_ONCE) {
      // A gzip file may consist of several parts, one after the other.
      const part = gzipSync(formatNdjson(yearEvents.slice(at, at + PACKED_AT_ONCE)), { level: 9 })
      appendFileSync(getHistoryPath(folder, `changes-${year}.ndjson.gz`), part)
    }
  }
}
