import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import { type Column, columnsOf } from './columns.ts'

/** The byte-order mark by which some spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 100

/**
 * A table of records (RFC 4180): a header, a column for each scalar, lines that end in CRLF. A cell that a spreadsheet
 * would take for a formula begins with an apostrophe.
 */
export function* csvOf(item: z.ZodType, bodies: readonly string[], hasMark: boolean): Generator<string> {
  const columns = columnsOf(item)
  yield (hasMark ? BYTE_ORDER_MARK : '') + linesOf([columns.map(({ name }) => name)])
  for (let start = 0; start < bodies.length; start += ROWS_AT_ONCE) {
    yield linesOf(bodies.slice(start, start + ROWS_AT_ONCE).map((body) => cellsOf(body, columns)))
  }
}

function cellsOf(body: string, columns: readonly Column[]): string[] {
  const record = JSON.parse(body) as object
  return columns.map(({ cellOf }) => cellOf(record))
}

const linesOf = (rows: readonly string[][]): string =>
  stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true })
