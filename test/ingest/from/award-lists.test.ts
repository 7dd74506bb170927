import path from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { getId } from '../../../src/ingest/drafts.ts'
import { AWARD_LISTS, type AwardList, createAwardListSource } from '../../../src/ingest/from/award-lists.ts'
import { readRecords } from '../../../src/records/dataset.ts'
import { dataset, NEXT_NIGHT, night, readFiles, readRows } from '../night.ts'
import { award, document } from '../records.ts'
import { type Reply, standIn } from '../stand-in.ts'

const [ALASKA] = AWARD_LISTS
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Alaska's columns, in Alaska's order. */
const HEADINGS = [
  'App ID',
  'Project Type',
  'Org Name',
  'Project Title',
  'Project Summary',
  'Initiative',
  'Award Amount (Preliminary)',
  'Organization Type',
  'Service Area',
  'Notification Date',
]
const row = (id: string, name: string, title: string, amount: unknown, more: Partial<Record<number, unknown>> = {}) =>
  Object.assign(
    [
      id,
      'Implementation',
      name,
      title,
      `${name} proposes this.`,
      'Health Care Access',
      amount,
      'Clinic',
      'Statewide',
      new Date('2026-08-28T00:00:00Z'),
    ],
    more,
  )
const GALENA = row('BP1-IA-145', 'Galena City School District', 'Grow Our Own: Students’ Pathway', 90_665)
const HOPE = row('BP1-IA-155', 'Hope Community Resources Inc', 'Complex Care Children’s Home', 1_002_299.65)

type Cells = Parameters<typeof writeXlsx>[0]['sheets'][number]['cells']
const workbook = (rows: unknown[][], cells?: Cells, name = 'Notice of Intent to Award') =>
  writeXlsx({ sheets: [{ name, rows: [HEADINGS, ...rows] as never, ...(cells ? { cells } : {}) }] })

async function asking(
  data: string,
  reply: Reply,
  {
    lists = [ALASKA] as readonly AwardList[],
    source = createAwardListSource,
    ...more
  }: { lists?: readonly AwardList[]; source?: typeof createAwardListSource; now?: string } = {},
) {
  const server = await standIn(() => reply)
  const origins = [...new Set(lists.map(({ url }) => new URL(url).origin))]
  const env = { INGEST_ORIGIN_MAP: origins.map((origin) => `${origin}=${server.origin}`).join(',') }
  const [result] = await night(data, [source(lists)], env, more)
  if (!result) throw new Error('no result')
  return result
}

const sheet = async (...rows: unknown[][]): Promise<Reply> => ({ type: XLSX, body: await workbook(rows) })

