import { readFileSync } from 'node:fs'
import vercel from '@astrojs/vercel'
import { defineConfig, passthroughImageService } from 'astro/config'
import { siteFiles } from './src/site/integration.ts'

const bake = process.env.DATASET_PATH || 'data/baked'
const { database } = JSON.parse(readFileSync(`${bake}/manifest.json`, 'utf8'))

// The package carries a binary for each of eight platforms; the function needs its own alone.
const driver = process.env.VERCEL ? { 'better-sqlite3': 'better-sqlite3/linux-x64' } : {}

export default defineConfig({
  site: process.env.BASE_URL || undefined,
  output: 'static',
  // The platform takes names of files, not patterns.
  adapter: vercel({
    includeFiles: [`${bake}/manifest.json`, `${bake}/freshness.json`, `${bake}/${database}`],
    maxDuration: 10,
  }),
  integrations: [siteFiles],
  image: { service: passthroughImageService() },
  // The API takes no cookies, and a cross-origin POST must reach it.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  // White space as in HTML: a line break between words stays a space.
  compressHTML: true,
  vite: {
    // A page's policy allows no script within it.
    build: { assetsInlineLimit: 0 },
    // The site's clock: pages are made for the moment of the build.
    define: { 'import.meta.env.BUILT_AT': JSON.stringify(new Date().toISOString()) },
    resolve: { alias: driver },
    // Few files start faster than many; the driver's native part cannot be bundled.
    ssr: { noExternal: true, external: ['better-sqlite3', 'better-sqlite3/linux-x64'] },
  },
})
