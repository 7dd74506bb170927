import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { columnsOf, type Row } from './columns.ts'
import { comparatorOf, idOf, placesBy } from './order.ts'

/**
 * Writes the tables of one resource, and returns its rows in their order. `<name>` holds the filter columns in the
 * default order of the list, so that `row` is the order; `<name>_bodies` the ready JSON; `<name>_<filter>` the entries
 * of a list or the full text of a filter; `<name>_phases` the timed field; `<name>_names` the names of single records.
 */
export function writeResource(db: Database.Database, resource: Resource, published: readonly Row[]): Row[] {
  const rows = [...published].sort(comparatorOf(resource.order))
  const { name, timed, detail } = resource
  writeColumns(db, resource, rows)
  writeBodies(db, resource, rows)
  for (const { name: column, read } of columnsOf<string[]>(resource, 'link')) {
    writeLinks(db, `${name}_${column}`, rows, read)
  }
  for (const { name: column, read } of columnsOf<string[]>(resource, 'texts')) {
    writeTexts(db, `${name}_${column}`, rows.map(read))
  }
  if (timed) writePhases(db, `${name}_phases`, rows)
  if (detail) writeNames(db, `${name}_names`, rows)
  return rows
}

function writeColumns(db: Database.Database, resource: Resource, rows: readonly Row[]): void {
  const { name: table, otherOrder } = resource
  const columns = columnsOf(resource, 'TEXT', 'INTEGER')
  const definitions = ['row INTEGER PRIMARY KEY', ...columns.map(({ name, storage }) => `"${name}" ${storage}`)]
  const readers: ((row: Row) => unknown)[] = columns.map(({ read }) => read)
  if (otherOrder && otherOrder.by !== 'timed') {
    const places = placesBy(rows, otherOrder.by)
    definitions.push(`"order_${otherOrder.name}" INTEGER NOT NULL`)
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

// Stands in the item where the timed field goes; records cannot hold it, since it is a control character.
const PLACEHOLDER = '\u0000'
const PLACEHOLDER_JSON = JSON.stringify(PLACEHOLDER)

/** The ready JSON: of a timed resource in two parts around the timed field. */
function writeBodies(db: Database.Database, { name, timed }: Resource, rows: readonly Row[]): void {
  const table = `${name}_bodies`
  db.exec(`CREATE TABLE ${table} (row INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT, detail TEXT) STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  rows.forEach(({ item, detail }, index) => {
    const whole = timed ? { ...item, [timed]: PLACEHOLDER } : item
    const [head, tail = null] = JSON.stringify(whole).split(PLACEHOLDER_JSON)
    insert.run(index + 1, head, tail, detail ? JSON.stringify(detail) : null)
  })
}

function writeLinks(db: Database.Database, table: string, rows: readonly Row[], read: (row: Row) => string[]): void {
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
  db.exec(
    `CREATE VIRTUAL TABLE "${table}" USING fts5 (${columns.join(', ')}, content='', columnsize=0, tokenize='unicode61 remove_diacritics 2')`,
  )
  const insert = db.prepare(
    `INSERT INTO "${table}" (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  texts.forEach((row, index) => {
    insert.run(index + 1, ...row)
  })
  db.exec(`INSERT INTO "${table}" ("${table}") VALUES ('optimize')`)
}

/** The phases in the order of their ends, then of the ids, which is the order of a list by the timed field. */
function writePhases(db: Database.Database, table: string, rows: readonly Row[]): void {
  db.exec(
    `CREATE TABLE ${table} (phase INTEGER PRIMARY KEY, row INTEGER NOT NULL, value TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} (row, value, since, until) VALUES (?, ?, ?, ?)`)
  const phases = rows.flatMap((row, index) =>
    (row.phases ?? []).map((phase) => ({ ...phase, row: index + 1, id: idOf(row) })),
  )
  phases.sort((a, b) => a.until - b.until || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  for (const { row, value, from, until } of phases) insert.run(row, value, from, until)
  db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row, since, until, value)`)
  db.exec(`CREATE INDEX ${table}_by_value ON ${table} (value, until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_until ON ${table} (until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_since ON ${table} (since)`)
}

function writeNames(db: Database.Database, table: string, rows: readonly Row[]): void {
  db.exec(`CREATE TABLE ${table} (name TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`)
  rows.forEach(({ names = [] }, index) => {
    for (const name of names) insert.run(name, index + 1)
  })
}
