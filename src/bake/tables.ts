import type Database from 'better-sqlite3'
import type { Order, Published, Resource } from '../resources/define.ts'
import { storedFilters } from './columns.ts'

type Row = Published<{ [field: string]: unknown }>

// Stands in the item where the timed field goes; records cannot hold it, since it is a control character.
const PLACEHOLDER = '\u0000'
const PLACEHOLDER_JSON = JSON.stringify(PLACEHOLDER)

/**
 * Writes the tables of one resource. `<name>` holds the filter columns in the default order of the list, so that
 * `row` is the order; `<name>_bodies` the ready JSON, in two parts around the timed field; `<name>_<filter>` the
 * entries of a list or the full text of a filter; `<name>_phases` the timed field; `<name>_names` the ids.
 */
export function writeResource(db: Database.Database, resource: Resource, published: readonly Row[]): Row[] {
  const rows = [...published].sort(comparatorOf(resource.order))
  writeFilters(db, resource, rows)
  writeBodies(db, resource, rows)
  for (const [column, { from }] of storedFilters(resource, 'link')) {
    const table = `${resource.name}_${column}`
    db.exec(
      `CREATE TABLE "${table}" (value TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (value, row)) WITHOUT ROWID, STRICT`,
    )
    const insert = db.prepare(`INSERT OR IGNORE INTO "${table}" VALUES (?, ?)`)
    rows.forEach((row, index) => {
      for (const value of from?.(row as never) as string[]) insert.run(value, index + 1)
    })
  }
  for (const [column, { from }] of storedFilters(resource, 'texts'))
    writeTexts(
      db,
      `${resource.name}_${column}`,
      rows.map((row) => from?.(row as never) as string[]),
    )
  if (resource.timed) writePhases(db, resource.name, rows)
  if (resource.detail) {
    db.exec(`CREATE TABLE ${resource.name}_names (name TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
    const insert = db.prepare(`INSERT INTO ${resource.name}_names VALUES (?, ?)`)
    rows.forEach((row, index) => {
      for (const name of row.names ?? []) insert.run(name, index + 1)
    })
  }
  return rows
}

function writeFilters(db: Database.Database, resource: Resource, rows: readonly Row[]): void {
  const filters = storedFilters(resource, 'text', 'integer')
  const other = resource.otherOrder && resource.otherOrder.by !== 'timed' ? resource.otherOrder : undefined
  const columns = [
    'row INTEGER PRIMARY KEY',
    ...filters.map(
      ([column]) =>
        `"${column}" ${storedFilters(resource, 'integer').some(([name]) => name === column) ? 'INTEGER' : 'TEXT'}`,
    ),
    ...(other ? [`"order_${other.name}" INTEGER NOT NULL`] : []),
  ]
  db.exec(`CREATE TABLE ${resource.name} (${columns.join(', ')}) STRICT`)
  const positions = other ? positionsBy(rows, other.by as Order) : undefined
  const insert = db.prepare(`INSERT INTO ${resource.name} VALUES (${columns.map(() => '?').join(', ')})`)
  rows.forEach((row, index) => {
    const values = filters.map(([, { from }]) => {
      const value = from?.(row as never)
      return typeof value === 'boolean' ? Number(value) : value
    })
    insert.run(index + 1, ...values, ...(positions ? [positions.get(row)] : []))
  })
  for (const [column] of filters)
    db.exec(`CREATE INDEX "${resource.name}_by_${column}" ON ${resource.name} ("${column}")`)
}

function writeBodies(db: Database.Database, resource: Resource, rows: readonly Row[]): void {
  db.exec(
    `CREATE TABLE ${resource.name}_bodies (row INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT, detail TEXT) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${resource.name}_bodies VALUES (?, ?, ?, ?)`)
  rows.forEach((row, index) => {
    const item = resource.timed ? { ...row.item, [resource.timed]: PLACEHOLDER } : row.item
    const [head, tail = null] = JSON.stringify(item).split(PLACEHOLDER_JSON)
    insert.run(index + 1, head, tail, row.detail ? JSON.stringify(row.detail) : null)
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
function writePhases(db: Database.Database, name: string, rows: readonly Row[]): void {
  const table = `${name}_phases`
  db.exec(
    `CREATE TABLE ${table} (phase INTEGER PRIMARY KEY, row INTEGER NOT NULL, value TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} (row, value, since, until) VALUES (?, ?, ?, ?)`)
  rows
    .flatMap((row, index) => (row.phases ?? []).map((phase) => ({ ...phase, row: index + 1, id: nameOf(row) })))
    .sort((a, b) => a.until - b.until || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .forEach(({ row, value, from, until }) => {
      insert.run(row, value, from, until)
    })
  db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row, since, until, value)`)
  db.exec(`CREATE INDEX ${table}_by_value ON ${table} (value, until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_until ON ${table} (until, since, row)`)
  db.exec(`CREATE INDEX ${table}_by_since ON ${table} (since)`)
}

const nameOf = ({ item }: Row): string => String(item.id ?? item.code)

function comparatorOf(order: Order): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const [field, direction] of order) {
      const steps = compare(a.item[field], b.item[field], direction === 'desc' ? -1 : 1)
      if (steps !== 0) return steps
    }
    return compare(nameOf(a), nameOf(b), 1)
  }
}

// Nulls come last in both directions.
function compare(a: unknown, b: unknown, direction: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a as string) < (b as string) ? -direction : direction
}

function positionsBy(rows: readonly Row[], order: Order): Map<Row, number> {
  return new Map([...rows].sort(comparatorOf(order)).map((row, index) => [row, index + 1]))
}
