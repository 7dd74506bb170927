import { Parser } from 'htmlparser2'
import { plainLine } from '../read/clean.ts'
import { isInline, isUnseen } from '../read/html.ts'

/** A line of readable text. Blocks of the same `row` belong together: in a table row, a list item, a paragraph. */
export interface Block {
  text: string
  row: number
  /** In the part of the page marked as the main content. */
  main: boolean
  /** In a table row or a list item. */
  listed: boolean
  heading: boolean
}

export interface Anchor {
  href: string
  text: string
  row: number
}

const FURNITURE = new Set(['nav', 'header', 'footer', 'aside', 'form', 'button', 'select', 'dialog'])
const FURNITURE_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'complementary',
])
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
export function parseBlocks(html: string): { blocks: Block[]; anchors: Anchor[] } {
  const blocks: Block[] = []
  const anchors: Anchor[] = []
  const open: { hidden: boolean; main: boolean; listed: boolean }[] = []
  const depth = { hidden: 0, main: 0, listed: 0 }
  let row = 0
  let line = ''
  let anchor: Anchor | null = null

  const endLine = (name: string) => {
    if (isInline(name)) return
    const text = plainLine(line)
    line = ''
    const heading = HEADINGS.has(name)
    if (text !== '') blocks.push({ text, row, main: depth.main > 0, listed: depth.listed > 0, heading })
  }
  const nest = (entry: (typeof open)[number], by: 1 | -1) => {
    for (const key of ['hidden', 'main', 'listed'] as const) if (entry[key]) depth[key] += by
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= DEPTH_MAX) throw new Error('is nested too deeply')
        endLine(name)
        // A table row keeps its cells together, whatever they contain.
        if (ROWS.has(name) && depth.listed === 0) row += 1
        const hidden = isFurniture(name, attributes, depth.main > 0)
        open.push({ hidden, main: MAIN.has(name) || attributes.role === 'main', listed: LISTED.has(name) })
        nest(open.at(-1) as (typeof open)[number], 1)
        if (name === 'a' && attributes.href && depth.hidden === 0) anchor = { href: attributes.href, text: '', row }
      },
      ontext(text) {
        if (depth.hidden > 0) return
        line += text
        if (anchor) anchor.text += text
      },
      onclosetag(name) {
        endLine(name)
        if (name === 'a' && anchor) {
          anchors.push(anchor)
          anchor = null
        }
        const entry = open.pop()
        if (entry) nest(entry, -1)
        // What follows a row is not part of it.
        if (ROWS.has(name) && depth.listed === 0) row += 1
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  endLine('html')
  return { blocks, anchors }
}

function isFurniture(name: string, attributes: Attributes, inMain: boolean): boolean {
  if (isUnseen(name)) return true
  // The header of an article contains its title.
  if (FURNITURE.has(name) && !(inMain && name === 'header')) return true
  if (FURNITURE_ROLES.has(attributes.role ?? '')) return true
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') return true
  return name !== 'body' && name !== 'html' && FURNITURE_NAMES.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)
}