describe("a row of Alaska's weekly list", () => {
  it('is an award, unverified, from the list that is recorded as a document', async () => {
    const data = await dataset({ documents: [document()] })
    expect(await asking(data, await sheet(GALENA))).toMatchObject({ fetched: 1, new: 1, rejected: [] })
    expect(await readRows(data, 'awards')).toEqual([
      {
        id: getId('awards', ['award-lists', 'ak-notice-of-intent-2026', 'BP1-IA-145']),
        state: 'AK',
        fiscalYear: 'FY2026',
        awardeeName: 'Galena City School District',
        awardeeKind: 'ORGANIZATION',
        recipientKind: null,
        ccn: null,
        county: null,
        place: null,
        federalAmount: 90_665,
        matchAmount: null,
        projectTitle: 'Grow Our Own: Students’ Pathway',
        initiative: 'Health Care Access',
        // What the list says of a project is not in our own words.
        programDescription: null,
        awardDate: '2026-08-28',
        awardStage: 'INTENT',
        rejected: null,
        duplicateOf: null,
        remark: null,
        sourceLine: 1,
        sourceDocumentId: document().id,
        sourceUrl: ALASKA.url,
        retrievedFrom: null,
      },
    ])
  })

  it('whose title is a sentence is refused alone, and the others are awards', async () => {
    const data = await dataset({ documents: [document()] })
    const sentence = row('BP1-IA-160', 'Sitka Clinic', 'The purpose is care for all.', 5_000)
    expect(await asking(data, await sheet(GALENA, sentence))).toMatchObject({
      new: 1,
      rejected: [expect.objectContaining({ reason: expect.stringContaining('projectTitle: is a sentence') })],
    })
  })

  it('has the title that five of them share as the program of its initiative', async () => {
    const data = await dataset({ documents: [document()] })
    const rows = [1, 2, 3, 4, 5].map((at) => row(`BP1-IA-20${at}`, `Clinic ${at}`, 'Clinic Equipment', at * 1_000))
    expect(await asking(data, await sheet(GALENA, ...rows))).toMatchObject({ new: 6, rejected: [] })
    const awards = await readRows(data, 'awards')
    expect(awards.filter(({ projectTitle }) => projectTitle === null)).toHaveLength(5)
    expect(awards.filter(({ initiative }) => initiative === 'Health Care Access - Clinic Equipment')).toHaveLength(5)
    expect(await asking(data, await sheet(GALENA, ...rows), { now: NEXT_NIGHT })).toMatchObject({ unchanged: 6 })
  })

  it('matches the recorded award of the same list, awardee and project', async () => {
    const byHand = award()
    const data = await dataset({ documents: [document()], awards: [byHand] })
    const before = await readFiles(data)
    expect(await asking(data, await sheet(GALENA))).toMatchObject({ new: 0, unchanged: 1 })
    expect((await readFiles(data))['records/awards.ndjson']).toBe(before['records/awards.ndjson'])
  })

  it('keeps its award if the list renames it', async () => {
    const data = await dataset({ documents: [document()], awards: [award()] })
    await asking(data, await sheet(GALENA))
    const renamed = row('BP1-IA-145', 'Galena Schools', 'Another title', 90_665)
    expect(await asking(data, await sheet(renamed), { now: NEXT_NIGHT })).toMatchObject({ new: 0 })
    expect(await readRows(data, 'awards')).toHaveLength(1)
  })

  it('that was revised changes the award as long as nobody has verified it', async () => {
    const data = await dataset({ documents: [document()] })
    await asking(data, await sheet(GALENA, HOPE))
    const revised = await sheet(GALENA.with(6, 100_000), HOPE)
    expect(await asking(data, revised, { now: NEXT_NIGHT })).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await readRows(data, 'awards')).map(({ federalAmount }) => federalAmount).sort()).toEqual([
      100_000, 1_002_299.65,
    ])
  })

  it('that was withdrawn removes the award', async () => {
    const data = await dataset({ documents: [document()] })
    await asking(data, await sheet(GALENA, HOPE))
    expect(await asking(data, await sheet(HOPE), { now: NEXT_NIGHT })).toMatchObject({ removed: 1, unchanged: 1 })
    expect(await readRows(data, 'awards')).toMatchObject([{ awardeeName: 'Hope Community Resources Inc' }])
  })
})

it('with the same responses changes no byte', async () => {
  const data = await dataset()
  expect(await asking(data, await sheet(GALENA, HOPE))).toMatchObject({ new: 3 })
  const before = await readFiles(data)
  expect(await asking(data, await sheet(HOPE, GALENA), { now: NEXT_NIGHT })).toMatchObject({
    new: 0,
    changed: 0,
    unchanged: 3,
  })
  expect(await readFiles(data)).toEqual(before)
})

it('records the list as a document if it is not one yet', async () => {
  const data = await dataset()
  await asking(data, await sheet(GALENA))
  const [list] = await readRows(data, 'documents')
  expect(list).toMatchObject({
    title: ALASKA.title,
    url: ALASKA.url,
    fileType: 'XLSX',
    documentCategory: 'AWARD_ANNOUNCEMENT',
  })
  expect(await readRows(data, 'awards')).toMatchObject([{ sourceDocumentId: list?.id }])
})

