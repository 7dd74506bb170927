import { describe, expect, it } from 'vitest'
import { checkDataset } from '../../../src/bake/bake.ts'
import { createDocumentDraft } from '../../../src/ingest/drafts.ts'
import { ingest, type Judge } from '../../../src/ingest/run.ts'
import { readIngestSettings } from '../../../src/ingest/settings.ts'
import type { Draft, Source } from '../../../src/ingest/source.ts'
import { openBench } from '../../../src/nightly/candidate.ts'
import { readBaseline } from '../../../src/nightly/gate/checks.ts'
import { runNight } from '../../../src/nightly/run.ts'
import { testNetwork } from '../../ingest/night.ts'
import { anotherNotice, NEXT_NIGHT, publishedFolder, readLines, rewrite } from '../folders.ts'

const createDocument = (n: number, published: string, title = 'Rural health grants and clinics'): Draft =>
  createDocumentDraft(
    `${n}`,
    ['first', `${n}`],
    { title: `${title} ${n}`, fiscalYear: 'FY2026', highlights: 'Care.', published },
    { fileType: 'HTML', documentCategory: 'ANNOUNCEMENT', url: `https://www.example.gov/${n}` },
  )

const many = (count: number, make: (n: number) => Draft): Draft[] => Array.from({ length: count }, (_, n) => make(n))

const createSource = (name: string, drafts: Draft[], whole = true): Source => ({
  name,
  summary: 'for a test',
  collect: async () => ({ fetched: drafts.length, drafts, whole, confirmed: [null] }),
})

type Folders = { data: string; out: string }

/** What the judge of a night says of a source that was never queried before, beside another one that is in order. */
async function judged(
  drafts: Draft[],
  {
    released = [] as string[],
    whole = true,
    folders = undefined as Folders | undefined,
    data = '',
    judge = undefined as Judge | undefined,
  } = {},
) {
  const folder = data || (folders ?? (await publishedFolder()).folders).data
  const settings = readIngestSettings({})
  const sources = [
    createSource('new-source', drafts, whole),
    createSource('good-source', [createDocument(9_999, '2026-09-01')]),
  ]
  return ingest({
    sources,
    data: folder,
    network: testNetwork({}),
    settings,
    now: NEXT_NIGHT,
    judge: judge ?? openBench(await checkDataset(folder), readBaseline(folder), []).judge,
    released: new Set(released),
  })
}

/** The whole night of the same sources. */
async function firstNight(
  drafts: Draft[],
  { released = [] as string[], folders = undefined as Folders | undefined, whole = true } = {},
) {
  const target = folders ?? (await publishedFolder()).folders
  const report = await runNight({
    ...target,
    now: NEXT_NIGHT,
    allowed: [],
    progress: () => {},
    ingest: async (data, judge) => ({ results: await judged(drafts, { data, judge, released, whole }), skewMs: null }),
  })
  return { folders: target, report, source: report.sources[0] }
}

const early = many(61, (n) => createDocument(n, '2001-03-14'))

