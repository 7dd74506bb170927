import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..', '..', 'content', 'guides')

/** The guides, each with its address and title. */
export const GUIDES = globSync('*.mdx', { cwd: FOLDER }).map((file) => ({
  path: `/docs/${path.basename(file, '.mdx')}`,
  title: /^title: (.+)$/m.exec(readFileSync(path.join(FOLDER, file), 'utf8'))?.[1] ?? '',
}))
