import { Worker } from 'node:worker_threads'
import { firstAfter } from '../../rules/first-after.ts'
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

/** The folded headings of the columns that are read, and the one whose lines mark the rows. */
export interface PdfHeadings {
  wanted: readonly string[]
  anchor: string
}

type Section = { columns: readonly Column[]; texts: readonly PdfText[] }

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
      const lines = sections.flatMap(({ texts }) => [...Map.groupBy(texts, ({ y }) => Math.round(y)).values()])
      const edges = columns.slice(1).map((column, index) => edgeBetween(columns[index] as Column, column, lines))
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

const MARGIN = 2

/** The lines of each wanted column next to its anchors. Texts across several columns are titles and excluded. */
function findBesides({ columns, texts }: Section, edges: readonly number[], headings: PdfHeadings) {
  const isAcross = ({ x, width }: PdfText) => edges.some((edge) => x < edge - MARGIN && x + width > edge + MARGIN)
  const columnAt = ({ x, width }: PdfText) => columns[edges.filter((edge) => edge < x + width / 2).length]
  const { true: across = [], false: within = [] } = Object.groupBy(texts, (text) => (isAcross(text) ? 'true' : 'false'))
  const groups = Map.groupBy(within, (text) => columnAt(text)?.heading ?? '')
  const anchors = toLines(groups.get(headings.anchor) ?? [])
  if (across.some(({ y, size }) => anchors.some((anchor) => areLevel(anchor.y, y, size)))) throw new Error(UNCLEAR)
  return new Map(
    headings.wanted.map((heading): [string, Beside] => [
      heading,
      { lines: toLines(groups.get(heading) ?? []), anchors },
    ]),
  )
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
function headingsIn(texts: readonly PdfText[], wanted: readonly string[]) {
  const lines = [...Map.groupBy(toLines(texts, { areParted: true }), ({ y }) => y)]
  const found: { columns: Column[]; top: number; bottom: number }[] = []
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

const GAPS_MAX = 200

/**
 * Where two columns meet. Of the gaps between the middles of their headings: the one that the fewest texts cross, then
 * the one that separates the most lines, then the widest.
 */
function edgeBetween(a: Column, b: Column, lines: readonly (readonly PdfText[])[]): number {
  const from = (a.left + a.right) / 2
  const to = (b.left + b.right) / 2
  const ascending = (one: number, other: number) => one - other
  const starts = lines.flatMap((line) => line.map(({ x }) => x)).sort(ascending)
  const ends = lines.flatMap((line) => line.map(({ x, width }) => x + width)).sort(ascending)
  const points = [from, ...new Set([...starts, ...ends].filter((x) => x > from && x < to)), to].sort(ascending)
  const gaps = points.slice(1).map((end, index) => {
    const start = points[index] ?? from
    const middle = (start + end) / 2
    return { middle, crossed: countBelow(starts, middle) - countBelow(ends, middle), width: end - start }
  })
  gaps.sort((one, other) => one.crossed - other.crossed || other.width - one.width)
  const isParted = (line: readonly PdfText[], edge: number) =>
    line.some(({ x, width }) => x < edge && x + width > a.left) && line.some(({ x }) => x > edge && x < b.right)
  const [best] = gaps
    .filter(({ crossed }) => crossed === gaps[0]?.crossed)
    .slice(0, GAPS_MAX)
    .map((gap) => ({ ...gap, parted: lines.filter((line) => isParted(line, gap.middle)).length }))
    .sort((one, other) => other.parted - one.parted || other.width - one.width)
  return best?.middle ?? (from + to) / 2
}

const countBelow = (sorted: readonly number[], number: number): number =>
  firstAfter(sorted.length, (place) => ((sorted[place] as number) < number ? -1 : 1))

type Beside = { lines: readonly Line[]; anchors: readonly Line[] }

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
function findAlignment(columns: readonly Beside[]): Alignment | null {
  let possible: readonly Alignment[] = ALIGNMENTS
  let isKnown = false
  for (const { lines, anchors } of columns) {
    for (const block of toBlocks(lines)) {
      const own = findAnchors(block, anchors)
      const [anchor] = own
      if (!anchor || own.length > 1 || block.length === 1) continue
      possible = possible.filter((alignment) => isAligned(alignment, block, anchor))
      isKnown = true
    }
  }
  if (possible.length === 0) throw new Error(UNCLEAR)
  return isKnown ? (possible[0] ?? null) : null
}

function isAligned(alignment: Alignment, block: readonly Line[], { y, size }: Line): boolean {
  const top = block[0]?.y ?? y
  const bottom = block.at(-1)?.y ?? y
  return areLevel(y, { top, middle: (top + bottom) / 2, bottom }[alignment], size)
}

function findAnchors(block: readonly Line[], anchors: readonly Line[]): Line[] {
  const top = (block[0]?.y ?? 0) + (block[0]?.size ?? 0) / 2
  const bottom = (block.at(-1)?.y ?? 0) - (block.at(-1)?.size ?? 0) / 2
  return anchors.filter(({ y }) => y < top && y > bottom)
}

/**
 * The text of a column next to each anchor, '' where there is none.
 * @throws Error when the lines of two rows follow each other without a gap and cannot be told apart
 */
function cellsBeside({ lines, anchors }: Beside, alignment: Alignment | null): string[] {
  const cells = new Map<Line, string>()
  for (const block of toBlocks(lines)) {
    const own = findAnchors(block, anchors)
    if (own.length === 0) continue
    for (const [index, part] of toParts(block, own, alignment).entries()) {
      const anchor = own[index]
      if (!anchor || cells.has(anchor)) throw new Error(UNCLEAR)
      cells.set(anchor, part.map(({ text }) => text.trim()).join(' '))
    }
  }
  return anchors.map((anchor) => cells.get(anchor) ?? '')
}

function toParts(block: readonly Line[], anchors: readonly Line[], alignment: Alignment | null): Line[][] {
  const [first] = anchors
  if (first && anchors.length === 1) return [[...block]]
  const isEach =
    block.length === anchors.length && anchors.every(({ y, size }, row) => areLevel(block[row]?.y ?? 0, y, size))
  if (isEach) return block.map((line) => [line])
  const at = anchors.map(({ y, size }) => block.findIndex((line) => areLevel(line.y, y, size)))
  if (alignment === 'top' && at[0] === 0 && !at.includes(-1)) {
    return at.map((start, row) => block.slice(start, at[row + 1]))
  }
  if (alignment === 'bottom' && at.at(-1) === block.length - 1 && !at.includes(-1)) {
    return at.map((end, row) => block.slice(row === 0 ? 0 : (at[row - 1] ?? 0) + 1, end + 1))
  }
  throw new Error(UNCLEAR)
}

interface Line {
  text: string
  left: number
  right: number
  y: number
  size: number
}

/** Texts whose baselines differ by less than this share of their size are on one line. */
const SAME_LINE = 0.4
const SPACE = 0.1
/** A gap of this many sizes separates two cells. */
const APART = 1

/** Texts as lines, top to bottom. With `areParted`, a line with a wide gap becomes one line per part. */
function toLines(texts: readonly PdfText[], { areParted = false } = {}): Line[] {
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
function toBlocks(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)?.at(-1)
    const isNear = last && last.y - line.y < LEADING * last.size
    if (isNear && Math.abs(last.size - line.size) < OTHER_SIZE * last.size) blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks
}
