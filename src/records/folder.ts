import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compare } from '../rules/text/words.ts'
import type { RecordKind } from '../schema/records.ts'
import { replaceFile } from './file-bytes.ts'
import { ndjson } from './ndjson.ts'

/** Where the files of a dataset folder are, and how they are replaced. */

/** The file of a kind of record: in `records/` next to `history/`, or in the folder itself. */
export function recordsFile(folder: string, kind: RecordKind): string {
  const records = path.join(folder, 'records')
  return path.join(existsSync(records) ? records : folder, `${kind}.ndjson`)
}

/** A file maintained by the nightly runs. */
export const historyFile = (folder: string, name: string): string => path.join(folder, 'history', name)

/** The text of a file of `history`; null if it does not exist. */
export async function readHistory(folder: string, name: string): Promise<string | null> {
  const file = historyFile(folder, name)
  return existsSync(file) ? await readFile(file, 'utf8') : null
}

/** Writes a file of `history` if its text differs. A missing file equals an empty one. */
export async function writeHistory(folder: string, name: string, text: string): Promise<void> {
  if (((await readHistory(folder, name)) ?? '') !== text) replaceFile(historyFile(folder, name), text)
}

const SORT_FIELDS = ['state', 'fiscalYear', 'id'] as const
type Sortable = { [Field in (typeof SORT_FIELDS)[number]]?: string | null }

/** The order of record files: state, fiscal year, id; nulls first. */
export function byPlace(a: Sortable, b: Sortable): number {
  for (const field of SORT_FIELDS) {
    const order = compare(a[field] ?? '', b[field] ?? '')
    if (order !== 0) return order
  }
  return 0
}

/** Writes a record file in the order of `byPlace`. */
export const writeRecords = (folder: string, kind: RecordKind, records: readonly Sortable[]): void =>
  replaceFile(recordsFile(folder, kind), ndjson(records.toSorted(byPlace)))
