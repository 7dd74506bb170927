import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { type Column, formatCell, formatCsv, getColumns, type ValueType } from '../../formats/table.ts'
import { formatNdjsonParts } from '../../records/ndjson.ts'
import type { Resource } from '../../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../../resources/publishing.ts'
import { pick } from '../../rules/pick.ts'
import { compare } from '../../rules/text/words.ts'
import { type Instant, toLocalInstant } from '../../rules/time/moments.ts'
import { toTimeline } from '../tables/changes-table.ts'
import { type ListFormat, NEWEST_MAX } from './snapshot-list.ts'

/** The field with the values of the time-dependent fields over time. */
export const TIMELINE = 'timeline'

/**
 * The records of a list as they are exported: the fields of its items and single records, with time-dependent fields as
 * of an instant, and their `timeline`. Derived fields are left out.
 */
export function toSnapshotList(resource: Resource, rows: readonly AnyRow[], at: Instant) {
  const fields = getFields(resource, rows)
  const records = rows.toSorted((a, b) => compare(getId(a), getId(b))).map((row) => toRecord(resource, row, fields, at))
  const columns = getColumns(resource.item).filter(({ name }) => fields.includes(name.split('.')[0] ?? ''))
  // The newest records of an append-only list are for the files that would grow with it without bound.
  return { resource, fields, columns, records, newest: getNewest(resource, records) }
}

export type SnapshotList = ReturnType<typeof toSnapshotList>

function getNewest({ instant }: Resource, records: readonly Fields[]): readonly Fields[] {
  if (!instant || records.length <= NEWEST_MAX) return records
  const getInstant = (record: Fields) => instant(record as never)
  const since = records.map(getInstant).sort().at(-NEWEST_MAX) as string
  return records.filter((record) => getInstant(record) >= since)
}

/** All fields of a list: those of its items, those that single records add, and its timeline. */
function getFields({ item: schema, timed, derived = [] }: Resource, rows: readonly AnyRow[]): string[] {
  const fields = new Set('shape' in schema ? Object.keys(schema.shape as object) : [])
  for (const { item, detail } of rows) {
    for (const field in item) fields.add(field)
    for (const field in detail) fields.add(field)
  }
  if (timed.length > 0 && rows.length > 0) fields.add(TIMELINE)
  return [...fields].filter((field) => !derived.includes(field))
}

function toRecord(
  { timed }: Resource,
  { item, detail = {}, phases = [] }: AnyRow,
  fields: readonly string[],
  at: Instant,
): Fields {
  const phase = phases.find(({ from, until }) => from <= at && at < until)?.fields ?? {}
  const unset = Object.fromEntries(timed.map((field) => [field, null]))
  return pick<Fields, string>({ ...detail, ...unset, ...item, ...phase, [TIMELINE]: toTimeline(phases) }, fields)
}

/** Writes the file of a list, by format. */
export const WRITERS: { [Format in ListFormat]: (list: SnapshotList) => Buffer | Promise<Buffer> } = {
  ndjson: ({ records }) => toBuffer(formatNdjsonParts(records)),
  csv: ({ resource, records, fields }) => toBuffer(formatCsv(resource.item, records, { hasMark: false, fields })),
  xlsx: writeXlsx,
  parquet: writeParquet,
}

/** A text, which is never whole in memory as such. */
const toBuffer = (parts: Iterable<string>): Buffer => Buffer.concat(Array.from(parts, (part) => Buffer.from(part)))

/** The most characters that a spreadsheet program reads in one cell. */
const CELL_MAX = 32_767
const NUMBER_FORMATS: { [Type in ValueType]?: string } = { date: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' }
const WIDTHS = { text: 30, integer: 12, number: 14, boolean: 10, date: 12, moment: 17, object: 30 } as const

/**
 * A workbook with one sheet: numbers, dates and true or false as such, everything else as text that is never read as a
 * formula. A time with a known zone is the local one, as spreadsheets have no zones.
 */
function writeXlsx({ resource, newest, columns }: SnapshotList): Promise<Buffer> {
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
  return buffer(content)
}

function toXlsxValue({ name, type, depth, getValue }: Column, record: Fields, names: ReadonlySet<string>): CellValue {
  const value = getValue(record)
  if (value === null || value === undefined) return null
  if (depth === 0 && (typeof value === 'number' || typeof value === 'boolean')) return value
  if (depth === 0 && type === 'date') return new Date(`${value}T00:00:00Z`)
  if (depth === 0 && type === 'moment') {
    const isLocal = names.has(`${name}Precision`) && typeof record.timeZone === 'string'
    const instant = Date.parse(String(value))
    return new Date(isLocal ? toLocalInstant(instant, String(record.timeZone)) : instant)
  }
  const text = formatCell(value)
  if (text === '') return null
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text
}

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
function writeParquet({ newest, columns }: SnapshotList): Buffer {
  const toValues = ({ type, depth, getValue }: Column): unknown[] => {
    const { toValue } = PARQUET[depth > 1 ? 'object' : type]
    const orNull = (value: unknown) => (value === null || value === undefined ? null : toValue(value))
    return newest.map((record) => {
      const value = getValue(record)
      return depth === 1 && Array.isArray(value) ? value.map(orNull) : orNull(value)
    })
  }
  const content = parquetWriteBuffer({
    columnData: columns.map((column) => ({ name: column.name, data: toValues(column) })),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toElements)],
  })
  return Buffer.from(content)
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

/** The SQLite file of a snapshot, with one table per list. Lists and objects within a record are JSON. */
export function writeTables(lists: readonly SnapshotList[]): Buffer {
  const db = new Database(':memory:')
  db.exec('BEGIN')
  for (const { resource, fields, newest } of lists) {
    const columns = toColumnNames(fields).map((column) => `"${column}"`)
    db.exec(`CREATE TABLE "${resource.name}" (${columns.join(', ')})`)
    const insert = db.prepare(`INSERT INTO "${resource.name}" VALUES (${columns.map(() => '?').join(', ')})`)
    for (const record of newest) insert.run(fields.map((field) => toSqliteValue(record[field])))
    if (fields.includes('id')) db.exec(`CREATE UNIQUE INDEX "${resource.name}_by_id" ON "${resource.name}" ("id")`)
  }
  db.exec('COMMIT')
  const content = db.serialize()
  db.close()
  return content
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
