import { Worker } from 'node:worker_threads'
import { fold } from '../../rules/text/words.ts'
import { cleanText } from './clean.ts'
import type { Cell } from './sheets.ts'

/** A run of text on a page: the left end of its baseline, in points from the lower left corner. */
export interface PdfText {
  text: string
  x: number
  y: number
  width: number
  size: number
}

export interface PdfBounds {
  pagesMax: number
  textsMax: number
  timeMs: number
  memoryBytes: number
}

const MIB = 1024 * 1024
const BOUNDS: PdfBounds = { pagesMax: 200, textsMax: 60_000, timeMs: 30_000, memoryBytes: 700 * MIB }
const HEAP_MIB = 512
const WATCH_MS = 20
const SIGNATURE = '%PDF-'
/** PDF readers look for the signature within this many bytes. */
const SIGNATURE_REACH = 1_024

/**
 * The texts of each page of a PDF. PDF.js reads the file in a separate worker, which is terminated if it takes too much
 * time or memory, so a hostile file costs no more than its limits. Scripts in the file are never run, and nothing it
 * refers to is loaded.
 * @throws Error that says why it cannot be read
 */
export async function pdfPages(bytes: Uint8Array, bounds: Partial<PdfBounds> = {}): Promise<PdfText[][]> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_REACH))
  if (!head.includes(SIGNATURE)) throw new Error('is not a PDF')
  const all = { ...BOUNDS, ...bounds }
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { bytes, ...all },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<{ pages: PdfText[][] } | { reason: string }>()
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    resolve({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : 'is damaged' }),
  )
  const began = performance.now()
  const memoryBefore = process.memoryUsage.rss()
  const watch = setInterval(() => {
    if (performance.now() - began > all.timeMs) resolve({ reason: 'takes too long to read' })
    else if (process.memoryUsage.rss() - memoryBefore > all.memoryBytes) resolve({ reason: TOO_LARGE })
  }, WATCH_MS)
  try {
    const answer = await promise
    if ('reason' in answer) throw new Error(answer.reason)
    return answer.pages
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

const TOO_LARGE = 'needs too much memory'

/**
 * The rows of the tables in a PDF that have these headings, as one table with the headings as its first row; empty if
 * there are none. A PDF has no cells: a column lies between the white gaps next to its heading, a row around a line of
 * the anchor column. Headings are folded. Texts that belong to no row (titles, page numbers) are left out.
 * @throws Error when rows cannot be told apart; they are never guessed
 */
export function pdfTable(
  pages: readonly (readonly PdfText[])[],
  { wanted: headings, anchor }: { wanted: readonly string[]; anchor: string },
): Cell[][] {
  const sections = [...Map.groupBy(findSections(pages, headings), ({ columns }) => columns)].flatMap(
    ([columns, parts]) => {
      const lines = parts.flatMap(({ texts }) => [...Map.groupBy(texts, ({ y }) => Math.round(y)).values()])
      const edges = columns.slice(1).map((column, index) => findEdge(columns[index] as Column, column, lines))
      return parts.map(({ texts }) => {
        const lines = toColumns(texts, columns, edges, anchor)
        const anchors = lines.get(anchor) ?? []
        return { anchors, columns: headings.map((heading) => toBlocks(lines.get(heading) ?? [], anchors)) }
      })
    },
  )
  if (sections.length === 0) return []
  const alignment = findAlignment(sections.flatMap(({ columns }) => columns.flat()))
  const rows = sections.flatMap(({ anchors, columns }) => {
    const cells = columns.map((blocks) => toCells(blocks, alignment))
    return anchors.map((line) => cells.map((texts) => texts.get(line) ?? ''))
  })
  return [headings, ...rows].map((row) => row.map((value) => ({ value, formula: false })))
}

/** The sections of all pages. A page without headings continues the table before it. */
function findSections(pages: readonly (readonly PdfText[])[], headings: readonly string[]) {
  const sections: { columns: readonly Column[]; texts: readonly PdfText[] }[] = []
  let columns: readonly Column[] | null = null
  for (const texts of pages) {
    const headingRows = headingsIn(texts, headings)
    const starts = [...(columns ? [{ columns, bottom: Number.POSITIVE_INFINITY }] : []), ...headingRows]
    starts.forEach(({ columns: sectionColumns, bottom }, index) => {
      const next = headingRows[columns ? index : index + 1]?.top ?? Number.NEGATIVE_INFINITY
      sections.push({ columns: sectionColumns, texts: texts.filter(({ y }) => y < bottom && y > next) })
    })
    columns = headingRows.at(-1)?.columns ?? columns
  }
  return sections
}

const MARGIN = 2

/** The lines of each column of a section. Texts across several columns are titles and excluded. */
function toColumns(texts: readonly PdfText[], columns: readonly Column[], edges: readonly number[], anchor: string) {
  const isAcross = ({ x, width }: PdfText) => edges.some((edge) => x < edge - MARGIN && x + width > edge + MARGIN)
  const groups = Map.groupBy(texts, (text) =>
    isAcross(text) ? null : columns[edges.filter((edge) => edge < text.x + text.width / 2).length]?.heading,
  )
  const lines = new Map([...groups].map(([heading, columnTexts]) => [heading, heading ? toLines(columnTexts) : []]))
  const anchors = lines.get(anchor) ?? []
  if (groups.get(null)?.some(({ y, size }) => anchors.some((line) => areLevel(line.y, y, size))))
    throw new Error(UNCLEAR)
  return lines
}

type Column = { heading: string; left: number; right: number }
const HEADING_LINES_MAX = 3
const HEADING_MAX = 200
/** A line with more parts than this is not a row of headings. */
const PARTS_MAX = 100

/**
 * The heading rows of a page that have all the wanted headings, with the heights of their first and last lines. Headings
 * may have up to three lines.
 */
function headingsIn(texts: readonly PdfText[], headings: readonly string[]) {
  const lines = [...Map.groupBy(toLines(texts, APART), ({ y }) => y)]
  const headingRows: { columns: Column[]; top: number; bottom: number }[] = []
  for (let at = 0; at < lines.length; at += 1) {
    for (let count = 1; count <= HEADING_LINES_MAX && at + count <= lines.length; count += 1) {
      const window = lines.slice(at, at + count)
      const parts = window.flatMap(([, line]) => line)
      if (parts.length > PARTS_MAX) break
      const columns = findColumns(parts)
      if (!headings.every((heading) => columns.some((column) => column.heading === heading))) continue
      headingRows.push({ columns, top: window[0]?.[0] ?? 0, bottom: window.at(-1)?.[0] ?? 0 })
      at += count
      break
    }
  }
  return headingRows
}

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

const POINTS_MAX = 500

/**
 * Where two columns meet. Of the gaps between the middles of their headings: the one that the fewest texts cross, then
 * the one that separates the most lines, then the widest. Texts start and end at whole points.
 */
function findEdge(a: Column, b: Column, lines: readonly (readonly PdfText[])[]): number {
  const [from, to] = [(a.left + a.right) / 2, (b.left + b.right) / 2]
  const texts = lines.flat().filter(({ x, width }) => x < to && x + width > from)
  const ends = new Set(texts.flatMap(({ x, width }) => [Math.round(x), Math.round(x + width)]))
  const points = [from, ...[...ends].filter((end) => end > from && end < to), to].sort((one, other) => one - other)
  const gaps = points.slice(1, POINTS_MAX).map((end, index) => {
    const edge = ((points[index] ?? from) + end) / 2
    const crossed = texts.filter(({ x, width }) => Math.round(x) < edge && Math.round(x + width) > edge).length
    return { edge, crossed, width: end - (points[index] ?? from) }
  })
  const least = Math.min(...gaps.map(({ crossed }) => crossed))
  const isParted = (line: readonly PdfText[], edge: number) =>
    line.some(({ x, width }) => x < edge && x + width > a.left) && line.some(({ x }) => x > edge && x < b.right)
  const [best] = gaps
    .filter(({ crossed }) => crossed === least)
    .map((gap) => ({ ...gap, parted: lines.filter((line) => isParted(line, gap.edge)).length }))
    .sort((one, other) => other.parted - one.parted || other.width - one.width)
  return best?.edge ?? (from + to) / 2
}

type Block = { lines: readonly Line[]; anchors: readonly Line[] }

/** The position of a row's anchor next to a cell with several lines. */
const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
type Alignment = (typeof ALIGNMENTS)[number]

/** Baselines that differ by less than this share of a size are level. */
const LEVEL = 0.4
const areLevel = (a: number, b: number, size: number): boolean => Math.abs(a - b) < LEVEL * size
const UNCLEAR = 'has rows that cannot be told apart'

/**
 * How the cells of a table are aligned with their anchors; null if there is no cell with several lines.
 * @throws Error when they are aligned in different ways
 */
function findAlignment(blocks: readonly Block[]): Alignment | null {
  const telling = blocks.filter(({ lines, anchors }) => lines.length > 1 && anchors.length === 1)
  const possible = ALIGNMENTS.filter((alignment) =>
    telling.every(({ lines, anchors: [anchor] }) => {
      const [top, bottom] = [lines[0]?.y ?? 0, lines.at(-1)?.y ?? 0]
      const place = { top, middle: (top + bottom) / 2, bottom }[alignment]
      return anchor && areLevel(anchor.y, place, anchor.size)
    }),
  )
  if (possible.length === 0) throw new Error(UNCLEAR)
  return telling.length > 0 ? (possible[0] ?? null) : null
}

/**
 * The text of a column next to each anchor that has one.
 * @throws Error when the lines of two rows follow each other without a gap and cannot be told apart
 */
function toCells(blocks: readonly Block[], alignment: Alignment | null): Map<Line, string> {
  const cells = new Map<Line, string>()
  for (const block of blocks) {
    const parts = toParts(block, alignment)
    for (const [index, anchor] of block.anchors.entries()) {
      if (cells.has(anchor)) throw new Error(UNCLEAR)
      cells.set(anchor, parts[index]?.map(({ text }) => text.trim()).join(' ') ?? '')
    }
  }
  return cells
}

function toParts({ lines, anchors }: Block, alignment: Alignment | null): (readonly Line[])[] {
  if (anchors.length < 2) return [lines]
  const at = anchors.map(({ y, size }) => lines.findIndex((line) => areLevel(line.y, y, size)))
  const isEach = lines.length === anchors.length && at.every((line, row) => line === row)
  const isTop = alignment === 'top' && at[0] === 0
  const isBottom = alignment === 'bottom' && at.at(-1) === lines.length - 1
  if (at.includes(-1) || !(isEach || isTop || isBottom)) throw new Error(UNCLEAR)
  const starts = isBottom ? [0, ...at.map((end) => end + 1)] : at
  return anchors.map((_, row) => lines.slice(starts[row], starts[row + 1]))
}

interface Line {
  text: string
  left: number
  right: number
  y: number
  size: number
}

const SPACE = 0.1
/** A gap of this many sizes separates two cells. */
const APART = 1

/** Texts as lines, top to bottom. A line with a gap of `apart` sizes becomes one line per part. */
function toLines(texts: readonly PdfText[], apart = Number.POSITIVE_INFINITY): Line[] {
  const rows: PdfText[][] = []
  for (const text of texts.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && areLevel(first.y, text.y, Math.max(first.size, text.size))) row.push(text)
    else rows.push([text])
  }
  return rows.flatMap((row) => {
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
  })
}

/** Consecutive lines of one size closer than this many sizes belong to one cell. */
const LEADING = 1.5
const OTHER_SIZE = 0.1

/** The lines of a column, top to bottom, as the blocks that are beside an anchor. */
function toBlocks(lines: readonly Line[], anchors: readonly Line[]): Block[] {
  const blocks: Line[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)?.at(-1)
    const isNear = last && last.y - line.y < LEADING * last.size
    if (isNear && Math.abs(last.size - line.size) < OTHER_SIZE * last.size) blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks
    .map((block) => {
      const [first, last] = [block[0] as Line, block.at(-1) as Line]
      const isBeside = ({ y }: Line) => y < first.y + first.size / 2 && y > last.y - last.size / 2
      return { lines: block, anchors: anchors.filter(isBeside) }
    })
    .filter((block) => block.anchors.length > 0)
}
