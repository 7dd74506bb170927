import type { Browser, Page, Request } from 'playwright-core'

export const PHONE = 390
export const DESK = 1280
export const HEIGHT = 900

/** Errors that a page caused. */
export interface Watched {
  page: Page
  faults: string[]
  /** Bytes received since the last call. */
  received: () => Promise<number>
}

export interface WindowOptions {
  width?: number
  scheme?: 'light' | 'dark'
  script?: boolean
}

/** Windows of this browser that can be used again: a new one costs half a second of the processor. */
const spare = new WeakMap<Browser, Watched[]>()

/** A window like a new one, except that its browser keeps files that were loaded before. `keepWindow` takes it back. */
export async function usedWindow(browser: Browser, address: string, options: WindowOptions = {}): Promise<Watched> {
  const { width = DESK, scheme = 'light' } = options
  const window = spare.get(browser)?.pop() ?? (await openWindow(browser, address, options))
  await window.page.setViewportSize({ width, height: HEIGHT })
  await window.page.emulateMedia({ colorScheme: scheme })
  return window
}

/** Empties a window whose page is on the site, and keeps it for another test. */
export async function keepWindow(browser: Browser, window: Watched): Promise<void> {
  const { page, faults } = window
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  // A page of the same site needs no new process, as an empty page would.
  await page.goto(new URL('/favicon.ico', page.url()).href)
  await page.context().clearCookies()
  await page.context().clearPermissions()
  await window.received()
  faults.length = 0
  spare.set(browser, [...(spare.get(browser) ?? []), window])
}

/** A separate window on the site at `address`, which records errors and requests to other hosts. */
export async function openWindow(browser: Browser, address: string, options: WindowOptions = {}): Promise<Watched> {
  const { width = DESK, scheme = 'light', script = true } = options
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    javaScriptEnabled: script,
  })
  const page = await context.newPage()
  const faults: string[] = []
  let finished: Request[] = []
  page.on('console', (message) => {
    const isExpected = message.text().includes('404') && page.url().endsWith('/nowhere')
    if (message.type() === 'error' && !isExpected) faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(address).origin) faults.push(`asked ${request.url()}`)
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
  return { page, faults, received }
}
