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
