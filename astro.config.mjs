import { defineConfig, passthroughImageService } from 'astro/config'
import { serverless } from './src/platform/output.ts'
import { siteFiles } from './src/site/integration.ts'

export default defineConfig({
  site: process.env.BASE_URL || undefined,
  output: 'static',
  integrations: [siteFiles, serverless(process.env)],
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  // White space as in HTML: a line break between words stays a space.
  compressHTML: true,
  vite: {
    // A page's policy allows no script within it.
    build: { assetsInlineLimit: 0 },
    // The site's clock: pages are made for the moment of the build.
    define: { 'import.meta.env.BUILT_AT': JSON.stringify(new Date().toISOString()) },
  },
})
