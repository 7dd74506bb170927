import { stringify } from 'csv-stringify/sync'

const LIST_SEPARATOR = '; '
const INNER_SEPARATOR = ', '

/**
 * The records as CSV (RFC 4180) as the service writes it: columns are the paths of scalars, such as `sourceDocument.url`.
 * Text that a spreadsheet would run as a formula is escaped.
 */
export const formatCsv = (columns: readonly string[], records: readonly object[], { header = true } = {}): string =>
  stringify(
    [...(header ? [columns] : []), ...records.map((record) => columns.map((column) => formatAt(record, column)))],
    { record_delimiter: 'windows', escape_formulas: true },
  )

const formatAt = (record: object, column: string): string => formatPlain(valueAt(record, column.split('.')))

/** @param depth how much of the path leads to the value */
function valueAt(value: unknown, path: readonly string[], depth = 0): unknown {
  const field = path[depth]
  if (field === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => valueAt(entry, path, depth))
  return valueAt((value as { [field: string]: unknown })[field], path, depth + 1)
}

/** Joins lists of words; records without columns of their own stay JSON. */
function formatPlain(value: unknown, separator = LIST_SEPARATOR): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && !value.some((entry) => isRecord(entry))) {
    return value.map((entry) => formatPlain(entry, INNER_SEPARATOR)).join(separator)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
