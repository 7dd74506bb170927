import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeNotices } from '../../../src/rules/notices/families.ts'
import { toNoticeKey } from '../../../src/rules/notices/notice-key.ts'
import type { NoticeRecord } from '../../../src/schema/records.ts'
import { uuid } from '../../ingest/records.ts'
import { notice } from './notice.ts'

/** The families as the last digits of their ids, each family in its order. */
const findFamilies = (...notices: NoticeRecord[]): number[][] =>
  mergeNotices(notices).map(({ memberIds }) => memberIds.map((id) => Number(id.slice(-12))))

const pair = (a: Partial<NoticeRecord>, b: Partial<NoticeRecord>): boolean =>
  findFamilies(notice(1, a), notice(2, b)).length === 1

describe('two notices are one solicitation', () => {
  const title = 'Rural Dental Access Grants'

  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>]>([
    [
      'with the same number',
      { noticeNumber: 'HRSA-27-045', title: 'A fund' },
      { noticeNumber: 'hrsa 27 045', title: 'B' },
    ],
    [
      'with the same number except its kind',
      { noticeNumber: 'RFP 26-87450' },
      { noticeNumber: '26-87450', title: 'B' },
    ],
    ['with the same number except its amendment', { noticeNumber: 'PT5022' }, { noticeNumber: 'PT-5022 Amendment 1' }],
    [
      'with one of two numbers in common',
      { noticeNumber: 'PHPA 3936 / BPM056605' },
      { noticeNumber: 'BPM056605', title: 'B' },
    ],
    [
      'with a number in the title',
      { noticeNumber: 'CMS-RHT-26-001', title: 'A fund' },
      { title: 'NOFO CMS-RHT-26-001' },
    ],
    [
      'with the same number, as award and request',
      { noticeNumber: 'A-1' },
      { noticeNumber: 'A-1', opportunityType: 'AWARD' },
    ],
    [
      'with the same number and different due dates',
      { noticeNumber: 'A-1', dueDate: '2026-03-01' },
      { noticeNumber: 'A-1', dueDate: '2026-05-01' },
    ],
    ['with the same title', { title }, { title }],
    [
      'except for the words for a solicitation',
      { title: `RFP: ${title}` },
      { title: `${title} (Request for Applications)` },
    ],
    [
      'except for the words for an amendment',
      { title: `${title} - Amendment No. 2` },
      { title: `REVISED ${title}, re-issued` },
    ],
    ['except for the program', { title: `RHTP ${title}` }, { title: `Rural Health Transformation Program: ${title}` }],
    ['except for the state', { title: `North Carolina ${title}` }, { title: `NC ${title}` }],
    ['except for the number', { title: `26-ABC-7 ${title}`, noticeNumber: '26-ABC-7' }, { title }],
    ['except for a year that one leaves out', { title: `FY2026 ${title}` }, { title }],
    ['with one year in another format', { title: `FY26 ${title}` }, { title: `${title}, fiscal year 2026` }],
    ['except for punctuation and case', { title: 'Hubs & spokes: "dental"' }, { title: 'HUBS AND SPOKES - Dental' }],
    ['due on the same day', { title, dueDate: '2026-05-01' }, { title, dueDate: '2026-05-01T17:00:00-04:00' }],
    ['of which one has no due date', { title, dueDate: '2026-05-01' }, { title }],
    ['of which one is amended', { title, dueDate: '2026-05-01' }, { title, dueDate: '2026-05-15', amended: true }],
    [
      'of which one is marked as a duplicate of the other',
      { title: 'A fund', dueDate: '2026-05-01' },
      { title: 'B', duplicateOf: uuid(1), dueDate: '2026-09-01' },
    ],
    ['listed as grant and as request', { title, opportunityType: 'GRANT' }, { title, opportunityType: 'RFP' }],
  ])('%s', (_, a, b) => {
    expect(pair(a, b)).toBe(true)
  })

  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>]>([
    ['with different numbers', { title, noticeNumber: 'A-1' }, { title, noticeNumber: 'A-2' }],
    ['with different numbers in the titles', { title: `${title} RFP 26-87450` }, { title: `${title} RFP 26-87451` }],
    [
      'whose number is that of an inquiry',
      { noticeNumber: 'RFI 2026-001', title: 'A' },
      { noticeNumber: 'RFP 2026-001', title: 'B' },
    ],
    [
      'whose numbers differ by a point',
      { noticeNumber: 'RHTP-2.5', title: 'A' },
      { noticeNumber: 'RHTP-25', title: 'B' },
    ],
    ['of different fiscal years', { title: `FY2026 ${title}` }, { title: `FY2027 ${title}` }],
    [
      'of different fiscal years under the same number',
      { title: `${title} 2026`, noticeNumber: 'A-1' },
      { title: `${title} 2027`, noticeNumber: 'A-1' },
    ],
    ['a year apart', { title, dueDate: '2026-05-01' }, { title, dueDate: '2027-05-01', amended: true }],
    ['of different rounds', { title: `${title}, Round 1` }, { title: `${title}, Round 2` }],
    ['of different initiatives', { title: `Initiative 3.1 ${title}` }, { title: `Initiative 31 ${title}` }],
    ['of different regions', { title: `Regions 2 and 5: ${title}` }, { title: `Regions 2 and 6: ${title}` }],
    ['of different phases', { title: `${title} Phase I` }, { title: `${title} Phase II` }],
    ['due on different days', { title, dueDate: '2026-05-01' }, { title, dueDate: '2026-05-02' }],
    ['of different states', { title, noticeNumber: 'A-1' }, { title, noticeNumber: 'A-1', state: 'SC' }],
    ['of national scope', { title }, { title, scope: 'NATIONAL' }],
    ['of which one awards the other', { title }, { title, opportunityType: 'AWARD' }],
    ['of which one requests information for the other', { title }, { title, opportunityType: 'RFI' }],
    ['with only a page in common', { title: 'A fund' }, { title: 'B fund' }],
    ['with only noise in the title', { title: 'RHTP RFP' }, { title: 'Rural Health Transformation Program RFA' }],
    ['with only common words in the title', { title: 'NC grants' }, { title: 'Grants' }],
    ['with only a count in the title', { title: 'RFP 1' }, { title: 'RFA 1' }],
  ])('not %s', (_, a, b) => {
    expect(pair(a, b)).toBe(false)
  })
})

