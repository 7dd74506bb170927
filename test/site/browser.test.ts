import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { keyLines } from '../../src/admin/demo.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { accountSettings, testAccountPages } from '../account/in-browser.ts'
import { scratch } from '../api.ts'
import { findChromium, openBrowser } from '../browser.ts'
import { testAppearance } from './appearance.ts'
import { builtProject, type Running, runServer } from './built.ts'
import { testSite } from './in-browser.ts'

/** All tests of pages in a browser, in one browser and on one server, each of which takes a second of the processor to start. */

const chromium = findChromium('the pages in a browser')
let browser: Browser
let server: Running

/** Creates a key in the store of a server: one behind a proxy makes no demo key. */
async function newKeyIn(file: string): Promise<string | null> {
  const store = openEmbedded(file)
  const lines = await keyLines(store, '', true, Date.now())
  await store.close()
  return /rhp_live_\w+/.exec(lines)?.[0] ?? null
}

describe.runIf(chromium)('in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser(chromium as string)
    const file = path.join(scratch(), 'store.sqlite')
    server = await runServer(await builtProject(), { ...(await accountSettings()), STORE_PATH: file })
    server.key = await newKeyIn(file)
  }, 300_000)

  afterAll(async () => {
    server?.stop()
    await browser?.close()
  })

  describe('every page', () => testAppearance(() => ({ browser, server })))
  describe('the site', () => testSite(() => ({ browser, server })))
  describe('the account pages', () => testAccountPages(() => ({ browser, server })))
})
