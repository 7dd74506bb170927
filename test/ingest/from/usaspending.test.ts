import { describe, expect, it } from 'vitest'
import { getId } from '../../../src/ingest/drafts.ts'
import { usaspending } from '../../../src/ingest/from/usaspending.ts'
import { federalAward, pointing, transaction, usaspendingApi } from '../apis.ts'
import { dataset, NEXT_NIGHT, night, readFiles, readLines, readRows } from '../night.ts'
import { allotment, uuid } from '../records.ts'
import { standIn } from '../stand-in.ts'

async function asking(
  data: string,
  awards: unknown[],
  transactions: ReturnType<typeof transaction>[],
  { isStated = false, ...more }: { now?: string; isStated?: boolean } = {},
) {
  const server = await usaspendingApi(awards, transactions, { isStated })
  const [result] = await night(data, [usaspending], pointing({ usaspending: server }), more)
  if (!result) throw new Error('no result')
  return { result, asked: server.asked }
}

const AK = federalAward('RHTCMS332040')
const PAGE = 'https://www.usaspending.gov/award/ASST_NON_RHTCMS332040_075'

describe('money to a state', () => {
  it('of the recorded amount is another confirmation', async () => {
    const data = await dataset({ allotments: [allotment()] })
    const { result } = await asking(data, [AK], [transaction('RHTCMS332040', '2025-12-29', '272174856.16')])
    expect(result).toMatchObject({ fetched: 1, changed: 1, new: 0, rejected: [] })
    expect(await readRows(data, 'allotments')).toEqual([
      { ...allotment(), confirmedBy: ['https://www.example.org/list', `${PAGE} (USAspending.gov, actions of FY2026)`] },
    ])
  })

  it('of another amount is a conflict for a person to decide', async () => {
    const data = await dataset({ allotments: [allotment()] })
    const { result } = await asking(data, [AK], [transaction('RHTCMS332040', '2025-12-29', '272174800.00')])
    expect(result).toMatchObject({ changed: 0, conflicts: [{ ref: 'RHTCMS332040 FY2026', field: 'amount' }] })
    expect(await readRows(data, 'allotments')).toEqual([allotment()])
    expect(await readLines(data, 'history/conflicts.ndjson')).toMatchObject([
      { field: 'amount', recorded: 272_174_856, offered: 272_174_800 },
    ])
  })

  it('is split by the fiscal years of its actions', async () => {
    const data = await dataset({ allotments: [allotment()] })
    const actions = [
      transaction('RHTCMS332040', '2025-12-29', '272000000.00'),
      transaction('RHTCMS332040', '2026-05-14', 0),
      transaction('RHTCMS332040', '2026-09-30', '174,856.16'),
      transaction('RHTCMS332040', '2026-10-31', '272653149.40'),
      transaction('ANOTHER', '2026-10-31', '5'),
    ]
    const { result } = await asking(data, [AK], actions)
    expect(result).toMatchObject({ new: 1, changed: 1 })
    expect(await readRows(data, 'allotments')).toEqual([
      expect.objectContaining({ id: uuid(4), fiscalYear: 'FY2026', amount: 272_174_856 }),
      {
        id: getId('allotments', ['usaspending', 'RHTCMS332040', 'FY2027']),
        state: 'AK',
        fiscalYear: 'FY2027',
        amount: 272_653_149.4,
        verified: false,
        sourceTitle: 'USAspending.gov: federal award to the state',
        sourceUrl: PAGE,
        confirmedBy: [],
      },
    ])
  })

  it('that is not verified follows its source', async () => {
    const data = await dataset()
    await asking(data, [AK], [transaction('RHTCMS332040', '2026-10-31', '100.00')])
    const { result } = await asking(data, [AK], [transaction('RHTCMS332040', '2026-10-31', '150.00')], {
      now: NEXT_NIGHT,
    })
    expect(result.changed).toBe(1)
    expect(await readRows(data, 'allotments')).toMatchObject([{ amount: 150, verified: false }])
  })

  it.each([
    ['date', transaction('RHTCMS332040', 'soon', '5')],
    ['amount', transaction('RHTCMS332040', '2026-05-14', 'five')],
  ])('is not summed without an action whose %s cannot be read', async (_, action) => {
    const data = await dataset()
    const { result } = await asking(data, [AK], [transaction('RHTCMS332040', '2025-12-29', '100'), action])
    expect(result.rejected).toEqual([{ ref: 'RHTCMS332040', reason: 'one of its actions cannot be read' }])
    expect(await readRows(data, 'allotments')).toEqual([])
  })

  it('that was taken back is not an allotment', async () => {
    const data = await dataset()
    const { result } = await asking(data, [AK], [transaction('RHTCMS332040', '2026-10-31', '-5.00')])
    expect(result.rejected).toEqual([{ ref: 'RHTCMS332040 FY2027', reason: 'amount: is negative' }])
    expect(await readRows(data, 'allotments')).toEqual([])
  })
})

