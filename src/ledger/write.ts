import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { gzipSync } from 'node:zlib'
import { historyFile } from '../records/folder.ts'
import { ndjson, ndjsonParts } from '../records/ndjson.ts'
import type { Step } from './advance.ts'
import { CHANGES_FOLDER, changesFile, getMonth, PUBLICATIONS_FILE, RECORDS_FILE, readMonths } from './files.ts'

/** Number of months whose changes stay plain; earlier ones are compressed. */
const MONTHS_READABLE = 2

/**
 * Writes a publication to the ledger of a dataset folder. Callers write to a copy of the folder and then swap it in, so
 * that a ledger is never partly written. Does nothing if nothing was published.
 */
export function writeStep(folder: string, { ledger, published }: Step): void {
  if (published === null) return
  const { publication, changes } = published
  mkdirSync(historyFile(folder, CHANGES_FOLDER), { recursive: true })
  rmSync(historyFile(folder, RECORDS_FILE), { force: true })
  append(historyFile(folder, RECORDS_FILE), ledger.entries.values())
  appendFileSync(historyFile(folder, PUBLICATIONS_FILE), ndjson([publication]))
  if (changes.length > 0) append(historyFile(folder, changesFile(getMonth(publication.at))), changes)
  pack(folder)
}

function append(file: string, rows: Iterable<unknown>): void {
  const descriptor = openSync(file, 'a')
  try {
    for (const part of ndjsonParts(rows)) writeFileSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
}

function pack(folder: string): void {
  for (const month of readMonths(folder).slice(0, -MONTHS_READABLE)) {
    const lines = historyFile(folder, changesFile(month))
    if (!existsSync(lines)) continue
    const packed = historyFile(folder, changesFile(month, true))
    if (!existsSync(packed)) writeFileSync(packed, gzipSync(readFileSync(lines), { level: 9 }))
    rmSync(lines)
  }
}
