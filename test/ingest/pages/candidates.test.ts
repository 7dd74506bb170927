import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  findCandidates,
  formatCandidates,
  mergeCandidates,
  parseCandidates,
} from '../../../src/ingest/pages/candidates.ts'
import type { PageLink } from '../../../src/ingest/pages/text.ts'
import { document, NO_RECORDS, notice } from '../records.ts'

const PAGE = { url: 'https://dph.example.gov/rural', state: 'AK' } as const
const NOW = new Date('2026-11-20T07:00:00Z')
const LATER = new Date('2026-11-21T07:00:00Z')

const link = (url: string, text: string, context = text): PageLink => ({ url, text, context })
const findIn = (...links: PageLink[]): Candidate[] => findCandidates(links, PAGE, NOW)

describe('findCandidates', () => {
  it('finds documents and solicitations, each URL once', () => {
    const links = [
      link('https://dph.example.gov/plan.pdf', 'State plan'),
      link('https://dph.example.gov/plan.pdf#page=2', 'State plan, page 2'),
      link('https://dph.example.gov/plan.PDF?utm_source=mail', 'Other letter case'),
      link('https://dph.example.gov/rfp-12', 'Request for Proposals 12'),
      link('https://dph.example.gov/nofo.docx', 'NOFO 3'),
      link('https://dph.example.gov/about', 'About us'),
      link('https://dph.example.gov/graph', 'Our RFPs'),
    ]
    expect(findIn(...links).map(({ url, kind, fileType }) => [url, kind, fileType])).toEqual([
      ['https://dph.example.gov/plan.pdf', 'document', 'PDF'],
      ['https://dph.example.gov/plan.PDF', 'document', 'PDF'],
      ['https://dph.example.gov/rfp-12', 'notice', 'HTML'],
      ['https://dph.example.gov/nofo.docx', 'notice', 'DOCX'],
      ['https://dph.example.gov/graph', 'notice', 'HTML'],
    ])
  })

  it('reads the dates and amounts next to the link, marked as extracted', () => {
    const context =
      'RFP 12 posted October 1, 2026. Letter of intent: 11/5/2026. Questions by Nov. 10, 2026. Applications are due December 1st, 2026 at 5 p.m. About $2.5 million, up to $250,000 each; 30 awards.'
    expect(findIn(link('https://dph.example.gov/rfp-12', 'RFP 12', context))).toEqual([
      {
        url: 'https://dph.example.gov/rfp-12',
        kind: 'notice',
        state: 'AK',
        title: 'RFP 12',
        fileType: 'HTML',
        pageUrl: PAGE.url,
        dates: [
          { label: 'Posted', date: '2026-10-01' },
          { label: 'Letter of intent', date: '2026-11-05' },
          { label: 'Questions', date: '2026-11-10' },
          { label: 'Due', date: '2026-12-01' },
        ],
        amounts: [2_500_000, 250_000],
        source: 'EXTRACTED',
        review: 'PENDING',
        found: NOW.toISOString(),
      },
    ])
  })

  it('takes only as many from a page as a person can review', () => {
    const links = Array.from({ length: 5_000 }, (_, n) =>
      link(`https://dph.example.gov/${n}.pdf`, 'x', '1/1/2026 $1 '.repeat(100)),
    )
    const candidates = findIn(...links)
    expect(candidates).toHaveLength(200)
    expect(candidates[0]?.dates).toHaveLength(10)
    expect(candidates[0]?.amounts).toHaveLength(10)
  })
})

describe('mergeCandidates', () => {
  const [plan] = findIn(link('https://dph.example.gov/plan.pdf', 'State plan')) as [Candidate]

  it('keeps the date of what is found again, with its new facts', () => {
    const again = findCandidates([link(plan.url, 'State plan', 'Due 12/1/2026')], PAGE, LATER)
    expect(mergeCandidates([plan], again, NO_RECORDS)).toEqual([
      { ...plan, dates: [{ label: 'Due', date: '2026-12-01' }] },
    ])
  })

  it('keeps what is no longer found', () => {
    expect(mergeCandidates([plan], [], NO_RECORDS)).toEqual([plan])
  })

  it.each(['ACCEPTED', 'REJECTED'] as const)('leaves what a person has %s unchanged', (review) => {
    const reviewed = { ...plan, review }
    const again = findCandidates([link(plan.url, 'Other title')], PAGE, LATER)
    expect(mergeCandidates([reviewed], again, { ...NO_RECORDS, documents: [document({ url: plan.url })] })).toEqual([
      reviewed,
    ])
  })

  it.each([
    ['a document', { documents: [document({ url: 'http://www.dph.example.gov/plan.pdf' })] }],
    ['a notice', { notices: [notice({ documentUrls: ['https://dph.example.gov/plan.pdf#page=3'] })] }],
  ])('drops what %s now contains', (_, records) => {
    expect(mergeCandidates([plan], [plan], { ...NO_RECORDS, ...records })).toEqual([])
  })
})

it('writes the same candidates as the same text', () => {
  const candidates = findIn(link('https://b.gov/1.pdf', 'b'), link('https://a.gov/1.pdf', 'a'))
  const formatted = formatCandidates(candidates)
  expect(formatted.indexOf('a.gov')).toBeLessThan(formatted.indexOf('b.gov'))
  expect(formatCandidates(parseCandidates(formatted).toReversed())).toBe(formatted)
})