describe('an award whose transactions do not add up to its amount', () => {
  const actions = [
    transaction('RHTCMS332040', '2025-12-29', '272000000.00'),
    transaction('RHTCMS332040', '2026-09-30', '174856.16'),
    transaction('RHTCMS332040', '2026-09-30', '0'),
  ]

  it('is used if they do, to the cent', async () => {
    const data = await dataset()
    expect((await asking(data, [AK], actions, { isStated: true })).result).toMatchObject({ new: 1, rejected: [] })
    expect(await readRows(data, 'allotments')).toMatchObject([{ amount: 272_174_856.16 }])
  })

  it('is refused: a page that shows one of two actions of a day twice has lost the other', async () => {
    const data = await dataset()
    const tied = await standIn(({ path, body }) => {
      const [first, second] = actions.map(({ row }, index) => ({ id: `TX_${index}`, ...row }))
      const transactions = body.page === 1 ? [first, second] : [second]
      const page_metadata = { page: body.page, hasNext: path === '/api/v2/transactions/' && body.page === 1 }
      const results =
        path === '/api/v2/transactions/'
          ? transactions.map((row) => ({ ...row, federal_action_obligation: 90_000_000 }))
          : [AK]
      return { json: { results, page_metadata } }
    })
    const [result] = await night(data, [usaspending], pointing({ usaspending: tied }))
    expect(result?.rejected).toEqual([
      {
        ref: 'RHTCMS332040',
        reason: 'Award Amount: is 272174856.16, but its transactions add up to 180000000.00',
      },
    ])
    expect(await readRows(data, 'allotments')).toEqual([])
  })

  it('is refused if it is direct, too', async () => {
    const data = await dataset()
    const direct = federalAward('GA1RH00001')
    const { result } = await asking(data, [direct], [transaction('GA1RH00001', '2026-02-01', 5)], { isStated: true })
    expect(result.rejected).toMatchObject([{ ref: 'GA1RH00001', reason: expect.stringMatching(/add up to 5\.00$/) }])
    expect(await readRows(data, 'awards')).toEqual([])
  })

  it('counts once if it is on two pages', async () => {
    const data = await dataset()
    const { result } = await asking(data, [AK, AK, AK], actions.slice(0, 1))
    expect(result).toMatchObject({ new: 1, rejected: [{ ref: '93.798', reason: '2 awards are on two pages' }] })
  })
})

describe('an award to an organization', () => {
  const direct = federalAward('GA1RH00001', {
    'Recipient Name': 'NATIONAL RURAL HEALTH RESOURCE CENTER',
    'Recipient Location': { state_code: 'MN' },
    'Award Amount': '1,500,000.00',
    Description: 'TECHNICAL ASSISTANCE',
    'Start Date': '2026-02-01',
  })

  it('is an unverified award, with the document that lists it', async () => {
    const data = await dataset()
    const { result } = await asking(data, [direct], [])
    expect(result).toMatchObject({ fetched: 1, new: 2 })
    const [document] = await readRows(data, 'documents')
    expect(document).toMatchObject({ title: expect.stringContaining('93.798'), documentCategory: 'DATA', state: null })
    expect(await readRows(data, 'awards')).toEqual([
      {
        id: getId('awards', ['usaspending', 'GA1RH00001']),
        state: 'MN',
        fiscalYear: 'FY2026',
        awardeeName: 'NATIONAL RURAL HEALTH RESOURCE CENTER',
        awardeeKind: 'ORGANIZATION',
        recipientKind: null,
        ccn: null,
        county: null,
        place: null,
        federalAmount: 1_500_000,
        matchAmount: null,
        projectTitle: null,
        initiative: null,
        programDescription: 'TECHNICAL ASSISTANCE',
        awardDate: '2026-02-01',
        awardStage: 'AWARDED',
        rejected: null,
        duplicateOf: null,
        remark: null,
        sourceLine: null,
        sourceDocumentId: document?.id,
        sourceUrl: 'https://www.usaspending.gov/award/ASST_NON_GA1RH00001_075',
        retrievedFrom: 'https://api.usaspending.gov/api/v2/search/spending_by_award/',
      },
    ])
  })

  it('outside the fifty states, or without a name or date, is skipped with the reason', async () => {
    const data = await dataset()
    const { result } = await asking(
      data,
      [
        { ...direct, 'Recipient Location': { state_code: 'PR' } },
        { ...direct, 'Award ID': 'B-2', generated_internal_id: 'B-2', 'Recipient Name': null },
        { ...direct, 'Award ID': 'C-3', generated_internal_id: 'C-3', 'Start Date': null },
        { ...direct, 'Award ID': null, generated_internal_id: 'D-4' },
      ],
      [],
    )
    expect(result.rejected.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Award ID: /),
      'Recipient Location: is missing or malformed',
      'Recipient Name: is missing or malformed',
      'Start Date: is missing or malformed',
    ])
    expect(result).toMatchObject({ new: 0, failed: null })
  })
})

it('reads every page', async () => {
  const data = await dataset()
  const states = ['AL', 'AK', 'AZ', 'AR', 'CA']
  const awards = states.map((code, n) =>
    federalAward(`RHTCMS33200${n}`, { 'Recipient Location': { state_code: code } }),
  )
  const actions = states.map((_, n) => transaction(`RHTCMS33200${n}`, '2025-12-29', `${n + 1}00.00`))
  const { asked, result } = await asking(data, awards, actions)
  expect(result.new).toBe(5)
  expect(asked.map(({ path, body }) => [path.split('/').at(-2), body.page])).toEqual([
    ...[1, 2, 3].map((page) => ['spending_by_award', page]),
    ...states.map(() => ['transactions', 1]),
  ])
  expect((await readRows(data, 'allotments')).map(({ state, amount }) => [state, amount])).toEqual([
    ['AK', 200],
    ['AL', 100],
    ['AR', 400],
    ['AZ', 300],
    ['CA', 500],
  ])
})

it('with the same responses changes no byte', async () => {
  const data = await dataset({ allotments: [allotment()] })
  const actions = [
    transaction('RHTCMS332040', '2025-12-29', '272174856.16'),
    transaction('RHTCMS332040', '2026-10-31', '7'),
  ]
  await asking(data, [AK, federalAward('X-1')], actions)
  const before = await readFiles(data)
  const { result } = await asking(data, [federalAward('X-1'), AK], actions.toReversed(), { now: NEXT_NIGHT })
  expect(result).toMatchObject({ new: 0, changed: 0 })
  expect(await readFiles(data)).toEqual(before)
})