describe('a solicitation and a related listing on a portal are one', () => {
  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>]>([
    [
      'a later deadline, only in the title',
      { state: 'IN', title: 'GROW Regional Grants request for applications', dueDate: '2026-06-01' },
      { state: 'IN', title: 'GROW Regional Grants (Deadline Extended)', dueDate: '2026-07-01' },
    ],
    [
      'a later deadline, with its date',
      { state: 'MD', title: 'Maryland Healthcare Workforce Data Clearinghouse: Phase 1', dueDate: '2026-08-19' },
      {
        state: 'MD',
        title: 'Maryland Healthcare Workforce Data Clearinghouse: Phase 1 - EXTENDED to August 26, 2026',
        dueDate: '2026-08-26',
      },
    ],
    [
      'an extended deadline before the title',
      { state: 'NM', title: 'Healthy Horizons regional hubs', dueDate: '2026-07-02' },
      { state: 'NM', title: 'Extended Deadline: Healthy Horizons Regional Hubs', dueDate: '2026-07-06' },
    ],
    [
      'questions and answers',
      { state: 'NM', title: 'Rural Health Data Hub Administrator (RHDHA)', dueDate: '2026-09-21T17:00:00-06:00' },
      { state: 'NM', title: 'Rural Health Data Hub Administrator (RHDHA) - Questions and Answers' },
    ],
    [
      'Q&A',
      { state: 'OH', title: 'Rural Hospital Peer Group Funding Opportunity', dueDate: '2026-08-19' },
      { state: 'OH', title: 'Rural Hospital Peer Group Funding Opportunity Q&A' },
    ],
    [
      'a FAQ',
      { state: 'KY', title: 'Community Health Worker Specialized Certificate', dueDate: '2026-08-05' },
      { state: 'KY', title: 'FAQ: Community Health Worker Specialized Certificate' },
    ],
    [
      'frequently asked questions',
      { state: 'NH', title: 'School-Based Oral Health Programs', dueDate: '2026-09-25T17:00:00-04:00' },
      { state: 'NH', title: 'School-Based Oral Health Programs: Frequently Asked Questions (FAQs)' },
    ],
    [
      'the amendment suffix of the number',
      { state: 'IN', title: 'RHTP Program Evaluator', noticeNumber: '26-87450' },
      { state: 'IN', title: 'Evaluation services', noticeNumber: '26-87450-A1' },
    ],
    [
      'that suffix in the title',
      { state: 'MT', title: 'RHTP Emergency Medical Dispatch System', noticeNumber: 'DPHHS-RFP-2027-0692AB' },
      { state: 'MT', title: 'DPHHS-RFP-2027-0692AB-A2 Dispatch software' },
    ],
    [
      '& for and, an abbreviation for its words',
      { state: 'OK', title: 'EMS & Community Paramedicine Vehicles' },
      { state: 'OK', title: 'Emergency Medical Services and Community Paramedicine Vehicles' },
    ],
    [
      'an abbreviation next to its words',
      { state: 'CA', title: 'CalRHT Electronic Health Record (EHR) Modernization' },
      { state: 'CA', title: 'CalRHT EHR Modernization' },
    ],
    [
      'an abbreviation of the title itself',
      { state: 'OK', title: 'Rural Regional Reorientation (RRR) Program' },
      { state: 'OK', title: 'Rural Regional Reorientation Program' },
    ],
    [
      'SUD for its words',
      { state: 'ID', title: 'SUD Prevention' },
      { state: 'ID', title: 'Substance Use Disorder Prevention' },
    ],
  ])('%s', (_, a, b) => {
    expect(pair(a, b)).toBe(true)
  })

  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>]>([
    [
      'a first and a second round',
      { state: 'PA', title: 'Rapid Response Stabilization, Round 1', dueDate: '2026-06-01' },
      { state: 'PA', title: 'Rapid Response Stabilization, Round 2 (Deadline Extended)', dueDate: '2026-08-24' },
    ],
    [
      'an inquiry and the request that follows',
      { state: 'OK', title: 'Expanding Care: Doula Program request for information', opportunityType: 'RFI' },
      { state: 'OK', title: 'Expanding Care: Doula Program', opportunityType: 'NOFO' },
    ],
    [
      'schools and health entities',
      { state: 'SD', title: 'Chronic Disease Management for Schools', noticeNumber: '26-09RHT-012' },
      { state: 'SD', title: 'Chronic Disease Management for Health Entities', noticeNumber: '26-09RHT-011' },
    ],
    [
      'a program and its extended care',
      { state: 'VT', title: 'Extended Care for Dialysis' },
      { state: 'VT', title: 'Care for Dialysis' },
    ],
    [
      'numbers of one letter and one digit',
      { state: 'IA', title: 'A fund', noticeNumber: 'A-1' },
      { state: 'IA', title: 'B fund', noticeNumber: 'A-2' },
    ],
  ])('but not %s', (_, a, b) => {
    expect(pair(a, b)).toBe(false)
  })

  it('uses the later deadline, and the title and summary of the solicitation itself', () => {
    const request = notice(1, { title: 'Rural Dental Access Grants', summary: 'For clinics.', dueDate: '2026-05-01' })
    const extended = notice(2, { title: 'Rural Dental Access Grants (Deadline Extended)', dueDate: '2026-05-15' })
    const answers = notice(3, {
      title: 'Rural Dental Access Grants: FAQ',
      summary: 'Answers.',
      lastChanged: '2026-04-01',
    })
    const [family] = mergeNotices([answers, extended, request])
    expect(family?.notice).toMatchObject({
      id: request.id,
      title: extended.title,
      summary: 'For clinics.',
      dueDate: '2026-05-15',
    })
    expect(family?.memberIds).toHaveLength(3)
  })
})

