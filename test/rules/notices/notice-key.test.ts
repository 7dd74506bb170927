import { describe, expect, it } from 'vitest'
import { toNoticeKey } from '../../../src/rules/notices/notice-key.ts'
import type { StateCode } from '../../../src/schema/vocabularies.ts'

const getKey = (title: string, noticeNumber: string | null = null, state: StateCode | null = 'NC') =>
  toNoticeKey({ title, noticeNumber, state })

describe('the identifying part of a title', () => {
  it.each([
    [
      'RHTP 4.4a Chronic Disease Navigation',
      'RHTP-4.4a',
      { numbers: ['rhtp4 4a'], round: null, title: 'chronic disease navigation' },
    ],
    ['NOFO HRSA-27-045: Rural Residency', null, { numbers: ['hrsa27 045'], round: null, title: 'rural residency' }],
    ['Round 2 of Care in NC', '2', { numbers: ['2'], round: null, title: 'round 2 care' }],
    ['COVID-19 Response FY2026-FY2030', null, { numbers: [], round: '2026-2030', title: 'covid 19 response' }],
    ['RFP 2026-27 Workforce', null, { numbers: [], round: '2027', title: 'workforce' }],
    ['Dental, Fiscal Year 2026', null, { numbers: [], round: '2026', title: 'dental' }],
    ['NCRHTP Dental (FY’26)', null, { numbers: [], round: '2026', title: 'dental' }],
    ['Request for Information', null, { numbers: [], round: null, title: '' }],
  ])('%s', (title, noticeNumber, expected) => {
    expect(getKey(title, noticeNumber)).toMatchObject(expected)
  })

  it.each<[string, string, string]>([
    ['its number of four characters', 'AB12 Dental', 'dental'],
    ['each of two numbers', 'X-100 and Y-200 Dental', 'dental'],
    ['the name of its state', 'North Carolina Dental', 'dental'],
    ['the words for questions', 'Dental: Applicant Questions and Responses', 'dental'],
    ['the words for bids', 'Invitation to Bid: Dental, reposted', 'dental'],
    ['a changed count', 'Dental Addendum No. 3', 'dental'],
    ['the sign of a year alone', 'Dental FY 26', 'dental'],
  ])('is without %s', (_, title, expected) => {
    expect(getKey(title, 'AB12 / X-100 / Y-200').title).toBe(expected)
  })

  it.each<[string, string, string | null, StateCode | null, string]>([
    ['a number of three characters, which may be a count', 'Dental 123', '123', 'NC', 'dental 123'],
    ['a code in lower case', 'Care me', null, 'ME', 'care me'],
    ['the name of another state', 'North Carolina Dental', null, 'SC', 'north carolina dental'],
    ['a code of no state', 'NC Dental', null, null, 'nc dental'],
    ['part of a word like its code', 'NCX Dental', null, 'NC', 'ncx dental'],
  ])('keeps %s', (_, title, number, state, expected) => {
    expect(getKey(title, number, state).title).toBe(expected)
  })

  it('is in the words of the state with the code in the middle', () => {
    expect(getKey('Dental NC Care').title).toBe('dental care')
    expect(getKey('Dental/NC/Care').title).toBe('dental care')
  })
})

describe('a notice number', () => {
  it.each<[string, string[]]>([
    ['RFP 26-87450', ['26 87450']],
    ['RFP No. 26-87450', ['26 87450']],
    ['Solicitation Number 12', ['12']],
    ['X RFP 12', ['xrfp12']],
    ['RFP', ['rfp']],
    ['RFI 2026-001', ['rfi2026 001']],
    ['26-87450 Amendment 12', ['26 87450']],
    ['26-87450 Amendment', ['26 87450']],
    ['26-87450 Rev. 2', ['26 87450']],
    ['26-87450 Amendment 2 B', ['26 87450amendment2b']],
    ['26-87450-A1', ['26 87450']],
    ['26-87450-A12', ['26 87450']],
    ['26-87450-A123', ['26 87450a123']],
    ['AB-2-XY-A1', ['ab2xy']],
    ['A-1', ['a1']],
    ['ABC-A1', ['abca1']],
    ['9-R2-X', ['9r2x']],
    ['DPHHS-RFP-2027-0692AB-A2', ['dphhsrfp2027 0692ab']],
    ['PHPA 3936 / BPM056605', ['phpa3936', 'bpm056605']],
    ['PHPA 3936 / -', ['phpa3936']],
    ['-', []],
    ['2.5', ['2 5']],
  ])('%s', (number, expected) => {
    expect(getKey('Dental', number).numbers).toEqual(expected)
  })

  it.each<[string, string[]]>([
    ['Dental CMS-RHT-26-001', ['cmsrht26 001']],
    ['Dental RFA No. A1234', ['a1234']],
    ['Dental RFA #A1234', ['a1234']],
    ['Dental rfp: 26.8745', ['26 8745']],
    // Two groups of digits, or four digits after the word for a solicitation; years are none.
    ['Dental COVID-19', []],
    ['Dental FY-2026-27', []],
    ['Dental RFP 123', []],
    ['Dental RFP 2026', []],
    ['Dental RFP 2026-27', []],
    ['Dental RFP 2026-271', ['2026 271']],
  ])('is read from a title: %s', (title, expected) => {
    expect(getKey(title).numbers).toEqual(expected)
  })
})

describe('the round of a title', () => {
  it.each<[string, string | null, string]>([
    ['Dental 2026', '2026', 'dental'],
    ['Dental FY26', '2026', 'dental'],
    ['Dental SFY26', '2026', 'dental'],
    ['Dental CY2026', '2026', 'dental'],
    ['Dental FY 26', '2026', 'dental'],
    ['Dental FY 2026', '2026', 'dental'],
    ['Dental 2025-26', '2026', 'dental'],
    ['Dental 2025-2026', '2026', 'dental'],
    ['Dental FY26-27', '2027', 'dental'],
    ['Dental 2026-2030', '2026-2030', 'dental'],
    ['Dental 2030 2026', '2026-2030', 'dental'],
    ['Dental 2026 28', '2026', 'dental 28'],
    ['26 Dental', null, '26 dental'],
    ['Dental 26', null, 'dental 26'],
    ['Dental 01', null, 'dental 01'],
    ['Dental FY 126', null, 'dental 126'],
    ['Dental FY 26a', null, 'dental 26a'],
    ['Dental 1999', null, 'dental 1999'],
    ['Dental 2050', null, 'dental 2050'],
    ['Dental Program Year 2026', '2026', 'dental'],
  ])('%s', (title, round, rest) => {
    expect(getKey(title)).toMatchObject({ round, title: rest })
  })
})

describe('a notice', () => {
  it.each<[string, boolean, boolean]>([
    ['Dental (Deadline Extended)', true, false],
    ['Dental - application deadline has been extended', true, false],
    ['Dental - EXTENDED to August 26, 2026', true, false],
    ['Extended Deadline: Dental', true, false],
    ['Dental extended', true, false],
    ['Extended Care', false, false],
    ['Dental', false, false],
    ['Dental FAQ', false, true],
    ['Dental: Q&A', false, true],
    ['Answers to bidder questions: Dental', false, true],
    ['A question of dental care', false, false],
  ])('that is extended or answers questions says so in its title: %s', (title, isExtended, isCompanion) => {
    expect(getKey(title)).toMatchObject({ isExtended, isCompanion })
  })
})
