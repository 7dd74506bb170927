import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

/** Folders that do not exist in a fresh clone. */
const CREATED_LATER = ['data/baked', 'data/history/quarantine']

it.each(['docs/map.md', 'README.md', 'CONTRIBUTING.md'])('%s names only files that exist', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8')
  const files = [...text.matchAll(/`((?:src|data|scripts|test|packages|docs)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  )
  expect(files.length).toBeGreaterThan(5)
  const missing = files.filter((file) => !existsSync(path.join(ROOT, file)) && !CREATED_LATER.includes(file))
  expect(missing).toEqual([])
})
