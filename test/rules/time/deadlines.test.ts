import { describe, expect, it } from 'vitest'
import { toIso } from '../../../src/rules/time/moments.ts'
import { findNextDeadline, getDeadlines, namesDeadline } from '../../../src/rules/time/status.ts'

describe('a key date', () => {
  it.each([
    'Applications due',
    'Application deadline',
    'Deadlines for round 2',
    'Inquiries close',
    'Portal closes',
    'Closing date',
    'Funds spent by',
    'Offer expires',
    'PROPOSALS DUE',
  ])('"%s" is a deadline', (label) => {
    expect(namesDeadline(label)).toBe(true)
  })

  it.each([
    'Notice of award',
    'Webinar',
    'Bidder conference',
    'Program begins',
    'Applications open',
    'Bylaws adopted',
    'Disclosed plan',
    'Residue study',
  ])('"%s" is not', (label) => {
    expect(namesDeadline(label)).toBe(false)
  })
})

const CHICAGO = 'America/Chicago'

describe('the deadlines of a document', () => {
  it('are its own and those among its key dates, ascending and without duplicates', () => {
    const document = {
      deadline: '2026-12-15',
      keyDates: [
        { label: 'Final report due', date: '2027-03-01' },
        { label: 'Applications due', date: '2026-12-15' },
        { label: 'Webinar', date: '2026-12-01' },
        { label: 'Letters of intent due', date: '2026-11-24' },
      ],
    }
    expect(getDeadlines(document, CHICAGO).map((instant) => toIso(instant))).toEqual([
      '2026-11-25T05:59:59.000Z',
      '2026-12-16T05:59:59.000Z',
      '2027-03-02T05:59:59.000Z',
    ])
  })

  it('are its own if its key dates have none; a label may have one word or several', () => {
    const deadlinesIn = (deadline: string | null, ...labels: string[]) =>
      getDeadlines({ deadline, keyDates: labels.map((label) => ({ label, date: '2026-12-01' })) }, CHICAGO).length
    expect(deadlinesIn('2026-11-24')).toBe(1)
    expect(
      ['Offer expire', 'Offer expires', 'Closes', 'Close', 'Deadlines'].map((label) => deadlinesIn(null, label)),
    ).toEqual(Array(5).fill(1))
  })

  it('are empty if there are none', () => {
    expect(getDeadlines({ deadline: null, keyDates: [{ label: 'Webinar', date: '2026-12-01' }] }, CHICAGO)).toEqual([])
  })
})

describe('the next deadline', () => {
  it.each([
    [0, 100],
    [99, 100],
    [100, 200],
    [199, 200],
    [200, null],
    [999, null],
  ])('at %i is the first one after it: %s', (now, expected) => {
    expect(findNextDeadline([100, 200], now)).toBe(expected)
  })
})
