import type { Element, Parents, Root } from 'hast'
import { select, selectAll } from 'hast-util-select'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const toHtml = unified().use(rehypeParse)
const toMarkdown = unified()
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-' })

/** The text of a page in Markdown; null for a page that says it has none. */
export async function markdownOf(html: string): Promise<string | null> {
  const page = toHtml.parse(html)
  const main = select('main', page)
  if (!main || !select('link[type="text/markdown"]', page)) return null
  const root: Root = { type: 'root', children: [main] }
  prune(root)
  nameSamples(root)
  const tree = await toMarkdown.run(root)
  return toMarkdown.stringify(tree)
}

/** What only helps to see or to move on the page. */
const UNREAD = ['svg[aria-hidden]', 'nav', 'script', '.tabs', 'legend', 'a.to-contents', 'caption.unseen']

function prune(root: Root): void {
  const unread = new Set(UNREAD.flatMap((selector) => selectAll(selector, root)))
  const walk = (parent: Parents): void => {
    parent.children = parent.children.filter((child) => !unread.has(child as Element)) as Element[]
    for (const child of parent.children) if ('children' in child) walk(child)
  }
  walk(root)
}

/** A listing's language stands on its `code`, where Markdown looks for it. */
function nameSamples(root: Root): void {
  for (const listing of selectAll('pre[data-language]', root)) {
    const code = select('code', listing)
    if (code) code.properties.className = [`language-${listing.properties.dataLanguage}`]
  }
}
