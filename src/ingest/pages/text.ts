import { DAY_MS } from '../../rules/time/moments.ts'
import { cleanDate, cleanText, cleanUrl } from '../read/clean.ts'
import { type Anchor, type Block, parseBlocks } from './blocks.ts'

/** A link in the readable part of a page, with the text of its row, list item or paragraph. */
export interface PageLink {
  url: string
  text: string
  context: string
}

export interface PageText {
  /** The readable text, one line per block. The same content gives the same text on any day. */
  text: string
  links: PageLink[]
  blocks: Block[]
}

/** Increase this when the extraction changes, so pages do not appear to have changed. */
export const READER = 1

/** If the marked main content has less text than this, the whole page is read. */
const MAIN_MIN = 200
const LINK_TEXT_MAX = 300
const CLOCK_MAX = 80

/** Lines that vary by day or visit while the page is unchanged. */
const PASSING = [
  /^(?:page |site )?(?:was )?last (?:updated|modified|reviewed|revised|published)\b.{0,80}$/i,
  /^(?:©|\(c\)|copyright)\W.{0,200}$/i,
  /^[\d,]+ (?:visitors?|visits|views|page views)\b.{0,40}$/i,
]
const TODAY_IS = /^today(?: is|'s date)?:?\s*/i
const TIME_OF_DAY = /^(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?:\s+[a-z]{2,4})?$/i
const DATE_WORDS =
  /^(?:[a-z]+,?\s+)?(?:[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2})[\s,|@-]*/i

/** Reads a page as of a day (`today`, `YYYY-MM-DD`): its links, and its text without navigation and clocks. */
export function readPage(html: string, url: string, today: string): PageText {
  const { blocks, anchors } = parseBlocks(html)
  return { text: formatText(blocks, today), links: toLinks(anchors, blocks, url), blocks }
}

function formatText(blocks: readonly Block[], today: string): string {
  const lines = (chosen: readonly Block[]) => chosen.filter((block) => !isPassing(block, today)).map(({ text }) => text)
  const marked = lines(blocks.filter(({ main }) => main)).join('\n')
  return marked.length >= MAIN_MIN ? marked : lines(blocks).join('\n')
}

const isPassing = ({ text, listed }: Block, today: string): boolean =>
  PASSING.some((passing) => passing.test(text)) || (!listed && isClock(text, today))

/**
 * Whether a line is only today's date, a time of day, or both. A day's difference is allowed for time zones. In tables
 * and lists such a line is content, a deadline.
 */
function isClock(text: string, today: string): boolean {
  if (text.length > CLOCK_MAX) return false
  const line = text.replace(TODAY_IS, '')
  if (TIME_OF_DAY.test(line)) return true
  const date = cleanDate(line)
  if (date === null || Math.abs(Date.parse(date) - Date.parse(today)) > DAY_MS) return false
  const rest = line.replace(DATE_WORDS, '')
  return rest === '' || TIME_OF_DAY.test(rest)
}

function toLinks(anchors: readonly Anchor[], blocks: readonly Block[], base: string): PageLink[] {
  const rows = Map.groupBy(blocks, ({ row }) => row)
  return anchors.flatMap(({ href, text, row }) => {
    const url = cleanUrl(href, base)
    const label = cleanText(text, LINK_TEXT_MAX)
    const context =
      rows
        .get(row)
        ?.map((block) => block.text)
        .join(' ') ?? ''
    return url && label ? [{ url, text: label, context }] : []
  })
}
