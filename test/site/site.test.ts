import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { builtProject } from './built.ts'
import { getPages, main } from './crawl.ts'
import { describeInBrowser } from './in-browser.ts'
import { DESK, keepWindow, openWindow, PHONE, usedWindow, type Watched, type WindowOptions } from './window.ts'

const isLong = Boolean(process.env.LONG)

/** Runs in the page. Returns the shown text that lies under the buttons of listings. */
function findCovered(frames: Element[]): string[] {
  const shown = frames.filter((frame) => frame.checkVisibility())
  return shown.flatMap((frame) => {
    const [button, listing] = [frame.querySelector('.copy'), frame.querySelector('pre')]
    if (!button || !listing) return ['a listing without a button']
    const [cover, part] = [button.getBoundingClientRect(), listing.getBoundingClientRect()]
    const range = document.createRange()
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      Math.min(right, part.right) > cover.left + 1 &&
      Math.max(left, part.left) < cover.right - 1 &&
      bottom > cover.top + 2 &&
      top < cover.bottom - 2
    const texts = document.createTreeWalker(listing, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      if ([...range.getClientRects()].some(isUnder)) covered.push(texts.currentNode.textContent ?? '')
    }
    return covered
  })
}

describeInBrowser('the site', {}, (at) => {
  const show = (page: Page, path: string) => page.goto(at.server.address + path, { waitUntil: 'load' })

  /** A window for the rest of a test. */
  async function open(options?: WindowOptions): Promise<Watched> {
    const window = await usedWindow(at.browser, at.server.address, options)
    onTestFinished(() => keepWindow(at.browser, window))
    return window
  }

  /** A window that no other test uses, for one with settings that stay. */
  async function openOwn(options?: WindowOptions): Promise<Watched> {
    const window = await openWindow(at.browser, at.server.address, options)
    onTestFinished(() => window.page.context().close())
    return window
  }

  it('every page has its content without scripts', async () => {
    const pages = getPages(path.join(await builtProject(), 'dist', 'client'))
    for (const place of ['/', '/states/ne', '/docs/errors', '/reference/states', '/status']) {
      const page = pages.find((each) => each.path === place)
      expect(main(page).length, place).toBeGreaterThan(400)
    }
    const plain = await openOwn({ script: false })
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

  // The tasks of a grant seeker, with the number of clicks from the home page.
  it.each(isLong ? [PHONE, DESK] : [PHONE])(
    "at %d pixels, Nebraska's next deadlines are one click away, a calendar of them two, its awards as a table two",
    async (width) => {
      const { page, faults } = await open({ width })
      await show(page, '/')
      await page.getByRole('link', { name: 'Nebraska', exact: true }).first().click()
      await page.waitForURL('**/states/ne')
      expect(await page.locator('section[aria-labelledby=deadlines] .entries a').count()).toBeGreaterThan(0)

      const calendar = page.locator('a[href="/opportunities.ics?state=NE"]')
      expect(
        await (await page.request.get(at.server.address + (await calendar.getAttribute('href')))).text(),
      ).toContain('BEGIN:VEVENT')
      const saved = page.waitForEvent('download')
      await page.locator('a[href="/awards.csv?state=NE"]').click()
      expect((await saved).suggestedFilename()).toBe('awards.csv')
      expect(faults).toEqual([])
    },
  )

  it.each(isLong ? [PHONE, DESK] : [DESK])(
    'at %d pixels, the comparison of states is one click away, sorted and colored as selected, at a URL to share',
    async (width) => {
      const { page, faults } = await open({ width })
      await show(page, '/')
      await page.getByRole('link', { name: 'Compare states' }).click()
      await page.waitForURL('**/states')
      const first = page.locator('.comparison tbody tr').first()
      expect(await first.textContent()).toContain('Alabama')
      await page.getByRole('button', { name: '$ per rural resident' }).click()
      expect(await first.textContent()).toContain('Rhode Island')
      expect(page.url()).toContain('?sort=per-rural-resident')
      await page.reload()
      expect(await first.textContent()).toContain('Rhode Island')
      await page.getByLabel('Only these states').fill('nebraska, Kansas, tx')
      const shown = page.locator('.comparison tbody tr:visible th span')
      expect((await shown.allTextContents()).sort()).toEqual(['Kansas', 'Nebraska', 'Texas'])
      expect(new URL(page.url()).search).toBe('?sort=per-rural-resident&only=nebraska%2C+Kansas%2C+tx')
      await page.reload()
      expect(await shown.count()).toBe(3)
      const texas = page.locator('.map a[href="/states/tx"] path')
      const fill = () => texas.evaluate((path) => getComputedStyle(path).fill)
      const before = await fill()
      await page.getByLabel('Awarded to the state').check()
      expect(await fill()).not.toBe(before)
      expect(faults).toEqual([])
    },
  )

  it('a list is filtered, searched and sorted in the page, and its URL restores the result', async () => {
    const { page, faults } = await open({ width: PHONE })
    await show(page, '/awards')
    await page.locator('.filters summary').click()
    await page.locator('select[name=state]').selectOption('NE')
    await page.getByText(/^\d+ of [\d,]+ awards$/).waitFor()
    expect(await page.textContent('h1')).toBe('Awards in Nebraska')
    expect(await page.locator('.lead').count()).toBe(0)
    expect(await page.locator('#results a[href^="/awards.csv"]').getAttribute('href')).toBe('/awards.csv?state=NE')
    const first = await page.locator('#results tbody tr').first().boundingBox()
    expect(first && first.y + first.height, 'the first result, below the open filters').toBeLessThan(844)
    await page.locator('input[name=q]').fill('antelope')
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    const address = page.url()
    expect(new URL(address).search).toBe('?q=antelope&state=NE')
    await show(page, '/')
    await page.goto(address)
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    await page.getByRole('link', { name: 'Antelope Memorial Hospital' }).click()
    await page.waitForURL('**/recipients/antelope-memorial-hospital-ne')
    await page.goBack()
    await page.getByText(/^1 of [\d,]+ awards$/).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL('**/awards')
    expect(faults).toEqual([])
  })

  it.each([
    '/opportunities',
    '/awards?state=NE',
    '/documents',
    '/events',
    '/activities',
    '/commitments',
    '/recipients',
    '/',
  ])('the first result of %s is on the first screen of a phone', async (path) => {
    const { page, faults } = await open({ width: PHONE })
    await show(page, path)
    const box = await page.locator(':is(#results, .hero section) :is(.entries li, tbody tr)').first().boundingBox()
    expect(box && box.y + box.height).toBeLessThan(844)
    expect(faults).toEqual([])
  })

  it.each(['/awards', '/opportunities'])(
    '%s is under 50 KB without its fonts, and works without scripts',
    async (path) => {
      const response = await fetch(at.server.address + path, { headers: { 'Accept-Encoding': 'identity' } })
      const text = await response.text()
      expect(Buffer.byteLength(text)).toBeLessThan(50_000)
      expect(text).toContain('<button class="button">Show</button>')
    },
  )

  // From the home page: each step is the link that is clicked, within the part of the page.
  it.each<[task: string, clicks: [part: string, link: string | RegExp][], shown: string]>([
    [
      'what Nebraska plans',
      [
        ['main', 'Nebraska'],
        ['main', 'The plan'],
      ],
      '#plan ~ .entries a',
    ],
    ['who near them received money', [['main', 'Near me']], 'form [name=county]'],
    ['what may be applied for in Nebraska', [['main', 'Nebraska']], '#deadlines'],
    ['the whole dataset, and what its columns mean', [['header', 'Data']], 'h2:text("What the columns mean")'],
    ['what is missing in each state', [['main', 'Coverage']], '#missing'],
    [
      'the source line of an award',
      [
        ['header', 'Awards'],
        ['#results tbody', /^\$/],
      ],
      'section[aria-labelledby=sources]',
    ],
    [
      'the form that calls an endpoint',
      [
        ['main', 'Award rows'],
        ['main', 'Try it'],
      ],
      '#try',
    ],
    [
      'rows that are not verified',
      [
        ['header', 'Awards'],
        ['#results', /rows on file/],
      ],
      '.mark-warn',
    ],
    [
      'the reference of an endpoint',
      [
        ['header', 'Reference'],
        ['main', 'Award rows'],
      ],
      'h2:text("Parameters")',
    ],
  ])('a reader finds %s in at most three clicks', async (_, clicks, shown) => {
    const { page, faults } = await open({ width: DESK })
    await show(page, '/')
    for (const [part, name] of clicks) await page.locator(part).getByRole('link', { name, exact: true }).first().click()
    await page.locator(shown).first().waitFor()
    expect(clicks.length).toBeLessThanOrEqual(3)
    expect(faults).toEqual([])
  })

  it('every listing has a button that copies it', async () => {
    const { page, faults } = await open()
    for (const path of ['/', '/states/ne', '/docs/quick-start', '/reference/states']) {
      await show(page, path)
      const listings = await page.locator('main pre:not(.try-response pre)').count()
      expect(listings, path).toBeGreaterThan(0)
      expect(await page.getByRole('button', { name: 'Copy', exact: true, includeHidden: true }).count(), path).toBe(
        listings,
      )
    }
    expect(faults).toEqual([])
  })

  it.each([PHONE, DESK])('no button that copies a listing covers its text at %d pixels', async (width) => {
    const { page } = await open({ width })
    for (const path of ['/', '/states', '/docs/quick-start', '/docs/errors', '/docs/operations', '/reference/awards']) {
      await show(page, path)
      expect(await page.locator('.copied:visible').count(), path).toBeGreaterThan(0)
      expect(await page.$$eval('.copied', findCovered), path).toEqual([])
    }
  })

  it.each(['/coverage', '/states'])('the names of the rows of %s stay while its figures scroll', async (path) => {
    const { page } = await open({ width: PHONE })
    await show(page, path)
    const table = page.locator('.scroll').first()
    const caption = await table.locator('caption').boundingBox()
    expect((caption?.x ?? 0) + (caption?.width ?? 0)).toBeLessThan(
      path === '/states' ? PHONE : Number.POSITIVE_INFINITY,
    )
    await table.evaluate((each) => each.scrollTo(200, 0))
    for (const name of ['thead th', 'tbody th'])
      expect((await table.locator(name).first().boundingBox())?.x, name).toBeGreaterThanOrEqual(0)
  })

  it.each([
    '/recipients',
    '/near?state=OK&county=Garvin',
    '/near?state=OK',
    '/awards',
    '/plans',
    '/states/ne',
    '/states',
  ])('the numbers in the tables of %s end below each other', async (path) => {
    const { page } = await open({ width: DESK })
    await show(page, path)
    const cells = await page.$$eval('main td', (all) =>
      all
        .filter((cell) => /^\$?[\d,.]+(?: miles)?$/.test(cell.textContent.trim()))
        .map((cell) => getComputedStyle(cell).textAlign),
    )
    expect(cells.length).toBeGreaterThan(0)
    expect(new Set(cells)).toEqual(new Set(['right']))
  })

  it('one click selects a whole citation', async () => {
    const { page } = await open({ width: PHONE })
    await show(page, '/recipients/antelope-memorial-hospital-ne')
    await page.locator('.citation').click()
    expect(await page.evaluate('getSelection().toString()')).toBe(await page.textContent('.citation'))
  })

  it('the home page leads to a search, to a state and to keys without scripts', async () => {
    const { page } = await openOwn({ script: false, width: PHONE })
    await show(page, '/')
    expect(await page.getByRole('link', { name: 'create one' }).getAttribute('href')).toBe('/account/keys')
    await page.getByLabel('Your state').selectOption('NE')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.waitForURL('**/states/ne')
    await show(page, '/')
    await page.getByRole('searchbox').fill('critical access hospital nebraska')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/search?q=critical+access+hospital+nebraska')
    expect(await page.locator('.search .entries a').count()).toBeGreaterThan(0)
  })

  it('print shows the addresses of links, and no forms or navigation', async () => {
    const { page } = await openOwn()
    await show(page, '/awards?state=NE')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('form:visible, nav:visible, button:visible, .banner:visible').count()).toBe(0)
    const link = page.locator('#results tbody a').first()
    const shown = await link.evaluate((each) => getComputedStyle(each, '::after').content)
    expect(shown).toContain(await link.getAttribute('href'))
  })

  it('no code is smaller than 13 pixels', async () => {
    const { page } = await open({ width: PHONE })
    for (const path of ['/', '/docs/errors', '/reference/awards', '/states']) {
      await show(page, path)
      const sizes = await page.$$eval('main :is(code, pre)', (all) =>
        all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      )
      expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(13)
    }
  })

  it('the status page updates from the service', async () => {
    const { page, faults } = await open()
    await show(page, '/status')
    await page.getByText('The service is up.').waitFor()
    expect(await page.textContent('[data-health=store]')).toBe('reachable')
    expect(faults).toEqual([])
  })

  it('a reference page makes its call with a key, and contacts nobody else', async () => {
    const { page, faults } = await open()
    await show(page, '/reference/states/code')
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.waitForURL('**#try')
    await page.getByLabel('API key').fill(at.server.key ?? '')
    await page.getByLabel('code (required)').fill('NE')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 OK').waitFor()
    expect(await page.textContent('[data-try=call]')).toBe('GET /api/v1/states/NE')
    expect(JSON.parse((await page.textContent('[data-try=body]')) ?? '')).toMatchObject({ code: 'NE' })
    expect(await page.textContent('[data-try=facts]')).toMatch(/requests left this minute/)
    expect(faults).toEqual([])
  })

  it('a rejected call shows the problem document, and nothing is sent for an empty field', async () => {
    const { page } = await open()
    await show(page, '/reference/states')
    await page.getByLabel('region').fill('99')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('401').first().waitFor()
    expect(await page.textContent('[data-try=call]')).toBe('GET /api/v1/states?region=99')
    await page.locator('[data-try=body]', { hasText: '"code": "API_KEY_MISSING"' }).waitFor()
  })
})
