import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell first: without windows, it needs three quarters of the processor time. */
const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].filter((path) => path !== undefined && path !== '')

/** This machine's Chromium; null if there is none, which is reported in one line. `CHROMIUM_PATH` overrides it. */
export function findChromium(what: string): string | null {
  const program = CANDIDATES.find((path) => existsSync(path as string))
  if (program) return program
  console.log(
    `SKIPPED: ${what}: Chromium was not found. Install Debian's chromium-headless-shell or set CHROMIUM_PATH.`,
  )
  return null
}

/** The list replaces Playwright's own, so it repeats the part that this Chromium knows. */
const FEATURES_OFF = [
  'SpareRendererForSitePerProcess',
  'BackForwardCache',
  // A new frame, with a new compositor, for each page: a quarter of the time of a navigation.
  'RenderDocument',
  // Pages of the address bar's popup, which Chromium loads for each window: a fifth of its time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
]

/** Without background work, and with the least work for what nobody looks at. */
const SWITCHES = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--process-per-site',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--disable-smooth-scrolling',
  '--num-raster-threads=1',
  // Scripts of pages end before optimized code would save time.
  '--js-flags=--no-opt,--no-maglev',
]

/** Opens a browser that contacts only the site under test. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: SWITCHES })
