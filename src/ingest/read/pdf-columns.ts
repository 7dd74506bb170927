import { firstAfter } from '../../rules/first-after.ts'
import { fold } from '../../rules/text/words.ts'
import { cleanText } from './clean.ts'
import type { PdfText } from './pdf.ts'
import { type Line, toLines } from './pdf-lines.ts'

/** A column by its heading: the folded text and the heading's extent. */
export interface Column {
  heading: string
  left: number
  right: number
}

/** A row of headings on a page, with the heights of its first and last line. */
interface Headings {
  columns: readonly Column[]
  top: number
  bottom: number
}

const HEADING_LINES_MAX = 3
const HEADING_MAX = 200
/** A line with more parts than this is not a row of headings. */
const PARTS_MAX = 100

/** The heading rows of a page that have all the wanted headings. Headings may have up to three lines. */
export function headingsIn(texts: readonly PdfText[], wanted: readonly string[]): Headings[] {
  const lines = [...Map.groupBy(toLines(texts, { areParted: true }), ({ y }) => y)]
  const found: Headings[] = []
  for (let at = 0; at < lines.length; at += 1) {
    for (let count = 1; count <= HEADING_LINES_MAX && at + count <= lines.length; count += 1) {
      const window = lines.slice(at, at + count)
      const parts = window.flatMap(([, line]) => line)
      if (parts.length > PARTS_MAX) break
      const columns = findColumns(parts)
      if (!wanted.every((heading) => columns.some((column) => column.heading === heading))) continue
      found.push({ columns, top: window[0]?.[0] ?? 0, bottom: window.at(-1)?.[0] ?? 0 })
      at += count
      break
    }
  }
  return found
}

/** The headings in some lines: parts above each other are one heading. */
function findColumns(parts: readonly Line[]): Column[] {
  const columns: Column[] = []
  for (const { text, left, right } of parts) {
    const above = columns.find((column) => left < column.right && right > column.left)
    if (above) {
      above.heading += ` ${text}`
      above.left = Math.min(above.left, left)
      above.right = Math.max(above.right, right)
    } else columns.push({ heading: text, left, right })
  }
  return columns
    .map((column) => ({ ...column, heading: fold(cleanText(column.heading, HEADING_MAX) ?? '') }))
    .sort((a, b) => a.left - b.left)
}

/** Where the columns meet. `lines` are the texts below the headings, line by line. */
export const findEdges = (columns: readonly Column[], lines: readonly (readonly PdfText[])[]): number[] =>
  columns.slice(1).map((column, index) => edgeBetween(columns[index] as Column, column, lines))

const GAPS_MAX = 200

/**
 * Where two columns meet. Of the gaps between the middles of their headings: the one that the fewest texts cross, then
 * the one that separates the most lines, then the widest.
 */
function edgeBetween(a: Column, b: Column, lines: readonly (readonly PdfText[])[]): number {
  const from = (a.left + a.right) / 2
  const to = (b.left + b.right) / 2
  const starts = lines.flatMap((line) => line.map(({ x }) => x)).sort((one, other) => one - other)
  const ends = lines.flatMap((line) => line.map(({ x, width }) => x + width)).sort((one, other) => one - other)
  const points = [from, ...[...starts, ...ends].filter((x) => x > from && x < to), to].sort((one, other) => one - other)
  const gaps = points.slice(1).flatMap((end, index) => {
    const start = points[index] ?? from
    const middle = (start + end) / 2
    return end > start
      ? [{ middle, crossed: countBelow(starts, middle) - countBelow(ends, middle), width: end - start }]
      : []
  })
  gaps.sort((one, other) => one.crossed - other.crossed || other.width - one.width)
  const best = gaps
    .filter(({ crossed }) => crossed === gaps[0]?.crossed)
    .slice(0, GAPS_MAX)
    .map(({ middle, width }) => ({
      middle,
      width,
      parted: lines.filter((line) => isParted(line, middle, a, b)).length,
    }))
    .sort((one, other) => other.parted - one.parted || other.width - one.width)
  return best[0]?.middle ?? (from + to) / 2
}

/** Whether a line has text of either column on its side of an edge. */
const isParted = (line: readonly PdfText[], edge: number, a: Column, b: Column): boolean =>
  line.some(({ x, width }) => x < edge && x + width > a.left) && line.some(({ x }) => x > edge && x < b.right)

/** How many of the sorted numbers are less than a number. */
const countBelow = (sorted: readonly number[], number: number): number =>
  firstAfter(sorted.length, (place) => ((sorted[place] as number) < number ? -1 : 1))
