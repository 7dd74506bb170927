import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Fields } from '../resources/row.ts'
import type { ListDraft } from './export-draft.ts'

/** A SQLite file with one table per list. Lists and objects within a record are JSON. */
export interface Tables {
  /** Creates the table of a list; the returned function adds records. */
  open: (list: Pick<ListDraft, 'name' | 'fields' | 'tabled'>) => (record: Fields) => void
  /** Finishes the file and reads it in parts. Returns the number of records. */
  finish: (take: (part: Buffer) => void) => number
  /** Removes the file. */
  discard: () => void
}

const PART_BYTES = 1024 * 1024

/** @param file where to write it until it is read */
export function openTables(file: string): Tables {
  rmSync(file, { force: true })
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('page_size = 4096')
  db.exec('BEGIN')
  const ids: string[] = []
  let total = 0
  return {
    open({ name, fields, tabled }) {
      const columns = columnNames(fields).map((column) => `"${column}"`)
      db.exec(`CREATE TABLE "${name}" (${columns.join(', ')})`)
      if (fields.includes('id')) ids.push(name)
      const insert = db.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`)
      total += tabled.count
      return (record) => insert.run(fields.map((field) => cellOf(record[field])))
    },
    finish(take) {
      for (const name of ids) db.exec(`CREATE UNIQUE INDEX "${name}_by_id" ON "${name}" ("id")`)
      db.exec('COMMIT')
      db.close()
      readParts(file, take)
      return total
    },
    discard() {
      db.close()
      rmSync(file, { force: true })
    },
  }
}

function readParts(file: string, take: (part: Buffer) => void): void {
  const descriptor = openSync(file, 'r')
  try {
    const part = Buffer.allocUnsafe(PART_BYTES)
    for (let read = readSync(descriptor, part); read > 0; read = readSync(descriptor, part)) {
      take(part.subarray(0, read))
    }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The names of columns. SQLite treats `timeZone` and `timezone` as equal, so the second of such a pair ends in `_2`.
 */
function columnNames(fields: readonly string[]): string[] {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
