import { type Line, toBlocks } from './pdf-lines.ts'

/** The lines of a column, and the lines that mark the rows, both top to bottom. */
export interface Beside {
  lines: readonly Line[]
  anchors: readonly Line[]
}

/** The position of a row's anchor next to a cell with several lines. */
const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
type Alignment = (typeof ALIGNMENTS)[number]

/** Baselines that differ by less than this share of a size are level. */
const LEVEL = 0.4
export const areLevel = (a: number, b: number, size: number): boolean => Math.abs(a - b) < LEVEL * size

export const UNCLEAR = 'has rows that cannot be told apart'

/**
 * How the cells of a table are aligned with their anchors; null if there is no cell with several lines.
 * @throws Error when they are aligned in different ways
 */
export function findAlignment(columns: readonly Beside[]): Alignment | null {
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

/** The anchors next to a block of lines. */
function findAnchors(block: readonly Line[], anchors: readonly Line[]): Line[] {
  const top = (block[0]?.y ?? 0) + (block[0]?.size ?? 0) / 2
  const bottom = (block.at(-1)?.y ?? 0) - (block.at(-1)?.size ?? 0) / 2
  return anchors.filter(({ y }) => y < top && y > bottom)
}

/**
 * The text of a column next to each anchor, '' where there is none.
 * @throws Error when the lines of two rows follow each other without a gap and cannot be told apart
 */
export function cellsBeside({ lines, anchors }: Beside, alignment: Alignment | null): string[] {
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

/** The lines of a block that belong to each of its anchors. */
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
