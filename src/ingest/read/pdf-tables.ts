import type { PdfText } from './pdf.ts'
import { type Column, findEdges, headingsIn } from './pdf-columns.ts'
import { toLines } from './pdf-lines.ts'
import { areLevel, type Beside, cellsBeside, findAlignment, UNCLEAR } from './pdf-rows.ts'
import type { Cell } from './sheets.ts'

/** The folded headings of the columns that are read, and the one whose lines mark the rows. */
export interface PdfHeadings {
  wanted: readonly string[]
  /** The column that has one line per row, such as the amounts. */
  anchor: string
}

/** A section of a page below one row of headings. */
interface Section {
  columns: readonly Column[]
  texts: readonly PdfText[]
}

/**
 * The rows of the tables in a PDF that have these headings, as one table with the headings as its first row; empty if
 * there are none. A PDF has no cells: a column lies between the white gaps next to its heading, a row around a line of
 * the anchor column. Texts that belong to no row (titles, page numbers) are left out.
 * @throws Error when rows cannot be told apart; they are never guessed
 */
export function pdfTable(pages: readonly (readonly PdfText[])[], headings: PdfHeadings): Cell[][] {
  const { wanted, anchor } = headings
  const tables = [...Map.groupBy(findSections(pages, wanted), ({ columns }) => columns)].flatMap(
    ([columns, sections]) => {
      const edges = findEdges(columns, sections.flatMap(byLine))
      return sections.map((section) => findBesides(section, edges, headings))
    },
  )
  if (tables.length === 0) return []
  const alignment = findAlignment(tables.flatMap((table) => wanted.flatMap((heading) => table.get(heading) ?? [])))
  const rows = tables.flatMap((table) => {
    const anchors = table.get(anchor)?.anchors ?? []
    const cells = wanted.map((heading) => {
      const beside = table.get(heading)
      return beside ? cellsBeside(beside, alignment) : []
    })
    return anchors.map((_, row) => cells.map((column) => column[row] ?? ''))
  })
  return [wanted, ...rows].map((row) => row.map((value) => ({ value, formula: false })))
}

const byLine = ({ texts }: Section): PdfText[][] => [...Map.groupBy(texts, ({ y }) => Math.round(y)).values()]

/** The sections of all pages. A page without headings continues the table before it. */
function findSections(pages: readonly (readonly PdfText[])[], wanted: readonly string[]): Section[] {
  const sections: Section[] = []
  let columns: readonly Column[] | null = null
  for (const texts of pages) {
    const found = headingsIn(texts, wanted)
    const starts = [...(columns ? [{ columns, bottom: Number.POSITIVE_INFINITY }] : []), ...found]
    starts.forEach(({ columns: own, bottom }, index) => {
      const next = found[columns ? index : index + 1]?.top ?? Number.NEGATIVE_INFINITY
      sections.push({ columns: own, texts: texts.filter(({ y }) => y < bottom && y > next) })
    })
    columns = found.at(-1)?.columns ?? columns
  }
  return sections
}

/** Texts may extend this many points into the next column. */
const MARGIN = 2

/** The lines of each wanted column next to its anchors. Texts across several columns are titles and excluded. */
function findBesides(
  { columns, texts }: Section,
  edges: readonly number[],
  headings: PdfHeadings,
): Map<string, Beside> {
  const isAcross = ({ x, width }: PdfText) => edges.some((edge) => x < edge - MARGIN && x + width > edge + MARGIN)
  const columnAt = ({ x, width }: PdfText) => columns[edges.filter((edge) => edge < x + width / 2).length]
  const { true: across = [], false: within = [] } = Object.groupBy(texts, (text) => (isAcross(text) ? 'true' : 'false'))
  const groups = Map.groupBy(within, (text) => columnAt(text)?.heading ?? '')
  const anchors = toLines(groups.get(headings.anchor) ?? [])
  if (across.some(({ y, size }) => anchors.some((anchor) => areLevel(anchor.y, y, size)))) throw new Error(UNCLEAR)
  return new Map(headings.wanted.map((heading) => [heading, { lines: toLines(groups.get(heading) ?? []), anchors }]))
}
