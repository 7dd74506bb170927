import type { default as Database } from 'better-sqlite3'
import * as z from 'zod'
import { hasOwnDetail, type Order, type Resource } from '../../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../../resources/publishing.ts'
import { pick } from '../../rules/pick.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { BEGINNING, END, type Phase } from '../../rules/time/status.ts'
import { createTextTable } from '../search/text-table.ts'
import { createPackedLines } from './changes-table.ts'
import {
  bodyColumns,
  type Cell,
  type Column,
  filterColumns,
  linkTables,
  packedBodies,
  STATE_OF_PHASE,
  wordTables,
} from './columns.ts'

/** The columns that a list is only sorted by. Instants are stored as numbers, like those of filters. */
function sortColumns(list: Resource): Column[] {
  const filtered = new Set(filterColumns(list).map(({ name }) => name))
  const shape = 'shape' in list.item ? (list.item.shape as { [field: string]: z.ZodType }) : {}
  return list.orders.sortable
    .filter((field) => !filtered.has(field))
    .map((field) => {
      const schema = plainSchema(shape[field])
      const read = ({ item }: AnyRow) => ((item as Fields)[field] ?? null) as Cell
      if (schema instanceof z.ZodISODateTime) {
        return { name: field, type: 'INTEGER', read: (row) => instantOrNull(read(row)) }
      }
      if (!(schema instanceof z.ZodNumber)) return { name: field, type: 'TEXT', read }
      return { name: field, type: schema.isInt ? 'INTEGER' : 'REAL', read }
    })
}

const instantOrNull = (value: Cell): number | null => (value === null ? null : Date.parse(String(value)))

function plainSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? plainSchema(schema.unwrap() as z.ZodType)
    : schema
}

/**
 * Writes the tables of one list; docs/baked-file.md describes them.
 * @param rows in the default order of the list, which becomes that of `row`
 */
export function writeList(db: Database.Database, list: Resource, rows: readonly AnyRow[]): void {
  const columns = [...filterColumns(list), ...sortColumns(list)]
  writeRows(db, list, columns, rows)
  writeAliases(db, list, rows)
  writeLinks(db, list, rows)
  for (const { table, read } of wordTables(list)) writeWords(db, table, rows.map(read))
  if (list.timed.length > 0) writePhases(db, list, rows)
  if (hasOwnDetail(list)) writeDetails(db, list, rows)
  writeIndexes(db, list, columns)
}

function writeRows(db: Database.Database, list: Resource, columns: readonly Column[], rows: readonly AnyRow[]): void {
  const { name } = list
  const bodies = bodyColumns(list)
  const lines = [
    'row INTEGER PRIMARY KEY',
    'id TEXT NOT NULL UNIQUE',
    ...columns.map((column) => `${column.name} ${column.type}`),
    'digest TEXT NOT NULL',
    ...bodies.map((body) => `${body} TEXT NOT NULL`),
  ]
  db.exec(`CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n) STRICT`)
  const insert = db.prepare(`INSERT INTO ${name} VALUES (${lines.map(() => '?').join(', ')})`)
  const split = splitBody(list)
  const packed = bodies.length === 0 ? createPackedLines(db, packedBodies(list)) : null
  rows.forEach((row, index) => {
    const parts = split(row.item)
    packed?.add(parts.join(''))
    insert.run(
      index + 1,
      getId(row),
      columns.map(({ read }) => read(row)),
      getDigest(parts.join('')),
      packed ? [] : parts,
    )
  })
  packed?.finish()
}

/** How the JSON of items is split around their time-dependent fields, which are adjacent. */
function splitBody({ item: schema, timed }: Resource): (item: Fields) => string[] {
  const [first] = timed
  if (first === undefined) return (item) => [JSON.stringify(item)]
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const start = names.indexOf(first)
  const before = names.slice(0, start)
  const after = names.slice(start + timed.length)
  const comma = after.length > 0 ? ',' : ''
  return (item) => [
    `${JSON.stringify(pick(item, before)).slice(0, -1)},`,
    `${comma}${JSON.stringify(pick(item, after)).slice(1)}`,
  ]
}

/** The other names by which records are found: slugs, and the ids of records that were merged into them. */
function writeAliases(db: Database.Database, { name: list }: Resource, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${list}_names (\n  name TEXT PRIMARY KEY,\n  row INTEGER NOT NULL\n) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${list}_names VALUES (?, ?)`)
  rows.forEach((row, index) => {
    const id = getId(row)
    const names = new Set(row.names ?? [id.toLowerCase()])
    names.delete(id)
    for (const name of names) insert.run(name, index + 1)
  })
}

function writeLinks(db: Database.Database, list: Resource, rows: readonly AnyRow[]): void {
  for (const { table, read } of linkTables(list)) {
    db.exec(
      `CREATE TABLE ${table} (\n  value TEXT NOT NULL,\n  row INTEGER NOT NULL,\n  PRIMARY KEY (value, row)\n) WITHOUT ROWID, STRICT`,
    )
    const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`)
    rows.forEach((row, index) => {
      for (const value of new Set(read(row))) insert.run(value, index + 1)
    })
    db.exec(`CREATE INDEX ${table}_by_row ON ${table} (row)`)
  }
}

