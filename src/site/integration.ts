import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Element, ElementContent, Parents, Root } from 'hast'
import { select, selectAll } from 'hast-util-select'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { FRAME_FILE, LIST_FRAME_FILE, TEXTS_FILE } from '../views/addresses.ts'
import type { PageText } from '../views/page-texts.ts'

/** Adds a Markdown version of each page to the build. */
export const siteFiles: AstroIntegration = {
  name: 'site-files',
  hooks: {
    'astro:build:generated': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      keepFrames(folder)
      await writeMarkdown(folder)
    },
  },
}

/** Moves the empty pages for records and lists out of the pages of the site. */
function keepFrames(folder: string): void {
  const frames = path.join(folder, 'frames')
  for (const [page, file] of [
    ['frame', FRAME_FILE],
    ['list-frame', LIST_FRAME_FILE],
  ] as const) {
    renameSync(path.join(frames, page, 'index.html'), path.join(folder, file))
  }
  rmSync(frames, { recursive: true })
}

/** The pages in Markdown, and as plain text for the search. */
async function writeMarkdown(folder: string): Promise<void> {
  const texts: PageText[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const markdown = await formatMarkdown(readFileSync(path.join(folder, file), 'utf8'))
    if (markdown === null) continue
    const target = file === 'index.html' ? 'index.md' : `${path.dirname(file)}.md`
    writeFileSync(path.join(folder, target), markdown)
    const place = target.replace(/(?:^index)?\.md$/, '')
    if (UNSEARCHED.test(place)) continue
    texts.push(toPageText(`/${place}`, FIGURES.test(place) ? markdown.replace(/^\|.*$/gm, '') : markdown))
  }
  writeFileSync(path.join(folder, TEXTS_FILE), JSON.stringify(texts))
}

// The content of the home page and the state pages is found in the records themselves.
const UNSEARCHED = /^(?:|states\/..|404)$/
// Rows of figures would fill the passages that results show.
const FIGURES = /^(?:states|coverage)$/

function toPageText(place: string, markdown: string): PageText {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? place
  // Code would fill the passages that results show.
  const text = markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^# .+$/m, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[\s|:-]+$/gm, '')
    .replace(/[`*|#>\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { path: place, title: title.replace(/[`*\\]/g, ''), text }
}

const toHtml = unified().use(rehypeParse)
const toMarkdown = unified()
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-' })

/** A page as Markdown; null for a page without a Markdown version. */
export async function formatMarkdown(html: string): Promise<string | null> {
  // Most pages of lists have none, and parsing takes time.
  if (!html.includes('text/markdown')) return null
  const page = toHtml.parse(html)
  const main = select('main', page)
  if (!main || !select('link[type="text/markdown"]', page)) return null
  const root: Root = { type: 'root', children: [main] }
  prune(root)
  separateTexts(root)
  nameSamples(root)
  const tree = await toMarkdown.run(root)
  return toMarkdown.stringify(tree)
}

// biome-ignore format: word lists read better as running lines
const UNREAD = [
  'svg[aria-hidden]', 'nav', 'script', '.samples :is(input, label)', '.scripted', 'fieldset.measures',
  'legend', 'a.to-contents', 'caption.unseen', '.comparison abbr',
].join()

function prune(root: Root): void {
  const unread = new Set(selectAll(UNREAD, root))
  const walk = (parent: Parents): void => {
    parent.children = parent.children.filter((child) => !unread.has(child as Element)) as Element[]
    for (const child of parent.children) if ('children' in child) walk(child)
  }
  walk(root)
}

/** What stands apart on the page only by its place or its look gets a mark between. */
function separateTexts(root: Root): void {
  for (const link of selectAll('a', root)) {
    // A space at the edge of a link belongs outside it.
    while (isBlank(link.children.at(-1))) link.children.pop()
    while (isBlank(link.children[0])) link.children.shift()
  }
  for (const place of selectAll('td, th, dt, p', root).filter(({ children }) => children.some(isPiece))) {
    let isAfter = false
    place.children = place.children.flatMap((child) => {
      if (isBlank(child)) return [child]
      const isSetApart = isPiece(child)
      const hasContentBefore = place.children.slice(0, place.children.indexOf(child)).some((other) => !isBlank(other))
      const needsSeparator = hasContentBefore && (isSetApart || isAfter)
      isAfter = isSetApart
      return needsSeparator ? [{ type: 'text', value: ' · ' } as const, child] : [child]
    })
  }
  // Table cells cannot contain blocks.
  for (const list of selectAll('.values', root)) {
    for (const summary of selectAll('summary', list)) summary.children.push({ type: 'text', value: ': ' })
    for (const block of [list, ...selectAll('p, summary', list)]) block.tagName = 'span'
  }
}

const isPiece = (node: ElementContent): boolean =>
  node.type === 'element' &&
  (node.tagName === 'i' || [node.properties.className].flat().some((name) => name === 'mark' || name === 'values'))

const isBlank = (node: ElementContent | undefined): boolean =>
  node?.type === 'text' ? node.value.trim() === '' : node?.type === 'element' && node.tagName === 'br'

/** A listing's language stands on its `code`, where Markdown looks for it. */
function nameSamples(root: Root): void {
  for (const listing of selectAll('pre[data-language]', root)) {
    const code = select('code', listing)
    if (code) code.properties.className = [`language-${listing.properties.dataLanguage}`]
  }
}
