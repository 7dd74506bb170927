import { expect, it } from 'vitest'
import { PLANS } from '../../src/metering/plans.ts'

it.each([
  ['FREE', 0, 0, 0, 0],
  ['PRO', 60, 2_000, 250, 3],
  ['TEAM', 120, 20_000, 1_000, 10],
  ['FEATURED_VENDOR', 300, 20_000, 1_000, 10],
  ['API', 120, 10_000, 500, 1],
] as const)('%s allows %i requests a minute, %i a month, %i AI answers and %i keys', (name, ...allows) => {
  const { perMinute, perMonth, answersPerMonth, keys } = PLANS[name]
  expect([perMinute, perMonth, answersPerMonth, keys]).toEqual(allows)
})
