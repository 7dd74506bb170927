import { describe, expect, it } from 'vitest'
import type { AwardFacts, ListFacts } from '../../../src/rules/awards/award-coverage.ts'
import { formatShortfall, type GapFacts, getGaps, getSourceGaps } from '../../../src/rules/notices/gaps.ts'

const NO_AWARDS: AwardFacts = { lists: [], waiting: [], unlisted: [] }

/** A state of which everything is known and confirmed. */
const COMPLETE: GapFacts = {
  awards: 228,
  amountsUnpublished: 0,
  awardLists: NO_AWARDS,
  documents: 5,
  opportunities: 3,
  lastDeadline: '2026-12-31',
  events: 1,
  activities: 4,
  allotmentYears: ['FY2026', 'FY2027'],
  sites: 2,
}
const ALWAYS = ['No deadline after 2026-12-31 is known.']

const list = (more: Partial<ListFacts> = {}): ListFacts => ({
  title: 'South Carolina award list',
  state: 'SC',
  rows: 9,
  sum: 1_500_000,
  measure: { rows: 228, total: 167_299_900.69, unit: 0.01 },
  isShort: true,
  ...more,
})

const ofState = (more: Partial<GapFacts>) => getGaps({ ...COMPLETE, ...more }, false)
const lists = (...lists: ListFacts[]) => ({ awardLists: { ...NO_AWARDS, lists } })

describe('the gaps of a state', () => {
  it('are its last deadline, if nothing else is missing', () => {
    expect(ofState({})).toEqual(ALWAYS)
  })

  it.each<[string, Partial<GapFacts>, string]>([
    [
      'the stored rows and sum of a list',
      lists(list()),
      'Only part of "South Carolina award list" is recorded: 9 of 228 rows, $1.5 of $167.3 million.',
    ],
    [
      'a list without published amounts',
      lists(
        list({
          title: 'Virginia names eleven partners',
          rows: 11,
          sum: null,
          measure: { rows: 11, total: 122e6, unit: 1e6 },
        }),
      ),
      'Only part of "Virginia names eleven partners" is recorded: 11 of 11 rows, none of $122.0 million.',
    ],
    [
      'a list with only a stated number of rows',
      lists(list({ title: 'New Mexico hubs', rows: 5, sum: null, measure: { rows: 6, total: null, unit: 0.01 } })),
      'Only part of "New Mexico hubs" is recorded: 5 of 6 rows.',
    ],
    [
      'a list with only a stated total',
      lists(
        list({ title: 'Minnie Hamilton', rows: 3, sum: 172_500, measure: { rows: null, total: 400_000, unit: 1 } }),
      ),
      'Only part of "Minnie Hamilton" is recorded: 3 rows, $172,500 of $400,000.',
    ],
    [
      'a list with more rows than its publisher states',
      lists(list({ title: 'Phase 2', rows: 28, sum: null, measure: { rows: 26, total: 30_600_000, unit: 1 } })),
      'Only part of "Phase 2" is recorded: 28 rows, where 26 are stated, none of $30.6 million.',
    ],
    [
      'waiting rows, with the reason',
      { awardLists: { ...NO_AWARDS, waiting: [{ wait: 'AGREEMENT', rows: 33 }] } },
      '33 award rows not published, waiting for a list that agrees with what its publisher states.',
    ],
    [
      'a single waiting row',
      { awardLists: { ...NO_AWARDS, waiting: [{ wait: 'OFFICIAL_COUNT', rows: 1 }] } },
      '1 award row not published, waiting for an official count or total of the list, or a second reading of it.',
    ],
    [
      'money that is not an award row',
      { awardLists: { ...NO_AWARDS, unlisted: [{ title: 'GROW Region 2', amount: 20_700_000 }] } },
      'Not among the awards, $20.7 million: GROW Region 2.',
    ],
    [
      'unpublished amounts',
      { amountsUnpublished: 11, awards: 36 },
      '11 published awards of 36 have no published amount.',
    ],
    ['the lack of any list of recipients', { awards: 0 }, 'No list of award recipients is known.'],
    [
      'the lack of verified awards',
      { awards: 0, awardLists: { ...NO_AWARDS, waiting: [{ wait: 'OFFICIAL_COUNT', rows: 244 }] } },
      'No verified awards recorded.',
    ],
    ['the lack of the second allotment', { allotmentYears: ['FY2026'] }, 'The allotment of FY2027 is not published.'],
    ['documents', { documents: 0 }, 'No documents recorded.'],
    ['opportunities', { opportunities: 0 }, 'No opportunities recorded.'],
    ['deadlines', { lastDeadline: null }, 'No opportunity has a known deadline.'],
    ['events', { events: 0 }, 'No events recorded.'],
    ['activities', { activities: 0 }, 'No activities recorded.'],
    ['the lack of a program page', { sites: 0 }, 'No program page recorded.'],
  ])('include %s', (_, more, gap) => {
    expect(ofState(more)).toContain(gap)
  })

  it('do not include a complete list', () => {
    expect(ofState(lists(list({ rows: 228, sum: 167_299_900.69, isShort: false })))).toEqual(ALWAYS)
  })
})

describe('the gaps of the nation', () => {
  it('include what does not need a state', () => {
    const national = {
      ...COMPLETE,
      awards: 0,
      activities: 0,
      sites: 0,
      allotmentYears: [],
    }
    expect(getGaps(national, true)).toEqual([
      'The state allotments of FY2026 are not published.',
      'The state allotments of FY2027 are not published.',
      ...ALWAYS,
    ])
  })

  it('include each incomplete list', () => {
    expect(getGaps({ ...COMPLETE, ...lists(list()) }, true)).toContain(formatShortfall(list()))
  })
})

describe('the gaps of the sources', () => {
  const ASKED: Parameters<typeof getSourceGaps>[0] = {
    sites: 2,
    sitesDown: 0,
    sourcesNeverChecked: 0,
    lastConfirmed: '2026-11-21',
  }
  const CONFIRMED = 'Last confirmed by a source on 2026-11-21.'

  it.each<[string, Partial<typeof ASKED>, string[], string[]]>([
    ['give the last confirmation of the records', {}, [CONFIRMED], [CONFIRMED]],
    [
      'count sources that are down',
      { sitesDown: 1 },
      ['Program pages that are down: 1 of 2.', CONFIRMED],
      ['Sources that are down: 1.', CONFIRMED],
    ],
    [
      'count sources that were never queried',
      { sourcesNeverChecked: 1, lastConfirmed: null },
      ['1 program page never checked.', 'Not confirmed by a source since it was recorded.'],
      ['1 source never checked.', 'Not confirmed by a source since it was recorded.'],
    ],
  ])('%s', (_, more, ofState, ofNation) => {
    expect(getSourceGaps({ ...ASKED, ...more }, false)).toEqual(ofState)
    expect(getSourceGaps({ ...ASKED, ...more }, true)).toEqual(ofNation)
  })
})
