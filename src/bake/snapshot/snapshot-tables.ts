import Database from 'better-sqlite3'
import type { Fields } from '../../resources/row.ts'

export type Tables = ReturnType<typeof openTables>

/** Creates the SQLite file of a snapshot, with one table per list. Lists and objects within a record are JSON. */
export function openTables(file: string) {
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('page_size = 4096')
  db.exec('BEGIN')
  const withIds: string[] = []
  let records = 0
  return {
    /** Creates the table of a list. The returned function adds a record. */
    create(list: string, fields: readonly string[]): (record: Fields) => void {
      const columns = columnNames(fields).map((column) => `"${column}"`)
      db.exec(`CREATE TABLE "${list}" (${columns.join(', ')})`)
      if (fields.includes('id')) withIds.push(list)
      const insert = db.prepare(`INSERT INTO "${list}" VALUES (${columns.map(() => '?').join(', ')})`)
      return (record) => {
        insert.run(fields.map((field) => formatCell(record[field])))
        records += 1
      }
    },
    /** The number of records in all tables. */
    records: () => records,
    /** Indexes the tables and closes the file. */
    close(): void {
      for (const list of withIds) db.exec(`CREATE UNIQUE INDEX "${list}_by_id" ON "${list}" ("id")`)
      db.exec('COMMIT')
      db.close()
    },
  }
}

/** The names of columns. SQLite treats `timeZone` and `timezone` as equal, so the second of them ends in `_2`. */
function columnNames(fields: readonly string[]): string[] {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function formatCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
