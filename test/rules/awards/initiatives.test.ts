import { expect, it } from 'vitest'
import { isSameInitiative } from '../../../src/rules/awards/awardees.ts'

it.each([
  ['Wellness Within Reach', 'Wellness within reach', true],
  ['Transforming Rural Health Through Partnerships Initiative', 'Transforming Rural Health through Partnerships', true],
  ['Workforce Recruitment and Rural Access Program (WRRAP)', 'Workforce Recruitment & Rural Access Program', true],
  ['Shoring Up to Sustainability', 'Shoring Up Sustainability', true],
  ['Leveling Up - Chronic Disease Program Expansion', 'Leveling Up', true],
  ['Rural Health', 'Strengthening Rural Health', false],
  ['Aging', 'Promoting Healthy Aging', false],
  ['Connections to Care', 'Connecting to Care', false],
  ['', '', false],
])('"%s" and "%s" name the same initiative: %s', (initiative, title, expected) => {
  expect(isSameInitiative(initiative, title)).toBe(expected)
})
