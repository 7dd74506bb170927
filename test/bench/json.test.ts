import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { FIXTURE } from '../api.ts'
import { commandHere } from '../command.ts'

const readFolders = (): string[] => readdirSync(tmpdir()).filter((name) => /^rural-health-search-/.test(name))

it.each([
  ['search', [], ['figures', 'missing', 'misses']],
  ['classify', ['--records', '1000'], ['accuracy', 'categories', 'unclassified', 'recordsPerSecond', 'misses']],
])('npm run bench:%s prints its figures as JSON and leaves nothing behind', async (name, options, keys) => {
  const before = readFolders()
  const { code, stdout } = await commandHere(`scripts/bench-${name}.ts`, ['--data', FIXTURE, '--json', ...options])
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, keys])
  expect(readFolders()).toEqual(before)
})

it('every measurement has its figures as JSON', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const files = Object.entries(scripts).flatMap(([name, script]) =>
    name.startsWith('bench') ? [script.split(' ').at(-1) ?? ''] : [],
  )
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !readFileSync(file, 'utf8').includes("'--json'"))).toEqual([])
})