describe('parts and the whole', () => {
  it('are never both shown: only the parts are', () => {
    const whole = notice(1, { title: 'Pathways to Health Careers and RISE', noticeNumber: 'X-1' })
    const part = (number: number, title: string) => notice(number, { title, noticeNumber: 'X-1', partOf: whole.id })
    expect(findFamilies(whole, notice(2, { title: 'Another fund' }))).toHaveLength(2)
    expect(findFamilies(whole, { ...part(2, 'Talent Pipelines'), noticeNumber: null })).toEqual([[2]])
  })
})

describe('marked duplicates', () => {
  const copy = (number: number, title: string) => notice(number, { title, duplicateOf: uuid(9) })

  it('are one with what they repeat, whatever their titles and dates', () => {
    const original = notice(9, { title: 'C fund', noticeNumber: 'C-3', dueDate: '2020-01-01' })
    const later = { ...copy(2, 'B fund'), dueDate: '2026-05-01' }
    expect(findFamilies({ ...copy(1, 'A fund'), noticeNumber: 'A-1' }, later, original)).toEqual([[1, 2, 9]])
  })

  it.each([
    ['of different titles', 'A fund', 'B fund'],
    ['without telling titles', 'RHTP RFP', 'RHTP RFA'],
  ])('of a notice that is gone are apart: %s', (_, a, b) => {
    expect(findFamilies(copy(1, a), copy(2, b))).toHaveLength(2)
  })

  it('of a notice that is gone are one with equal titles', () => {
    expect(findFamilies(copy(1, 'A fund'), copy(2, 'A fund'))).toEqual([[1, 2]])
  })
})

