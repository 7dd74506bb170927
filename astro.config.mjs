import { satteri } from '@astrojs/markdown-satteri'
import mdx from '@astrojs/mdx'
import { defineConfig, passthroughImageService } from 'astro/config'
import { serverless } from './src/platform/output.ts'
import { classTransformer } from './src/site/docs/highlight.ts'
import { siteFiles } from './src/site/integration.ts'

export default defineConfig({
  site: process.env.BASE_URL || undefined,
  output: 'static',
  integrations: [mdx(), siteFiles, serverless(process.env)],
  markdown: {
    processor: satteri({ features: { smartPunctuation: false } }),
    shikiConfig: { theme: 'css-variables', transformers: [classTransformer] },
  },
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
