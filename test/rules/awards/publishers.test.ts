import { expect, it } from 'vitest'
import { isOfficial } from '../../../src/rules/awards/verification.ts'
import type { StateCode } from '../../../src/schema/vocabularies.ts'

const DELEGATES = [
  { state: 'IL', address: 'https://icahn.org/' },
  { state: 'WY', address: 'https://drive.google.com/uc?export=download&id=1jqf' },
] as const

it.each<[string, StateCode | null, boolean]>([
  ['https://www.cms.gov/newsroom/press-releases/awards', 'SC', true],
  ['https://www.in.gov/grow-rural-health/regional-grants', 'IN', true],
  ['https://governor.iowa.gov/press', null, true],
  ['https://www.health.state.mn.us/facilities/ruralhealth', 'MN', true],
  ['https://www.health.state.mn.us/facilities/ruralhealth', 'WI', false],
  ['https://www.health.state.mn.us/facilities/ruralhealth', null, false],
  ['https://icahn.org/grants/awards', 'IL', true],
  ['https://icahn.org/grants/awards', 'IN', false],
  ['https://drive.google.com/uc?export=download&id=1jqfbHzZ', 'WY', true],
  ['https://drive.google.com/uc?export=download&id=another', 'WY', false],
  ['https://cdn2.el-balad.com/228938', 'AK', false],
  ['https://www.newsbreak.gov.example.com/list', 'AK', false],
  ['https://notgov/list', 'AK', false],
  ['https://dhhs.ne.gov.evil.example/list', 'NE', false],
  ['https://evil.example/dhhs.ne.gov', 'NE', false],
  ['https://dhhs.ne.gov@evil.example/list', 'NE', false],
])('%s of %s is official: %s', (address, state, expected) => {
  expect(isOfficial(address, state, DELEGATES)).toBe(expected)
})