describe('links are transitive', () => {
  it('through a marked duplicate, to a notice with another title', () => {
    const numbered = notice(1, { title: 'A fund', noticeNumber: 'A-1' })
    const marked = notice(3, { title: 'B fund', duplicateOf: uuid(1) })
    expect(findFamilies(numbered, notice(2, { title: 'B fund' }), marked)).toEqual([[1, 2, 3]])
  })

  it('but a due date that no amendment changed does not follow another one', () => {
    const request = notice(1, { noticeNumber: 'A-1', dueDate: '2026-05-01' })
    const amendment = notice(2, { noticeNumber: 'A-1', title: 'A fund', dueDate: '2026-05-15', amended: true })
    expect(findFamilies(request, amendment, notice(3, { dueDate: '2026-06-01' }))).toEqual([[1, 2], [3]])
  })

  it('to one of two due dates under one number', () => {
    const numbered = (number: number, dueDate: string) => notice(number, { noticeNumber: 'A-1', dueDate })
    const due = notice(3, { dueDate: '2026-05-01' })
    expect(findFamilies(numbered(1, '2026-05-01'), numbered(2, '2026-06-01'), due)).toEqual([[1, 2, 3]])
  })

  it.each([
    ['the duplicate', { noticeNumber: 'A-1', duplicateOf: uuid(2) }, {}],
    ['the original', { noticeNumber: 'A-1' }, { duplicateOf: uuid(1) }],
  ])('whichever has the number: %s', (_, first, second) => {
    expect(pair({ title: 'A fund', ...first }, { title: 'B fund', ...second })).toBe(true)
  })
})

describe('rounds', () => {
  const dated = (number: number, postedDate: string) => notice(number, { postedDate })

  it.each([
    ['300 days apart are one', '2026-10-28', [[1, 2]]],
    ['301 days apart are two', '2026-10-29', [[1], [2]]],
  ])('%s', (_, later, expected) => {
    expect(findFamilies(dated(1, '2026-01-01'), dated(2, later))).toEqual(expected)
  })

  it('are told by the due date before the posted one', () => {
    const early = notice(1, { postedDate: '2026-01-01', dueDate: '2026-10-01' })
    expect(findFamilies(early, notice(2, { postedDate: '2026-12-01' }))).toEqual([[1, 2]])
  })

  it('of unknown dates are one', () => {
    expect(findFamilies(dated(1, '2020-01-01'), notice(2), notice(3))).toEqual([[1, 2, 3]])
    expect(findFamilies(dated(1, '2026-01-01'), notice(2), dated(3, '2027-03-01'))).toEqual([[1, 2], [3]])
  })
})