describe('the first batch of a source', () => {
  it('is held for review, and the rest of the night goes on', async () => {
    const { report, source, folders } = await firstNight(early)
    expect(source).toMatchObject({ isHeldBack: true, new: 0 })
    const findings = source?.quarantined.map((finding) => `${finding.check}: ${finding.reason}`).join('\n')
    expect(findings).toMatch(/adds 61 documents, more than 60/)
    expect(findings).toMatch(/has dates before the program \(2025-07-04\) in 61 of 61 documents/)
    expect(report.outcome).toBe('published')
    expect(report.sources[1]).toMatchObject({ isHeldBack: false, new: 1 })
    const urls = readLines(folders.data, 'documents').map(({ url }) => url)
    expect(urls).toContain('https://www.example.gov/9999')
    expect(urls).not.toContain('https://www.example.gov/1')
  })

  it.each([
    [
      'mostly old dates',
      many(40, (n) => createDocument(n, n < 10 ? '2019-01-01' : '2026-01-01')),
      /dates before the program/,
    ],
    [
      'fields that are usually known',
      many(20, (n) => ({ ...createDocument(n, '2026-01-01'), given: { title: `Rural health grants ${n}` } }) as Draft),
      /lacks 100% of published, fiscalYear, highlights of its documents/,
    ],
    [
      'titles unlike those that are held',
      many(20, (n) => createDocument(n, '2026-01-01', 'Zinc roofing tiles xylophone')),
      /no word in common with the records that are held, in 20 of 20/,
    ],
  ])('is held for review for %s', async (_, drafts, reason) => {
    const [source, other] = await judged(drafts)
    expect(source).toMatchObject({ isHeldBack: true, new: 0 })
    expect(source?.quarantined.map((finding) => `${finding.check}: ${finding.reason}`).join('\n')).toMatch(reason)
    expect(other).toMatchObject({ isHeldBack: false, new: 1 })
  })

  it('is held for review if it ends most of the records that it meets', async () => {
    const { folders } = await publishedFolder()
    const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => anotherNotice(folders.data, n))
    rewrite(folders.data, 'notices', (present) => [
      ...present,
      ...rows.map((row) => ({ ...row, sourceStatus: 'OPEN' })),
    ])
    const drafts = rows.map(
      ({ id, noticeNumber }): Draft => ({
        kind: 'notices',
        ref: String(noticeNumber),
        key: ['first', String(noticeNumber)],
        like: [{ id: String(id) }],
        given: { sourceStatus: 'CLOSED' },
        isListed: false,
      }),
    )
    const [source] = await judged(drafts, { folders })
    expect(source?.quarantined.map(({ reason }) => reason).join('\n')).toMatch(/ends 7 of the 7 notices it changes/)
  })

  it('is held if it would leave records that the bake refuses, also when released, and the rest is published', async () => {
    const { folders } = await publishedFolder()
    const [present] = readLines(folders.data, 'documents')
    const again = createDocument(1, '2026-09-01')
    const drafts = [{ ...again, start: { ...again.start, url: `${present?.url}#main` } } as Draft]
    for (const released of [[], ['new-source']]) {
      const { report, source } = await firstNight(drafts, { folders, released })
      expect(source?.quarantined.at(-1)).toEqual({
        check: 'records',
        reason: expect.stringMatching(/^documents.ndjson: [0-9a-f-]{36}: url: is the URL of document/),
      })
      expect(source).toMatchObject({ isHeldBack: true, new: 0 })
      expect(['published', 'unchanged']).toContain(report.outcome)
    }
  })

  it('is held also if not all of the source was read', async () => {
    expect((await judged(early, { whole: false }))[0]).toMatchObject({ isHeldBack: true })
  })

  it('is what the later ones are compared with, also after a night in which only a part was read', async () => {
    const drafts = many(8, (n) => createDocument(n, '2026-09-01'))
    const { folders } = await firstNight(drafts)
    await firstNight(drafts.slice(0, 2), { folders, whole: false })
    expect(readBaseline(folders.data)?.fetched['new-source']).toBe(8)
  })

  it('is published if it is small, recent and like the records', async () => {
    const [source] = await judged(many(12, (n) => createDocument(n, '2026-09-01')))
    expect(source).toMatchObject({ isHeldBack: false, new: 12, quarantined: [] })
  })

  it('is held if it is small and most of it is from before the program', async () => {
    const [source] = await judged(many(4, (n) => createDocument(n, n === 0 ? '2026-09-01' : '2001-03-01')))
    expect(source).toMatchObject({ isHeldBack: true, quarantined: [{ check: 'first' }] })
  })

  it('is judged as the first one also if the nights before returned nothing', async () => {
    const { folders } = await firstNight([])
    const [source] = await judged(
      many(15, (n) => createDocument(n, '2001-03-01')),
      { folders },
    )
    expect(source).toMatchObject({ isHeldBack: true, quarantined: [{ check: 'first' }] })
  })

  it('stays held in the next night, until a person releases it', async () => {
    const drafts = many(70, (n) => createDocument(n, '2026-09-01'))
    const { folders } = await firstNight(drafts)
    expect((await judged(drafts, { folders }))[0]).toMatchObject({ isHeldBack: true })
    const { source } = await firstNight(drafts, { folders, released: ['new-source'] })
    expect(source).toMatchObject({ isHeldBack: false, new: 70 })
  })
})
