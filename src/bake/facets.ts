import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { facetsOf } from '../resources/facets.ts'
import type { AnyRow } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import { blobOf } from './blobs.ts'
import { columnsOf } from './columns.ts'

/**
 * Writes `<list>_facets`: for each filter whose values can be counted, its values as JSON, and those of each row as
 * their places in that list: those of row r begin at `starts[r - 1]`. Timed filters are counted from the phases.
 */
export function writeFacets(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const table = `${resource.name}_facets`
  db.exec(
    `CREATE TABLE ${table} (name TEXT PRIMARY KEY, labels TEXT NOT NULL, starts BLOB NOT NULL, places BLOB NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  const counted = facetsOf(resource).map((parameter) => resource.filters[parameter]?.column ?? parameter)
  for (const { name, read } of columnsOf(resource, 'TEXT', 'link')) {
    if (!counted.includes(name)) continue
    const values = rows.map((row) => [...new Set([read(row)].flat().filter((value) => value !== null))].map(String))
    const labels = [...new Set(values.flat())].sort(compare)
    const placeOf = new Map(labels.map((label, place) => [label, place]))
    const starts = new Uint32Array(rows.length + 1)
    values.forEach((own, index) => {
      starts[index + 1] = (starts[index] as number) + own.length
    })
    const places = Uint32Array.from(values.flat(), (value) => placeOf.get(value) as number)
    insert.run(name, JSON.stringify(labels), blobOf(starts), blobOf(places))
  }
}
