import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import type { AnyRow } from '../resources/row.ts'
import { subjectOf } from '../rules/changes.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import type { FeedItem } from '../schema/wire/activity.ts'
import { writeBodies } from './bodies.ts'
import { columnWriter } from './column-table.ts'
import { columnsOf } from './columns.ts'
import { eventText, FEED, PLAIN_EVENTS } from './feed-text.ts'
import { type HistoryRow, writeHistory } from './history-tables.ts'
import { writeNames } from './names.ts'
import { writeNumbers } from './numbers.ts'
import { writePhases } from './phases.ts'
import type { Pieces } from './pieces.ts'
import { writeRanks } from './ranks.ts'
import { createTextTable } from './text-table.ts'
import { writeValues } from './values.ts'

/**
 * Writes the tables of one list. Rows are in the default order of the list: `<name>_bodies` has the ready-made JSON,
 * `<name>_details` that of single records, `<name>_<filter>` the full text of a filter, `<name>_names` the
 * names by which records are found. `columns` has the numbers by which requests sort, filter and count, and the timed
 * fields.
 * @param rows in the default order of the list
 */
export function writeResource(
  db: Database.Database,
  resource: Resource,
  rows: readonly AnyRow[],
  pieces: Pieces,
): void {
  const { name, timed, instant } = resource
  const add = columnWriter(db, resource)
  writeBodies(db, resource, instant ? rows.slice(0, PLAIN_EVENTS) : rows, pieces)
  if (instant) writeFeed(db, rows)
  for (const { name: column, read } of columnsOf<string[]>(resource, 'texts')) {
    writeTexts(db, `${name}_${column}`, rows.map(read))
  }
  if (timed.length > 0) {
    writePhases(add, rows, (fields) => timed.map((field) => memberOf(field, fields[field])).join(','))
  }
  if (!instant) writeNames(db, resource, rows)
  writeRanks(add, resource, rows)
  writeValues(add, resource, rows)
  writeNumbers(add, resource, rows)
}

/** The feed as a history. @param rows newest first */
function writeFeed(db: Database.Database, rows: readonly AnyRow[]): void {
  const history = rows.toReversed().map(({ item }): HistoryRow => {
    const event = item as FeedItem
    const labels = { state: event.state ?? NO_STATE }
    return { key: subjectOf(event), at: Date.parse(event.occurredAt), text: eventText(event), labels }
  })
  writeHistory(db, FEED, history, false)
}

const memberOf = (name: string, value: unknown): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** A full-text table over the texts of rows 1, 2, …: words without accents, in lower case. */
function writeTexts(db: Database.Database, table: string, texts: readonly string[][]): void {
  const columns = (texts[0] ?? ['']).map((_, index) => `text_${index}`)
  const words = createTextTable(db, table, columns)
  texts.forEach((row, index) => {
    words.add(index + 1, row)
  })
  words.finish()
}
