import { describe, expect, it } from 'vitest'
import { getAwardFacts, WAITS } from '../../../src/rules/awards/award-coverage.ts'
import {
  type AwardList,
  findMeasure,
  getAwardLists,
  getHolding,
  getStatement,
  isShort,
  isWithin,
} from '../../../src/rules/awards/award-lists.ts'
import type { Verdict } from '../../../src/rules/awards/verification.ts'
import type { AwardRecord, ListRecord, PoolRecord, Records } from '../../../src/schema/records.ts'
import { award, document, list, NO_RECORDS, pool as poolRecord, uuid } from '../../ingest/records.ts'

const DOCUMENT = uuid(3)
const row = (number: number, more: Partial<AwardRecord> = {}): AwardRecord =>
  award({ id: uuid(100 + number), federalAmount: 100, sourceLine: number, sourceDocumentId: DOCUMENT, ...more })
const pool = (more: Partial<PoolRecord> = {}): PoolRecord => poolRecord({ awards: 4, sourceLine: 9, ...more })
const reading = (rows: number, sum: number | null) => ({
  reader: 'a',
  retrievedFrom: 'https://a.gov/',
  rows,
  sum,
  lines: null,
})

const findLists = (records: Partial<Records>): AwardList[] =>
  getAwardLists({ ...NO_RECORDS, documents: [document({ id: DOCUMENT })], ...records })

/** Each list as its statement, the lines of its rows, and those of its pools. */
const listLines = (records: Partial<Records>) =>
  findLists(records).map(({ statement, rows, pools }) => [
    statement?.id ?? null,
    rows.map(({ sourceLine }) => sourceLine),
    pools.map(({ sourceLine }) => sourceLine),
  ])

describe('the award lists of a document', () => {
  const [first, second] = [list({ firstLine: 1, lastLine: 2 }), list({ id: uuid(51), firstLine: 4, lastLine: 5 })]

  it.each<[string, Partial<Records>, unknown[]]>([
    ['none, without rows and pools', {}, []],
    ['all of it, if nothing is stated', { awards: [row(1), row(2)], pools: [pool()] }, [[null, [1, 2], [9]]]],
    ['its pools alone', { pools: [pool()] }, [[null, [], [9]]]],
    ['all of it, by one statement', { lists: [list()], awards: [row(1)], pools: [pool()] }, [[uuid(50), [1], [9]]]],
    ['a statement without rows', { lists: [list()] }, [[uuid(50), [], []]]],
    [
      'its parts by line, then the rest',
      { lists: [first, second], awards: [1, 2, 3, 4, 5, 6].map((line) => row(line)), pools: [pool({ sourceLine: 5 })] },
      [
        [uuid(50), [1, 2], []],
        [uuid(51), [4, 5], [5]],
        [null, [3, 6], []],
      ],
    ],
    [
      'as many rows left as pools',
      { lists: [first], awards: [row(3)], pools: [pool({ sourceLine: 4 })] },
      [
        [uuid(50), [], []],
        [null, [3], [4]],
      ],
    ],
    [
      'its parts, without a rest',
      { lists: [first], awards: [row(1)], pools: [pool({ sourceLine: 2 })] },
      [[uuid(50), [1], [2]]],
    ],
    [
      'without rows that were rejected or are duplicates',
      { awards: [row(1), row(2, { rejected: 'Left.' }), row(3, { duplicateOf: uuid(101) })] },
      [[null, [1], []]],
    ],
    ['none for the rows of another document', { awards: [row(1, { sourceDocumentId: uuid(4) })] }, []],
  ])('are %s', (_, records, expected) => {
    expect(listLines(records)).toEqual(expected)
  })

  it.each<[number | null, number | null, number | null, boolean]>([
    [null, null, null, true],
    [null, null, 7, true],
    [1, null, 7, true],
    [null, 3, 7, true],
    [1, 3, null, false],
    [1, 3, 0, false],
    [1, 3, 1, true],
    [1, 3, 3, true],
    [1, 3, 4, false],
    [0, 0, 0, true],
  ])('from line %s to %s: line %s within is %s', (firstLine, lastLine, line, expected) => {
    expect(isWithin({ firstLine, lastLine }, line)).toBe(expected)
  })
})