describe('the strongest link', () => {
  const joined = (...notices: NoticeRecord[]) =>
    findFamilies(...notices)
      .find((family) => family.includes(9))
      ?.toSorted()

  it('is a number, then the same due date, then an amendment, then a missing due date, then the nearest', () => {
    // By the hour, the amended one is nearer.
    const same = notice(1, { noticeNumber: 'A-1', dueDate: '2026-05-01' })
    const amended = notice(2, { noticeNumber: 'B-2', dueDate: '2026-05-02', amended: true })
    const undated = notice(3, { noticeNumber: 'C-3', postedDate: '2026-05-01' })
    const far = notice(4, { noticeNumber: 'D-4', postedDate: '2026-01-01' })
    const nine = notice(9, { dueDate: '2026-05-01T23:00:00Z' })
    const numbered = { ...nine, title: 'Other', noticeNumber: 'D-4' }
    expect(joined(same, amended, undated, far, numbered)).toEqual([4, 9])
    expect(joined(same, amended, undated, far, nine)).toEqual([1, 9])
    expect(joined(amended, undated, far, nine)).toEqual([2, 9])
    expect(joined(undated, far, nine)).toEqual([3, 9])
    expect(joined(far, nine)).toEqual([4, 9])
  })

  it('is the nearest in time, in either direction, a known date before an unknown one', () => {
    const at = (number: number, postedDate: string | null) =>
      notice(number, { noticeNumber: `N-${number}`, postedDate })
    const nine = notice(9, { postedDate: '2026-05-01' })
    expect(joined(at(1, '2026-05-11'), at(2, '2026-04-22'), nine)).toEqual([2, 9])
    expect(joined(at(1, '2026-05-09'), at(2, '2026-04-22'), nine)).toEqual([1, 9])
    expect(joined(at(1, null), at(2, '2026-02-01'), nine)).toEqual([2, 9])
    expect(joined(at(1, '2026-05-01'), at(2, '2026-05-01'), nine)).toEqual([1, 9])
  })

  it('does not join a due date that differs, though one of several agrees', () => {
    const [a, b] = [notice(1, { dueDate: '2026-05-01' }), notice(2, { dueDate: '2026-05-01T12:00:00-04:00' })]
    expect(findFamilies(a, b, notice(3, { dueDate: '2026-06-01' }))).toEqual([[1, 2], [3]])
    const bridge = notice(4, { dueDate: '2026-06-01', amended: true })
    expect(findFamilies(a, b, notice(3, { dueDate: '2026-06-01' }), bridge)).toHaveLength(1)
  })
})

describe('precedence', () => {
  /** The families of three notices, which are the same in any order of the input. */
  const inAnyOrder = (a: NoticeRecord, b: NoticeRecord, c: NoticeRecord): number[][] => {
    const families = findFamilies(a, b, c)
    for (const order of [
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ])
      expect(findFamilies(...order)).toEqual(families)
    return families
  }
  // The third would fit the first as well, but is nearer to the second.
  it.each<[string, Partial<NoticeRecord>, Partial<NoticeRecord>]>([
    ['numbers', { noticeNumber: 'A-1' }, { noticeNumber: 'B-2' }],
    ['due dates', { dueDate: '2026-02-01' }, { dueDate: '2026-05-01' }],
    ['fiscal years', { title: 'FY2026 Dental fund' }, { title: 'FY2027 Dental fund' }],
  ])('is that of %s', (_, a, b) => {
    const title = 'Dental fund'
    const first = notice(1, { title, postedDate: '2026-02-01', ...a })
    const second = notice(2, { title, postedDate: '2026-05-01', ...b })
    expect(inAnyOrder(first, second, notice(3, { title, postedDate: '2026-01-15' }))).toEqual([[3, 1], [2]])
    expect(inAnyOrder(first, second, notice(3, { title, postedDate: '2026-04-20' }))).toEqual([[1], [3, 2]])
  })

  it('is that of numbers, then of due dates, then of fiscal years, then of the earliest', () => {
    // Each later one would fit, but differs from the one that was first.
    const numbered = notice(4, { noticeNumber: 'A-1', postedDate: '2026-04-01' })
    const due = notice(3, { dueDate: '2026-05-01', postedDate: '2026-03-01' })
    const other = notice(2, { dueDate: '2026-06-01', postedDate: '2026-02-01' })
    expect(findFamilies(numbered, due, other)).toEqual([[2, 4], [3]])
  })

  it('gives a due date before a fiscal year', () => {
    const titled = (year: string) => `FY${year} Dental fund`
    const families = findFamilies(
      notice(1, { title: titled('2026'), postedDate: '2026-03-01' }),
      notice(2, { title: titled('2027'), dueDate: '2026-03-20', postedDate: '2026-03-10' }),
      notice(3, { title: 'Dental fund', postedDate: '2026-03-05' }),
    )
    expect(families).toEqual([[1, 3], [2]])
  })
})

describe('opportunities', () => {
  it('come earliest first, of all states and scopes', () => {
    const posted = (number: number, postedDate: string, more: Partial<NoticeRecord> = {}) =>
      notice(number, { postedDate, ...more })
    const families = findFamilies(
      posted(1, '2026-03-01'),
      posted(2, '2026-01-01', { state: 'SC' }),
      posted(3, '2026-02-01', { state: null, scope: 'NATIONAL' }),
    )
    expect(families).toEqual([[2], [3], [1]])
  })
})

