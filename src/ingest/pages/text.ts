import { cleanDate, cleanText, cleanUrl } from '../read/clean.ts'
import { type Anchor, type Block, blocksOf } from './blocks.ts'

/** A link in the readable part of a page, with the text of the row, list item or paragraph that it stands in. */
export interface PageLink {
  url: string
  text: string
  context: string
}

export interface PageText {
  /** The readable text, a line for each block. The same content is the same text, whatever the day. */
  text: string
  links: PageLink[]
}

/** Raises when the reading changes, so that pages do not seem to have changed with it. */
export const READER = 1

/** A page whose marked main part holds less text than this is read whole. */
const MAIN_MIN = 200
const LINK_TEXT_MAX = 300
const CLOCK_MAX = 80
const DAY_MS = 86_400_000

/** Lines that differ from day to day, or from visit to visit, while the page says the same. */
const PASSING = [
  /^(?:page |site )?(?:was )?last (?:updated|modified|reviewed|revised|published)\b.{0,80}$/i,
  /^(?:©|\(c\)|copyright)\W.{0,200}$/i,
  /^[\d,]+ (?:visitors?|visits|views|page views)\b.{0,40}$/i,
]
const TODAY_IS = /^today(?: is|'s date)?:?\s*/i
const TIME_OF_DAY = /^(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?:\s+[a-z]{2,4})?$/i
const DATE_WORDS =
  /^(?:[a-z]+,?\s+)?(?:[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2})[\s,|@-]*/i

/**
 * Reads a page as it stands on a day (`today`, `YYYY-MM-DD`): its text without furniture and without the clock that
 * some pages show, and its links.
 */
export function readPage(html: string, url: string, today: string): PageText {
  const { blocks, anchors } = blocksOf(html)
  return { text: textOf(blocks, today), links: linksOf(anchors, blocks, url) }
}

function textOf(blocks: readonly Block[], today: string): string {
  const lines = (chosen: readonly Block[]) => chosen.filter((block) => !isPassing(block, today)).map(({ text }) => text)
  const marked = lines(blocks.filter(({ main }) => main)).join('\n')
  return marked.length >= MAIN_MIN ? marked : lines(blocks).join('\n')
}

const isPassing = ({ text, listed }: Block, today: string): boolean =>
  PASSING.some((passing) => passing.test(text)) || (!listed && isClock(text, today))

/**
 * Whether a line is only the date of today, a time of day, or both. A day's difference is allowed for time zones. In
 * tables and lists such a line is content: a deadline.
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

function linksOf(anchors: readonly Anchor[], blocks: readonly Block[], base: string): PageLink[] {
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
