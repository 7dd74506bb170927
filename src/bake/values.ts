import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import type { AnyRow } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import { columnBlob } from './blobs.ts'
import { valueColumns } from './columns.ts'

/**
 * Writes `<list>_values`: for each filter that compares values, the values as JSON, and those of each row as positions
 * in that list; those of row r begin at `starts[r - 1]`. Requests filter and count rows by these numbers in memory.
 */
export function writeValues(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const table = `${resource.name}_values`
  db.exec(
    `CREATE TABLE ${table} (name TEXT PRIMARY KEY, labels TEXT NOT NULL, starts BLOB NOT NULL, places BLOB NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  for (const { name, read } of valueColumns(resource)) {
    const found = new Map<string, number>()
    const starts = new Uint32Array(rows.length + 1)
    const codes: number[] = []
    rows.forEach((row, index) => {
      const own = read(row)
      for (const value of Array.isArray(own) ? new Set(own) : [own]) {
        if (value === null) continue
        const label = String(value)
        const code = found.get(label) ?? found.size
        if (code === found.size) found.set(label, code)
        codes.push(code)
      }
      starts[index + 1] = codes.length
    })
    const labels = [...found.keys()].sort(compare)
    const placeOf = new Uint32Array(labels.length)
    labels.forEach((label, place) => {
      placeOf[found.get(label) as number] = place
    })
    const places = Uint32Array.from(codes, (code) => placeOf[code] as number)
    insert.run(name, JSON.stringify(labels), columnBlob(resource, starts), columnBlob(resource, places))
  }
}
