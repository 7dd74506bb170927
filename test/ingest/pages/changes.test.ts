import { describe, expect, it } from 'vitest'
import { type Check, formatPages, parsePages, toPageChanges, toStateAfter } from '../../../src/ingest/pages/source.ts'
import { READER } from '../../../src/ingest/pages/text.ts'
import type { PageState } from '../../../src/schema/history.ts'
import { CHANGE_DETAILS } from '../../../src/schema/wire/changes.ts'

const PAGE = {
  url: 'https://health.alaska.gov/rhtp',
  state: 'AK',
  label: 'Alaska RHTP program page',
  timezone: 'America/Anchorage',
} as const
const day = (n: number): Date => new Date(Date.UTC(2026, 10, n, 7))

const text = (text: string): Check => ({ found: 'text', text, httpStatus: 200, etag: '"a"', lastModified: null })
const failure = (httpStatus: number | null = 503): Check => ({
  found: 'failure',
  httpStatus,
  error: `answered ${httpStatus}`,
})

/** The states of a page after each run's check, and the changes reported to the feed. */
function nights(...checks: Check[]) {
  const states: PageState[] = []
  const told: string[][] = []
  for (const [index, check] of checks.entries()) {
    const before = states.at(-1) ?? null
    const after = toStateAfter(before, PAGE, check, day(index + 1))
    const changes = toPageChanges(before ? [before] : [], [after], day(index + 1))
    for (const { type, detail } of changes) expect(CHANGE_DETAILS[type].safeParse(detail).success).toBe(true)
    states.push(after)
    told.push(changes.map(({ type }) => type))
  }
  return { states, told }
}

describe('toPageChanges', () => {
  it('reports nothing for a new page', () => {
    expect(nights(text('one')).told).toEqual([[]])
  })

  it('reports once that a page changed', () => {
    expect(nights(text('one'), text('two'), text('two'), { found: 'same' }).told).toEqual([
      [],
      ['PAGE_UPDATED'],
      [],
      [],
    ])
  })

  it('includes page, label and both hashes', () => {
    const { states } = nights(text('one'), text('two'))
    const [before, after] = states as [PageState, PageState]
    expect(toPageChanges([before], [after], day(2))).toEqual([
      {
        state: 'AK',
        type: 'PAGE_UPDATED',
        summary: 'Page updated: Alaska RHTP program page',
        siteUrl: PAGE.url,
        documentId: null,
        detail: { url: PAGE.url, label: PAGE.label, previousHash: before.hash, currentHash: after.hash },
      },
    ])
    expect(before.hash).toMatch(/^[\da-f]{64}$/)
    expect(after.changedAt).toBe(day(2).toISOString())
  })

  it.each([404, 410])('reports once that a site is down when its server says that the page is gone (%i)', (status) => {
    expect(nights(text('one'), failure(status), failure(status)).told).toEqual([[], ['SITE_DOWN'], []])
  })

  it('never reports an outage of a page that was never up', () => {
    expect(nights(failure(), failure(), failure(), failure(404)).told).toEqual([[], [], [], []])
  })

  it('reports that a site is down after failed checks in three runs', () => {
    expect(nights(text('one'), failure(), failure(), failure()).told).toEqual([[], [], [], ['SITE_DOWN']])
  })

  it('forgets failed runs after a successful check', () => {
    expect(nights(failure(), failure(), text('one'), failure(), failure()).told).toEqual([[], [], [], [], []])
  })

  it('counts two runs on one day once', () => {
    const first = toStateAfter(null, PAGE, failure(), day(1))
    const again = toStateAfter(first, PAGE, failure(), day(1))
    expect(again).toEqual(first)
    expect(toStateAfter(again, PAGE, failure(), day(2)).downSince).toBeNull()
  })

  it('reports that a site is back, for how long it was down, and what changed meanwhile', () => {
    const { told, states } = nights(text('one'), failure(410), failure(410), text('two'))
    expect(told).toEqual([[], ['SITE_DOWN'], [], ['SITE_RESTORED', 'PAGE_UPDATED']])
    const [restored] = toPageChanges(states.slice(2, 3), states.slice(3), day(4))
    expect(restored).toMatchObject({
      summary: 'Site restored: Alaska RHTP program page, after 2 days',
      detail: { url: PAGE.url, label: PAGE.label, httpStatus: 200, downSince: day(2).toISOString() },
    })
  })

  it('gives the reason of an outage', () => {
    const { states } = nights(text('one'), failure(null), failure(null), failure(null))
    const [before, down] = states.slice(2) as [PageState, PageState]
    expect(toPageChanges([before], [{ ...down, error: 'cannot be reached (ENOTFOUND)' }], day(1))).toMatchObject([
      {
        type: 'SITE_DOWN',
        summary: 'Site down: Alaska RHTP program page (cannot be reached (ENOTFOUND))',
        detail: { httpStatus: null, error: 'cannot be reached (ENOTFOUND)' },
      },
    ])
  })

  it('treats a refusal as neither outage nor change', () => {
    const refused: Check = { found: 'nothing', httpStatus: 403, error: 'responded with 403' }
    expect(nights(text('one'), refused, refused, refused, refused, text('one')).told).toEqual([[], [], [], [], [], []])
  })

  it('does not treat another way of reading as a change', () => {
    const [before] = nights(text('one')).states as [PageState]
    const after = toStateAfter({ ...before, reader: READER - 1 }, PAGE, text('two'), day(2))
    expect(toPageChanges([{ ...before, reader: READER - 1 }], [after], day(2))).toEqual([])
    expect(after.changedAt).toBeNull()
  })

  it('sorts by URL and skips pages that are no longer tracked', () => {
    const at = (url: string, words: string) => toStateAfter(null, { ...PAGE, url }, text(words), day(1))
    const before = ['https://c.gov/', 'https://a.gov/', 'https://b.gov/'].map((url) => at(url, 'one'))
    const after = ['https://c.gov/', 'https://a.gov/'].map((url) => at(url, 'two'))
    expect(toPageChanges(before, after, day(2)).map(({ siteUrl }) => siteUrl)).toEqual([
      'https://a.gov/',
      'https://c.gov/',
    ])
  })
})

it('writes the same pages as the same text', () => {
  const { states } = nights(text('one'), failure())
  const pages = [states[1] as PageState, toStateAfter(null, { ...PAGE, url: 'https://a.gov/' }, text('x'), day(1))]
  const formatted = formatPages(pages)
  expect(formatPages(parsePages(formatted).toReversed())).toBe(formatted)
})
