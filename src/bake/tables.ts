import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { subjectOf } from '../rules/changes.ts'
import { digestOf } from '../rules/digest.ts'
import { pick } from '../rules/pick.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import type { FeedItem } from '../schema/wire/activity.ts'
import { columnWriter } from './column-table.ts'
import { columnsOf } from './columns.ts'
import type { Derived } from './derived.ts'
import { eventText, FEED, PLAIN_EVENTS } from './feed-text.ts'
import { type HistoryRow, writeHistory } from './history-tables.ts'
import { writeNumbers } from './numbers.ts'
import { writePhases } from './phases.ts'
import { writeRanks } from './ranks.ts'
import { createTextTable } from './text-table.ts'
import { writeValues } from './values.ts'

/**
 * Writes the tables of one list. Rows are in the default order of the list: `<name>_bodies` has the ready-made JSON,
 * `<name>_details` that of single records,
 * `<name>_<filter>` the full text of a filter; `<name>_names` the names by which records are found. `columns` has the
 * numbers by which requests sort, filter and count, and the timed fields.
 * @param rows in the default order of the list
 */
export function writeResource(
  db: Database.Database,
  resource: Resource,
  rows: readonly AnyRow[],
  derived: Derived,
): void {
  const { name, timed, detail, instant } = resource
  const add = columnWriter(db, resource)
  writeBodies(db, resource, instant ? rows.slice(0, PLAIN_EVENTS) : rows)
  if (instant) writeFeed(db, rows, derived)
  for (const { name: column, read } of columnsOf<string[]>(resource, 'texts')) {
    writeTexts(db, `${name}_${column}`, rows.map(read))
  }
  if (timed.length > 0) {
    writePhases(add, rows, (fields) => timed.map((field) => memberOf(field, fields[field])).join(','))
  }
  if (detail) writeDetails(db, `${name}_details`, rows)
  if (!instant) writeNames(db, `${name}_names`, rows)
  writeRanks(add, resource, rows)
  writeValues(add, resource, rows)
  writeNumbers(add, resource, rows)
}

/**
 * The ready-made JSON, in two parts around the timed fields of a list that has them, with the digest of both. Removed
 * records follow the rows and have no second part.
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

/** The feed as a history. @param rows newest first */
function writeFeed(db: Database.Database, rows: readonly AnyRow[], derived: Derived): void {
  const history = rows.toReversed().map(({ item }): HistoryRow => {
    const event = item as FeedItem
    const labels = { state: event.state ?? NO_STATE }
    return { key: subjectOf(event), at: Date.parse(event.occurredAt), text: eventText(event), labels }
  })
  writeHistory(db, derived, FEED, history, false)
}

/** Splits the JSON of an item into the parts before and after its timed fields. */
function partsOf({ item: schema, timed }: Resource): (item: Fields) => [head: string, tail: string] {
  const [first] = timed
  if (first === undefined) return (item) => [JSON.stringify(item), '']
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

/** A full-text table over the texts of rows 1, 2, …: words without accents, in lower case. */
function writeTexts(db: Database.Database, table: string, texts: readonly string[][]): void {
  const columns = (texts[0] ?? ['']).map((_, index) => `text_${index}`)
  const words = createTextTable(db, table, columns)
  texts.forEach((row, index) => {
    words.add(index + 1, row)
  })
  words.finish()
}

function writeNames(db: Database.Database, table: string, rows: readonly AnyRow[]): void {
  db.exec(`CREATE TABLE ${table} (name TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID, STRICT`)
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`)
  rows.forEach((row, index) => {
    for (const name of row.names ?? [idOf(row).toLowerCase()]) insert.run(name, index + 1)
  })
}