describe('what is stated for all lists together', () => {
  const IN = 'https://a.gov/release'
  it.each<[string, Partial<ListRecord>[], [number | null, number | null, string | null]]>([
    [
      'their sums',
      [
        { statedRows: 2, statedTotal: 10.1 },
        { statedRows: 3, statedTotal: 0.2 },
      ],
      [5, 10.3, null],
    ],
    ['nothing of a number that one lacks', [{ statedRows: 2, statedTotal: 10 }, { statedTotal: 5 }], [null, 15, null]],
    ['nothing of a total that one lacks', [{ statedRows: 2, statedTotal: 10 }, { statedRows: 5 }], [7, null, null]],
    ['zero, if that is stated', [{ statedRows: 0, statedTotal: 0 }], [0, 0, null]],
    ['where the first is stated', [{}, { statedIn: IN }, { statedIn: 'https://b.gov/' }], [null, null, IN]],
    ['nothing without lists', [], [null, null, null]],
  ])('is %s', (_, stated, [statedRows, statedTotal, statedIn]) => {
    expect(getStatement(stated.map((each) => list(each)))).toEqual({ statedRows, statedTotal, statedIn })
  })
})

describe('what is stored of a list', () => {
  it.each<[string, AwardRecord[], PoolRecord[], ReturnType<typeof getHolding>]>([
    ['nothing', [], [], { rows: 0, awards: 0, sum: null, isWholeSum: true }],
    ['its rows', [row(1), row(2)], [], { rows: 2, awards: 2, sum: 200, isWholeSum: true }],
    ['its pools too', [row(1)], [pool()], { rows: 1, awards: 5, sum: 1_100, isWholeSum: true }],
    [
      'pools without a count',
      [row(1)],
      [pool({ awards: null })],
      { rows: 1, awards: null, sum: 1_100, isWholeSum: true },
    ],
    [
      'pools whose recipients are rows',
      [row(1)],
      [pool({ named: true })],
      { rows: 1, awards: 1, sum: 1_100, isWholeSum: true },
    ],
    [
      'such pools without a count',
      [row(1)],
      [pool({ named: true, awards: null }), pool()],
      { rows: 1, awards: 5, sum: 2_100, isWholeSum: true },
    ],
    [
      'a row without an amount',
      [row(1, { federalAmount: null })],
      [pool()],
      { rows: 1, awards: 5, sum: 1_000, isWholeSum: false },
    ],
    [
      'a pool without an amount',
      [row(1)],
      [pool({ amount: null })],
      { rows: 1, awards: 5, sum: 100, isWholeSum: false },
    ],
  ])('%s', (_, rows, pools, expected) => {
    expect(getHolding({ rows, pools })).toEqual(expected)
  })
})

describe('what a list is compared with', () => {
  const createList = (
    statement: Partial<ListRecord> | null,
    rows: AwardRecord[] = [],
    pools: PoolRecord[] = [],
  ): AwardList => ({
    document: document({ id: DOCUMENT }),
    statement: statement && list(statement),
    rows,
    pools,
  })

  it.each<[string, Partial<ListRecord> | null, ReturnType<typeof findMeasure>]>([
    ['nothing', null, null],
    ['nothing stated or read', {}, null],
    ['the stated number', { statedRows: 0 }, { rows: 0, total: null, unit: 0.01 }],
    ['the stated total', { statedTotal: 0 }, { rows: null, total: 0, unit: 0.01 }],
    ['a rounded total', { statedTotal: 2e6, statedTotalUnit: 1e6 }, { rows: null, total: 2e6, unit: 1e6 }],
    [
      'the statement before a reading',
      { statedRows: 1, readings: [reading(5, 6)] },
      { rows: 1, total: null, unit: 0.01 },
    ],
    [
      'the fullest reading',
      { readings: [reading(2, 9), reading(5, 6), reading(3, 8)] },
      { rows: 5, total: 6, unit: 0.01 },
    ],
    ['the first of two as full', { readings: [reading(5, null), reading(5, 6)] }, { rows: 5, total: null, unit: 0.01 }],
  ])('is %s', (_, statement, expected) => {
    expect(findMeasure(createList(statement))).toEqual(expected)
  })

  it.each<[string, Partial<ListRecord> | null, AwardRecord[], PoolRecord[], boolean]>([
    ['not if nothing is known', null, [], [], false],
    ['if a row is missing', { statedRows: 2 }, [row(1)], [], true],
    ['not if every row is there', { statedRows: 1 }, [row(1)], [], false],
    ['not if there are more', { statedRows: 1 }, [row(1), row(2)], [], false],
    ['if a cent is missing', { statedTotal: 100.01 }, [row(1)], [], true],
    ['not if the sum agrees', { statedTotal: 100 }, [row(1)], [], false],
    ['not if the sum is larger', { statedTotal: 99 }, [row(1)], [], false],
    ['if the sum is unknown', { statedTotal: 1 }, [row(1, { federalAmount: null })], [], true],
    ['counting the pools', { statedTotal: 1_100 }, [row(1)], [pool()], false],
    ['if a whole unit is missing', { statedTotal: 1_100, statedTotalUnit: 1_000 }, [row(1)], [], true],
    ['not within the unit', { statedTotal: 1_099, statedTotalUnit: 1_000 }, [row(1)], [], false],
    ['if rows are missing though the sum agrees', { statedRows: 2, statedTotal: 100 }, [row(1)], [], true],
  ])('is short %s', (_, statement, rows, pools, expected) => {
    expect(isShort(createList(statement, rows, pools))).toBe(expected)
  })
})

