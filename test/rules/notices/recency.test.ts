import { describe, expect, it } from 'vitest'
import { getOwnInstant, getUpdateInstant } from '../../../src/rules/notices/dates.ts'
import type { NoticeRecord } from '../../../src/schema/records.ts'
import { notice } from '../../ingest/records.ts'

const getUpdateDay = (more: Partial<NoticeRecord>): string =>
  new Date(getUpdateInstant(notice({ postedDate: null, amendedAt: null, ...more }), 'UTC')).toISOString().slice(0, 10)

describe('the day on which a notice last changed', () => {
  it.each<[string, string, Partial<NoticeRecord>]>([
    ['is when it was posted, not when it was added to the dataset', '2026-08-13', { postedDate: '2026-08-13' }],
    [
      'is when it was amended, on the day of the last change',
      '2026-11-25',
      { amendedAt: '2026-11-25', lastChanged: '2026-11-25' },
    ],
    ['is when it was amended', '2026-09-01', { postedDate: '2026-08-13', amendedAt: '2026-09-01' }],
    [
      'is when a field changed since it was first seen',
      '2026-11-25',
      { postedDate: '2026-08-13', lastChanged: '2026-11-25' },
    ],
    ['is when it was first seen, if nothing else is known', '2026-11-20', {}],
    ['is never in the future', '2026-11-20', { postedDate: '2026-12-24' }],
  ])('%s', (_, day, more) => {
    expect(getUpdateDay({ firstSeen: '2026-11-20', lastChanged: '2026-11-20', ...more })).toBe(day)
  })
})

describe("a notice's own date", () => {
  const unseen = { postedDate: null, amendedAt: null, firstSeen: '2026-11-20', lastChanged: '2026-11-20' }

  it('is never the day on which it was first seen', () => {
    expect(getOwnInstant(notice(unseen), 'UTC')).toBeNull()
    expect(getOwnInstant(notice({ ...unseen, postedDate: '2026-12-24' }), 'UTC')).toBeNull()
    expect(getOwnInstant(notice({ ...unseen, postedDate: '2026-11-20' }), 'UTC')).toBe(Date.parse('2026-11-20'))
    expect(getOwnInstant(notice({ ...unseen, postedDate: '2026-08-13' }), 'UTC')).toBe(Date.parse('2026-08-13'))
  })
})
