import { describe, expect, it } from 'vitest'
import { getId } from '../../../src/ingest/drafts.ts'
import { federalRegister } from '../../../src/ingest/from/federal-documents.ts'
import { federalRegisterApi, pointing, registerDocument } from '../apis.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readLines, readRows } from '../night.ts'
import { document } from '../records.ts'
import { type Reply, standIn } from '../stand-in.ts'

async function asking(data: string, documents: ReturnType<typeof registerDocument>[], more: { now?: string } = {}) {
  const server = await federalRegisterApi(documents)
  const [result] = await night(data, [federalRegister], pointing({ federalRegister: server }), more)
  if (!result) throw new Error('no result')
  return { result, asked: server.asked }
}

it('turns a notice into a document of national scope', async () => {
  const data = await dataset()
  expect((await asking(data, [registerDocument('2026-18001')])).result).toMatchObject({ new: 1, rejected: [] })
  const url = 'https://www.federalregister.gov/documents/2026/09/15/2026-18001/agency-information-collection'
  expect(await readRows(data, 'documents')).toEqual([
    {
      id: getId('documents', ['federal-register', '2026-18001']),
      state: null,
      title: 'Agency Information Collection Activities: Rural Health Transformation Program',
      fileType: 'HTML',
      documentCategory: 'ANNOUNCEMENT',
      fiscalYear: 'FY2026',
      award: null,
      budget: null,
      highlights: 'The agency asks for comments on reports of the Rural Health Transformation Program.',
      programHighlights: null,
      description: null,
      strategicGoals: [],
      milestones: [],
      transformationStrategy: null,
      implementationPhase: null,
      applicationUrl: null,
      keyDates: [{ label: 'Comments close', date: '2026-11-16' }],
      deadline: '2026-11-16',
      pages: 3,
      url,
      published: '2026-09-15',
      discovered: NIGHT,
      sourceUrl: url,
      retrievedFrom: 'https://www.federalregister.gov/api/v1/documents.json',
      alsoFrom: [],
      mergedIds: [],
    },
  ])
})

it('pages on the same API, wherever a response points', async () => {
  const data = await dataset()
  const many = ['2026-00001', '2026-00002', '2026-00003', '2026-00004', '2026-00005'].map((number) =>
    registerDocument(number),
  )
  const { result, asked } = await asking(data, many)
  expect(result).toMatchObject({ fetched: 5, new: 5 })
  expect(asked.map(({ query }) => query.get('page'))).toEqual([null, '2', '3', null, null])
})

it.each([
  ['another path', 'https://www.federalregister.gov/admin?page=2'],
  ['not a URL', 'page 2'],
  ['itself', null],
])('stops if the next page is %s', async (_, next) => {
  const data = await dataset()
  const server = await standIn(({ path, query }): Reply => {
    const itself = `https://www.federalregister.gov${path}?${query}`
    return { json: { count: 9, results: [registerDocument('2026-00001')], next_page_url: next ?? itself } }
  })
  const [result] = await night(data, [federalRegister], pointing({ federalRegister: server }))
  expect(result).toMatchObject({ new: 1, failed: null })
  expect(server.asked).toHaveLength(3)
})

it('makes documents that only mention the words candidates for review', async () => {
  const data = await dataset()
  const passing = registerDocument('2026-00002', {
    title: 'Medicare Program; Hospital Payments',
    abstract: 'Payments to hospitals.',
    body: 'Some of them are in the Rural Health Transformation Program.',
  })
  const about = registerDocument('2026-00003', {
    title: 'Rural Health Transformation Program; Reports',
    abstract: null,
  })
  const { result } = await asking(data, [passing, about])
  expect(result).toMatchObject({ fetched: 2, new: 1, rejected: [] })
  expect((await readRows(data, 'documents')).map(({ title }) => title)).toEqual([
    'Rural Health Transformation Program; Reports',
  ])
  expect(await readLines(data, 'history/candidates.ndjson')).toMatchObject([
    {
      url: passing.html_url,
      kind: 'document',
      state: null,
      title: 'Medicare Program; Hospital Payments',
      dates: [
        { label: 'Posted', date: '2026-09-15' },
        { label: 'Due', date: '2026-11-16' },
      ],
      review: 'PENDING',
    },
  ])
})

it('asks only for what was published since the law, and rejects what is older', async () => {
  const data = await dataset()
  const old = Array.from({ length: 20 }, (_, n) =>
    registerDocument(`01-${String(n).padStart(5, '0')}`, {
      title: 'Rural Health Outreach Grant Program',
      abstract: 'The Federal Office of Rural Health Policy announces grants for rural health transformation.',
      publication_date: '2001-03-14',
    }),
  )
  const { result, asked } = await asking(data, old)
  expect(asked.map(({ query }) => query.get('conditions[publication_date][gte]'))).toEqual(
    Array(asked.length).fill('2025-07-04'),
  )
  expect(result).toMatchObject({ new: 0 })
  expect(new Set(result.rejected.map(({ reason }) => reason))).toEqual(
    new Set(['publication_date: is missing or before the program']),
  )
  expect(await readRows(data, 'documents')).toEqual([])
})

it('matches a document that is already recorded', async () => {
  const { html_url: url } = registerDocument('2026-18001')
  const byHand = document({
    state: null,
    url,
    sourceUrl: url,
    title: 'By hand',
    highlights: 'By hand.',
    fiscalYear: null,
  })
  const data = await dataset({ documents: [byHand] })
  await asking(data, [registerDocument('2026-18001')])
  expect(await readRows(data, 'documents')).toMatchObject([
    { id: byHand.id, title: 'By hand', highlights: 'By hand.', deadline: '2026-11-16', discovered: byHand.discovered },
  ])
})

describe('malformed rows', () => {
  it('are skipped one by one, with the reason', async () => {
    const data = await dataset()
    const { result } = await asking(data, [
      registerDocument('2026-00001', { html_url: 'javascript:alert(1)' }),
      registerDocument('2026-00002', { title: null, abstract: 'Rural Health Transformation' }),
      registerDocument('../../etc', {}),
      registerDocument('2026-00004', { page_length: 0, comments_close_on: 'never', type: 'Poem' }),
    ])
    expect(result.rejected).toEqual([
      { ref: '2026-00001', reason: 'html_url: is not an http(s) URL of a public host' },
      { ref: '2026-00002', reason: 'title: is missing' },
      { ref: '"rural health transformation", row 3', reason: 'document_number: is missing or malformed' },
    ])
    expect(await readRows(data, 'documents')).toMatchObject([
      { pages: null, deadline: null, documentCategory: 'OTHER' },
    ])
  })
})

it('with the same responses changes no byte, with a new date changes the document', async () => {
  const data = await dataset()
  await asking(data, [registerDocument('2026-00001'), registerDocument('2026-00002')])
  const before = await readFiles(data)
  const again = await asking(data, [registerDocument('2026-00002'), registerDocument('2026-00001')], {
    now: NEXT_NIGHT,
  })
  expect(again.result).toMatchObject({ unchanged: 2, changed: 0 })
  expect(await readFiles(data)).toEqual(before)
  const extended = registerDocument('2026-00001', { comments_close_on: '2026-12-31' })
  expect((await asking(data, [extended], { now: NEXT_NIGHT })).result).toMatchObject({ changed: 1, gone: 1 })
  expect((await readRows(data, 'documents')).map(({ deadline }) => deadline).sort()).toEqual([
    '2026-11-16',
    '2026-12-31',
  ])
})
