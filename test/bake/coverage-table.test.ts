import { expect, it } from 'vitest'
import { replaceTable } from '../../src/bake/tables/coverage-table.ts'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'
import { FIXTURE } from '../api.ts'
import { commandHere, commandProcess } from '../command.ts'
import { copyOfFixture } from './folder.ts'

const SCRIPT = 'scripts/coverage-table.ts'
const coverageTable = async (...options: string[]): Promise<string> => (await commandHere(SCRIPT, options)).stdout

it('describes itself with --help', async () => {
  expect(await coverageTable('--help')).toMatch(/Compares the stored award rows and sums[\s\S]*--write[\s\S]*--json/)
})

it('prints a row for each of the 50 states', async () => {
  const lines = (await commandProcess(SCRIPT, ['--data', FIXTURE])).stdout.trim().split('\n')
  expect(lines.slice(2).map((line) => line.slice(2, 4))).toEqual(STATE_CODES)
  expect(lines.find((line) => line.startsWith('| NE'))).toBe('| NE | 4 | 4 | 4 of 4 | $3,035.66 |  |')
})

it('prints the figures with --json, an unknown sum as null', async () => {
  const holdings: { state: string }[] = JSON.parse(await coverageTable('--data', FIXTURE, '--json'))
  expect(holdings.find(({ state }) => state === 'AK')).toMatchObject({
    published: 4,
    rowsOfStated: { published: 4, stated: 4 },
    sumOfStated: { published: 887_000, stated: 887_000 },
  })
  expect(holdings.find(({ state }) => state === 'HI')).toMatchObject({ held: 0, sumHeld: null, rowsOfStated: null })
})

it('refuses to write to a README without markers for the table', async () => {
  expect(await commandHere(SCRIPT, ['--data', copyOfFixture(), '--write'])).toMatchObject({ code: 1, stdout: '' })
  expect(() => replaceTable('# Data', '| |')).toThrow(/must contain the lines/)
})
