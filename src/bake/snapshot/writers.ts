import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { parquetWriteFile } from 'hyparquet-writer'
import { type Column, formatCell, type ValueType } from '../../formats/columns.ts'
import { formatCsv } from '../../formats/csv.ts'
import type { Fields } from '../../resources/publishing.ts'
import { dayIn, localTime } from '../../rules/time/moments.ts'
import type { ListFormat, SnapshotList } from './snapshot-list.ts'

/** Records are written this many at a time, so no list is in memory as text. */
const RECORDS_AT_ONCE = 500

/** Writes the file of a list, by format. */
export const WRITERS: { [Format in ListFormat]: (list: SnapshotList, file: string) => void | Promise<void> } = {
  ndjson: ({ records }, file) => writeParts(file, toLines(records)),
  csv: ({ resource, records, fields }, file) =>
    writeParts(file, formatCsv(resource.item, records, { hasMark: false, fields })),
  xlsx: writeXlsx,
  parquet: writeParquet,
}

function writeParts(file: string, parts: Iterable<string>): void {
  const handle = openSync(file, 'w')
  try {
    for (const part of parts) writeSync(handle, part)
  } finally {
    closeSync(handle)
  }
}

function* toLines(records: readonly Fields[]): Generator<string> {
  for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
    yield records
      .slice(start, start + RECORDS_AT_ONCE)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('')
  }
}

/** The most characters that a spreadsheet program reads in one cell. */
const CELL_MAX = 32_767
const NUMBER_FORMATS: { [Type in ValueType]?: string } = { date: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' }
const WIDTHS = { text: 30, integer: 12, number: 14, boolean: 10, date: 12, moment: 17, object: 30 } as const

/**
 * A workbook with one sheet: numbers, dates and true or false as such, everything else as text that is never read as a
 * formula. A time with a known zone is the local one, as spreadsheets have no zones.
 */
async function writeXlsx({ resource, newest, columns }: SnapshotList, file: string): Promise<void> {
  const names = new Set(columns.map(({ name }) => name))
  const rows = newest.values().map((record) => columns.map((column) => toXlsxValue(column, record, names)))
  const content = writeXlsxStream(rows, {
    name: resource.name,
    columns: columns.map(({ name, type, depth }) => {
      const format = depth === 0 ? NUMBER_FORMATS[type] : undefined
      return { header: name, width: WIDTHS[type], ...(format && { numFmt: format }) }
    }),
    freezePane: { rows: 1 },
  })
  writeFileSync(file, await buffer(content))
}

function toXlsxValue({ name, type, depth, getValue }: Column, record: Fields, names: ReadonlySet<string>): CellValue {
  const value = getValue(record)
  if (value === null || value === undefined) return null
  if (depth === 0 && (typeof value === 'number' || typeof value === 'boolean')) return value
  if (depth === 0 && type === 'date') return new Date(`${value}T00:00:00Z`)
  if (depth === 0 && type === 'moment') {
    const isLocal = names.has(`${name}Precision`) && typeof record.timeZone === 'string'
    return isLocal ? toLocal(Date.parse(String(value)), String(record.timeZone)) : new Date(String(value))
  }
  const text = formatCell(value)
  if (text === '') return null
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text
}

const toLocal = (instant: number, zone: string): Date =>
  new Date(`${dayIn(instant, zone)}T${localTime(instant, zone)}Z`)

/** Parquet's type of a value, and the value as the writer takes it. */
const PARQUET: { [Type in ValueType]: { element: object; toValue: (value: unknown) => unknown } } = {
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, toValue: String },
  object: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, toValue: (value) => JSON.stringify(value) },
  integer: { element: { type: 'INT64' }, toValue: (value) => BigInt(value as number) },
  number: { element: { type: 'DOUBLE' }, toValue: (value) => value },
  boolean: { element: { type: 'BOOLEAN' }, toValue: (value) => value },
  date: { element: { type: 'INT32', converted_type: 'DATE' }, toValue: (value) => new Date(String(value)) },
  moment: {
    element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
    toValue: (value) => new Date(String(value)),
  },
}

/** Columns with the types of their values: lists as lists, lists of lists as JSON, times in UTC. */
function writeParquet({ newest, columns }: SnapshotList, filename: string): void {
  const toValues = ({ type, depth, getValue }: Column): unknown[] => {
    const { toValue } = PARQUET[depth > 1 ? 'object' : type]
    const orNull = (value: unknown) => (value === null || value === undefined ? null : toValue(value))
    return newest.map((record) => {
      const value = getValue(record)
      return depth === 1 && Array.isArray(value) ? value.map(orNull) : orNull(value)
    })
  }
  parquetWriteFile({
    filename,
    columnData: columns.map((column) => ({ name: column.name, data: toValues(column) })),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toElements)],
  })
}

function toElements({ name, type, depth }: Column) {
  const { element } = PARQUET[depth > 1 ? 'object' : type]
  const optional = { repetition_type: 'OPTIONAL' } as const
  if (depth !== 1) return [{ name, ...optional, ...element }]
  return [
    { name, ...optional, converted_type: 'LIST' as const, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED' as const, num_children: 1 },
    { name: 'element', ...optional, ...element },
  ]
}

/**
 * Writes the SQLite file of a snapshot, with one table per list. Lists and objects within a record are JSON. Returns the
 * number of records in all tables.
 */
export function writeTables(file: string, lists: readonly SnapshotList[]): number {
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('page_size = 4096')
  db.exec('BEGIN')
  for (const { resource, fields, newest } of lists) {
    const columns = toColumnNames(fields).map((column) => `"${column}"`)
    db.exec(`CREATE TABLE "${resource.name}" (${columns.join(', ')})`)
    const insert = db.prepare(`INSERT INTO "${resource.name}" VALUES (${columns.map(() => '?').join(', ')})`)
    for (const record of newest) insert.run(fields.map((field) => toSqliteValue(record[field])))
    if (fields.includes('id')) db.exec(`CREATE UNIQUE INDEX "${resource.name}_by_id" ON "${resource.name}" ("id")`)
  }
  db.exec('COMMIT')
  db.close()
  return lists.reduce((sum, { newest }) => sum + newest.length, 0)
}

/** The names of columns. SQLite treats `timeZone` and `timezone` as equal, so the second of them ends in `_2`. */
export function toColumnNames(fields: readonly string[]): string[] {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function toSqliteValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
