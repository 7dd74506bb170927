import { readFileSync } from 'node:fs'
import vercel from '@astrojs/vercel'
import { defineConfig, passthroughImageService } from 'astro/config'

const bake = 'data/baked'

/** The files of the bake that the function carries; the platform takes names, not patterns. */
function bakedFiles() {
  const { database } = JSON.parse(readFileSync(`${bake}/manifest.json`, 'utf8'))
  return [`${bake}/manifest.json`, `${bake}/${database}`]
}

export default defineConfig({
  site: process.env.BASE_URL || undefined,
  output: 'static',
  adapter: vercel({ includeFiles: bakedFiles(), maxDuration: 10 }),
  image: { service: passthroughImageService() },
  // The API takes no cookies, and a cross-origin POST must reach it.
  security: { checkOrigin: false },
  build: { format: 'file' },
  devToolbar: { enabled: false },
  vite: {
    // Few files in the function start faster than many; the driver's native part cannot be bundled.
    ssr: { noExternal: true, external: ['better-sqlite3', 'better-sqlite3/linux-x64'] },
  },
})
