import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { chunksOf } from '../records/file-bytes.ts'
import type { Fields } from '../resources/row.ts'
import type { ListDraft } from './export-lines.ts'

export type Tables = ReturnType<typeof openTables>

/**
 * A SQLite file with one table per list. Lists and objects within a record are JSON.
 * @param file where to write it until it is read
 */
export function openTables(file: string) {
  rmSync(file, { force: true })
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('page_size = 4096')
  db.exec('BEGIN')
  const ids: string[] = []
  let total = 0
  return {
    /** Creates the table of a list; the returned function adds records. */
    open({ name, fields, tabled }: Pick<ListDraft, 'name' | 'fields' | 'tabled'>) {
      const columns = columnNames(fields).map((column) => `"${column}"`)
      db.exec(`CREATE TABLE "${name}" (${columns.join(', ')})`)
      if (fields.includes('id')) ids.push(name)
      const insert = db.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`)
      total += tabled.count
      return (record: Fields): unknown => insert.run(fields.map((field) => cellOf(record[field])))
    },
    /** Finishes the file and reads it in parts. Returns the number of records. */
    finish(take: (part: Buffer) => void): number {
      for (const name of ids) db.exec(`CREATE UNIQUE INDEX "${name}_by_id" ON "${name}" ("id")`)
      db.exec('COMMIT')
      db.close()
      for (const part of chunksOf(file)) take(part)
      return total
    },
    /** Removes the file. */
    discard(): void {
      db.close()
      rmSync(file, { force: true })
    },
  }
}

/** The names of columns. SQLite treats `timeZone` and `timezone` as equal, so the second of them ends in `_2`. */
function columnNames(fields: readonly string[]): string[] {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
