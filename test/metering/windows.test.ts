import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getMinuteEnd, getMonthEnd, getSecondsUntil, getWindows, listMonthsUntil } from '../../src/metering/windows.ts'

const instant = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') })

describe('the windows of an instant', () => {
  it('contain it, and end when the next ones begin', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const { minute, month } = getWindows(now)
        expect(new Date(now).toISOString().startsWith(month)).toBe(true)
        for (const end of [getMinuteEnd(minute), getMonthEnd(month)]) expect(end).toBeGreaterThan(now)
        expect(getWindows(getMinuteEnd(minute) - 1).minute).toBe(minute)
        expect(getWindows(getMinuteEnd(minute)).minute).toBe(minute + 1)
        expect(getWindows(getMonthEnd(month) - 1).month).toBe(month)
        expect(getWindows(getMonthEnd(month)).month > month).toBe(true)
      }),
    )
  })

  it('end after exactly the reported seconds, and not a whole second earlier', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const { minute, month } = getWindows(now)
        const toMinute = getSecondsUntil(getMinuteEnd(minute), now)
        const toMonth = getSecondsUntil(getMonthEnd(month), now)
        expect(getWindows(now + toMinute * 1000).minute).toBe(minute + 1)
        expect(getWindows(now + (toMinute - 1) * 1000).minute).toBe(minute)
        expect(getWindows(now + toMonth * 1000).month > month).toBe(true)
        expect(getWindows(now + (toMonth - 1) * 1000).month).toBe(month)
      }),
    )
  })

  it.each([
    ['2026-01', '2026-02-01'],
    ['2026-12', '2027-01-01'],
    ['2027-02', '2027-03-01'],
    ['2028-02', '2028-03-01'],
  ])('%s ends on %s', (month, next) => {
    expect(new Date(getMonthEnd(month)).toISOString()).toBe(`${next}T00:00:00.000Z`)
  })
})

it('the past twelve months are counted across the year', () => {
  expect(listMonthsUntil('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})
