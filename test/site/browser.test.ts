import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/contract/routes.ts'
import { GUIDE_NAMES, guidePath, referencePath } from '../../src/site/navigation.ts'
import { SECTION_NAMES } from '../../src/views/lists/listing.ts'
import { findChromium, openBrowser } from '../browser.ts'
import { builtProject, type Running, runServer } from './built.ts'

const chromium = findChromium('the site in a browser')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = 390
const DESK = 1280
const PAGES = [
  '/',
  ...SECTION_NAMES.map((name) => `/${name}`),
  '/awards/page/2',
  '/states',
  '/states/al',
  '/states/de',
  '/about',
  '/contact',
  '/plans',
  '/privacy',
  '/terms',
  '/docs',
  ...GUIDE_NAMES.map(guidePath),
  '/reference',
  ...ROUTES.map(({ slug }) => referencePath(slug)),
  '/status',
  '/nowhere',
]
/** One page of each kind. */
const KINDS = [
  '/',
  ...SECTION_NAMES.map((name) => `/${name}`),
  '/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201',
  '/awards/ne/antelope-memorial-hospital',
  '/about',
  '/states',
  '/states/al',
  '/states/de',
  '/docs',
  '/docs/limits',
  '/docs/errors',
  '/reference/usage',
  '/status',
  '/nowhere',
]
const SETTINGS = [PHONE, DESK].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

let browser: Browser
let server: Running

/** What a page did that it must not. */
interface Watched {
  page: Page
  faults: string[]
  /** Bytes that came over the network. */
  received: () => Promise<number>
}

async function open(options: { width?: number; scheme?: 'light' | 'dark'; script?: boolean } = {}): Promise<Watched> {
  const { width = DESK, scheme = 'light', script = true } = options
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    javaScriptEnabled: script,
  })
  const page = await context.newPage()
  const faults: string[] = []
  const finished: Request[] = []
  page.on('console', (message) => {
    const isExpected = message.text().includes('404') && page.url().endsWith('/nowhere')
    if (message.type() === 'error' && !isExpected) faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(server.address).origin) faults.push(`asked ${request.url()}`)
  })
  page.on('requestfinished', (request) => {
    finished.push(request)
  })
  const received = async () => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
  return { page, faults, received }
}

const show = (page: Page, path: string) => page.goto(server.address + path, { waitUntil: 'load' })

