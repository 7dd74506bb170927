import { fold } from '../../../rules/text/words.ts'
import type { FetchResponse } from '../../net/exchange.ts'
import { cleanText } from '../../read/clean.ts'
import { pdfPages } from '../../read/pdf.ts'
import { type PdfHeadings, pdfTable } from '../../read/pdf-tables.ts'
import { type Cell, csvRows, xlsxRows } from '../../read/sheets.ts'
import { htmlTables } from '../../read/tables.ts'
import type { Run } from '../../source.ts'
import { AWARD_COLUMNS, type AwardColumn, type AwardList } from './lists.ts'

const MIB = 1024 * 1024
const BYTES_MAX = { CSV: 4 * MIB, XLSX: 4 * MIB, HTML: 4 * MIB, PDF: 16 * MIB } as const
const HEADING_ROWS_MAX = 10

const MEDIA_TYPES = {
  CSV: ['text/csv', 'application/csv', 'text/plain', 'application/octet-stream'],
  XLSX: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel',
    'application/octet-stream',
  ],
  HTML: ['text/html', 'application/xhtml+xml'],
  PDF: ['application/pdf', 'application/octet-stream'],
} as const satisfies Record<AwardList['format'], readonly string[]>

/** A row of a list: its line in the file, its number among the rows of the list, from 1, and its cells by field. */
export type Row = { line: number; number: number; cells: Partial<Record<AwardColumn, Cell>> }

/** The rows of a list below its headings. @throws NetworkFailure, or an Error that says why it cannot be read */
export async function readRows(run: Run, list: AwardList): Promise<Row[]> {
  const ask = { url: list.url, accepts: MEDIA_TYPES[list.format], bytesMax: BYTES_MAX[list.format] }
  const bytes = await run.network.ask(ask, ({ bytes }: FetchResponse) => bytes)
  return rowsUnderHeading(await readTables(bytes, list), list)
}

/** The tables of a file: a sheet is one table, a page may have several. */
async function readTables(bytes: Uint8Array, { format, sheet, columns }: AwardList): Promise<Cell[][][]> {
  switch (format) {
    case 'CSV':
      return [csvRows(bytes)]
    case 'XLSX':
      return [await xlsxRows(bytes, sheet)]
    case 'HTML':
      return htmlTables(new TextDecoder().decode(bytes))
    case 'PDF':
      return [pdfTable(await pdfPages(bytes), getHeadings(columns))]
    default:
      throw new Error(format satisfies never)
  }
}

/** Columns that have one line per row, best first. */
const ANCHORS = ['federalAmount', 'ref', 'awardeeName'] as const satisfies AwardColumn[]

function getHeadings(columns: AwardList['columns']): PdfHeadings {
  const wanted = getWantedColumns(columns).map(([, heading]) => heading)
  const anchor = fold(ANCHORS.map((field) => columns[field]).find((heading) => heading !== undefined) ?? '')
  return { wanted, anchor }
}

/** The fields of a list with their folded headings. */
const getWantedColumns = (columns: AwardList['columns']): (readonly [AwardColumn, string])[] =>
  AWARD_COLUMNS.flatMap((field) => (columns[field] ? [[field, fold(columns[field])] as const] : []))

/** The cells of each row by field, from the first table with all headings, wherever its columns are. */
function rowsUnderHeading(tables: readonly Cell[][][], { columns }: AwardList): Row[] {
  const wanted = getWantedColumns(columns)
  for (const table of tables) {
    const headings = table
      .slice(0, HEADING_ROWS_MAX)
      .map((row) => row.map(({ value }) => fold(cleanText(value, 200) ?? '')))
    const at = headings.findIndex((row) => wanted.every(([, heading]) => row.includes(heading)))
    const heading = headings[at]
    if (!heading) continue
    return table
      .map((row, index) => ({ row, line: index + 1 }))
      .slice(at + 1)
      .filter(({ row }) => row.some(({ value }) => value !== null && value !== ''))
      .map(({ row, line }, index) => {
        const cells = Object.fromEntries(wanted.map(([field, name]) => [field, row[heading.indexOf(name)]]))
        return { line, number: index + 1, cells }
      })
  }
  throw new Error(`has no row with the headings ${wanted.map(([, heading]) => `"${heading}"`).join(', ')}`)
}
