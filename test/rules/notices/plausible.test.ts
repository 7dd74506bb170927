import { describe, expect, it } from 'vitest'
import { findImplausibleDate } from '../../../src/rules/notices/dates.ts'

const TODAY = '2026-11-21'

describe('findImplausibleDate', () => {
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
    ['posted more than 400 days ahead', { postedDate: '2027-12-27' }, 'postedDate: 2027-12-27 is too far ahead'],
    ['a time that is too late', { published: '2027-11-21T10:00:00Z' }, 'published: 2027-11-21 is too far ahead'],
    ['published next year', { published: '2027-11-21' }, /^published/],
  ])('finds %s', (_, record, reason) => {
    expect(findImplausibleDate(record, TODAY)).toMatch(reason)
  })

  it.each([
    ['dates in order', { postedDate: '2026-11-01', loiDate: '2026-12-01', dueDate: '2027-01-01' }],
    ['a due time on the day of posting', { postedDate: '2026-11-01', dueDate: '2026-11-01T17:00:00-05:00' }],
    ['a forecast for next year', { postedDate: '2027-11-01', dueDate: '2028-01-01' }],
    ['posted in 400 days', { postedDate: '2027-12-26' }],
    ['posted, without a due date', { postedDate: '2026-11-01', dueDate: null }],
    ['due, without a posted date', { postedDate: null, dueDate: '2026-01-01' }],
    ['not a date', { postedDate: 20_261_101, dueDate: '2026-01-01' }],
    ['unknown dates', { postedDate: null, dueDate: null }],
    ['a document published in a few days', { published: '2026-11-25' }],
  ])('accepts %s', (_, record) => {
    expect(findImplausibleDate(record, TODAY)).toBeNull()
  })
})
