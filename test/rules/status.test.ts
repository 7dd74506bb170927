import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/rules/moments.ts'
import { phasesOf } from '../../src/rules/phases.ts'
import {
  type EventTimes,
  eventStatus,
  eventTurns,
  type OpportunityTimes,
  opportunityStatus,
  opportunityTurns,
} from '../../src/rules/status.ts'

const NOW = Date.parse('2026-11-20T17:00:00.000Z')
const nothing: OpportunityTimes = { posted: null, due: null, amended: false, amendedAt: null, sourceStatus: null }

describe('the effective status of an opportunity', () => {
  it.each<[string, string, Partial<OpportunityTimes>]>([
    ['OPEN', 'without any date', {}],
    ['OPEN', 'when the source says open', { sourceStatus: 'OPEN' }],
    ['OPEN', 'when it was posted this very moment', { posted: NOW }],
    ['OPEN', 'when it is due in more than 14 days', { due: NOW + 14 * DAY_MS + 1 }],
    ['CLOSING_SOON', 'when it is due in exactly 14 days', { due: NOW + 14 * DAY_MS }],
    ['CLOSING_SOON', 'when it is due this very moment', { due: NOW }],
    ['CLOSED', 'a millisecond after it was due', { due: NOW - 1 }],
    ['CLOSED', 'when the source says closed', { sourceStatus: 'CLOSED', due: NOW + DAY_MS }],
    ['CLOSED', 'when it was due, though the source says open', { sourceStatus: 'OPEN', due: NOW - DAY_MS }],
    ['CLOSED', 'when it was due, though it is posted in the future', { posted: NOW + DAY_MS, due: NOW - 1 }],
    ['CLOSED', 'when it was due, though it is forecast', { sourceStatus: 'FORECAST', due: NOW - 1 }],
    ['UPCOMING', 'when it is posted in the future', { posted: NOW + 1 }],
    ['UPCOMING', 'when the source says forecast', { sourceStatus: 'FORECAST', posted: NOW - DAY_MS }],
    ['UPCOMING', 'when it is posted in the future and due within 14 days', { posted: NOW + 1, due: NOW + DAY_MS }],
    ['AMENDED', 'when it was amended this very moment', { amended: true, amendedAt: NOW }],
    ['AMENDED', 'when it was amended exactly 14 days ago', { amended: true, amendedAt: NOW - 14 * DAY_MS }],
    ['OPEN', 'when it was amended more than 14 days ago', { amended: true, amendedAt: NOW - 14 * DAY_MS - 1 }],
    ['AMENDED', 'when it was amended on an unknown day', { amended: true, due: NOW + 90 * DAY_MS }],
    ['OPEN', 'when it is to be amended in the future', { amended: true, amendedAt: NOW + 1 }],
    ['OPEN', 'when a day is known but it is not amended', { amended: false, amendedAt: NOW }],
    ['CLOSING_SOON', 'when it was amended and is due within 14 days', { amended: true, due: NOW + DAY_MS }],
    ['CLOSED', 'when it was amended and was due', { amended: true, amendedAt: NOW, due: NOW - 1 }],
  ])('is %s %s', (status, _, times) => {
    expect(opportunityStatus({ ...nothing, ...times }, NOW)).toBe(status)
  })
})

const DAY = Date.parse('2026-11-20T06:00:00.000Z')
const event: EventTimes = { dayStart: DAY, last: DAY + 15 * 3_600_000, cancelled: false, recorded: false }

describe('the status of an event', () => {
  it.each<[string, string, number, Partial<EventTimes>]>([
    ['UPCOMING', 'until its local day begins', DAY - 1, {}],
    ['TODAY', 'from the first instant of its local day', DAY, {}],
    ['TODAY', 'until its last instant', event.last, {}],
    ['PAST', 'after its last instant', event.last + 1, {}],
    ['RECORDING_AVAILABLE', 'when it is over and has a recording', event.last + 1, { recorded: true }],
    ['TODAY', 'when it has a recording and is not over', event.last, { recorded: true }],
    ['CANCELLED', 'whenever it is cancelled', DAY - DAY_MS, { cancelled: true }],
    [
      'CANCELLED',
      'when it is cancelled, over and has a recording',
      event.last + 1,
      { cancelled: true, recorded: true },
    ],
    ['TODAY', 'on every day of several', DAY + DAY_MS, { last: DAY + 3 * DAY_MS }],
  ])('is %s %s', (status, _, now, times) => {
    expect(eventStatus({ ...event, ...times }, now)).toBe(status)
  })
})

describe('the turns', () => {
  const instant = fc.option(fc.integer({ min: 1, max: 60 }).map((days) => days * DAY_MS))
  const offset = fc.constantFrom(-1, 0, 1, 12_345)

  it('of an opportunity miss no change of its status', () => {
    const times = fc.record<OpportunityTimes>({
      posted: instant,
      due: instant,
      amended: fc.boolean(),
      amendedAt: instant,
      sourceStatus: fc.constantFrom(null, 'OPEN', 'CLOSED', 'FORECAST'),
    })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 90 }), offset, (given, day, ms) => {
        const now = Math.max(0, day * DAY_MS + ms)
        const phases = phasesOf(opportunityTurns(given), (at) => ({ status: opportunityStatus(given, at) }))
        const phase = phases.find(({ from, until }) => from <= now && now < until)
        expect(phase?.fields.status).toBe(opportunityStatus(given, now))
      }),
      { seed: 11, numRuns: 2_000 },
    )
  })

  it('of an event miss no change of its status', () => {
    const times = fc.record({
      dayStart: fc.integer({ min: 1, max: 60 }).map((days) => days * DAY_MS),
      length: fc.integer({ min: 0, max: 5 * DAY_MS }),
      cancelled: fc.boolean(),
      recorded: fc.boolean(),
    })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 70 }), offset, ({ dayStart, length, ...rest }, day, ms) => {
        const given = { dayStart, last: dayStart + length, ...rest }
        const phases = phasesOf(eventTurns(given), (at) => ({ status: eventStatus(given, at) }))
        for (const now of [Math.max(0, day * DAY_MS + ms), given.last, given.last + 1]) {
          const phase = phases.find(({ from, until }) => from <= now && now < until)
          expect(phase?.fields.status).toBe(eventStatus(given, now))
        }
      }),
      { seed: 13, numRuns: 1_000 },
    )
  })
})
