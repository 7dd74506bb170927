import { describe, expect, it } from 'vitest'
import { implausibleDates } from '../../src/rules/plausible.ts'

const TODAY = '2026-11-21'

describe('implausibleDates', () => {
  it.each([
    [
      'posted after due',
      { postedDate: '2031-01-01', dueDate: '2027-01-01' },
      'postedDate: 2031-01-01 is after dueDate 2027-01-01',
    ],
    ['a letter of intent after the application', { loiDate: '2027-02-01', dueDate: '2027-01-01' }, /^loiDate/],
    ['questions after the application', { questionDeadline: '2027-02-01', dueDate: '2027-01-01' }, /^questionDeadline/],
    ['posted in five years', { postedDate: '2031-11-21' }, 'postedDate: 2031-11-21 is too far ahead'],
    ['an award of next year', { awardDate: '2027-11-21' }, /^awardDate/],
    ['published next year', { published: '2027-11-21' }, /^published/],
  ])('finds %s', (_, record, reason) => {
    expect(implausibleDates(record, TODAY)).toMatch(reason)
  })

  it.each([
    ['dates in order', { postedDate: '2026-11-01', loiDate: '2026-12-01', dueDate: '2027-01-01' }],
    ['a due time on the day of posting', { postedDate: '2026-11-01', dueDate: '2026-11-01T17:00:00-05:00' }],
    ['a forecast for next year', { postedDate: '2027-11-01', dueDate: '2028-01-01' }],
    ['unknown dates', { postedDate: null, dueDate: null }],
    ['a document published in a few days', { published: '2026-11-25' }],
  ])('takes %s', (_, record) => {
    expect(implausibleDates(record, TODAY)).toBeNull()
  })
})
