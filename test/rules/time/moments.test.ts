import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NATIONAL_ZONE } from '../../../src/rules/program.ts'
import {
  addDays,
  chooseEventZone,
  getAbbreviation,
  getPrecision,
  startOfLocalDay,
  startOfNextLocalDay,
  toDeadlineInstant,
  toIso,
  toLocalDay,
  toLocalTime,
  toStartInstant,
} from '../../../src/rules/time/moments.ts'

const HONOLULU = 'Pacific/Honolulu'
const CHICAGO = 'America/Chicago'
const PHOENIX = 'America/Phoenix'

describe('a date without a time', () => {
  it.each([
    // zone, date, start, deadline
    [NATIONAL_ZONE, '2026-11-30', '2026-11-30T05:00:00.000Z', '2026-12-01T04:59:59.000Z'],
    [NATIONAL_ZONE, '2026-07-04', '2026-07-04T04:00:00.000Z', '2026-07-05T03:59:59.000Z'],
    [HONOLULU, '2026-11-20', '2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.000Z'],
    [CHICAGO, '2026-12-31', '2026-12-31T06:00:00.000Z', '2027-01-01T05:59:59.000Z'],
    [PHOENIX, '2026-07-01', '2026-07-01T07:00:00.000Z', '2026-07-02T06:59:59.000Z'],
    // The night in which clocks go back has 25 hours, the one in which they go forward 23.
    [NATIONAL_ZONE, '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.000Z'],
    [NATIONAL_ZONE, '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z'],
    [CHICAGO, '2028-02-29', '2028-02-29T06:00:00.000Z', '2028-03-01T05:59:59.000Z'],
  ])('is in %s on %s: 00:00:00 for a start, 23:59:59 for a deadline', (zone, date, start, deadline) => {
    expect(toIso(toStartInstant(date, zone))).toBe(start)
    expect(toIso(toDeadlineInstant(date, zone))).toBe(deadline)
  })
})

describe('a timestamp with offset', () => {
  it.each([
    ['2026-11-30T17:00:00-05:00', '2026-11-30T22:00:00.000Z'],
    ['2026-11-30T17:00:00Z', '2026-11-30T17:00:00.000Z'],
    ['2026-11-30T23:30:00-10:00', '2026-12-01T09:30:00.000Z'],
    ['2026-11-30T17:00:00.250-05:00', '2026-11-30T22:00:00.250Z'],
  ])('%s is the same instant in every zone, as a start and as a deadline', (moment, instant) => {
    for (const zone of [NATIONAL_ZONE, HONOLULU]) {
      expect(toIso(toStartInstant(moment, zone))).toBe(instant)
      expect(toIso(toDeadlineInstant(moment, zone))).toBe(instant)
    }
  })
})

describe('a published timestamp', () => {
  it('is UTC with milliseconds, and null for the unknown', () => {
    expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toIso(Date.UTC(2026, 10, 20, 17, 0, 0, 7))).toBe('2026-11-20T17:00:00.007Z')
    expect(toIso(null)).toBeNull()
  })
})

describe('the local day', () => {
  it('of an evening in Hawaii is the day before in UTC', () => {
    const evening = Date.parse('2026-11-21T04:00:00.000Z')
    expect(toLocalDay(evening, HONOLULU)).toBe('2026-11-20')
    expect(toLocalDay(evening, 'UTC')).toBe('2026-11-21')
    expect(toIso(startOfLocalDay(evening, HONOLULU))).toBe('2026-11-20T10:00:00.000Z')
    expect(toIso(startOfNextLocalDay(evening, HONOLULU))).toBe('2026-11-21T10:00:00.000Z')
  })

  it('contains its instant, in every zone', () => {
    const zones = [NATIONAL_ZONE, CHICAGO, HONOLULU, PHOENIX, 'America/Anchorage', 'America/Los_Angeles']
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const start = startOfLocalDay(instant, zone)
        const next = startOfNextLocalDay(instant, zone)
        expect(start).toBeLessThanOrEqual(instant)
        expect(next).toBeGreaterThan(instant)
        expect((next - start) / 3_600_000).toBeOneOf([23, 24, 25])
        expect(toLocalDay(start, zone)).toBe(toLocalDay(instant, zone))
        expect(toLocalDay(next - 1, zone)).toBe(toLocalDay(instant, zone))
        expect(toLocalDay(next, zone)).toBe(addDays(toLocalDay(instant, zone), 1))
      }),
      { seed: 20_261_120, numRuns: 300 },
    )
  })
})