describe('the award facts', () => {
  const other = uuid(4)
  const records: Partial<Records> = {
    documents: [
      document({ id: DOCUMENT, title: 'Alaska list', state: 'AK' }),
      document({ id: other, title: 'Federal list', state: null }),
    ],
    lists: [list({ statedRows: 3 })],
    awards: [row(1), row(2), row(3, { sourceDocumentId: other, state: 'VA' }), row(4, { sourceDocumentId: other })],
    pools: [pool({ title: 'Z pool', amount: null }), pool({ id: uuid(61), title: 'A pool' })],
  }
  const verdicts = new Map<string, Verdict>([
    [uuid(101), { basis: 'OFFICIAL_LIST' }],
    [uuid(102), { wait: 'AGREEMENT' }],
    [uuid(103), { wait: 'OFFICIAL_PUBLISHER' }],
    [uuid(104), { wait: 'OFFICIAL_COUNT' }],
  ])
  const alaskan = {
    title: 'Alaska list',
    state: 'AK',
    rows: 2,
    sum: 200,
    measure: { rows: 3, total: null, unit: 0.01 },
    isShort: true,
  }

  it('of a state are its lists, the rows that wait, and the money that is no row', () => {
    expect(getAwardFacts(findLists(records), verdicts, 'AK')).toEqual({
      lists: [alaskan],
      waiting: [{ wait: 'AGREEMENT', rows: 1 }],
      unlisted: [
        { title: 'A pool', amount: 1_000 },
        { title: 'Z pool', amount: null },
      ],
    })
  })

  it('of a state include the rows of a list without a state that begins with it, but of no other state', () => {
    expect(getAwardFacts(findLists(records), verdicts, 'VA')).toEqual({
      lists: [],
      waiting: [{ wait: 'OFFICIAL_PUBLISHER', rows: 1 }],
      unlisted: [],
    })
    const pooled = { ...records, lists: [], awards: [], pools: [pool({ sourceDocumentId: other })] }
    expect(getAwardFacts(findLists(pooled), verdicts, 'AK').unlisted).toHaveLength(1)
    expect(getAwardFacts(findLists(pooled), verdicts, 'VA').unlisted).toEqual([])
  })

  it('of the nation are all lists and all rows that wait', () => {
    expect(getAwardFacts(findLists(records), verdicts, null)).toEqual({
      lists: [alaskan],
      waiting: [
        { wait: 'OFFICIAL_PUBLISHER', rows: 1 },
        { wait: 'OFFICIAL_COUNT', rows: 1 },
        { wait: 'AGREEMENT', rows: 1 },
      ],
      unlisted: [],
    })
  })

  it('count rows without a verdict nowhere', () => {
    expect(getAwardFacts(findLists(records), new Map(), null).waiting).toEqual([])
  })

  it('state the sum of the rows, without that of the pools', () => {
    const [facts] = getAwardFacts(
      findLists({ ...records, lists: [list({ statedTotal: 5_000 })] }),
      verdicts,
      'AK',
    ).lists
    expect(facts).toMatchObject({ sum: 200, isShort: true })
  })

  it.each([
    ['OFFICIAL_PUBLISHER', 'an official document that lists the award'],
    ['OFFICIAL_COUNT', 'an official count or total of the list, or a second reading of it'],
    ['AGREEMENT', 'a list that agrees with what its publisher states'],
  ] as const)('say what rows wait for: %s', (wait, expected) => {
    expect(WAITS[wait]).toBe(expected)
  })
})
