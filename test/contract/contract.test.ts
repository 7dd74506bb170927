import { expect, it } from 'vitest'
import { CONTRACT_VERSION } from '../../src/http/endpoints/endpoint.ts'
import { CHANGELOG, currentFacts, publishedFacts, unnamedBreaks } from './contract.ts'

const [current, published] = [currentFacts(), publishedFacts()]

it('breaks nothing in the published contract that the changelog does not list', () => {
  expect(unnamedBreaks(published, current)).toEqual([])
})

it('equals the published contract; otherwise publish it: npm exec -c "node test/contract/contract.ts"', () => {
  const names = new Set([...Object.keys(current), ...Object.keys(published)])
  const isSame = (name: string) => JSON.stringify(current[name]) === JSON.stringify(published[name])
  expect([...names].filter((name) => !isSame(name))).toEqual([])
})

it('finds a break that the changelog does not list', () => {
  const { 'GET /api/v1/awards ?state': _, ...rest } = current
  expect(unnamedBreaks(current, rest)).toEqual(['GET /api/v1/awards ?state'])
})

it('keeps a dated changelog, newest version first', () => {
  const dates = CHANGELOG.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().reverse())
  expect(CHANGELOG[0]?.version).toBe(CONTRACT_VERSION)
  for (const { changes, version } of CHANGELOG) {
    expect(version).toMatch(/^1\.\d+\.\d+$/)
    expect(changes.length).toBeGreaterThan(0)
  }
})