describe('addDays', () => {
  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s by %i is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })
})

describe('the abbreviation of a zone', () => {
  it.each([
    [NATIONAL_ZONE, '2026-11-20T17:00:00Z', 'EST'],
    [NATIONAL_ZONE, '2026-07-20T17:00:00Z', 'EDT'],
    [HONOLULU, '2026-07-20T17:00:00Z', 'HST'],
    [PHOENIX, '2026-07-20T17:00:00Z', 'MST'],
    ['America/Anchorage', '2026-11-20T17:00:00Z', 'AKST'],
  ])('of %s at %s is %s', (zone, instant, abbreviation) => {
    expect(getAbbreviation(zone, Date.parse(instant))).toBe(abbreviation)
  })
})

describe('the zone of an event', () => {
  it.each([
    ['its state’s, without an abbreviation', '2026-11-20', null, CHICAGO, CHICAGO],
    ['its state’s, if the abbreviation fits', '2026-11-20', 'CST', CHICAGO, CHICAGO],
    ['another, if the abbreviation names it', '2026-11-20', 'MST', CHICAGO, 'America/Denver'],
    ['another, if a national host is in Washington', '2026-07-20', 'EDT', HONOLULU, NATIONAL_ZONE],
    ['its state’s, if the abbreviation is ambiguous', '2026-07-20', 'MST', PHOENIX, PHOENIX],
    ['its state’s, if the abbreviation is unknown', '2026-07-20', 'XYZ', CHICAGO, CHICAGO],
  ])('is %s', (_, startAt, abbreviation, stateZone, zone) => {
    expect(chooseEventZone(startAt, abbreviation, stateZone)).toBe(zone)
  })
})

describe('a moment', () => {
  it.each([
    ['2026-11-20', 'DATE'],
    ['2026-11-20T17:00:00Z', 'TIME'],
    ['at 2026-11-20', 'TIME'],
    [null, null],
  ])('%s is known to the %s', (moment, precision) => {
    expect(getPrecision(moment)).toBe(precision)
  })

  it('has a time of day in a zone', () => {
    expect(toLocalTime(Date.parse('2026-11-20T17:05:09.250Z'), HONOLULU)).toBe('07:05:09')
    expect(toLocalTime(Date.parse('2026-11-20T06:00:00Z'), CHICAGO)).toBe('00:00:00')
  })

  it('is the same however often it is computed', () => {
    for (let day = 0; day < 3; day += 1) {
      expect(toStartInstant('2026-11-20', HONOLULU)).toBe(Date.parse('2026-11-20T10:00:00Z'))
      expect(toStartInstant('2026-11-20', CHICAGO)).toBe(Date.parse('2026-11-20T06:00:00Z'))
    }
  })
})

describe('an abbreviation', () => {
  it.each([
    ...['EST', 'EDT', 'ET'].map((name) => [name, 'America/New_York']),
    ...['CST', 'CDT', 'CT'].map((name) => [name, 'America/Chicago']),
    ...['MST', 'MDT', 'MT'].map((name) => [name, 'America/Denver']),
    ...['PST', 'PDT', 'PT'].map((name) => [name, 'America/Los_Angeles']),
    ...['AKST', 'AKDT', 'AKT'].map((name) => [name, 'America/Anchorage']),
    ['HST', HONOLULU],
    ['UTC', 'Pacific/Guam'],
  ])('%s, which is not the local one, means %s', (abbreviation, zone) => {
    expect(chooseEventZone('2026-11-20', abbreviation as string, 'Pacific/Guam')).toBe(zone)
  })

  it('of the place itself keeps its zone', () => {
    expect(chooseEventZone('2026-11-20', 'MST', PHOENIX)).toBe(PHOENIX)
    expect(chooseEventZone('2026-11-20', null, PHOENIX)).toBe(PHOENIX)
  })
})
