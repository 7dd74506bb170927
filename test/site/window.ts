import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page, Request } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Violation {
  rule: string
  impact: string
  /** The first element with the problem. */
  html: string
}

/** Everything that axe finds in a page as it is. */
export async function findViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${AXE} })()`)
  // Preloading serves rules about audio and video, of which the site has none.
  return page.evaluate(`axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ rule: id, impact, html: nodes[0]?.html })))`)
}

export const PHONE = 390
export const DESK = 1280
const HEIGHT = 900
const TIMEOUT_MS = 15_000

/** Errors that a page caused. */
export interface Watched {
  page: Page
  faults: string[]
  /** Bytes received since the last call. */
  received: () => Promise<number>
  /** Sets the width and the color scheme. What stays the same costs nothing: each is a new layout. */
  adapt: (setting: { width?: number; scheme?: Scheme }) => Promise<void>
}

export type Scheme = 'light' | 'dark'

export interface WindowOptions {
  width?: number
  scheme?: Scheme
  script?: boolean
}

/** Whether a test expects an error in the console of a page. */
type IsExpected = (text: string, url: string) => boolean
const isNowhere: IsExpected = (text, url) => text.includes('404') && url.endsWith('/nowhere')

/** Windows of this browser that can be used again: a new one costs half a second of the processor. */
type Kept = Awaited<ReturnType<typeof newWindow>>
const spare = new WeakMap<Browser, Kept[]>()

/**
 * A window like a new one, except that its browser keeps files that were loaded before, and that it shows what the last
 * test left. `keepWindow` takes it back.
 */
export async function usedWindow(
  browser: Browser,
  address: string,
  { width = DESK, scheme = 'light' }: WindowOptions = {},
  isExpected: IsExpected = isNowhere,
): Promise<Watched> {
  const window = spare.get(browser)?.pop() ?? (await newWindow(browser, address, { width, scheme }))
  await window.adapt({ width, scheme })
  window.forget()
  window.expect(isExpected)
  return window
}

/** Removes what a test stored in a window whose page is on the site, and keeps it for another test. */
export async function keepWindow(browser: Browser, window: Watched): Promise<void> {
  const { page } = window
  const context = page.context()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setExtraHTTPHeaders({})])
  spare.set(browser, [...(spare.get(browser) ?? []), window as Kept])
}

/** A separate window on the site at `address`, which records errors and requests to other hosts. */
export const openWindow = (browser: Browser, address: string, options: WindowOptions = {}): Promise<Watched> =>
  newWindow(browser, address, options)

async function newWindow(
  browser: Browser,
  address: string,
  { width = DESK, scheme = 'light', script = true }: WindowOptions,
) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    javaScriptEnabled: script,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const faults: string[] = []
  const siteOrigin = new URL(address).origin
  let isExpected = isNowhere
  let finished: Request[] = []
  let shown = { width, scheme }
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), page.url())) faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!['about:', 'blob:', 'data:'].includes(protocol) && origin !== siteOrigin) faults.push(`asked ${request.url()}`)
  })
  page.on('requestfinished', (request) => {
    finished.push(request)
  })
  const received = async () => {
    const requests = finished
    finished = []
    const sizes = await Promise.all(requests.map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
  const adapt: Watched['adapt'] = async (setting) => {
    const next = { ...shown, ...setting }
    if (next.width !== shown.width) await page.setViewportSize({ width: next.width, height: HEIGHT })
    if (next.scheme !== shown.scheme) await page.emulateMedia({ colorScheme: next.scheme })
    shown = next
  }
  const forget = () => {
    faults.length = 0
    finished = []
  }
  return {
    ...{ page, faults, received, adapt, forget },
    expect: (next: IsExpected) => {
      isExpected = next
    },
  }
}
