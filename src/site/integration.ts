import { readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { FRAME_FILE } from '../views/addresses.ts'
import { markdownOf } from './markdown.ts'

/** What the site's build adds to the pages: each page in Markdown, and large files compressed. */
export const siteFiles: AstroIntegration = {
  name: 'site-files',
  hooks: {
    'astro:build:generated': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      keepFrame(folder)
      await writeMarkdown(folder)
      writeCompressed(folder)
    },
  },
}

/** The empty page that records are shown in at the request is no page of the site itself. */
function keepFrame(folder: string): void {
  renameSync(path.join(folder, 'frame', 'index.html'), path.join(folder, FRAME_FILE))
  rmdirSync(path.join(folder, 'frame'))
}

async function writeMarkdown(folder: string): Promise<void> {
  for (const file of filesOf(folder, ['.html'])) {
    const markdown = await markdownOf(readFileSync(path.join(folder, file), 'utf8'))
    if (markdown === null) continue
    const target = file === 'index.html' ? 'index.md' : `${path.dirname(file)}.md`
    writeFileSync(path.join(folder, target), markdown)
  }
}

// Brotli at its best takes a third of a second for an index: too long for a request, and a fifth smaller than gzip.
const COMPRESSED = /^_astro\/.+\.(?:css|js)$|^[a-z]+\/index\.json$/

function writeCompressed(folder: string): void {
  for (const file of filesOf(folder, ['.css', '.js', '.json']).filter((name) => COMPRESSED.test(name))) {
    const text = readFileSync(path.join(folder, file))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text))
  }
}

const filesOf = (folder: string, endings: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => endings.includes(path.extname(file)))
