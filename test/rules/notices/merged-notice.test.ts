import { describe, expect, it } from 'vitest'
import { compareEarliest, createMergedNotice } from '../../../src/rules/notices/families.ts'
import type { NoticeRecord } from '../../../src/schema/records.ts'
import { uuid } from '../../ingest/records.ts'
import { notice } from './notice.ts'

/** The record of notices given earliest first. */
const merged = (...records: Partial<NoticeRecord>[]): NoticeRecord =>
  createMergedNotice(records.map((record, at) => notice(at + 1, record)))

describe('the merged record', () => {
  const earliest: Partial<NoticeRecord> = {
    title: 'Dental fund',
    noticeNumber: 'A-1',
    issuingAgency: 'Agency',
    postedDate: '2026-02-01',
    dueDate: '2026-05-01T17:00:00-04:00',
    loiDate: '2026-03-10T12:00:00-04:00',
    questionDeadline: '2026-03-05T12:00:00-04:00',
    expectedBy: '2026-02-15',
    budgetMin: 50_000,
    budgetMax: 100_000,
    budgetPerAward: 10_000,
    summary: 'Dental teams',
    rolling: true,
    amendedAt: '2026-02-10',
    sourceStatus: 'OPEN',
    applicantTypes: ['Hospitals', 'Clinics'],
    documentUrls: ['https://example.org/a.pdf'],
    sourceUrl: 'https://example.org/agency',
    retrievedFrom: 'https://example.org/copy',
    firstSeen: '2026-02-03',
    lastChanged: '2026-02-03',
    confirmedAt: '2026-04-01T00:00:00Z',
    alsoFrom: ['https://example.org/x'],
    partOf: uuid(8),
    relatedTo: { id: uuid(9), relation: 'EARLIER_ROUND' },
    categories: [{ category: 'CARE_ACCESS_COORDINATION', source: 'EXTRACTED' }],
  }
  const newest: Partial<NoticeRecord> = {
    title: 'Dental fund, amended',
    opportunityType: 'NOFO',
    dueDate: '2026-05-01',
    loiDate: '2026-03-11',
    questionDeadline: '2026-03-05',
    budgetMax: 40_000,
    amended: true,
    applicantTypes: ['hospitals', 'Schools'],
    documentUrls: ['https://example.org/a.pdf', 'https://example.org/b.pdf'],
    sourceUrl: 'https://example.org/portal',
    firstSeen: '2026-03-02',
    lastChanged: '2026-03-02T10:00:00Z',
    confirmedAt: '2026-03-02T10:00:00Z',
    alsoFrom: ['https://example.org/y', 'https://example.org/x'],
    categories: [
      { category: 'CARE_ACCESS_COORDINATION', source: 'EXTRACTED' },
      { category: 'CARE_ACCESS_COORDINATION', source: 'ADMIN_CONFIRMED' },
    ],
  }

  it('has the id of the earliest notice and the newest value of each field', () => {
    expect(merged(earliest, newest)).toEqual({
      ...notice(1, newest),
      noticeNumber: 'A-1',
      issuingAgency: 'Agency',
      summary: 'Dental teams',
      postedDate: '2026-02-01',
      expectedBy: '2026-02-15',
      amendedAt: '2026-02-10',
      sourceStatus: 'OPEN',
      rolling: true,
      // The newest source gives the same day without the hour, or another day.
      dueDate: '2026-05-01T17:00:00-04:00',
      loiDate: '2026-03-11',
      questionDeadline: '2026-03-05T12:00:00-04:00',
      // A minimum of 50,000 belongs to another budget than a maximum of 40,000.
      budgetMin: null,
      budgetMax: 40_000,
      budgetPerAward: 10_000,
      applicantTypes: ['Hospitals', 'Clinics', 'Schools'],
      documentUrls: ['https://example.org/a.pdf', 'https://example.org/b.pdf'],
      // Read at the source, so the copy of the older record is not named beside it.
      sourceUrl: 'https://example.org/portal',
      retrievedFrom: null,
      firstSeen: '2026-02-03',
      lastChanged: '2026-03-02T10:00:00Z',
      confirmedAt: '2026-04-01T00:00:00Z',
      alsoFrom: ['https://example.org/x', 'https://example.org/y'],
      partOf: uuid(8),
      relatedTo: { id: uuid(9), relation: 'EARLIER_ROUND' },
      duplicateOf: null,
      categories: newest.categories,
    })
  })

  it('has no value that no notice has', () => {
    const { title, opportunityType, ...unknown } = merged({}, {})
    expect(unknown).toEqual((({ title: _, opportunityType: __, ...rest }) => rest)(notice(1)))
    expect([title, opportunityType]).toEqual([notice(1).title, 'RFA'])
    expect(merged({}, {})).not.toHaveProperty('categories')
  })

  it('is the notice itself if there is no other, even a duplicate', () => {
    const only = notice(1, { duplicateOf: uuid(7) })
    expect(createMergedNotice([only])).toBe(only)
  })

  it.each<[string, (number | null)[][], (number | null)[]]>([
    [
      'a minimum below the maximum',
      [
        [10, 30],
        [null, 40],
      ],
      [10, 40],
    ],
    [
      'a minimum equal to the maximum',
      [
        [40, 50],
        [null, 40],
      ],
      [40, 40],
    ],
    [
      'the newest that fits',
      [
        [20, null],
        [50, 60],
        [null, 40],
      ],
      [20, 40],
    ],
    [
      'no minimum above the maximum',
      [
        [50, 60],
        [null, 40],
      ],
      [null, 40],
    ],
    [
      'a maximum above the minimum',
      [
        [null, 30],
        [10, null],
      ],
      [10, 30],
    ],
    [
      'a maximum equal to the minimum',
      [
        [null, 10],
        [10, null],
      ],
      [10, 10],
    ],
    [
      'no maximum below the minimum',
      [
        [null, 5],
        [10, null],
      ],
      [10, null],
    ],
    [
      'nothing of a whole budget',
      [
        [20, 30],
        [10, 40],
      ],
      [10, 40],
    ],
    [
      'both bounds if none is known',
      [
        [0, 5],
        [null, null],
      ],
      [0, 5],
    ],
    [
      'nothing if nothing is known',
      [
        [null, null],
        [null, null],
      ],
      [null, null],
    ],
  ])('fills the budget with %s', (_, budgets, [budgetMin, budgetMax]) => {
    const records = budgets.map(([min = null, max = null], at) => ({
      budgetMin: min,
      budgetMax: max,
      lastChanged: `2026-02-0${at + 1}`,
    }))
    expect(merged(...records)).toMatchObject({ budgetMin, budgetMax })
  })

  const [first, second] = [{ summary: 'first' }, { summary: 'second' }]
  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>, string]>([
    ['that changed last', { lastChanged: '2026-03-01' }, {}, 'first'],
    [
      'that changed last, by the instant',
      { lastChanged: '2026-03-01T23:00:00-05:00' },
      { lastChanged: '2026-03-02' },
      'first',
    ],
    [
      'that was amended last',
      { amendedAt: '2026-03-01' },
      { amendedAt: '2026-02-01', postedDate: '2026-04-01' },
      'first',
    ],
    ['that was posted last, if not amended', { postedDate: '2026-03-01' }, { postedDate: '2026-02-01' }, 'first'],
    ['whose date of issue is known', { postedDate: '1999-03-01' }, {}, 'first'],
    ['that says that the deadline was extended', { title: 'Dental (Deadline Extended)' }, {}, 'first'],
    ['of the later id', {}, {}, 'second'],
    ['that is not a duplicate', {}, { duplicateOf: uuid(1), lastChanged: '2026-03-01' }, 'first'],
    ['that is not questions and answers', {}, { title: 'Dental: FAQ', lastChanged: '2026-03-01' }, 'first'],
    ['that answers questions before a duplicate', { title: 'Dental: FAQ' }, { duplicateOf: uuid(1) }, 'first'],
    ['whose change comes before its amendment', { amendedAt: '2026-03-01' }, { lastChanged: '2026-02-01' }, 'second'],
  ])('prefers the notice %s', (_, a, b, expected) => {
    expect(merged({ ...first, ...a }, { ...second, ...b }).summary).toBe(expected)
  })

  it.each<[string, string | null, string | null, string | null]>([
    ['the time of day of that day', '2026-05-01T17:00:00-04:00', '2026-05-01', '2026-05-01T17:00:00-04:00'],
    ['another day', '2026-05-02T17:00:00-04:00', '2026-05-01', '2026-05-01'],
    ['a time of day of its own', '2026-05-01T17:00:00-04:00', '2026-05-01T12:00:00-04:00', '2026-05-01T12:00:00-04:00'],
    ['a day where none is stated', '2026-05-01', null, '2026-05-01'],
    ['nothing', null, null, null],
  ])('has as deadline %s', (_, older, newer, expected) => {
    const record = merged({ dueDate: older }, { dueDate: newer, lastChanged: '2026-02-01' })
    expect(record.dueDate).toBe(expected)
  })

  it('was seen first and changed last by the instant, however written', () => {
    const early = {
      firstSeen: '2026-02-01T23:00:00Z',
      lastChanged: '2026-02-03T00:30:00Z',
      confirmedAt: '2026-02-03T00:30:00Z',
    }
    const late = {
      firstSeen: '2026-02-02T00:00:00+02:00',
      lastChanged: '2026-02-02T23:00:00-05:00',
      confirmedAt: '2026-02-02T23:00:00-05:00',
    }
    const expected = { firstSeen: late.firstSeen, lastChanged: late.lastChanged, confirmedAt: late.confirmedAt }
    expect(merged(early, late)).toMatchObject(expected)
    expect(merged(late, early)).toMatchObject(expected)
  })

  it('writes one instant in one way', () => {
    const [zulu, offset] = ['2026-02-01T12:00:00Z', '2026-02-01T12:00:00+00:00']
    const record = (moment: string) => ({ firstSeen: moment, lastChanged: moment, confirmedAt: moment })
    expect(merged(record(zulu), record(offset))).toMatchObject(record(offset))
    expect(merged(record(offset), record(zulu))).toMatchObject(record(offset))
  })

  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>, NoticeRecord['inferred']]>([
    ['what every notice with the value inferred', { dueDate: '2026-05-01', inferred: ['dueDate'] }, {}, ['dueDate']],
    ['nothing that a notice states', { dueDate: '2026-05-01', inferred: ['dueDate'] }, { dueDate: '2026-05-01' }, []],
    [
      'nothing of another value',
      { dueDate: '2026-04-01', inferred: ['dueDate'] },
      { dueDate: '2026-05-01', lastChanged: '2026-02-01' },
      [],
    ],
    [
      'it beside another value',
      { dueDate: '2026-04-01' },
      { dueDate: '2026-05-01', inferred: ['dueDate'], lastChanged: '2026-02-01' },
      ['dueDate'],
    ],
    [
      'it once',
      { dueDate: '2026-05-01', postedDate: '2026-01-05', inferred: ['dueDate', 'postedDate'] },
      { dueDate: '2026-05-01', inferred: ['dueDate'] },
      ['dueDate', 'postedDate'],
    ],
  ])('calls inferred %s', (_, a, b, expected) => {
    expect(merged(a, b).inferred).toEqual(expected)
  })
})

describe('the earliest notice', () => {
  const sign = (a: Partial<NoticeRecord>, b: Partial<NoticeRecord>) =>
    Math.sign(compareEarliest(notice(2, a), notice(1, b)))

  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>, number]>([
    ['was posted first', { postedDate: '2026-01-01' }, { postedDate: '2026-01-02' }, -1],
    ['was posted before another was seen', { postedDate: '2025-12-31' }, {}, -1],
    ['was seen before another was posted', { firstSeen: '2026-02-01' }, { postedDate: '2026-03-01' }, -1],
    ['was seen first', { firstSeen: '2026-02-02' }, { firstSeen: '2026-02-01' }, 1],
    ['has the first id', {}, {}, 1],
  ])('%s', (_, a, b, expected) => {
    expect(sign(a, b)).toBe(expected)
  })

  it('is itself', () => {
    expect(compareEarliest(notice(1), notice(1))).toBe(0)
  })
})
