import { Parser } from 'htmlparser2'
import words from '../../../vocabulary/program-pages.json' with { type: 'json' }
import { toPattern } from '../../rules/text/words.ts'
import { DAY_MS } from '../../rules/time/moments.ts'
import { cleanDate, cleanText, cleanUrl, INLINE, toPlainLine, UNSEEN } from '../read/clean.ts'

/** A link in the readable part of a page, with the text of its row, list item or paragraph. */
export interface PageLink {
  url: string
  text: string
  context: string
}

/** Increase this when the extraction changes, so pages do not appear to have changed. */
export const READER = 1

/** Lines that vary by day or visit while the page is unchanged. */
const PASSING = toPattern(words.passing)
const TIME_OF_DAY = /^(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?:\s+[a-z]{2,4})?$/i
const DATE_WORDS =
  /^(?:[a-z]+,?\s+)?(?:[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2})[\s,|@-]*/i

/**
 * Reads a page as of a day (`today`, `YYYY-MM-DD`): its links, its blocks, and its text without navigation and clocks, one
 * line per block. The same content gives the same text on any day.
 */
export function readPage(html: string, url: string, today: string) {
  const { blocks, anchors } = parseBlocks(html)
  return { text: formatText(blocks, today), links: toLinks(anchors, blocks, url), blocks }
}

function formatText(blocks: readonly Block[], today: string): string {
  const toLines = (chosen: readonly Block[]) =>
    chosen.filter((block) => !isPassing(block, today)).map(({ text }) => text)
  const marked = toLines(blocks.filter(({ main }) => main)).join('\n')
  return marked.length >= 200 ? marked : toLines(blocks).join('\n')
}

const isPassing = ({ text, listed }: Block, today: string): boolean =>
  PASSING.test(text) || (!listed && isClock(text, today))

/**
 * Whether a line is only today's date, a time of day, or both. A day's difference is allowed for time zones. In tables
 * and lists such a line is content, a deadline.
 */
function isClock(text: string, today: string): boolean {
  if (text.length > 80) return false
  const line = text.replace(/^today(?: is|'s date)?:?\s*/i, '')
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
    const label = cleanText(text, 300)
    const context = (rows.get(row) ?? []).map((block) => block.text).join(' ')
    return url && label ? [{ url, text: label, context }] : []
  })
}

/** A line of readable text. Blocks of the same `row` belong together: in a table row, a list item, a paragraph. */
export interface Block {
  text: string
  row: number
  main: boolean
  listed: boolean
  heading: boolean
}

type Anchor = { href: string; text: string; row: number }

const FURNITURE = new Set('nav header footer aside form button select dialog'.split(' '))
const FURNITURE_ROLES = new Set('navigation banner contentinfo search dialog alertdialog complementary'.split(' '))
const FURNITURE_NAMES =
  /(?:^|[\s_-])(?:breadcrumbs?|cookies?|consent|skip-?link|sr-only|visually-hidden|social|share|newsletter|toolbar)(?:$|[\s_-])/i
const MAIN = new Set(['main', 'article'])
const LISTED = new Set(['tr', 'li', 'dd'])
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const ROWS = new Set([...LISTED, ...HEADINGS, 'p'])

// The parser's time grows with the square of the depth, and no normal page is this deep.
const DEPTH_MAX = 1_000

type Attributes = Readonly<Record<string, string>>

/**
 * The readable blocks and links of a page, without navigation, banners, forms and hidden content.
 * @throws Error when it is nested too deeply to be a page
 */
function parseBlocks(html: string) {
  const blocks: Block[] = []
  const anchors: Anchor[] = []
  // Where each open element is.
  const outside = { hidden: false, main: false, listed: false }
  const open = [outside]
  const here = () => open.at(-1) ?? outside
  let row = 0
  let line = ''
  let anchor: Anchor | null = null

  const endLine = (name: string) => {
    if (INLINE.has(name)) return
    const text = toPlainLine(line)
    line = ''
    const { main, listed } = here()
    if (text !== '') blocks.push({ text, row, main, listed, heading: HEADINGS.has(name) })
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > DEPTH_MAX) throw new Error('is nested too deeply')
        endLine(name)
        // A table row keeps its cells together, whatever they contain.
        const outer = here()
        if (ROWS.has(name) && !outer.listed) row += 1
        const hidden = outer.hidden || isFurniture(name, attributes, outer.main)
        const main = outer.main || MAIN.has(name) || attributes.role === 'main'
        open.push({ hidden, main, listed: outer.listed || LISTED.has(name) })
        if (name === 'a' && attributes.href && !hidden) anchor = { href: attributes.href, text: '', row }
      },
      ontext(text) {
        if (here().hidden) return
        line += text
        if (anchor) anchor.text += text
      },
      onclosetag(name) {
        endLine(name)
        if (name === 'a' && anchor) {
          anchors.push(anchor)
          anchor = null
        }
        if (open.length > 1) open.pop()
        // What follows a row is not part of it.
        if (ROWS.has(name) && !here().listed) row += 1
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  endLine('html')
  return { blocks, anchors }
}

function isFurniture(name: string, attributes: Attributes, inMain: boolean): boolean {
  if (UNSEEN.has(name)) return true
  // The header of an article contains its title.
  if (FURNITURE.has(name) && !(inMain && name === 'header')) return true
  if (FURNITURE_ROLES.has(attributes.role ?? '')) return true
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') return true
  return name !== 'body' && name !== 'html' && FURNITURE_NAMES.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)
}
