import * as z from 'zod'
import { type Described, getColumns, getFields, type ValueType } from '../../formats/columns.ts'
import { type ListFormat, NEWEST_MAX, type SnapshotList, TIMELINE } from './snapshot-list.ts'
import { toColumnNames } from './writers.ts'

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
export function describeFile(list: SnapshotList, format: ListFormat): Described[] {
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
export function toDictionary(lists: readonly SnapshotList[], formats: readonly ListFormat[]): DictionaryEntry[] {
  return [
    ...lists.flatMap((list) => {
      const { name } = list.resource
      const described = formats.flatMap((format) =>
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