describe('a notice that fits several families joins one', () => {
  it('with its number before its title', () => {
    const families = findFamilies(
      notice(1, { noticeNumber: 'A-1', title: 'Hub fund' }),
      notice(2, { noticeNumber: 'B-2', title: 'Dental fund' }),
      notice(3, { noticeNumber: 'A-1', title: 'Dental fund' }),
    )
    expect(families).toEqual([[1, 3], [2]])
  })

  it('does not join two numbers through a member without one', () => {
    const families = findFamilies(notice(1, { noticeNumber: 'A-1' }), notice(2, { noticeNumber: 'B-2' }), notice(3))
    expect(families).toEqual([[1, 3], [2]])
  })

  it('does not join two fiscal years through a member without one', () => {
    const families = findFamilies(
      notice(1, { title: 'FY2027 Dental fund', postedDate: '2026-09-01' }),
      notice(2, { title: 'FY2026 Dental fund', postedDate: '2026-02-01' }),
      notice(3, { title: 'Dental fund', postedDate: '2026-08-20' }),
    )
    expect(families).toEqual([[2], [3, 1]])
  })

  it('does not join two due dates through a member without one', () => {
    const due = [notice(1, { dueDate: '2026-05-01' }), notice(2, { dueDate: '2026-06-01' })]
    expect(findFamilies(...due, notice(3, { postedDate: '2026-05-25' }))).toEqual([[1], [2, 3]])
    expect(findFamilies(...due, notice(3))).toEqual([[1, 3], [2]])
  })

  it('lets an amendment join the due dates before and after it', () => {
    const families = findFamilies(
      notice(1, { dueDate: '2026-05-01' }),
      notice(2, { dueDate: '2026-05-15', amended: true }),
      notice(3, { dueDate: '2026-05-29' }),
    )
    expect(families).toEqual([[1, 2, 3]])
  })
})

describe('for any notices', () => {
  const day = fc.constantFrom('2026-02-01', '2026-02-10', '2026-05-01T17:00:00-04:00', '2027-03-01', '2027-03-20')
  const money = fc.option(fc.integer({ min: 0, max: 9 }))
  const notices = fc
    .array(
      fc.record({
        title: fc.constantFrom(
          'Dental fund',
          'FY2026 Dental fund',
          'RFP Dental fund 2027',
          'Hub fund',
          'RHTP',
          'Hub fund A-1',
        ),
        noticeNumber: fc.constantFrom(null, null, 'A-1', 'a 1', 'B-2'),
        opportunityType: fc.constantFrom('RFP', 'GRANT', 'AWARD'),
        state: fc.constantFrom('NC' as const, null),
        postedDate: fc.option(day),
        dueDate: fc.option(day),
        budgetMin: money,
        budgetMax: money,
        amended: fc.boolean(),
        lastChanged: day,
      }),
      { maxLength: 8 },
    )
    .map((all) =>
      all.map((one, at) => {
        const inverted = one.budgetMin !== null && one.budgetMax !== null && one.budgetMin > one.budgetMax
        return notice(at, { ...one, budgetMax: inverted ? null : one.budgetMax })
      }),
    )

  it('the order of the input does not matter', () => {
    const shuffled = notices.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, again]) => {
        expect(mergeNotices(again)).toEqual(mergeNotices(all))
      }),
    )
  })

  it('each notice is in one family, and each family has the id of its earliest', () => {
    fc.assert(
      fc.property(notices, (all) => {
        const families = mergeNotices(all)
        expect(families.flatMap(({ memberIds }) => memberIds).sort()).toEqual(all.map(({ id }) => id).sort())
        for (const { notice: merged, earliest, memberIds } of families)
          expect([merged.id, earliest.id]).toEqual([memberIds[0], memberIds[0]])
      }),
    )
  })

  it('no family has two states, numbers or fiscal years, or an inverted budget', () => {
    fc.assert(
      fc.property(notices, (all) => {
        for (const { notice: merged, memberIds } of mergeNotices(all)) {
          const members = all.filter(({ id }) => memberIds.includes(id))
          expect(new Set(members.map(({ state }) => state)).size).toBe(1)
          expect(new Set(members.flatMap((member) => toNoticeKey(member).numbers)).size).toBeLessThanOrEqual(1)
          expect(new Set(members.flatMap((member) => toNoticeKey(member).round ?? [])).size).toBeLessThanOrEqual(1)
          const { budgetMin, budgetMax } = merged
          expect(budgetMin !== null && budgetMax !== null && budgetMin > budgetMax).toBe(false)
        }
      }),
    )
  })
})
