import * as z from 'zod'
import { type Described, getColumns, getFields, type ValueType } from '../../formats/table.ts'
import type { Publication } from '../../ledger/shapes.ts'
import { LIST_FORMATS, type ListFormat, NEWEST_MAX, SNAPSHOT_TYPES, type SnapshotFile } from './snapshot-list.ts'
import { type SnapshotList, TIMELINE, toColumnNames } from './writers.ts'

/** One line of the data dictionary. */
export const DictionaryEntry = z.strictObject({
  list: z.string().describe('The list.'),
  column: z.string().describe('Name of the column, or of the field in NDJSON.'),
  type: z.string().describe('Type of its values.'),
  description: z.string().describe('What it means.'),
  values: z.array(z.string()).describe('The possible values, if they are a closed set.'),
  files: z.array(z.string()).describe('The files that have it.'),
})
export type DictionaryEntry = z.infer<typeof DictionaryEntry>

const TYPES = {
  text: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  date: 'date',
  moment: 'date and time (UTC)',
  object: 'object',
} as const satisfies { [Type in ValueType]: string }

const TIMELINE_FIELD: Described = {
  name: TIMELINE,
  type: 'object',
  depth: 1,
  description:
    'The values of the fields that depend on time, from an instant to the next; null: since or until always.',
  values: [],
}

/** The columns of a table, or the fields of records, each with what the schema of the API says about it. */
function describeFile(list: SnapshotList, format: ListFormat): Described[] {
  const { resource, columns } = list
  const described = format === 'ndjson' ? describeFields(list) : [...columns]
  return resource.instant ? described.map(withNewest) : described
}

/** An append-only list is not complete in every file, which its first column tells. */
const withNewest = (field: Described): Described =>
  field.name === 'id' ? { ...field, description: `${field.description} ${NEWEST_NOTE}` } : field

const NEWEST_NOTE = `CSV and NDJSON have every record of this list; XLSX, Parquet and SQLite have the newest ${NEWEST_MAX}.`

function describeFields({ resource, fields }: SnapshotList): Described[] {
  const described = [resource.item, ...(resource.detail ? [resource.detail.schema] : [])].flatMap(getFields)
  return [...described.reverse(), TIMELINE_FIELD]
    .filter(({ name }, index, all) => fields.includes(name) && all.findLastIndex((one) => one.name === name) === index)
    .sort((a, b) => fields.indexOf(a.name) - fields.indexOf(b.name))
}

/** The data dictionary: every column of every file, and those of the dictionary itself. */
export function toDictionary(lists: readonly SnapshotList[]): DictionaryEntry[] {
  return [
    ...lists.flatMap((list) => {
      const { name } = list.resource
      const described = LIST_FORMATS.flatMap((format) =>
        describeFile(list, format).map((column) => ({ column, file: `${name}.${format}` })),
      )
      const fields = describeFile(list, 'ndjson')
      const names = toColumnNames(fields.map((field) => field.name))
      const inSqlite = fields.map((field, index) => ({
        column: { ...field, name: names[index] as string },
        file: 'dataset.sqlite',
      }))
      return toEntries(name, [...described, ...inSqlite])
    }),
    ...toEntries(
      'dictionary',
      getColumns(DictionaryEntry).map((column) => ({ column, file: 'dictionary.csv' })),
    ),
  ]
}

function toEntries(list: string, described: readonly { column: Described; file: string }[]): DictionaryEntry[] {
  const same = Map.groupBy(described, ({ column }) => `${column.name} ${formatType(column)}`)
  return [...same.values()].map((group) => {
    const { column } = group[0] as (typeof described)[number]
    const { name, description, values } = column
    return {
      list,
      column: name,
      type: formatType(column),
      description,
      values: [...values],
      files: group.map(({ file }) => file),
    }
  })
}

const formatType = ({ type, depth }: Described): string => (depth === 0 ? TYPES[type] : `list (${TYPES[type]})`)

/** The description of the snapshot, as a Frictionless Data Package. */
export function toDatapackage(
  files: readonly SnapshotFile[],
  lists: readonly SnapshotList[],
  { version, at }: Publication,
): object {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'rural-health-program-data',
    title: 'Rural Health Transformation Program data',
    description:
      'Everything that the Rural Health Program Data Service publishes. Informational only: check the source that a record names before you act on it.',
    version,
    created: at,
    licenses: [
      { name: 'CC0-1.0', path: 'https://creativecommons.org/publicdomain/zero/1.0/', title: 'CC0 1.0 Universal' },
    ],
    resources: files.map((file) => {
      const [mediatype = '', isText] = SNAPSHOT_TYPES[file.format].split(';')
      return {
        name: file.name.replaceAll('.', '-'),
        path: file.name,
        format: file.format,
        mediatype,
        ...(isText && { encoding: 'utf-8' }),
        bytes: file.bytes,
        hash: `sha256:${file.sha256}`,
        records: file.records,
        ...toSchema(file, lists),
      }
    }),
  }
}

function toSchema({ name, resource, format }: SnapshotFile, lists: readonly SnapshotList[]): object {
  if (name === 'dictionary.csv') return toTableSchema(getColumns(DictionaryEntry), format)
  const list = lists.find((one) => one.resource.name === resource)
  if (!list) return {}
  const described = describeFile(list, format as ListFormat)
  return format === 'ndjson' ? { schema: toFields(described, format) } : toTableSchema(described, format)
}

const toTableSchema = (columns: readonly Described[], format: SnapshotFile['format']): object => ({
  profile: 'tabular-data-resource',
  ...(format === 'csv' && { dialect: { delimiter: ',', lineTerminator: '\r\n' } }),
  schema: { ...toFields(columns, format), ...(format === 'csv' && { missingValues: [''] }) },
})

const toFields = (described: readonly Described[], format: SnapshotFile['format']): object => ({
  fields: described.map((field) => ({
    name: field.name,
    type: toFieldType(field, format),
    ...(field.description && { description: field.description }),
    ...(field.values.length > 0 && field.depth === 0 && { constraints: { enum: field.values } }),
  })),
  ...(described.some(({ name }) => name === 'id') && { primaryKey: ['id'] }),
})

/** The cells of tables have lists as text, except those of Parquet. */
function toFieldType({ type, depth }: Described, format: SnapshotFile['format']): string {
  if (depth > 0) return format === 'ndjson' || (format === 'parquet' && depth === 1) ? 'array' : 'string'
  if (type === 'moment') return 'datetime'
  return type === 'text' ? 'string' : type
}
