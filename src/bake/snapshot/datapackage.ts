import { type Described, getColumns } from '../../formats/columns.ts'
import type { Publication } from '../../ledger/shapes.ts'
import { DictionaryEntry, describeFile } from './dictionary.ts'
import { type ListFormat, SNAPSHOT_TYPES, type SnapshotFile, type SnapshotList } from './snapshot-list.ts'

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