describe('skipped rows, with the reason', () => {
  it('formulas, malformed amounts, missing names, repetitions', async () => {
    const data = await dataset({ documents: [document()] })
    const rows = [
      row('1', '=HYPERLINK("http://evil.example","Click")', 'A', 1),
      row('2', 'Clinic', 'B', 'about a million'),
      row('3', ' ', 'C', 3),
      row('4', 'Clinic', 'D', null),
      row('5', 'Clinic', 'E', -5),
      row('6', 'Clinic', 'F', '$1,234.50'),
      row('6', 'Clinic', 'F again', 7),
    ]
    const body = await workbook(rows, new Map([['4,6', { formula: 'SUM(G2:G3)', formulaResult: 4 }]]))
    const result = await asking(data, { type: XLSX, body })
    expect(result.rejected).toEqual([
      { ref: 'ak-notice-of-intent-2026, line 2', reason: 'awardeeName: is a formula, not a plain value' },
      { ref: 'ak-notice-of-intent-2026, line 3', reason: 'federalAmount: is not an amount' },
      { ref: 'ak-notice-of-intent-2026, line 4', reason: 'awardeeName: is missing' },
      { ref: 'ak-notice-of-intent-2026, line 5', reason: 'federalAmount: is a formula, not a plain value' },
      { ref: 'ak-notice-of-intent-2026, line 6', reason: 'federalAmount: is not an amount' },
      { ref: 'ak-notice-of-intent-2026: 6', reason: 'is in the source twice' },
    ])
    expect(await readRows(data, 'awards')).toMatchObject([{ federalAmount: 1_234.5 }])
  })
})

describe('the heading', () => {
  const list: AwardList = { ...ALASKA, format: 'CSV', sheet: null }

  it('is found below a title, in any order and letter case, and empty rows are skipped', async () => {
    const data = await dataset({ documents: [document()] })
    const heading =
      'notification date,AWARD AMOUNT (preliminary),Org  Name,App ID,Project Title,Project Summary,Initiative'
    const body = `Awards of August,,,,,,\n${heading}\n8/28/2026,"$90,665",Galena,BP1-IA-145,Grow,Text,Workforce\n,,,,,,\n`
    expect(await asking(data, { type: 'text/csv', body }, { lists: [list] })).toMatchObject({ fetched: 1, new: 1 })
    expect(await readRows(data, 'awards')).toMatchObject([
      { awardeeName: 'Galena', federalAmount: 90_665, awardDate: '2026-08-28' },
    ])
  })

  it('that lacks a column fails the list instead of filling the wrong field', async () => {
    const data = await dataset({ documents: [document()] })
    const result = await asking(data, { type: 'text/csv', body: 'Org Name,Amount\nGalena,5\n' }, { lists: [list] })
    expect(result.failed).toMatch(/has no row with the headings "app id"/)
  })
})

describe('several lists', () => {
  const tennessee = AWARD_LISTS[1]

  it('are independent: one that fails is reported, the others are used', async () => {
    const data = await dataset()
    const server = await standIn(({ path }): Reply => (path.includes('HART') ? { status: 404 } : { type: XLSX, body }))
    const body = await workbook([GALENA])
    const env = { INGEST_ORIGIN_MAP: `https://health.alaska.gov=${server.origin},https://www.tn.gov=${server.origin}` }
    const [result] = await night(data, [createAwardListSource()], env)
    expect(result).toMatchObject({
      new: 2,
      failed: null,
      rejected: [{ ref: tennessee.url, reason: 'responded with 404' }],
    })
  })

  it('fail together if none can be read', async () => {
    const result = await asking(await dataset(), { status: 404 }, { lists: AWARD_LISTS.slice(0, 2) })
    expect(result.failed).toBe(`${ALASKA.url} responded with 404; ${tennessee.url} responded with 404`)
  })

  it("may have no amounts: Tennessee's are awards without one", async () => {
    const data = await dataset()
    const rows = [
      ['2026 HART Awards'],
      ['RHTP Award Recipient', 'County(ies) of Impact', 'Project Name'],
      ['Macon Hospital, Inc', 'Macon', 'Walking Trail'],
    ]
    const body = await writeXlsx({ sheets: [{ name: 'Sept. 2, 2026', rows: rows as never }] })
    await asking(data, { type: XLSX, body }, { lists: [tennessee] })
    expect(await readRows(data, 'awards')).toMatchObject([
      {
        state: 'TN',
        awardeeName: 'Macon Hospital, Inc',
        projectTitle: 'Walking Trail',
        federalAmount: null,
        initiative: 'Healthy Active Rural Tennessee (HART)',
        awardDate: '2026-09-03',
      },
    ])
  })
})

