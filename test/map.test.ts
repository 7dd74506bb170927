import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

it.each(['docs/map.md', 'README.md'])('%s names files that exist', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8')
  const files = [...text.matchAll(/`((?:src|data|scripts|test|packages|docs)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  )
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})
