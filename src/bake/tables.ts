import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { digestOf } from '../rules/digest.ts'
import { columnsOf, timedColumns } from './columns.ts'
import { writeFacets } from './facets.ts'
import { comparatorOf, placesBy } from './order.ts'
import { writeRanks } from './ranks.ts'
import { createTextTable } from './text-table.ts'

/**
 * Writes the tables of one list, and returns its rows in their order. `<name>` holds the filter columns in the default
 * order of the list, so that `row` is the order; `<name>_bodies` the ready JSON; `<name>_details` that of single
 * records; `<name>_<filter>` the entries of a list or the full text of a filter; `<name>_phases` the timed fields;
 * `<name>_names` the names by which records are found; `<name>_ranks` and `<name>_facets` what requests sort by and count.
 */
export function writeResource(db: Database.Database, resource: Resource, published: readonly AnyRow[]): AnyRow[] {
  const rows = [...published].sort(comparatorOf(resource.orders.default))
  const { name, timed, detail } = resource
  writeColumns(db, resource, rows)
  writeBodies(db, resource, rows)
  for (const { name: column, read } of columnsOf<string[]>(resource, 'link')) {
    writeLinks(db, `${name}_${column}`, rows, read)
  }
  for (const { name: column, read } of columnsOf<string[]>(resource, 'texts')) {
    writeTexts(db, `${name}_${column}`, rows.map(read))
  }
  if (timed.length > 0) writePhases(db, resource, rows)
  if (detail) writeDetails(db, `${name}_details`, rows)
  writeNames(db, `${name}_names`, rows)
  writeRanks(db, resource, rows)
  writeFacets(db, resource, rows)
  return rows
}

function writeColumns(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const {
    name: table,
    orders: { other },
  } = resource
  const columns = columnsOf(resource, 'TEXT', 'INTEGER')
  const definitions = ['row INTEGER PRIMARY KEY', ...columns.map(({ name, storage }) => `"${name}" ${storage}`)]
  const readers: ((row: AnyRow) => unknown)[] = columns.map(({ read }) => read)
  if (other && other.by !== 'timed') {
    const places = placesBy(rows, other.by)
    definitions.push(`"order_${other.name}" INTEGER NOT NULL`)
    readers.push((row) => places.get(row))
  }
  db.exec(`CREATE TABLE ${table} (${definitions.join(', ')}) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?${', ?'.repeat(readers.length)})`)
  rows.forEach((row, index) => {
    const values = readers.map((read) => read(row))
    insert.run(index + 1, ...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  })
  for (const { name } of columns) db.exec(`CREATE INDEX "${table}_by_${name}" ON ${table} ("${name}")`)
}

/**
 * The ready JSON, in two parts around the timed fields of a list that has some, with the digest of both. Removed records
 * follow the rows; they have no second part.
 */
function writeBodies(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const table = `${resource.name}_bodies`
  const parts = partsOf(resource)
  db.exec(
    `CREATE TABLE ${table} (row INTEGER PRIMARY KEY, id TEXT NOT NULL, head TEXT NOT NULL, tail TEXT, digest TEXT NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?)`)
  rows.forEach((row, index) => {
    const [head, tail] = parts(row.item)
    insert.run(index + 1, idOf(row), head, tail, digestOf(head + tail))
  })
  db.exec(`CREATE UNIQUE INDEX ${table}_by_id ON ${table} (id)`)
}

/** Splits the JSON of an item: what comes before its timed fields, and what comes after them. */
function partsOf({ item: schema, timed }: Resource): (item: Fields) => [head: string, tail: string] {
  const [first] = timed
  if (first === undefined) return (item) => [JSON.stringify(item), '']
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const before = names.slice(0, start)
  const after = names.slice(start + timed.length)
  const members = (item: Fields, fields: string[]) => fields.map((name) => memberOf(name, item[name]))
  return (item) => [
    `{${members(item, before)
      .map((member) => `${member},`)
      .join('')}`,
    `${members(item, after)
      .map((member) => `,${member}`)
      .join('')}}`,
  ]
}

const memberOf = (name: string, value: unknown): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

function writeDetails(db: Database.Database, table: string, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  rows.forEach(({ detail }, index) => {
    if (!detail) return
    const body = JSON.stringify(detail)
    insert.run(index + 1, body, digestOf(body))
  })
}

function writeLinks(
  db: Database.Database,
  table: string,
  rows: readonly AnyRow[],
  read: (row: AnyRow) => string[],
): void {
  db.exec(
    `CREATE TABLE "${table}" (value TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (value, row)) WITHOUT ROWID, STRICT`,
  )
  const insert = db.prepare(`INSERT INTO "${table}" VALUES (?, ?)`)
  rows.forEach((row, index) => {
    for (const value of new Set(read(row))) insert.run(value, index + 1)
  })
}

/** A full-text table over the texts of rows 1, 2, …: words without accents and letter case. */
function writeTexts(db: Database.Database, table: string, texts: readonly string[][]): void {
  const columns = (texts[0] ?? ['']).map((_, index) => `text_${index}`)
  const words = createTextTable(db, table, columns)
  texts.forEach((row, index) => {
    words.add(index + 1, row)
  })
  words.finish()
}

/**
 * The phases in the order of their ends, then of the ids, which is the order of a list by its timed field: the JSON of
 * the timed fields, and a column for each of them that is a filter. Phases in which all fields are null are left out.
 */
function writePhases(db: Database.Database, resource: Resource, rows: readonly AnyRow[]): void {
  const table = `${resource.name}_phases`
  const columns = timedColumns(resource)
  db.exec(
    `CREATE TABLE ${table} (phase INTEGER PRIMARY KEY, row INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, fields TEXT NOT NULL${columns.map((name) => `, "${name}" TEXT`).join('')}) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (NULL, ?, ?, ?, ?${', ?'.repeat(columns.length)})`)
  const phases = rows.flatMap((row, index) =>
    (row.phases ?? [])
      .filter(({ fields }) => Object.values(fields).some((value) => value !== null))
      .map((phase) => ({ ...phase, row: index + 1, id: idOf(row) })),
  )
  phases.sort((a, b) => a.until - b.until || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  for (const { row, fields, from, until } of phases) {
    const members = resource.timed.map((name) => memberOf(name, fields[name])).join(',')
    insert.run(row, from, until, members, ...columns.map((name) => fields[name]))
  }
  db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row, since, until, fields)`)
  for (const name of columns) db.exec(`CREATE INDEX "${table}_by_${name}" ON ${table} ("${name}", until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_until ON ${table} (until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_since ON ${table} (since)`)
}

function writeNames(db: Database.Database, table: string, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${table} (name TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`)
  rows.forEach((row, index) => {
    for (const name of row.names ?? [idOf(row).toLowerCase()]) insert.run(name, index + 1)
  })
}
