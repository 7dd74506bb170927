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

const FILE = /`(src\/[\w./-]+)`/g
const filesIn = (text: string): string[] => [...text.matchAll(FILE)].map(([, file = '']) => file)

/** The numbered steps of a section of the map, each with its files. */
function stepsOf(title: string): string[][] {
  const text = readFileSync(path.join(ROOT, 'docs/map.md'), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
  const steps = [...section.matchAll(/^(\d+)\. (.+)$/gm)]
  expect(steps.map(([, number]) => Number(number))).toEqual(steps.map((_, index) => index + 1))
  return steps.map(([, , step = '']) => filesIn(step))
}

const IMPORT = /^(?:import|export) (?!type )([^;]*?) from '(\.[^']+)'/gm

/** The files that a file imports values from, not only types. */
const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)]
    .filter(([, names = '']) => !names.startsWith('{') || /[{,]\s*(?!type )\w/.test(names))
    .map(([, , target = '']) => path.join(path.dirname(file), target))

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  for (const next of importsOf(file)) if (next.endsWith('.ts') && !seen.has(next)) reachedFrom(next, seen.add(next))
  return seen
}

it('the map answers at least ten questions, each with its file', () => {
  const rows = readFileSync(path.join(ROOT, 'docs/map.md'), 'utf8').match(/^\| .+\? \| .+ \|$/gm) ?? []
  expect(rows.length).toBeGreaterThanOrEqual(10)
  expect(rows.filter((row) => !/`(src|packages)\/[\w./*-]+`/.test(row))).toEqual([])
})

it.each(['How a record becomes a response', 'How a request is handled'])('"%s" names each file once', (title) => {
  const files = stepsOf(title).flat()
  expect(files.length).toBeGreaterThan(8)
  expect(new Set(files).size).toBe(files.length)
})

it('no step of a record imports a later step', () => {
  const steps = stepsOf('How a record becomes a response')
  const backwards = steps.flatMap((files, index) => {
    const later = new Set(steps.slice(index + 1).flat())
    return files.flatMap((file) =>
      [...reachedFrom(file)].filter((other) => later.has(other)).map((other) => `${file} → ${other}`),
    )
  })
  expect(backwards).toEqual([])
})

it('every step of a request is reached from the first, and imports no earlier step', () => {
  const steps = stepsOf('How a request is handled')
  const [entries = [], ...rest] = steps
  for (const entry of entries) {
    const reached = reachedFrom(entry)
    expect([entry, rest.flat().filter((file) => !reached.has(file))]).toEqual([entry, []])
  }
  const backwards = steps.flatMap((files, index) => {
    const earlier = new Set(steps.slice(0, index).flat())
    return files.flatMap((file) =>
      importsOf(file)
        .filter((other) => earlier.has(other))
        .map((other) => `${file} → ${other}`),
    )
  })
  expect(backwards).toEqual([])
})
