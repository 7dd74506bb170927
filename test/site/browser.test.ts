import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { testAccountPages } from '../account/in-browser.ts'
import { findChromium, openBrowser } from '../browser.ts'
import { testAppearance } from './appearance.ts'
import { builtProject, type Running, runServer } from './built.ts'
import { testSite } from './in-browser.ts'

/** All tests of pages in a browser, in one file: each start of Chromium or a server takes a second of the processor. */

const chromium = findChromium('the pages in a browser')
let browser: Browser
let server: Running

describe.runIf(chromium)('in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser(chromium as string)
    server = await runServer(await builtProject())
  }, 300_000)

  afterAll(async () => {
    server?.stop()
    await browser?.close()
  })

  describe('every page', () => testAppearance(() => ({ browser, server })))
  describe('the site', () => testSite(() => ({ browser, server })))
  describe('the account pages', () => testAccountPages(() => browser))
})
