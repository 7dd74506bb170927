import { getColumns } from '../../formats/columns.ts'
import type { Publication } from '../../ledger/shapes.ts'
import type { Resource } from '../../resources/define.ts'
import type { Fields } from '../../resources/row.ts'
import type { SnapshotFile } from './snapshot-list.ts'

/** A list, and the types of its fields' values. */
export interface DescribedList {
  resource: Resource
  getType: (field: string) => string
}

const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  sqlite: 'application/vnd.sqlite3',
  json: 'application/json',
} as const satisfies { [Format in SnapshotFile['format']]: string }

/** The description of the snapshot, as a Frictionless Data Package. */
export function toDatapackage(
  files: readonly SnapshotFile[],
  lists: readonly DescribedList[],
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
    resources: files.map((file) => ({
      name: file.name.replaceAll('.', '-'),
      path: file.name,
      format: file.format,
      mediatype: MEDIA_TYPES[file.format],
      ...(file.format !== 'sqlite' && { encoding: 'utf-8' }),
      bytes: file.bytes,
      hash: `sha256:${file.sha256}`,
      records: file.records,
      ...toSchema(file, lists),
    })),
  }
}

function toSchema({ resource, format, fields }: SnapshotFile, lists: readonly DescribedList[]): object {
  const list = lists.find((one) => one.resource.name === resource)
  if (!list) return {}
  if (format === 'ndjson') {
    return { schema: { fields: fields.map((name) => ({ name, type: list.getType(name) })), ...getKey(fields) } }
  }
  // A table cell is text; an empty one is null.
  const columns = getColumns(list.resource.item).map(({ name, description }) => ({
    name,
    type: 'string',
    ...(description && { description }),
  }))
  return {
    profile: 'tabular-data-resource',
    dialect: { delimiter: ',', lineTerminator: '\r\n' },
    schema: { fields: columns, missingValues: [''], ...getKey(fields) },
  }
}

const getKey = (fields: readonly string[]): object => (fields.includes('id') ? { primaryKey: ['id'] } : {})

/** Collects the types of the values that fields have, record by record. */
export function typeNotes(fields: readonly string[]): {
  add: (record: Fields) => void
  getType: (field: string) => string
} {
  const notes = new Map(fields.map((field) => [field, new Set<string>()]))
  return {
    add(record) {
      for (const [field, types] of notes) {
        const value = record[field]
        if (value !== null && value !== undefined) types.add(getType(value))
      }
    },
    getType(field) {
      const types = notes.get(field) ?? new Set()
      if (types.size === 2 && types.has('integer') && types.has('number')) return 'number'
      return types.size === 1 ? ([...types][0] as string) : 'any'
    },
  }
}

function getType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
