import { stringify } from 'csv-stringify/sync'

/** The records as CSV (RFC 4180) with the given fields. Text that a spreadsheet would run as a formula is escaped. */
export const formatCsv = (fields: readonly string[], records: readonly object[], { header = true } = {}): string =>
  stringify(
    records.map((record) => fields.map((field) => plain((record as { [field: string]: unknown })[field]))),
    { header, columns: [...fields], record_delimiter: 'windows', escape_formulas: true, cast: { boolean: String } },
  )

/** Joins lists of words; nested values stay JSON. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return value.join('; ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
