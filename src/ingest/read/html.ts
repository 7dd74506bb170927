import { Parser } from 'htmlparser2'
import type { Cell } from './sheets.ts'

const UNSEEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'canvas',
])

/** Inline elements; all others start a new line. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
)

export const isInline = (name: string): boolean => INLINE.has(name)
export const isUnseen = (name: string): boolean => UNSEEN.has(name)

/**
 * The visible text of an HTML fragment, entities decoded, with a space where an element breaks the line. Meant for
 * short fields: the time grows with the square of the nesting.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  let unseen = 0
  const parser = new Parser(
    {
      onopentag(name) {
        if (isUnseen(name)) unseen += 1
        if (!isInline(name)) parts.push(' ')
      },
      ontext(text) {
        if (unseen === 0) parts.push(text)
      },
      onclosetag(name) {
        if (isUnseen(name)) unseen -= 1
        if (!isInline(name)) parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts.join('')
}

const TABLES_MAX = 200
const ROWS_MAX = 20_000
const SPAN_MAX = 100

const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
/** A table being read: its rows, and the cells that extend down into the next ones, by column. */
interface OpenTable {
  rows: Cell[][]
  row: Cell[] | null
  cell: { text: string; columns: number; rows: number } | null
  reaching: Map<number, { cell: Cell; rows: number }>
}

/**
 * The tables of a page, in the order in which they end. A cell that spans columns or rows is repeated in each of them.
 * A nested table is separate.
 */
export function htmlTables(html: string): Cell[][][] {
  const tables: Cell[][][] = []
  const open: OpenTable[] = []
  let hidden = 0
  const here = () => open.at(-1)

  const parser = new Parser({
    onopentag(name, attributes) {
      const table = here()
      if (isUnseen(name)) hidden += 1
      else if (name === 'table') open.push({ rows: [], row: null, cell: null, reaching: new Map() })
      else if (name === 'tr' && table) table.row = []
      else if (CELLS.has(name) && table?.row) {
        table.cell = { text: '', columns: parseSpan(attributes.colspan), rows: parseSpan(attributes.rowspan) }
      } else if (!isInline(name) && table?.cell) table.cell.text += ' '
    },
    ontext(text) {
      const cell = here()?.cell
      if (cell && hidden === 0) cell.text += text
    },
    onclosetag(name) {
      const table = here()
      if (isUnseen(name)) hidden = Math.max(0, hidden - 1)
      if (!table) return
      if (CELLS.has(name)) endCell(table)
      else if (name === 'tr') endRow(table)
      else if (name === 'table') {
        open.pop()
        if (tables.length < TABLES_MAX) tables.push(table.rows)
      }
    },
  })
  parser.end(html)
  return tables
}

const parseSpan = (text: string | undefined): number => {
  const span = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1
  return Math.min(Math.max(1, span), SPAN_MAX)
}

function endCell(table: OpenTable): void {
  const { row, cell, reaching } = table
  if (!row || !cell) return
  fillFromAbove(table)
  const value = { value: cell.text.replace(/\s+/g, ' ').trim(), formula: false }
  for (let column = 0; column < cell.columns; column += 1) {
    if (cell.rows > 1) reaching.set(row.length, { cell: value, rows: cell.rows - 1 })
    row.push(value)
  }
  table.cell = null
}

/** Adds the cells from the rows above that extend down into the next columns of the row. */
function fillFromAbove({ row, reaching }: OpenTable): void {
  for (let above = reaching.get(row?.length ?? 0); row && above; above = reaching.get(row.length)) {
    if (above.rows === 1) reaching.delete(row.length)
    else above.rows -= 1
    row.push(above.cell)
  }
}

function endRow(table: OpenTable): void {
  endCell(table)
  const { row, rows } = table
  if (!row) return
  fillFromAbove(table)
  if (rows.length < ROWS_MAX) rows.push(row)
  table.row = null
}
