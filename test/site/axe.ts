import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Violation {
  rule: string
  impact: string
  /** The first element with the problem. */
  html: string
}

/** Everything that axe finds in a page as it is. */
export async function violationsOf(page: Page): Promise<Violation[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${AXE} })()`)
  // Preloading serves rules about audio and video, of which the site has none.
  return page.evaluate(`axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ rule: id, impact, html: nodes[0]?.html })))`)
}

/**
 * Removes parts that axe would judge as their siblings: rows, entries and shapes that differ only in their text and in
 * what they refer to. The first, the second and the last of each kind stay. It takes half of axe's time.
 */
export async function removeRepeated(page: Page): Promise<void> {
  await page.evaluate(`(${removeRepeatedIn})(document.documentElement)`)
}

/** Runs in the page. Returns what the part has in common with others of its kind. */
function removeRepeatedIn(part: Element): string {
  const isShared = (name: string) =>
    /^(?:class|for|role|type|style|lang|tabindex|aria-(?!label|described|controls|details|owns).*)$/.test(name)
  const attributes = [...part.attributes].map(({ name, value }) =>
    isShared(name) || value.trim() === '' ? `${name}=${value.trim()}` : name,
  )
  const kinds = new Map<string, Element[]>()
  let hasText = false
  for (const node of [...part.childNodes]) {
    if (node instanceof Element) {
      const kind = removeRepeatedIn(node)
      kinds.set(kind, [...(kinds.get(kind) ?? []), node])
    } else hasText ||= node instanceof Text && node.data.trim() !== ''
  }
  for (const parts of kinds.values()) for (const repeated of parts.slice(2, -1)) repeated.remove()
  return `${part.tagName}[${attributes.sort()}]${hasText ? 'text' : ''}(${[...kinds.keys()]})`
}
