import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ROUTES } from '../../src/contract/routes.ts'
import { toReferencePath } from '../../src/site/navigation.ts'
import { SECTION_NAMES } from '../../src/views/lists/listing.ts'
import { GUIDES } from './guides.ts'
import { describeInBrowser } from './in-browser.ts'
import { DESK, findViolations, openWindow, PHONE, type Watched } from './window.ts'

const isLong = Boolean(process.env.LONG)
/** One page of each kind. */
const KINDS = [
  '/',
  '/opportunities',
  '/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201',
  '/states',
  '/states/de',
  '/coverage',
  '/awards?state=NE&verification=UNVERIFIED',
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
    '/recipients/antelope-memorial-hospital-ne',
    '/recipients',
    '/near?state=OK&county=Garvin',
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
    ...GUIDES.map(({ path }) => path),
    ...ROUTES.map(({ slug }) => toReferencePath(slug)),
  ]),
]
const PAGES = isLong ? ALL : KINDS
/** Each page is loaded at one width, and changed to the other. */
const SETTINGS = (['light', 'dark'] as const).flatMap((scheme) => [
  { width: PHONE, other: DESK, scheme },
  { width: DESK, other: PHONE, scheme },
])
type Setting = (typeof SETTINGS)[number]
const FONT_DELAY_MS = 150
/** A sheet of letter paper between its margins. */
const SHEET = 720

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

/** How far the parts of a page have moved, once its fonts are there and it has been drawn with them. */
const SHIFT = `document.fonts.ready.then(() => new Promise((done) =>
  requestAnimationFrame(() => setTimeout(() => done(shift), 30))))`

/** A link within text, as in a sentence, may be as high as its line, and a table has the links of a map. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, select, input, summary')]
  .filter((target) => !target.closest('p:not(.more):not(.actions), .map, .counties, dd, .skip, li:not(:has(> a:only-child)):not(.entries > li), .lead') || target.matches('.entries > li > a'))
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

/**
 * Opens a page as if for the first time, with late fonts, and inspects it: its layout at both widths, and with axe at
 * the other one. In the long run, axe gets every part of the page.
 */
async function look(window: Watched, url: string, { width, other, scheme }: Setting): Promise<Look> {
  const { page, received, adapt } = window
  await adapt({ width, scheme })
  await page.goto(url, { waitUntil: 'load' })
  const shift = Number(await page.evaluate(SHIFT))
  const wide: string[] = []
  const small: string[] = []
  for (const each of [width, other]) {
    await adapt({ width: each })
    wide.push(...((await page.evaluate(TOO_WIDE)) as string[]).map((part) => `at ${each} pixels: ${part}`))
    if (each === PHONE) small.push(...((await page.evaluate(SMALL_TARGETS)) as string[]))
  }
  if (!isLong) await removeRepeated(page)
  const axe = (await findViolations(page)).map(({ rule, html }) => `${rule}: ${html}`)
  return {
    name: `${url} from ${width} to ${other} pixels in ${scheme}`,
    shift,
    received: await received(),
    wide,
    small,
    axe,
  }
}

/** Each page in one setting, in turn; in the long run in all four. A page starts at the width at which the one before ended. */
const VISITS = PAGES.flatMap((path, place) =>
  SETTINGS.filter((_, turn) => isLong || place % SETTINGS.length === turn).map((setting) => ({ path, setting })),
).sort((a, b) => b.setting.scheme.localeCompare(a.setting.scheme))

/** Lets a page load every file as if for the first time, until the session is detached. */
async function withoutCache(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  // Only a session that watches the network also bypasses the files in memory.
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return session
}

/**
 * Removes parts that axe would judge as their siblings: rows, entries and shapes that differ only in their text and in
 * what they refer to. The first, the second and the last of each kind stay. It takes half of axe's time.
 */
async function removeRepeated(page: Page): Promise<void> {
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

/** Runs in the page. Returns the cells whose only word stands on two lines. */
const findBroken = (cells: Element[]): string[] =>
  cells.flatMap(({ childNodes: [text, ...others] }) => {
    if (!(text instanceof Text) || others.length > 0 || /\s/.test(text.data.trim())) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [text.data] : []
  })

describeInBrowser('every page', {}, (opened) => {
  let looks: Look[]
  let faults: string[]
  const listFaults = (fault: (look: Look) => string[]) =>
    looks.flatMap((each) => fault(each).map((text) => `${each.name}: ${text}`))

  beforeAll(async () => {
    const { browser, server } = opened
    const watched = await openWindow(browser, server.address)
    faults = watched.faults
    const { page } = watched
    const session = await withoutCache(page)
    // A route of Playwright's would stop every request, not only those for fonts.
    let fonts = 0
    session.on('Fetch.requestPaused', ({ requestId }) => {
      fonts += 1
      // The page may be gone by then, and its request with it.
      const resume = () => session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
      setTimeout(resume, FONT_DELAY_MS)
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.woff2' }] })
    await page.addInitScript(
      "shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
    )
    looks = []
    for (const { path, setting } of VISITS) looks.push(await look(watched, server.address + path, setting))
    expect(fonts).toBeGreaterThanOrEqual(VISITS.length)
    await page.context().close()
  }, 600_000)

  it('is inspected, in every setting', () => {
    expect(new Set(VISITS.map(({ path }) => path)).size).toBe(PAGES.length)
    expect(new Set(VISITS.map(({ setting }) => setting)).size).toBe(SETTINGS.length)
  })

  it('fits the window', () => {
    expect(listFaults(({ wide }) => wide)).toEqual([])
  })

  it('causes no error and contacts no other host', () => expect(faults).toEqual([]))

  it.each(['/data', '/states/de', '/docs/webhooks', '/coverage', '/awards?state=NE'])(
    'prints %s within the sheet, with the addresses of links and no form',
    async (path) => {
      const { page } = await openWindow(opened.browser, opened.server.address, { width: SHEET })
      await page.goto(opened.server.address + path)
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate(TOO_WIDE)).toEqual([])
      expect(await page.$$eval('main :is(th, td)', findBroken)).toEqual([])
      const [shown, address] = (await page.evaluate(`[
      [...document.querySelectorAll('form, nav')].filter((part) => part.checkVisibility()).length,
      getComputedStyle(document.querySelector('main p a[href^="/"]'), '::after').content,
    ]`)) as [number, string]
      expect([shown, address]).toEqual([0, expect.stringMatching(/^" \(" ?.*\/|^" \(\//)])
      await page.context().close()
    },
  )

  it('has no accessibility violations (axe)', () => expect(listFaults(({ axe }) => axe)).toEqual([]))

  it('is under 100 KB, including fonts', () => {
    expect(listFaults(({ received }) => (received < 100_000 ? [] : [`${received} bytes`]))).toEqual([])
    expect(Math.min(...looks.map(({ received }) => received))).toBeGreaterThan(5_000)
  })

  it('does not shift while it loads, however late its fonts arrive', () => {
    expect(listFaults(({ shift }) => (shift <= 0.05 ? [] : [`moves by ${shift}`]))).toEqual([])
  })

  it('has links and buttons large enough to tap on a phone', () => {
    expect(listFaults(({ small }) => small)).toEqual([])
  })
})
