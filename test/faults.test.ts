import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** `docs/security.md` names a test for each bug that was found and each attack. */

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const rows = read('docs/security.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))

it('every bug in docs/security.md has its test, by title', () => {
  const faults = rows.filter(([, number = '']) => /^\d+$/.test(number))
  for (const [, , fault, file = '', name = ''] of faults) {
    const source = read(file.replaceAll('`', '')).replaceAll("\\'", "'")
    expect([fault, name, source.includes(name)]).toEqual([fault, name, true])
  }
  expect([...new Set(faults.map(([, number]) => Number(number)))]).toEqual(
    Array.from({ length: 13 }, (_, at) => at + 1),
  )
})

it('every attack in docs/security.md has its file', () => {
  const files = rows.flatMap((cells) => cells.filter((cell) => /^`test\/[\w/-]+\.test\.ts`$/.test(cell)))
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) expect(read(file.replaceAll('`', ''))).toContain("from 'vitest'")
})
