import { stringify } from 'csv-stringify/sync'
import type * as z from 'zod'
import { formatCell, getColumns } from './columns.ts'

/** The byte-order mark, from which some spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 100

interface TableOptions {
  hasMark: boolean
  /** The fields to include; null for all. */
  fields: readonly string[] | null
}

/**
 * A table of records (RFC 4180) with a header, one column per scalar and CRLF line ends. A cell that a spreadsheet would
 * read as a formula starts with an apostrophe.
 */
export function* formatCsv(
  item: z.ZodType,
  records: readonly object[],
  { hasMark, fields }: TableOptions,
): Generator<string> {
  const columns = getColumns(item).filter(({ name }) => fields?.includes(name.split('.')[0] ?? '') ?? true)
  yield (hasMark ? BYTE_ORDER_MARK : '') + formatLines([columns.map(({ name }) => name)])
  for (let start = 0; start < records.length; start += ROWS_AT_ONCE) {
    const rows = records.slice(start, start + ROWS_AT_ONCE)
    yield formatLines(rows.map((record) => columns.map(({ getValue }) => formatCell(getValue(record)))))
  }
}

const formatLines = (rows: readonly string[][]): string =>
  stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' })
