import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ENDPOINTS } from '../src/http/endpoints/all.ts'

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

it('README.md names only endpoints that exist', () => {
  const rows = readFileSync(path.join(ROOT, 'README.md'), 'utf8').match(/^\| `(?:GET|POST) .*$/gm) ?? []
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`(?:(?:GET|POST) )?(\/[\w/:-]+)`/g)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(20)
  const paths = [...ENDPOINTS.map((endpoint) => endpoint.path), '/mcp', '/api/stats', '/api/health']
  expect(named.filter((name) => !paths.some((one) => one.endsWith(name)))).toEqual([])
})
