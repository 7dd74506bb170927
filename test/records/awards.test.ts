import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../src/records/dataset.ts'
import { getAwardCoverage } from '../../src/rules/awards/award-coverage.ts'
import { getAwardLists } from '../../src/rules/awards/award-lists.ts'
import { getSum } from '../../src/rules/awards/totals.ts'
import { getVerdicts, isVerified, type Verdict } from '../../src/rules/awards/verification.ts'
import type { AwardRecord, Records } from '../../src/schema/records.ts'
import { STATE_CODES, type StateCode } from '../../src/schema/vocabularies.ts'
import { baked, STARTER } from '../api.ts'
import LISTS from './award-lists.json' with { type: 'json' }

/** The award records of the dataset, checked against the lists they were read from. */

let records: Records
let verdicts: Map<string, Verdict>
/** What is stored, published and officially stated of the awards of each state. */
const readHoldings = () => {
  const lists = getAwardLists(records)
  return STATE_CODES.map((state) => ({ state, ...getAwardCoverage(lists, verdicts, state, null) }))
}
let holdings: ReturnType<typeof readHoldings>

beforeAll(async () => {
  records = await readRecords('data')
  verdicts = getVerdicts(records)
  holdings = readHoldings()
})

const findRows = (state: StateCode): AwardRecord[] =>
  records.awards.filter((row) => row.state === state && row.rejected === null)
const row = (state: StateCode, line: number): AwardRecord | undefined =>
  findRows(state).find(({ sourceLine }) => sourceLine === line)
const listAmounts = (rows: readonly AwardRecord[]) => rows.map(({ federalAmount }) => federalAmount)
const countBases = (rows: readonly AwardRecord[]) =>
  Object.fromEntries(
    [
      ...Map.groupBy(rows, ({ id }) => {
        const verdict = verdicts.get(id)
        return verdict && (isVerified(verdict) ? verdict.basis : verdict.wait)
      }),
    ].map(([basis, group]) => [basis, group.length]),
  )

describe('every award list', () => {
  const formatLine = ({ sourceLine, awardeeName, federalAmount }: AwardRecord): string =>
    `${sourceLine ?? 0}\t${awardeeName}\t${federalAmount === null ? 'null' : federalAmount.toFixed(2)}`

  it.each(LISTS)('is stored row by row: $state $url', ({ state, url, rows, sum, sha256 }) => {
    const document = records.documents.find((candidate) => candidate.url === url)
    const held = findRows(state as StateCode).filter(({ sourceDocumentId }) => sourceDocumentId === document?.id)
    expect(held).toHaveLength(rows)
    expect(getSum(listAmounts(held))).toBe(sum)
    const lines = held.map(formatLine).sort((a, b) => (Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? -1 : 1))
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(sha256)
  })

  it('is named here', () => {
    const urls = new Map(records.documents.map(({ id, url }) => [id, url]))
    const held = new Set(records.awards.map(({ state, sourceDocumentId }) => `${state} ${urls.get(sourceDocumentId)}`))
    expect([...held].sort()).toEqual(LISTS.map(({ state, url }) => `${state} ${url}`).sort())
  })
})

describe('the awards that are published', async () => {
  const { publication } = await baked(STARTER)
  const published = Map.groupBy(
    publication.awards.filter(({ isHeld }) => !isHeld).map(({ item }) => item),
    ({ state }) => state,
  )
  const toFingerprint = (
    list: string,
    { awardeeName, federalAmount, projectTitle }: Pick<AwardRecord, 'awardeeName' | 'federalAmount' | 'projectTitle'>,
  ) => JSON.stringify([list, awardeeName, federalAmount, projectTitle])

  it.each(STATE_CODES)('of %s are the verified rows of its lists, row by row, each once', (state) => {
    const verified = records.awards.filter((row) => row.state === state && isVerified(verdicts.get(row.id)))
    const shown = published.get(state) ?? []
    expect(shown.map((award) => toFingerprint(award.sourceDocument.id, award)).sort()).toEqual(
      verified.map((row) => toFingerprint(row.sourceDocumentId, row)).sort(),
    )
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
  })
})