/** Everything that axe finds. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

describe.runIf(chromium)('in a browser', { retry: 1 }, () => {
  beforeAll(async () => {
    browser = await openBrowser(chromium as string)
    server = await runServer(await builtProject())
  }, 300_000)

  afterAll(async () => {
    server?.stop()
    await browser?.close()
  })

  it('every page fits a phone and a desk, and asks no other host', async () => {
    const { page, faults } = await open()
    const found: string[] = []
    for (const path of PAGES) {
      await show(page, path)
      for (const width of [PHONE, DESK]) {
        await page.setViewportSize({ width, height: 900 })
        const excess = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (excess !== 0) found.push(`${path}: ${excess} pixels too wide for ${width}`)
      }
    }
    expect([...found, ...faults]).toEqual([])
  }, 180_000)

  it.each(SETTINGS)(
    'axe finds no fault at $width pixels in $scheme',
    async (setting) => {
      const { page } = await open(setting)
      const found: string[] = []
      for (const path of KINDS) {
        await show(page, path)
        found.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
    },
    180_000,
  )

  it('each page comes with less than 100 KB, fonts included', async () => {
    for (const path of [
      '/',
      '/opportunities',
      '/awards',
      '/documents',
      '/events',
      '/states',
      '/states/al',
      '/docs/limits',
      '/reference/activity',
      '/status',
    ]) {
      const { page, received } = await open()
      await show(page, path)
      expect(await received(), path).toBeLessThan(100_000)
      await page.context().close()
    }
  })

  it('every page says the same without scripts', async () => {
    const plain = await open({ script: false })
    for (const path of ['/', '/states/ne', '/docs/errors', '/reference/states', '/status']) {
      await show(plain.page, path)
      expect((await plain.page.textContent('main'))?.length, path).toBeGreaterThan(400)
    }
    await show(plain.page, '/reference/states')
    await plain.page.getByText('Python', { exact: true }).click()
    expect(await plain.page.locator('.sample', { hasText: 'urllib.request' }).isVisible()).toBe(true)
    expect(await plain.page.locator('.sample', { hasText: 'httr2' }).isVisible()).toBe(false)
  })

  it('the keyboard alone leads from the home page to a state and through the samples', async () => {
    const { page } = await open()
    await show(page, '/')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/#content')
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.textContent')) === 'Alabama') break
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/states/al')
    expect(await page.textContent('h1')).toBe('Alabama')

    await show(page, '/reference/states')
    await page.focus('#sample-curl')
    await page.keyboard.press('ArrowRight')
    await page.locator('.sample', { hasText: 'await fetch(' }).waitFor({ state: 'visible' })
  })

  it('a click on the map leads to the state', async () => {
    const { page } = await open()
    await show(page, '/')
    await page.locator('.map a[href="/states/tx"] path').click()
    await page.waitForURL('**/states/tx')
    expect(await page.textContent('h1')).toBe('Texas')
  })

  it('nothing moves on a phone while a page loads, however late its fonts come', async () => {
    const moved: string[] = []
    for (const path of ['/', '/opportunities', '/awards', '/states', '/states/ne', '/docs']) {
      const { page } = await open({ width: PHONE })
      await page.route('**/*.woff2', async (route) => {
        await new Promise((resume) => setTimeout(resume, 300))
        await route.continue()
      })
      await page.addInitScript(
        "shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
      )
      await show(page, path)
      await page.waitForTimeout(500)
      const shift = Number(await page.evaluate('shift'))
      if (shift > 0.05) moved.push(`${path}: ${shift}`)
      await page.unrouteAll({ behavior: 'wait' })
      await page.context().close()
    }
    expect(moved).toEqual([])
  })

  it('every link and button that stands alone is large enough for a finger', async () => {
    const { page } = await open({ width: PHONE })
    const small: string[] = []
    for (const path of [
      '/',
      '/opportunities',
      '/awards',
      '/events',
      '/states',
      '/states/ne',
      '/about',
      '/awards/ne/antelope-memorial-hospital',
    ]) {
      await show(page, path)
      // A link within a sentence may be as high as its line.
      const found = (await page.evaluate(`[...document.querySelectorAll('a, button, select, input, summary')]
        .filter((target) => !target.closest('p:not(.more):not(.actions), .map, dd, .skip, li:not(:has(> a:only-child)):not(.entries > li), .lead') || target.matches('.entries > li > a'))
        .filter((target) => !(target.type === 'radio'))
        .map((target) => [target.textContent.trim().slice(0, 40) || target.name, target.getBoundingClientRect().height])
        .filter(([, height]) => height > 0 && height < 43.5)`)) as [string, number][]
      small.push(...found.map(([text, height]) => `${path}: ${text} (${height} px)`))
    }
    expect(small).toEqual([])
  })

  /** What a grant seeker comes for, with the clicks that it takes from the home page of a phone. */
  describe.each([PHONE, DESK])('at %d pixels', (width) => {
    it('the next deadlines of Nebraska are one click away, a calendar of them two, its awards as a table two', async () => {
      const { page, faults } = await open({ width })
      await show(page, '/')
      await page.getByRole('link', { name: 'Nebraska', exact: true }).first().click()
      await page.waitForURL('**/states/ne')
      expect(await page.locator('section[aria-labelledby=deadlines] .entries a').count()).toBeGreaterThan(0)
      expect(await page.getByRole('heading', { name: 'National calls' }).isVisible()).toBe(true)

      const calendar = page.locator('a[href="/states/ne/opportunities.ics"]')
      expect(await (await page.request.get(server.address + (await calendar.getAttribute('href')))).text()).toContain(
        'BEGIN:VEVENT',
      )
      const saved = page.waitForEvent('download')
      await page.locator('a[href="/states/ne/awards.csv"]').click()
      expect((await saved).suggestedFilename()).toBe('awards.csv')
      expect(faults).toEqual([])
    })

    it('the states are compared one click away, sorted and colored as chosen, at an address to share', async () => {
      const { page, faults } = await open({ width })
      await show(page, '/')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'States' }).click()
      await page.waitForURL('**/states')
      const first = page.locator('.comparison tbody tr').first()
      expect(await first.textContent()).toContain('Alabama')
      await page.getByRole('button', { name: '$ per rural resident' }).click()
      expect(await first.textContent()).toContain('Rhode Island')
      expect(page.url()).toContain('?sort=per-rural-resident')
      await page.reload()
      expect(await first.textContent()).toContain('Rhode Island')
      const texas = page.locator('.map a[href="/states/tx"] path')
      const fill = () => texas.evaluate((path) => getComputedStyle(path).fill)
      const before = await fill()
      await page.getByLabel('Awarded to the state').check()
      expect(await fill()).not.toBe(before)
      expect(faults).toEqual([])
    })
  })

  it('a list is filtered, searched and sorted in the page, and its address brings back the same', async () => {
    const { page, faults } = await open({ width: PHONE })
    await show(page, '/awards')
    await page.locator('select[name=state]').selectOption('NE')
    await page.getByText(/^\d+ of [\d,]+ awards$/).waitFor()
    expect(await page.locator('a[data-take="awards.csv"]').getAttribute('href')).toBe('/states/ne/awards.csv')
    await page.locator('input[name=q]').fill('antelope')
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    const address = page.url()
    expect(new URL(address).search).toBe('?q=antelope&state=NE')
    await show(page, '/')
    await page.goto(address)
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    await page.getByRole('link', { name: 'Antelope Memorial Hospital' }).click()
    await page.waitForURL('**/awards/ne/antelope-memorial-hospital')
    await page.goBack()
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    expect(faults).toEqual([])
  })

  it('the status page is renewed from the service', async () => {
    const { page, faults } = await open()
    await show(page, '/status')
    await page.getByText('At this moment the service answers.').waitFor()
    expect(await page.textContent('[data-health=store]')).toBe('reachable')
    expect(faults).toEqual([])
  })

  it('a page of the reference makes its call with a key, and asks nobody else', async () => {
    const { page, faults } = await open()
    await show(page, '/reference/states/code')
    await page.getByLabel('API key').fill(server.key ?? '')
    await page.getByLabel('code (required)').fill('NE')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 OK').waitFor()
    expect(await page.textContent('[data-try=call]')).toBe('GET /api/v1/states/NE')
    expect(JSON.parse((await page.textContent('[data-try=body]')) ?? '')).toMatchObject({ code: 'NE' })
    expect(await page.textContent('[data-try=facts]')).toMatch(/requests left this minute/)
    expect(faults).toEqual([])
  })

  it('a refused call shows the problem document, and nothing is sent for an empty field', async () => {
    const { page } = await open()
    await show(page, '/reference/states')
    await page.getByLabel('region').fill('99')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('401').first().waitFor()
    expect(await page.textContent('[data-try=call]')).toBe('GET /api/v1/states?region=99')
    expect(await page.textContent('[data-try=body]')).toContain('"code": "API_KEY_MISSING"')
  })
})
