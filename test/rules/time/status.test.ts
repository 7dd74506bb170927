import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, toIso } from '../../../src/rules/time/moments.ts'
import {
  type EventTimes,
  getEventStatus,
  getEventTurns,
  getOpportunityStatus,
  getOpportunityTurns,
  getPhases,
  type OpportunityTimes,
  toOpportunityTimes,
} from '../../../src/rules/time/status.ts'
import { NOTICE_SOURCE_STATUSES, type OpportunityStatus, type StatusBasis } from '../../../src/schema/vocabularies.ts'
import { notice } from '../../ingest/records.ts'

const NOW = Date.parse('2026-11-20T17:00:00.000Z')
/** A solicitation without any date that its source listed a day ago. */
const listed: OpportunityTimes = {
  isAward: false,
  posted: null,
  due: null,
  expected: null,
  rolling: false,
  amended: false,
  amendedAt: null,
  sourceStatus: null,
  confirmedAt: NOW - DAY_MS,
}

describe('the effective status of an opportunity', () => {
  it.each<[OpportunityStatus, StatusBasis, string, Partial<OpportunityTimes>]>([
    ['OPEN', 'SOURCE', 'without any date', {}],
    ['OPEN', 'SOURCE', 'when its source listed it exactly 45 days ago', { confirmedAt: NOW - 45 * DAY_MS }],
    [
      'CLOSED',
      'UNCONFIRMED',
      'when its source listed it more than 45 days ago',
      { confirmedAt: NOW - 45 * DAY_MS - 1 },
    ],
    ['CLOSED', 'UNCONFIRMED', 'when no source is known to have listed it', { confirmedAt: null }],
    ['CLOSED', 'UNCONFIRMED', 'when it was said to be open long ago', { sourceStatus: 'OPEN', confirmedAt: null }],
    ['CLOSED', 'UNCONFIRMED', 'when it was amended, without a word since', { amended: true, confirmedAt: null }],
    [
      'OPEN',
      'ROLLING',
      'when it is rolling and was confirmed exactly 60 days ago',
      { rolling: true, confirmedAt: NOW - 60 * DAY_MS },
    ],
    [
      'CLOSED',
      'UNCONFIRMED',
      'when it is rolling and was confirmed more than 60 days ago',
      { rolling: true, confirmedAt: NOW - 60 * DAY_MS - 1 },
    ],
    ['CLOSED', 'UNCONFIRMED', 'when it is rolling and was never confirmed', { rolling: true, confirmedAt: null }],
    ['OPEN', 'ROLLING', 'when it is rolling until a day ahead', { rolling: true, due: NOW + 90 * DAY_MS }],
    ['CLOSED', 'DUE_DATE', 'when it was rolling until a day past', { rolling: true, due: NOW - 1 }],
    ['CLOSED', 'SOURCE', 'when it is rolling and its source says closed', { rolling: true, sourceStatus: 'CLOSED' }],
    ['OPEN', 'DUE_DATE', 'when it is due, confirmed or not', { due: NOW + 15 * DAY_MS, confirmedAt: null }],
    ['OPEN', 'SOURCE', 'when the source says open', { sourceStatus: 'OPEN' }],
    ['OPEN', 'SOURCE', 'when it was posted this very moment', { posted: NOW }],
    ['OPEN', 'DUE_DATE', 'when it is due in more than 14 days', { due: NOW + 14 * DAY_MS + 1 }],
    ['CLOSING_SOON', 'DUE_DATE', 'when it is due in exactly 14 days', { due: NOW + 14 * DAY_MS }],
    ['CLOSING_SOON', 'DUE_DATE', 'when it is due this very moment', { due: NOW }],
    ['CLOSED', 'DUE_DATE', 'a millisecond after it was due', { due: NOW - 1 }],
    ['CLOSED', 'SOURCE', 'when the source says closed', { sourceStatus: 'CLOSED', due: NOW + DAY_MS }],
    ['CLOSED', 'SOURCE', 'when the source has archived it', { sourceStatus: 'ARCHIVED' }],
    ['CLOSED', 'SOURCE', 'when the source has withdrawn it', { sourceStatus: 'WITHDRAWN', posted: NOW + DAY_MS }],
    ['CLOSED', 'AWARDED', 'when the source has awarded it', { sourceStatus: 'AWARDED' }],
    ['CLOSED', 'AWARDED', 'when it announces awards', { isAward: true, sourceStatus: 'OPEN', rolling: true }],
    ['CLOSED', 'DUE_DATE', 'when it was due, though the source says open', { sourceStatus: 'OPEN', due: NOW - DAY_MS }],
    ['CLOSED', 'DUE_DATE', 'when it was due, though it is posted later', { posted: NOW + DAY_MS, due: NOW - 1 }],
    ['CLOSED', 'DUE_DATE', 'when it was due, though it is forecast', { sourceStatus: 'FORECAST', due: NOW - 1 }],
    ['UPCOMING', 'POSTED', 'when it is posted in the future', { posted: NOW + 1, confirmedAt: null }],
    [
      'UPCOMING',
      'SOURCE',
      'when its source called it a forecast exactly 90 days ago',
      { sourceStatus: 'FORECAST', confirmedAt: NOW - 90 * DAY_MS },
    ],
    [
      'CLOSED',
      'UNCONFIRMED',
      'when its source called it a forecast more than 90 days ago',
      { sourceStatus: 'FORECAST', confirmedAt: NOW - 90 * DAY_MS - 1, due: NOW + DAY_MS, posted: NOW + 1 },
    ],
    [
      'CLOSED',
      'UNCONFIRMED',
      'when it is a forecast that no source confirmed',
      { sourceStatus: 'FORECAST', confirmedAt: null },
    ],
    ['UPCOMING', 'SOURCE', 'when it is expected by now', { sourceStatus: 'FORECAST', expected: NOW }],
    [
      'CLOSED',
      'UNCONFIRMED',
      'when it was expected',
      { sourceStatus: 'FORECAST', expected: NOW - 1, confirmedAt: null },
    ],
    ['CLOSED', 'UNCONFIRMED', 'when it was expected, though listed', { sourceStatus: 'FORECAST', expected: NOW - 1 }],
    ['UPCOMING', 'POSTED', 'when it is posted in the future and due soon', { posted: NOW + 1, due: NOW + DAY_MS }],
    ['AMENDED', 'AMENDED', 'when it was amended this very moment', { amended: true, amendedAt: NOW }],
    ['AMENDED', 'AMENDED', 'when it was amended exactly 14 days ago', { amended: true, amendedAt: NOW - 14 * DAY_MS }],
    ['OPEN', 'SOURCE', 'when it was amended before that', { amended: true, amendedAt: NOW - 14 * DAY_MS - 1 }],
    ['AMENDED', 'AMENDED', 'when it was amended on an unknown day', { amended: true, due: NOW + 90 * DAY_MS }],
    ['OPEN', 'SOURCE', 'when it is to be amended in the future', { amended: true, amendedAt: NOW + 1 }],
    ['OPEN', 'SOURCE', 'when a day is known but it is not amended', { amended: false, amendedAt: NOW }],
    ['CLOSING_SOON', 'DUE_DATE', 'when it was amended and is due soon', { amended: true, due: NOW + DAY_MS }],
    ['CLOSED', 'DUE_DATE', 'when it was amended and was due', { amended: true, amendedAt: NOW, due: NOW - 1 }],
  ])('is %s by %s %s', (status, statusBasis, _, times) => {
    expect(getOpportunityStatus({ ...listed, ...times }, NOW)).toEqual({ status, statusBasis })
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
    expect(getEventStatus({ ...event, ...times }, now)).toBe(status)
  })
})