describe('the awards of', () => {
  it('South Carolina are 228 rows worth $167,299,900.69, matching the federal announcement', () => {
    const rows = findRows('SC')
    expect(rows).toHaveLength(228)
    expect(getSum(listAmounts(rows))).toBe(167_299_900.69)
    expect(countBases(rows)).toEqual({ OFFICIAL_TOTAL: 228 })
  })

  it('Nevada have no amounts, and no total', () => {
    expect(records.awards.filter(({ state }) => state === 'NV')).toHaveLength(156)
    expect(holdings.find(({ state }) => state === 'NV')).toMatchObject({ held: 155, sumHeld: null })
  })

  it('Nevada do not include a row that was removed from the list', () => {
    expect(records.awards.find(({ awardeeName }) => awardeeName === '93 X 95 NV')?.rejected).toMatch(/no longer/i)
  })

  it('Nebraska include the member hospitals of a network without amounts, and its pool separately', () => {
    const members = Array.from({ length: 21 }, (_, at) => row('NE', 58 + at))
    expect(members.map((member) => member?.federalAmount)).toEqual(Array.from({ length: 21 }, () => null))
    expect(findRows('NE').map(({ awardeeName }) => awardeeName)).not.toContainEqual(
      expect.stringMatching(/High Value Network/),
    )
    expect(records.pools.filter(({ state }) => state === 'NE')).toMatchObject([{ amount: 18_156_856.12, named: true }])
    expect(
      findRows('NE').find(({ awardeeName }) => awardeeName === 'Jefferson Community Health & Life')?.federalAmount,
    ).toBe(446_741.33)
  })

  it('Indiana include 186 organizations without amounts, and the regional pools separately', () => {
    const regional = findRows('IN').filter(({ initiative }) => initiative === 'GROW Regional Grants')
    expect(regional).toHaveLength(186)
    expect(getSum(listAmounts(regional))).toBeNull()
    const pools = records.pools.filter(({ state, named }) => state === 'IN' && named)
    expect(pools).toHaveLength(8)
    expect(pools.reduce((count, { awards }) => count + (awards ?? 0), 0)).toBe(186)
  })

  it('Vermont are 165 of 166 rows; together with the agreement between two bodies of the state they match the stated total', () => {
    const rows = findRows('VT')
    expect(rows).toHaveLength(165)
    expect(getSum([...listAmounts(rows), 2_635_000])).toBe(127_419_853.91)
    expect(countBases(rows)).toEqual({ OFFICIAL_LIST: 165 })
    const moved = rows.filter(({ awardeeName }) => awardeeName.startsWith('Northern Counties Health Care'))
    expect(moved.filter(({ federalAmount }) => federalAmount === 226_194.7)).toHaveLength(1)
  })

  it('Alaska are the 249 of the week of September 28, which the update of the state counts', () => {
    expect(getSum(listAmounts(findRows('AK')))).toBe(242_620_741.15)
    expect(countBases(findRows('AK'))).toEqual({ OFFICIAL_TOTAL: 249 })
  })

  it.each([
    ['MI', 145, 101_318_437],
    ['OK', 107, 59_407_456.76],
  ] as const)('%s are confirmed by two readings', (state, rows, sum) => {
    expect(countBases(findRows(state))).toEqual({ TWO_READINGS: rows })
    expect(getSum(listAmounts(findRows(state)))).toBe(sum)
  })

  it('Montana wait: its parts make 79 awards, and the state counts 78 agencies', () => {
    expect(countBases(findRows('MT'))).toEqual({ AGREEMENT: 4 })
  })

  it('Virginia name eleven partners, one of which made 25 awards worth $14,390,000', () => {
    expect(findRows('VA')).toContainEqual(
      expect.objectContaining({ awardeeName: 'Virginia Health Care Foundation', federalAmount: null }),
    )
    const passedOn = findRows('VA').filter(({ sourceUrl }) => new URL(sourceUrl).hostname === 'www.vhcf.org')
    expect(passedOn).toHaveLength(25)
    expect(getSum(listAmounts(passedOn))).toBe(14_390_000)
    expect(countBases(findRows('VA'))).toEqual({ OFFICIAL_LIST: 36 })
    // The foundation awards from its share of the partners' money: the two totals are never added.
    expect(holdings.find(({ state }) => state === 'VA')?.sumOfStated).toEqual({
      published: 14_390_000,
      stated: 122_000_000,
    })
  })

  it('Iowa have words moved back from the next row, and keep repeated lines', () => {
    expect(row('IA', 35)?.awardeeName).toBe('Hamilton County Hospital dba Van Diest Medical Center')
    expect(row('IA', 36)?.awardeeName).toBe('Hancock County Health System')
    expect(row('IA', 96)?.awardeeName).toBe('Stewart Memorial Community Hospital')
    expect([row('IA', 1), row('IA', 106)].map((line) => line?.awardeeName)).toEqual([
      'Adair County Memorial Hospital',
      'Adair County Memorial Hospital',
    ])
  })

  it.each([277, 278, 253, 255, 268, 274, 249, 250, 270, 271])(
    'Oregon keep line %i separate: it names no recipient',
    (line) => {
      expect(row('OR', line)).toBeUndefined()
      expect(records.pools.some(({ state, sourceLine }) => state === 'OR' && sourceLine === line)).toBe(true)
    },
  )

  it.each([238, 242, 246, 258])('Oregon treat line %i as one award to several organizations', (line) => {
    expect(row('OR', line)).toMatchObject({ awardeeKind: 'GROUP', federalAmount: expect.any(Number) })
  })

  it('Wyoming keep the two programs in the minutes separate', () => {
    expect([row('WY', 76)?.federalAmount, row('WY', 77)?.federalAmount]).toEqual([35_424_820, 3_193_440])
  })

  it('Texas wait: 33 of 68 rows are stored', () => {
    expect(countBases(findRows('TX'))).toEqual({ AGREEMENT: 33 })
  })

  it('Kansas agree with the numbers that the program page states', () => {
    expect(countBases(findRows('KS'))).toEqual({ OFFICIAL_TOTAL: 60 })
  })

  it.each(['AR', 'FL', 'IL'] as const)('%s, which match to the cent, are published', (state) => {
    expect(findRows(state).every(({ id }) => isVerified(verdicts.get(id)))).toBe(true)
  })

  it('no state has 0 dollars', () => {
    expect(records.awards.filter(({ federalAmount }) => federalAmount === 0)).toEqual([])
  })
})
