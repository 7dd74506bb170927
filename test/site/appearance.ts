import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ROUTES } from '../../src/contract/routes.ts'
import { GUIDE_NAMES, guidePath, referencePath } from '../../src/site/navigation.ts'
import { SECTION_NAMES } from '../../src/views/lists/listing.ts'
import type { Running } from './built.ts'
import { DESK, HEIGHT, openWindow, PHONE, type Watched } from './window.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const isLong = Boolean(process.env.LONG)
/** One page of each kind. */
const KINDS = [
  '/',
  '/opportunities',
  '/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201',
  '/states',
  '/states/de',
  '/search?q=hospital',
  '/docs/errors',
  '/reference/usage',
  '/nowhere',
]
const ALL = [
  ...new Set([
    ...KINDS,
    ...SECTION_NAMES.map((name) => `/${name}`),
    '/awards/page/2',
    '/awards/ne/antelope-memorial-hospital',
    '/states/al',
    '/search',
    '/about',
    '/plans',
    '/docs',
    '/reference',
    '/status',
    '/contact',
    '/privacy',
    '/terms',
    ...GUIDE_NAMES.map(guidePath),
    ...ROUTES.map(({ slug }) => referencePath(slug)),
  ]),
]
const PAGES = isLong ? ALL : KINDS
const SETTINGS = [PHONE, DESK].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
type Setting = (typeof SETTINGS)[number]
const FONT_DELAY_MS = 150

/** The problems of a page. */
interface Look {
  /** The page and its setting. */
  name: string
  axe: string[]
  /** What makes the page wider than the window, at any width. */
  wide: string[]
  /** Links and buttons that are too small to tap on a phone. */
  small: string[]
  received: number
  shift: number
}

/** Everything that axe finds. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** A link within text, as in a sentence, may be as high as its line. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, select, input, summary')]
  .filter((target) => !target.closest('p:not(.more):not(.actions), .map, dd, .skip, li:not(:has(> a:only-child)):not(.entries > li), .lead') || target.matches('.entries > li > a'))
  .filter((target) => target.type !== 'radio')
  .filter((target) => ![...target.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .map((target) => [target.textContent.trim().slice(0, 40) || target.name, target.getBoundingClientRect().height])
  .filter(([, height]) => height > 0 && height < 43.5)
  .map(([text, height]) => text + ' (' + height + ' px)')`

/** The parts that stand out on the right, named by their tag and class, when the page can be scrolled sideways. */
const TOO_WIDE = `document.documentElement.scrollWidth === document.documentElement.clientWidth
  ? []
  : ['a page of ' + document.documentElement.scrollWidth + ' pixels', ...[...document.querySelectorAll('body *')]
      .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
      .slice(0, 5)
      .map((part) => part.tagName + '.' + part.getAttribute('class') + ' to ' + part.getBoundingClientRect().right)]`

/** Opens a page as if for the first time, with late fonts, and inspects it; its layout at both widths. */
async function look({ page, received }: Watched, url: string, { width, scheme }: Setting): Promise<Look> {
  if (page.viewportSize()?.width !== width) await resize(page, width)
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto(url, { waitUntil: 'load' })
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))))',
  )
  const shift = Number(await page.evaluate('shift'))
  const axe = await axeFaults(page)
  const wide: string[] = []
  const small: string[] = []
  for (const each of width === PHONE ? [PHONE, DESK] : [DESK, PHONE]) {
    if (each !== width) await resize(page, each)
    wide.push(...((await page.evaluate(TOO_WIDE)) as string[]).map((part) => `at ${each} pixels: ${part}`))
    if (each === PHONE) small.push(...((await page.evaluate(SMALL_TARGETS)) as string[]))
  }
  return { name: `${url} at ${width} pixels in ${scheme}`, shift, received: await received(), wide, small, axe }
}

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: HEIGHT })

/** Each page in one setting, in turn; in the long run in all four. */
const VISITS = PAGES.flatMap((path, place) =>
  SETTINGS.filter((_, turn) => isLong || place % SETTINGS.length === turn).map((setting) => ({ path, setting })),
)

/** How the site looks in a browser. */
export function testAppearance(opened: () => { browser: Browser; server: Running }): void {
  let looks: Look[]
  let faults: string[]
  const found = (fault: (look: Look) => string[]) =>
    looks.flatMap((each) => fault(each).map((text) => `${each.name}: ${text}`))

  beforeAll(async () => {
    const { browser, server } = opened()
    const watched = await openWindow(browser, server.address)
    faults = watched.faults
    const { page } = watched
    await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resume) => setTimeout(resume, FONT_DELAY_MS))
      await route.continue()
    })
    await page.addInitScript(
      "shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
    )
    looks = []
    for (const { path, setting } of VISITS) looks.push(await look(watched, server.address + path, setting))
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
  }, 600_000)

  it('is inspected, in every setting', () => {
    expect(new Set(VISITS.map(({ path }) => path)).size).toBe(PAGES.length)
    expect(new Set(VISITS.map(({ setting }) => setting)).size).toBe(SETTINGS.length)
  })

  it('fits the window', () => {
    expect(found(({ wide }) => wide)).toEqual([])
  })

  it('causes no error and contacts no other host', () => expect(faults).toEqual([]))

  it('has no accessibility violations (axe)', () => expect(found(({ axe }) => axe)).toEqual([]))

  it('is under 100 KB, including fonts', () => {
    expect(found(({ received }) => (received < 100_000 ? [] : [`${received} bytes`]))).toEqual([])
    expect(Math.min(...looks.map(({ received }) => received))).toBeGreaterThan(5_000)
  })

  it('does not shift while it loads, however late its fonts arrive', () => {
    expect(found(({ shift }) => (shift <= 0.05 ? [] : [`moves by ${shift}`]))).toEqual([])
  })

  it('has links and buttons large enough to tap on a phone', () => {
    expect(found(({ small }) => small)).toEqual([])
  })
}