/** A full-text table over the texts of rows 1, 2, …: words without accents, in lower case. */
function writeWords(db: Database.Database, table: string, texts: readonly (readonly string[])[]): void {
  const columns = (texts[0] ?? ['']).map((_, index) => `text_${index}`)
  const words = createTextTable(db, table, columns)
  texts.forEach((row, index) => {
    words.add(index + 1, row)
  })
  words.finish()
}

/** The time-dependent fields of every row, from the beginning of time until its end. */
function writePhases(db: Database.Database, { name: list, timed }: Resource, rows: readonly AnyRow[]): void {
  const table = `${list}_phases`
  const lines = [
    'row INTEGER NOT NULL',
    'since INTEGER NOT NULL',
    'until INTEGER NOT NULL',
    ...timed.map((field) => `${field} TEXT`),
    `${STATE_OF_PHASE} TEXT`,
    'PRIMARY KEY (row, since)',
  ]
  db.exec(`CREATE TABLE ${table} (\n  ${lines.join(',\n  ')}\n) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ${timed.map(() => '?').join(', ')}, ?)`)
  const always: Phase<Fields>[] = [{ from: BEGINNING, until: END, fields: {} }]
  rows.forEach(({ item, phases = always }, index) => {
    for (const { from, until, fields: values } of phases)
      insert.run(
        index + 1,
        from,
        until,
        timed.map((field) => values[field] ?? null),
        item.state,
      )
  })
  db.exec(`CREATE INDEX ${table}_by_since ON ${table} (since)`)
  for (const field of timed) {
    db.exec(`CREATE INDEX ${table}_by_${field} ON ${table} (${field}, row, since, until)`)
    db.exec(`CREATE INDEX ${table}_by_state_${field} ON ${table} (${STATE_OF_PHASE}, ${field}, row, since, until)`)
  }
  const fields = [`${list}.*`, 'since', 'until', ...timed]
  db.exec(
    `CREATE VIEW ${list}_now AS SELECT ${fields.join(', ')} FROM ${list} JOIN ${table} USING (row)\n  WHERE since <= unixepoch() * 1000 AND until > unixepoch() * 1000`,
  )
}

/** What the endpoint of a single record returns, where it differs from the item. */
function writeDetails(db: Database.Database, { name: list }: Resource, rows: readonly AnyRow[]): void {
  const table = `${list}_details`
  db.exec(
    `CREATE TABLE ${table} (\n  row INTEGER PRIMARY KEY,\n  digest TEXT NOT NULL,\n  body TEXT NOT NULL\n) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  rows.forEach(({ detail }, index) => {
    if (!detail) return
    const body = JSON.stringify(detail)
    insert.run(index + 1, getDigest(body), body)
  })
}

/**
 * The indexes of a list, each in the order of its rows behind its columns: one for each column; and, for columns that are
 * compared with one value, with those that nearly every query has: the filters with a default behind them, and the state
 * before them.
 */
function writeIndexes(db: Database.Database, { name: list, filters }: Resource, columns: readonly Column[]): void {
  const stored = Object.entries(filters).filter(([, { from }]) => from)
  const getNames = (chosen: typeof stored) => new Set(chosen.map(([parameter, { column = parameter }]) => column))
  const usual = getNames(stored.filter(([, filter]) => filter.default))
  const compared = getNames(stored.filter(([, { op }]) => op === 'is' || op === 'among')).difference(usual)
  const others = [...compared].filter((name) => name !== 'state')
  const indexes = [
    ...columns.map(({ name }) => [name]),
    ...(usual.size > 0 ? [...compared].map((name) => [name, ...usual]) : []),
    ...(compared.has('state') ? [...others.map((name) => ['state', name, ...usual]), ['state', 'updatedAt']] : []),
  ]
  for (const index of indexes) {
    db.exec(`CREATE INDEX ${[list, 'by', ...index].join('_')} ON ${list} (${index.join(', ')})`)
  }
}

/** Rows in the default order of their list. */
export const inOrder = <Row extends AnyRow>({ orders }: Resource, rows: readonly Row[]): Row[] =>
  rows.toSorted(createComparator(orders.default))

/** Compares by the fields in turn, nulls last in both directions, then by id. */
function createComparator(order: Order): (a: AnyRow, b: AnyRow) => number {
  return (a, b) => {
    for (const [field, direction] of order) {
      const steps = compareValues(a.item[field], b.item[field], direction === 'desc' ? -1 : 1)
      if (steps !== 0) return steps
    }
    return compareValues(getId(a), getId(b), 1)
  }
}

/** Compares two values of a field, nulls last in both directions. */
function compareValues(a: unknown, b: unknown, direction: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a as string) < (b as string) ? -direction : direction
}
