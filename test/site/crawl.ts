import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { select, selectAll } from 'hast-util-select'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

const parser = unified().use(rehypeParse)

/** A page of a built site. */
export interface BuiltPage {
  /** As in its address: `/docs/errors`. */
  path: string
  file: string
  html: string
  tree: Root
}

const sites = new Map<string, BuiltPage[]>()

/** Every page of a built site's folder. Each is parsed once, when its tree is first asked for. */
export function getPages(folder: string): BuiltPage[] {
  const pages = sites.get(folder) ?? readPages(folder)
  sites.set(folder, pages)
  return pages
}

const readPages = (folder: string): BuiltPage[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = readFileSync(path.join(folder, file), 'utf8')
      const place = `/${file.replace(/(?:\/?index)?\.html$/, '')}`
      let tree: Root | undefined
      return {
        ...{ path: place, file, html },
        get tree() {
          tree ??= parser.parse(html)
          return tree
        },
      }
    })

/** The text of a part of a page, as it is read. */
export function getText(node: Root | RootContent | ElementContent | undefined): string {
  if (!node) return ''
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map((child) => getText(child)).join('') : ''
}

const selected = new WeakMap<BuiltPage, Map<string, Element[]>>()

/** The elements of a page that a selector selects, in order; each selector is evaluated once. */
export function find(page: BuiltPage | undefined, selector: string): Element[] {
  if (!page) return []
  const bySelector = selected.get(page) ?? new Map<string, Element[]>()
  selected.set(page, bySelector)
  const elements = bySelector.get(selector) ?? selectAll(selector, page.tree)
  bySelector.set(selector, elements)
  return elements
}

export const main = (page: BuiltPage | undefined): string => getText(page && select('main', page.tree))

export const attribute = (element: Element, name: string): string => String(element.properties[name] ?? '')
