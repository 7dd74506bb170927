import { describe, expect, it } from 'vitest'
import { getVerdicts } from '../../../src/rules/awards/verification.ts'
import type { AwardRecord, ListRecord, PoolRecord, Records } from '../../../src/schema/records.ts'
import { award, document, list, pool, uuid } from '../../ingest/records.ts'

const LIST = 'https://health.alaska.gov/awards.pdf'
const COPY = 'https://example.org/copy'

const rows = (...amounts: (number | null)[]): AwardRecord[] =>
  amounts.map((federalAmount, at) => award({ id: uuid(100 + at), federalAmount, sourceLine: at + 1, sourceUrl: LIST }))

const reading = (reader: string, rows: number, sum: number | null, lines: number[] | null = null) => ({
  reader,
  retrievedFrom: COPY,
  rows,
  sum,
  lines,
})

interface Given {
  awards: AwardRecord[]
  lists?: ListRecord[]
  pools?: PoolRecord[]
  url?: string
  publishers?: Records['publishers']
}

/** The bases or waits of the rows, in order. */
function verdicts({ awards, lists = [], pools = [], url = LIST, publishers = [] }: Given): string[] {
  const records = { documents: [document({ url })], awards, lists, pools, publishers } as unknown as Records
  const verdictsById = getVerdicts(records)
  return awards.map(({ id }) => {
    const verdict = verdictsById.get(id)
    return verdict === undefined ? 'NONE' : 'basis' in verdict ? verdict.basis : verdict.wait
  })
}

const AGREED = list({ statedRows: 2, statedTotal: 300 })
const TWO = rows(100, 200)

describe('an award row is verified', () => {
  it.each<[string, Given, string]>([
    ['by the numbers in its list', { awards: TWO, lists: [AGREED] }, 'OFFICIAL_LIST'],
    [
      'by the numbers in another official document',
      { awards: TWO, lists: [{ ...AGREED, statedIn: 'https://www.cms.gov/release' }] },
      'OFFICIAL_TOTAL',
    ],
    [
      'by its number of rows if amounts are unknown',
      { awards: rows(null, 5), lists: [list({ statedRows: 2 })] },
      'OFFICIAL_LIST',
    ],
    [
      'by its number of rows and the known part of its sum, if amounts are unknown',
      { awards: rows(300, null), lists: [list({ statedRows: 2, statedTotal: 300 })] },
      'OFFICIAL_LIST',
    ],
    ['by the numbers in its own document', { awards: TWO, lists: [{ ...AGREED, statedIn: LIST }] }, 'OFFICIAL_LIST'],
    [
      'by a rounded total, as in "more than" and "nearly"',
      { awards: rows(143_745_821), lists: [list({ statedTotal: 144_000_000, statedTotalUnit: 1_000_000 })] },
      'OFFICIAL_LIST',
    ],
    [
      'counting the pools of its list',
      { awards: TWO, pools: [pool()], lists: [list({ statedRows: 50, statedTotal: 1_300 })] },
      'OFFICIAL_LIST',
    ],
    [
      'by two readings if nothing is stated',
      { awards: TWO, lists: [list({ readings: [reading('a', 2, 300), reading('b', 2, 300)] })] },
      'TWO_READINGS',
    ],
    [
      'by its own official page',
      {
        awards: [award({ sourceUrl: 'https://open.ak.gov/contract?id=1' })],
        lists: [list({ rowsHavePages: true })],
      },
      'OFFICIAL_LIST',
    ],
    [
      'if an organization designated by the state published it',
      {
        awards: TWO,
        lists: [AGREED],
        url: 'https://www.foundation.org/awards',
        publishers: [
          {
            id: uuid(70),
            state: 'AK',
            name: 'Foundation',
            address: 'https://www.foundation.org/',
            role: 'DELEGATE',
            sourceUrl: LIST,
          },
        ],
      },
      'OFFICIAL_LIST',
    ],
  ])('%s', (_, input, basis) => {
    expect(new Set(verdicts(input))).toEqual(new Set([basis]))
  })
})

describe('an award row is not verified', () => {
  it.each<[string, Given, string]>([
    [
      'if its document is not official',
      { awards: TWO, lists: [AGREED], url: 'https://github.com/a/b' },
      'OFFICIAL_PUBLISHER',
    ],
    [
      'if the publisher belongs to another state',
      {
        awards: TWO,
        lists: [AGREED],
        url: 'https://www.foundation.org/awards',
        publishers: [
          {
            id: uuid(70),
            state: 'VA',
            name: 'Foundation',
            address: 'https://www.foundation.org/',
            role: 'DELEGATE',
            sourceUrl: LIST,
          },
        ],
      },
      'OFFICIAL_PUBLISHER',
    ],
    ['if nothing is known about its list', { awards: TWO }, 'OFFICIAL_COUNT'],
    [
      'if only its row count is stated, and a known part of the sum is more than the total',
      { awards: rows(400, null), lists: [list({ statedRows: 2, statedTotal: 300 })] },
      'AGREEMENT',
    ],
    ['if a row is missing', { awards: TWO, lists: [list({ statedRows: 3 })] }, 'AGREEMENT'],
    ['if the sum is off by a cent', { awards: TWO, lists: [list({ statedTotal: 300.01 })] }, 'AGREEMENT'],
    [
      'if the sum is off by more than the unit of the total',
      { awards: rows(1_000), lists: [list({ statedTotal: 2_000, statedTotalUnit: 1_000 })] },
      'AGREEMENT',
    ],
    [
      'if only a total is stated and an amount is unknown',
      { awards: rows(300, null), lists: [list({ statedTotal: 300 })] },
      'AGREEMENT',
    ],
    [
      'if the statement is not official',
      { awards: TWO, lists: [{ ...AGREED, statedIn: 'https://news.example.org/report' }] },
      'AGREEMENT',
    ],
    [
      'if one reader read it twice',
      { awards: TWO, lists: [list({ readings: [reading('a', 2, 300), reading('a', 2, 300)] })] },
      'OFFICIAL_COUNT',
    ],
    [
      'if the second reading has another sum',
      { awards: TWO, lists: [list({ readings: [reading('a', 2, 300), reading('b', 2, 299)] })] },
      'OFFICIAL_COUNT',
    ],
  ])('%s', (_, input, wait) => {
    expect(new Set(verdicts(input))).toEqual(new Set([wait]))
  })

  it('if the second reading does not cover it; the rows it covers are verified', () => {
    const readings = [reading('a', 2, 300), reading('b', 1, 200, [2])]
    expect(verdicts({ awards: TWO, lists: [list({ readings })] })).toEqual(['OFFICIAL_COUNT', 'TWO_READINGS'])
  })

  it('if the other list of its document matches but its own does not', () => {
    const lists = [
      list({ firstLine: 1, lastLine: 1, statedTotal: 100 }),
      list({ id: uuid(51), firstLine: 2, lastLine: 2, statedTotal: 100 }),
    ]
    expect(verdicts({ awards: TWO, lists })).toEqual(['OFFICIAL_LIST', 'AGREEMENT'])
  })

  it('once it was rejected or marked as a duplicate: it has no verdict and does not count', () => {
    const [first, second] = TWO as [AwardRecord, AwardRecord]
    const awards = [first, { ...second, rejected: 'Left the list.' }]
    expect(verdicts({ awards, lists: [list({ statedRows: 1, statedTotal: 100 })] })).toEqual(['OFFICIAL_LIST', 'NONE'])
  })
})
