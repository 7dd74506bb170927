import { readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { FRAME_FILE, LIST_FRAME_FILE, TEXTS_FILE } from '../views/addresses.ts'
import type { PageText } from '../views/page-texts.ts'
import { formatMarkdown } from './markdown.ts'

/** Adds a Markdown version of each page to the build, and compresses large files. */
export const siteFiles: AstroIntegration = {
  name: 'site-files',
  hooks: {
    'astro:build:generated': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      keepFrames(folder)
      await writeMarkdown(folder)
      writeCompressed(folder)
    },
  },
}

/** Moves the empty pages for records and lists out of the pages of the site. */
function keepFrames(folder: string): void {
  for (const [page, file] of [
    ['frame', FRAME_FILE],
    ['list-frame', LIST_FRAME_FILE],
  ] as const) {
    renameSync(path.join(folder, page, 'index.html'), path.join(folder, file))
    rmdirSync(path.join(folder, page))
  }
}

/** The pages in Markdown, and as plain text for the search. */
async function writeMarkdown(folder: string): Promise<void> {
  const texts: PageText[] = []
  for (const file of readFileNames(folder, ['.html'])) {
    const markdown = await formatMarkdown(readFileSync(path.join(folder, file), 'utf8'))
    if (markdown === null) continue
    const target = file === 'index.html' ? 'index.md' : `${path.dirname(file)}.md`
    writeFileSync(path.join(folder, target), markdown)
    const place = target.replace(/(?:^index)?\.md$/, '')
    if (isSearched(place)) texts.push(pageText(`/${place}`, FIGURES.test(place) ? withoutTables(markdown) : markdown))
  }
  writeFileSync(path.join(folder, TEXTS_FILE), JSON.stringify(texts))
}

// The content of the home page and the state pages is found in the records themselves.
const isSearched = (place: string): boolean => place !== '' && !/^(?:states\/..|404)$/.test(place)

// Rows of figures would fill the passages that results show.
const FIGURES = /^(?:states|coverage)$/
const withoutTables = (markdown: string): string => markdown.replace(/^\|.*$/gm, '')

function pageText(place: string, markdown: string): PageText {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? place
  // Code would fill the passages that results show.
  const text = markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^# .+$/m, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[\s|:-]+$/gm, '')
    .replace(/[`*|#>\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { path: place, title: title.replace(/[`*\\]/g, ''), text }
}

// Brotli at its highest level is too slow per request, but a fifth smaller than gzip.
const COMPRESSED = /^_astro\/.+\.(?:css|js)$/

function writeCompressed(folder: string): void {
  for (const file of readFileNames(folder, ['.css', '.js']).filter((name) => COMPRESSED.test(name))) {
    const text = readFileSync(path.join(folder, file))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text))
  }
}

const readFileNames = (folder: string, endings: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => endings.includes(path.extname(file)))