describe('the times of status changes', () => {
  const instant = fc.option(fc.integer({ min: 1, max: 60 }).map((days) => days * DAY_MS))
  const offset = fc.constantFrom(-1, 0, 1, 12_345)

  it('of an opportunity include every change', () => {
    const times = fc.record<OpportunityTimes>({
      isAward: fc.boolean(),
      posted: instant,
      due: instant,
      expected: instant,
      rolling: fc.boolean(),
      amended: fc.boolean(),
      amendedAt: instant,
      sourceStatus: fc.constantFrom(null, ...NOTICE_SOURCE_STATUSES),
      confirmedAt: instant,
    })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 120 }), offset, (sample, day, ms) => {
        const now = Math.max(0, day * DAY_MS + ms)
        const phases = getPhases(getOpportunityTurns(sample), (at) => getOpportunityStatus(sample, at))
        const phase = phases.find(({ from, until }) => from <= now && now < until)
        expect(phase?.fields).toEqual(getOpportunityStatus(sample, now))
      }),
      { seed: 11, numRuns: 2_000 },
    )
  })

  it('of an event include every change', () => {
    const times = fc.record({
      dayStart: fc.integer({ min: 1, max: 60 }).map((days) => days * DAY_MS),
      length: fc.integer({ min: 0, max: 5 * DAY_MS }),
      cancelled: fc.boolean(),
      recorded: fc.boolean(),
    })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 70 }), offset, ({ dayStart, length, ...rest }, day, ms) => {
        const sample = { dayStart, last: dayStart + length, ...rest }
        const phases = getPhases(getEventTurns(sample), (at) => ({ status: getEventStatus(sample, at) }))
        for (const now of [Math.max(0, day * DAY_MS + ms), sample.last, sample.last + 1]) {
          const phase = phases.find(({ from, until }) => from <= now && now < until)
          expect(phase?.fields.status).toBe(getEventStatus(sample, now))
        }
      }),
      { seed: 13, numRuns: 1_000 },
    )
  })
})

describe("the inputs of a notice's status", () => {
  const unknown = { postedDate: null, dueDate: null, expectedBy: null, amendedAt: null, confirmedAt: null }

  it('are read in the zone, starts from midnight and ends to the last second', () => {
    const dated = { postedDate: '2026-11-20', dueDate: '2026-11-21', expectedBy: '2026-11-22', amendedAt: '2026-11-23' }
    const { posted, due, expected, amendedAt, confirmedAt } = toOpportunityTimes(
      notice({ ...dated, confirmedAt: '2026-11-24T12:00:00Z' }),
      'Pacific/Honolulu',
    )
    expect([posted, due, expected, amendedAt, confirmedAt].map((instant) => toIso(instant))).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-22T09:59:59.000Z',
      '2026-11-23T09:59:59.000Z',
      '2026-11-23T10:00:00.000Z',
      '2026-11-24T12:00:00.000Z',
    ])
  })

  it('are unknown if the notice does not state them', () => {
    const stated = { rolling: true, amended: true, sourceStatus: 'FORECAST' } as const
    expect(toOpportunityTimes(notice({ ...unknown, ...stated, opportunityType: 'AWARD' }), 'UTC')).toEqual({
      ...{ posted: null, due: null, expected: null, amendedAt: null, confirmedAt: null },
      ...{ isAward: true, ...stated },
    })
    expect(toOpportunityTimes(notice({ ...unknown, opportunityType: 'RFP' }), 'UTC').isAward).toBe(false)
  })
})