it.each([
  ['is a page', { type: 'text/html', body: '<h1>Not here' }, /responded with text\/html/],
  ['is too large', { type: XLSX, body: new Uint8Array(5 * 1024 * 1024) }, /responded with more than 4096 KiB/],
  ['is not a workbook', { type: XLSX, body: 'PK' }, /is not a complete zip archive/],
])('fails when the list %s', async (_, reply, reason) => {
  const data = await dataset({ documents: [document()], awards: [award()] })
  const before = await readFiles(data)
  expect((await asking(data, reply)).failed).toMatch(reason)
  expect(await readFiles(data)).toEqual(before)
})

it('fails when the list has another sheet', async () => {
  const body = await workbook([GALENA], undefined, 'Sheet1')
  expect((await asking(await dataset(), { type: XLSX, body })).failed).toMatch(
    /has no sheet "Notice of Intent to Award"/,
  )
})

describe('a list in a CSV file', () => {
  const LIST: AwardList = {
    name: 'csv',
    state: 'AK',
    fiscalYear: 'FY2026',
    url: 'https://awards.example.gov/list',
    format: 'CSV',
    sheet: null,
    title: 'Awards of Alaska',
    columns: {
      awardeeName: 'Organization',
      projectTitle: 'Project',
      federalAmount: 'Amount',
      initiative: 'Initiative',
    },
    stage: 'AWARDED',
    fixed: { awardDate: '2026-09-02' },
  }
  const page = (rows: string): Reply => ({
    type: 'text/csv',
    body: `Awards of Alaska,,,\nInitiative,Organization,Project,Amount\n${rows}`,
  })
  const ROWS =
    'Care close to home,Hope Clinic,Home visits,"$1,200.50"\nCare close to home,Galena School,Grow our own,"$90,665"\n'

  it('is read from the row with the headings on', async () => {
    const data = await dataset({ documents: [] })
    expect(await asking(data, page(ROWS), { lists: [LIST] })).toMatchObject({ failed: null, fetched: 2, new: 3 })
    const awards = (await readRows(data, 'awards')).map((row) => [row.awardeeName, row.federalAmount, row.initiative])
    expect(awards.sort()).toEqual([
      ['Galena School', 90_665, 'Care close to home'],
      ['Hope Clinic', 1_200.5, 'Care close to home'],
    ])
  })

  it('with an unreadable cell keeps the award of that row, and removes the one that is gone', async () => {
    const data = await dataset({ documents: [] })
    await asking(data, page(`${ROWS}Other,Gone Clinic,Nothing,$5\n`), { lists: [LIST] })
    const next = await asking(data, page(ROWS.replace('"$90,665"', 'pending')), { lists: [LIST], now: NEXT_NIGHT })
    expect(next).toMatchObject({ removed: 1, rejected: [{ reason: 'federalAmount: is not an amount' }] })
    expect((await readRows(data, 'awards')).map(({ awardeeName }) => awardeeName).sort()).toEqual([
      'Galena School',
      'Hope Clinic',
    ])
  })

  it('fails if no row has the headings', async () => {
    const data = await dataset({ documents: [] })
    expect((await asking(data, { type: 'text/csv', body: 'Name,Sum\nClinic,5\n' }, { lists: [LIST] })).failed).toMatch(
      /has no row with the headings "organization"/,
    )
  })
})

it('the dates of lists in the vocabulary are those of the recorded awards', async () => {
  const { awards } = await readRecords(path.join(import.meta.dirname, '../../../data'))
  for (const { url, fixed } of AWARD_LISTS as readonly AwardList[]) {
    if (!fixed.awardDate) continue
    const dates = awards.flatMap(({ sourceUrl, awardDate }) => (sourceUrl === url ? [awardDate] : []))
    expect([url, [...new Set(dates)]]).toEqual([url, [fixed.awardDate]])
  }
})
