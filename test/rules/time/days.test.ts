import { describe, expect, it } from 'vitest'
import { getUpdates } from '../../../src/rules/notices/changes.ts'
import { toDeadlineInstant, toIso, toLocalDay, toStartInstant } from '../../../src/rules/time/moments.ts'
import { formatHistory } from '../../../src/views/records/parts.ts'

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Boise',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
]
// Both ends of daylight time of 2026, the days beside them, and the turn of a year.
const DAYS = ['2026-03-07', '2026-03-08', '2026-08-31', '2026-10-31', '2026-11-01', '2026-12-31']

describe.each(ZONES)('a day in %s', (zone) => {
  it.each(DAYS)('%s stays the same day as a deadline and as a start', (day) => {
    expect(toLocalDay(toDeadlineInstant(day, zone), zone)).toBe(day)
    expect(toLocalDay(toStartInstant(day, zone), zone)).toBe(day)
  })

  it('is the same in the history of a record', () => {
    const due = (day: string) => toIso(toDeadlineInstant(day, zone))
    const change = {
      resource: 'opportunities',
      id: 'a',
      type: 'UPDATED',
      changedAt: '2026-09-01T12:00:00.000Z',
      fields: { dueDate: { before: due('2026-12-15'), after: due('2026-12-31') } },
    }
    const history = formatHistory({
      updatedAt: change.changedAt,
      zone,
      events: [],
      // The other fields of a change are not shown.
      changes: [change as never],
    })
    expect((history || { text: '' }).text).toContain('Applications due: December 31, 2026 (was December 15, 2026)')
  })

  it('is the same in the feed for a new event', () => {
    const event = {
      state: null,
      title: 'Town hall',
      eventType: 'TOWN_HALL',
      startAt: toIso(toDeadlineInstant('2026-08-31', zone)),
      timeZone: zone,
      registrationUrl: null,
    }
    const places = { findSite: () => null, getZone: () => zone } as never
    const [change] = getUpdates('events', [{ type: 'CREATED', id: 'a', after: event }], places)
    expect(change?.summary).toBe('New event: Town hall, 2026-08-31')
  })
})
