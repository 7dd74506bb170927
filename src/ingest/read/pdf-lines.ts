import type { PdfText } from './pdf.ts'

/** A line of text, or a separate part of one. */
export interface Line {
  text: string
  left: number
  right: number
  /** The height of its baseline on the page. */
  y: number
  size: number
}

/** Texts whose baselines differ by less than this share of their size are on one line. */
const SAME_LINE = 0.4
/** A gap of this share of the size is a space. */
const SPACE = 0.1
/** A gap of this many sizes separates two cells. */
const APART = 1

/** Texts as lines, top to bottom. With `areParted`, a line with a wide gap becomes one line per part. */
export function toLines(texts: readonly PdfText[], { areParted = false } = {}): Line[] {
  const rows: PdfText[][] = []
  for (const text of texts.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && first.y - text.y < SAME_LINE * Math.max(first.size, text.size)) row.push(text)
    else rows.push([text])
  }
  return rows.flatMap((row) => toLineParts(row, areParted ? APART : Number.POSITIVE_INFINITY))
}

function toLineParts(row: readonly PdfText[], apart: number): Line[] {
  const parts: Line[] = []
  const y = row[0]?.y ?? 0
  for (const { text, x, width, size } of row.toSorted((a, b) => a.x - b.x)) {
    const last = parts.at(-1)
    const gap = last ? x - last.right : 0
    if (!last || gap > apart * size) parts.push({ text, left: x, right: x + width, y, size })
    else {
      last.text += (gap > SPACE * size ? ' ' : '') + text
      last.right = Math.max(last.right, x + width)
    }
  }
  return parts
}

/** Consecutive lines of one size closer than this many sizes belong to one cell. */
const LEADING = 1.5
const OTHER_SIZE = 0.1

/** The lines of a column as blocks separated by white space. `lines` are in order, top to bottom. */
export function toBlocks(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)?.at(-1)
    const isNear = last && last.y - line.y < LEADING * last.size
    if (isNear && Math.abs(last.size - line.size) < OTHER_SIZE * last.size) blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks
}
