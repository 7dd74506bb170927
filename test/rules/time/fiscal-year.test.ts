import { describe, expect, it } from 'vitest'
import { parseFiscalYear, parseFiscalYearPart } from '../../../src/rules/time/moments.ts'

describe('a fiscal year', () => {
  it.each(['2026', 'FY2026', 'fy26', 'FY 2026', 'Fy26', '26', ' FY2026 ', 'fy  26'])('"%s" is FY2026', (input) => {
    expect(parseFiscalYear(input)).toBe('FY2026')
  })

  it.each(['', 'FY', '202', '20260', '2026-27', 'year 2026', 'FY-2026', '２０２６', 'FYFY26'])(
    '"%s" is not a fiscal year',
    (input) => {
      expect(parseFiscalYear(input)).toBeNull()
    },
  )
})

describe('part of a fiscal year', () => {
  it.each([
    ['202', '202'],
    ['FY202', '202'],
    ['2026', '2026'],
    ['fy 26', '26'],
    ['FY2024', '2024'],
    ['6', '6'],
  ])('"%s" has the digits %s', (input, digits) => {
    expect(parseFiscalYearPart(input)).toBe(digits)
  })

  it.each(['', 'FY', 'abc', '20260', '20-26', '%', '_'])('"%s" has none', (input) => {
    expect(parseFiscalYearPart(input)).toBeNull()
  })
})
