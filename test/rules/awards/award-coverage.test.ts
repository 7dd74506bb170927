import { expect, it } from 'vitest'
import { getAwardCoverage } from '../../../src/rules/awards/award-coverage.ts'
import { getAwardLists } from '../../../src/rules/awards/award-lists.ts'
import { getVerdicts } from '../../../src/rules/awards/verification.ts'
import type { AwardRecord, ListRecord, PoolRecord, Records } from '../../../src/schema/records.ts'
import { award, document, list, pool, uuid } from '../../ingest/records.ts'

const URL = 'https://health.alaska.gov/awards.pdf'

const rows = (document: string, ...amounts: (number | null)[]): AwardRecord[] =>
  amounts.map((federalAmount, at) =>
    award({
      id: uuid(Number(document.slice(-3)) * 10 + at),
      federalAmount,
      sourceLine: at + 1,
      sourceDocumentId: document,
    }),
  )

function getCoverage(awards: AwardRecord[], lists: ListRecord[], pools: PoolRecord[] = [], allotment = 1_000) {
  const ids = [...new Set([...awards, ...pools].map(({ sourceDocumentId }) => sourceDocumentId))]
  const documents = ids.map((id, at) =>
    document({ id, url: `${URL}?${at}`, title: `List ${at + 1}`, published: '2026-09-01' }),
  )
  const records = { documents, awards, lists, pools, publishers: [] } as unknown as Records
  return getAwardCoverage(getAwardLists(records), getVerdicts(records), 'AK', allotment)
}

const [FIRST, SECOND] = [uuid(3), uuid(4)]

it('counts rows on file and published, their sums, and the share of the allotment', () => {
  const covered = getCoverage(
    [...rows(FIRST, 100, 150), ...rows(SECOND, 40)],
    [list({ documentId: FIRST, statedRows: 2, statedTotal: 250 })],
  )
  expect(covered).toMatchObject({
    held: 3,
    published: 2,
    sumHeld: 290,
    sumPublished: 250,
    rowsOfStated: { published: 2, stated: 2 },
    sumOfStated: { published: 250, stated: 250 },
    shareNamed: 0.25,
  })
  expect(covered.missing).toEqual([
    {
      what: 'List 2: on file, waiting for an official count or total of the list, or a second reading of it',
      rows: 1,
      amount: 40,
      verificationLacks: 'an official count or total of the list, or a second reading of it',
      since: '2026-09-01',
      url: `${URL}?1`,
    },
  ])
})

it('names what a list states beyond its rows, and pools without recipients', () => {
  const { missing } = getCoverage(
    rows(FIRST, 100),
    [list({ documentId: FIRST, statedRows: 4, statedTotal: 900 })],
    [pool({ sourceDocumentId: FIRST, title: 'Clinics', awards: 2, amount: 300, named: false })],
  )
  expect(missing.map(({ what, rows, amount }) => [what, rows, amount])).toEqual([
    ['List 1: on file, waiting for a list that agrees with what its publisher states', 1, 100],
    ['Clinics', 2, 300],
    ['List 1: stated, but not on file', 1, 500],
  ])
})

it('joins a list to the one whose money it passes on', () => {
  const { sumOfStated } = getCoverage(
    [...rows(FIRST, null), ...rows(SECOND, 40, 60)],
    [
      list({ id: uuid(91), documentId: FIRST, statedRows: 1, statedTotal: 500 }),
      list({ id: uuid(92), documentId: SECOND, statedRows: 2, statedTotal: 100, partOf: uuid(91) }),
    ],
  )
  expect(sumOfStated).toEqual({ published: 100, stated: 500 })
})

it('knows no share without an allotment', () => {
  const { shareNamed } = getAwardCoverage([], new Map(), 'AK', null)
  expect(shareNamed).toBeNull()
})
