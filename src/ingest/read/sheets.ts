import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'

/** A cell of the file. Formulas are never computed, and their stored results are not trusted. */
export type Cell = { value: unknown; formula: boolean }
const ROWS_MAX = 20_000

// Text that a spreadsheet would evaluate when opened.
const FORMULA_LIKE = /^[=@]|^[+-](?![\d.\s$])/
const isFormulaLike = (value: unknown): boolean => typeof value === 'string' && FORMULA_LIKE.test(value.trimStart())

function refuseLong(rows: readonly unknown[]): void {
  if (rows.length > ROWS_MAX) throw new Error(`has more than ${ROWS_MAX} rows`)
}

/** The rows of a CSV file in UTF-8, including the heading row. @throws Error when it is not CSV */
export function readCsvRows(bytes: Uint8Array): Cell[][] {
  const rows: string[][] = parse(Buffer.from(bytes), {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: ROWS_MAX + 1,
  })
  refuseLong(rows)
  return rows.map((row) => row.map((value) => ({ value, formula: isFormulaLike(value) })))
}

/**
 * The rows of a sheet of an XLSX workbook: the named sheet, or the first.
 * @throws Error when it is not a workbook, is too large unpacked, or has no such sheet
 */
export async function readXlsxRows(bytes: Uint8Array, name: string | null): Promise<Cell[][]> {
  await refuseLargeZip(bytes, 64 * 1024 * 1024)
  const workbook = await readXlsx(bytes, { maxRows: ROWS_MAX + 1 })
  const sheet = name === null ? workbook.sheets[0] : workbook.sheets.find((sheet) => sheet.name.trim() === name)
  if (!sheet) throw new Error(name === null ? 'has no sheet' : `has no sheet "${name}"`)
  refuseLong(sheet.rows)
  return sheet.rows.map((row, rowIndex) =>
    row.map((value, column) => ({
      value,
      formula: sheet.cells?.get(`${rowIndex},${column}`)?.type === 'formula' || isFormulaLike(value),
    })),
  )
}

/**
 * Rejects a zip archive that would unpack to more than `max` bytes. Every entry is unpacked and counted, because an
 * archive may understate its sizes.
 * @throws Error when it is too large or is not an archive
 */
export async function refuseLargeZip(bytes: Uint8Array, max: number): Promise<void> {
  const size = await readUnpackedSize(bytes, max).catch(() => null)
  if (size === null) throw new Error('is not a complete zip archive')
  if (size > max) throw new Error(`unpacks to more than ${max} bytes`)
}

async function readUnpackedSize(bytes: Uint8Array, max: number): Promise<number> {
  // The sizes stated in an archive are not trusted, so they are not checked either.
  const options = { lazyEntries: true, validateEntrySizes: false, autoClose: false }
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
  let size = 0
  for await (const entry of archive.eachEntry()) {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      if (size > max) return size
    }
  }
  return size
}
