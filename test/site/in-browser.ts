import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { findChromium, openBrowser } from '../browser.ts'
import { builtProject, type Running, runServer } from './built.ts'

/** A browser, and a server with the built site. */
export interface Opened {
  browser: Browser
  server: Running
}

/**
 * Tests of pages in a browser; what they get is filled before the first one.
 * @param settings those of the server, besides its port and its store
 */
export function describeInBrowser(
  name: string,
  settings: Record<string, string> | (() => Promise<Record<string, string>>),
  tests: (opened: Opened) => void,
): void {
  const chromium = findChromium(`${name} in a browser`)
  describe.runIf(chromium)(`${name} in a browser`, () => {
    const opened = {} as Opened
    beforeAll(async () => {
      const folder = await builtProject()
      opened.server = await runServer(folder, typeof settings === 'function' ? await settings() : settings)
      opened.browser = await openBrowser(chromium as string)
    }, 300_000)
    afterAll(async () => {
      opened.server?.stop()
      await opened.browser?.close()
    })
    tests(opened)
  })
}
