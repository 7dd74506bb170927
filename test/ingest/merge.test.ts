import { describe, expect, it } from 'vitest'
import { getId } from '../../src/ingest/drafts.ts'
import { type IngestState, type Merged, merge } from '../../src/ingest/merge.ts'
import type { Draft, DraftOf } from '../../src/ingest/source.ts'
import type { AwardRecord, NoticeRecord, Records } from '../../src/schema/records.ts'
import { NEXT_NIGHT, NIGHT } from './night.ts'
import { allotment, award, document, NO_RECORDS, notice, uuid } from './records.ts'

const world = (records: Partial<Records> = {}): IngestState => ({
  records: { ...NO_RECORDS, ...records },
  given: new Map(),
  conflicts: [],
})

const { id: _, firstSeen: __, lastChanged: ___, title: ____, dueDate: _____, ...START } = notice()
const draft = (given: Partial<NoticeRecord>, more: Partial<DraftOf<'notices'>> = {}): Draft => ({
  kind: 'notices',
  ref: 'HRSA-27-051',
  key: ['grants-gov', '363580'],
  given: { title: 'Network Program', dueDate: null, ...given },
  start: START,
  ...more,
})

const nightly = (
  from: IngestState,
  drafts: Draft[],
  now = NIGHT,
  more: Partial<Parameters<typeof merge>[2]> = {},
): Merged => merge(from, drafts, { source: 'grants-gov', now: new Date(now), ...more })
const from = (source: string, world: IngestState, drafts: Draft[], now = NIGHT): Merged =>
  merge(world, drafts, { source, now: new Date(now) })
const only = ({ state: { records } }: Merged): NoticeRecord => {
  expect(records.notices).toHaveLength(1)
  return records.notices[0] as NoticeRecord
}

describe('a new row', () => {
  it('becomes a record with the id of its key and the time of the run', () => {
    const merged = nightly(world(), [draft({})])
    expect(only(merged)).toEqual({
      ...notice(),
      id: getId('notices', ['grants-gov', '363580']),
      title: 'Network Program',
      confirmedAt: NIGHT.slice(0, 10),
      firstSeen: NIGHT,
      lastChanged: NIGHT,
    })
    expect(merged).toMatchObject({ tally: { new: 1, changed: 0, unchanged: 0 }, touched: ['notices'], rejected: [] })
  })

  it('is skipped, with the reason, if it makes no valid record', () => {
    const merged = nightly(world(), [
      draft({ title: 'x'.repeat(400) }),
      draft({}, { key: ['grants-gov', '2'], ref: 'good' }),
    ])
    expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'title: is longer than 300 characters' }])
    expect(merged.tally.new).toBe(1)
  })

  it('counts once if the source lists it twice', () => {
    const merged = nightly(world(), [draft({}), draft({ title: 'Again' })])
    expect(only(merged).title).toBe('Network Program')
    expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'is in the source twice' }])
  })
})

describe('a known row', () => {
  const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])

  it('changes nothing if it has the same values', () => {
    const second = nightly(first.state, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)
    expect(second).toMatchObject({ tally: { new: 0, changed: 0, unchanged: 1 }, touched: [] })
    expect(second.state).toEqual(first.state)
  })

  it('changes only the record it made, and its last change', () => {
    const second = nightly(first.state, [draft({ dueDate: '2027-02-01' })], NEXT_NIGHT)
    expect(only(second)).toEqual({ ...only(first), dueDate: '2027-02-01', lastChanged: NEXT_NIGHT })
    expect(second.tally).toMatchObject({ changed: 1, unchanged: 0 })
  })

  it('removes a value that it gave, with both sides', () => {
    const second = nightly(first.state, [draft({ dueDate: null })], NEXT_NIGHT)
    expect(only(second)).toEqual({ ...only(first), dueDate: null, lastChanged: NEXT_NIGHT })
    expect(second.edits).toMatchObject([{ field: 'dueDate', before: '2027-01-15', after: null }])
  })

  it('removes nothing by leaving a field out', () => {
    const { given, ...rest } = draft({}) as DraftOf<'notices'>
    const { dueDate: _, ...silent } = given
    expect(only(nightly(first.state, [{ ...rest, given: silent }], NEXT_NIGHT))).toEqual(only(first))
  })

  it('leaves the record unchanged if its new value is invalid', () => {
    const second = nightly(first.state, [draft({ dueDate: 'tomorrow' })], NEXT_NIGHT)
    expect(only(second)).toEqual(only(first))
    expect(second.rejected).toHaveLength(1)
  })

  it('that is gone leaves its record unchanged and is counted', () => {
    const merged = nightly(first.state, [], NEXT_NIGHT, { gone: [...first.state.given.keys()] })
    expect(merged).toMatchObject({ touched: [], tally: { gone: 1, removed: 0 } })
    expect(only(merged)).toEqual(only(first))
  })

  it('finds its record again if its title and page have changed', () => {
    const renamed = draft({ title: 'Other' }, { like: [] })
    expect(only(nightly(first.state, [renamed], NEXT_NIGHT))).toMatchObject({ id: only(first).id, title: 'Other' })
  })
})

describe("a person's values are kept", () => {
  const byHand = notice({ title: 'Title by hand', dueDate: null })
  const alike = { like: [{ sourceUrl: byHand.sourceUrl }] }

  it('in a record made by hand, of which only blanks are filled', () => {
    const merged = nightly(world({ notices: [byHand] }), [
      draft({ dueDate: '2027-01-15', sourceStatus: 'OPEN' }, alike),
    ])
    expect(only(merged)).toEqual({
      ...byHand,
      dueDate: '2027-01-15',
      sourceStatus: 'OPEN',
      confirmedAt: NIGHT.slice(0, 10),
      lastChanged: NIGHT,
    })
    expect(merged.state.conflicts).toEqual([])
  })

  it("while the fields that the source filled remain the source's", () => {
    const filled = nightly(world({ notices: [byHand] }), [draft({ dueDate: '2027-01-15' }, alike)])
    const moved = nightly(filled.state, [draft({ dueDate: '2027-02-01' }, alike)], NEXT_NIGHT)
    expect(only(moved)).toMatchObject({ id: byHand.id, title: 'Title by hand', dueDate: '2027-02-01' })
  })

  it('if a person corrected the source, and reports a later change of the source', () => {
    const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])
    const corrected = {
      ...first.state,
      records: { ...NO_RECORDS, notices: [{ ...only(first), dueDate: '2027-01-20' }] },
    }
    const same = nightly(corrected, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)
    expect(only(same).dueDate).toBe('2027-01-20')
    expect(same.state.conflicts).toEqual([])
    const moved = nightly(same.state, [draft({ dueDate: '2027-03-01' })], NEXT_NIGHT)
    expect(only(moved).dueDate).toBe('2027-01-20')
    const conflict = {
      source: 'grants-gov',
      kind: 'notices',
      id: only(first).id,
      ref: 'HRSA-27-051',
      field: 'dueDate',
      recorded: '2027-01-20',
      offered: '2027-03-01',
      since: NEXT_NIGHT.slice(0, 10),
    }
    expect(moved.state.conflicts).toEqual([conflict])
    const later = nightly(moved.state, [draft({ dueDate: '2027-03-01' })], '2026-11-22T07:00:00.000Z')
    expect(later.state.conflicts).toEqual([conflict])
    const agreed = nightly(later.state, [draft({ dueDate: '2027-01-20' })], '2026-11-23T07:00:00.000Z')
    expect(agreed.state.conflicts).toEqual([])
  })

  it('if the source removes what a person corrected, which is a conflict', () => {
    const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])
    const corrected = {
      ...first.state,
      records: { ...NO_RECORDS, notices: [{ ...only(first), dueDate: '2027-01-20' }] },
    }
    const taken = nightly(corrected, [draft({ dueDate: null })], NEXT_NIGHT)
    expect(only(taken).dueDate).toBe('2027-01-20')
    expect(taken.state.conflicts).toMatchObject([{ field: 'dueDate', recorded: '2027-01-20', offered: null }])
    const later = nightly(taken.state, [draft({ dueDate: null })], '2026-11-22T07:00:00.000Z')
    expect(later.state.conflicts).toEqual(taken.state.conflicts)
  })

  it('except for the status, which only the source knows', () => {
    const merged = nightly(world({ notices: [notice({ sourceStatus: 'OPEN' })] }), [
      draft({ sourceStatus: 'CLOSED' }, alike),
    ])
    expect(only(merged).sourceStatus).toBe('CLOSED')
  })

  it('if a person cleared a field', () => {
    const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])
    const cleared = { ...first.state, records: { ...NO_RECORDS, notices: [{ ...only(first), dueDate: null }] } }
    expect(only(nightly(cleared, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)).dueDate).toBeNull()
  })

  it('if a person removed the record', () => {
    const first = nightly(world(), [draft({})])
    const removed = nightly({ ...first.state, records: NO_RECORDS }, [draft({})], NEXT_NIGHT)
    expect(removed.state.records.notices).toEqual([])
    expect(removed.rejected[0]?.reason).toMatch(/^its record was removed/)
  })

  it('in everything that sources do not provide: id, first seen, categories', () => {
    const categories = [{ category: 'WORKFORCE_DEVELOPMENT', source: 'ADMIN_CONFIRMED' }] as const
    const record = notice({ categories: [...categories], dueDate: null })
    const merged = nightly(world({ notices: [record] }), [draft({ dueDate: '2027-01-15' }, alike)])
    expect(only(merged)).toMatchObject({ id: record.id, firstSeen: record.firstSeen, categories })
  })
})

describe('an award', () => {
  const key = ['award-lists', 'ak', 'BP1-IA-145']
  const row = (given: Partial<AwardRecord>): Draft => ({
    kind: 'awards',
    ref: 'BP1-IA-145',
    key,
    given,
    start: award(),
  })
  const documents = [document()]
  const first = from('award-lists', world({ documents }), [
    row({ federalAmount: 90_665, projectTitle: 'Grow Our Own' }),
  ])
  const made = first.state.records.awards[0] as AwardRecord

  it('follows its source', () => {
    const later = from('award-lists', first.state, [row({ federalAmount: 100_000 })], NEXT_NIGHT)
    expect(later.state.records.awards).toEqual([{ ...made, federalAmount: 100_000 }])
  })

  it('requires its document', () => {
    const merged = from('award-lists', world(), [row({})])
    expect(merged.rejected).toEqual([{ ref: 'BP1-IA-145', reason: 'sourceDocumentId: no document has this id' }])
  })

  describe('whose row is gone', () => {
    const gone = (world: IngestState) =>
      merge(world, [], {
        source: 'award-lists',
        now: new Date(NEXT_NIGHT),
        gone: [...first.state.given.keys()],
        removes: ['awards'],
      })

    it('is removed, with its last values', () => {
      const merged = gone(first.state)
      expect(merged.state.records.awards).toEqual([])
      expect(merged.state.given.size).toBe(0)
      expect(merged).toMatchObject({
        tally: { removed: 1, gone: 0 },
        edits: [{ field: null, before: made, after: null }],
      })
    })

    it('returns under the same id', () => {
      const again = from(
        'award-lists',
        gone(first.state).state,
        [row({ federalAmount: 5 })],
        '2026-11-22T07:00:00.000Z',
      )
      expect(again.state.records.awards).toMatchObject([{ id: made.id, federalAmount: 5 }])
    })

    it.each<[string, Partial<AwardRecord>, AwardRecord[]]>([
      ['if a person corrected it', { federalAmount: 90_000 }, []],
      ['if another award is its duplicate', {}, [award({ id: uuid(9), duplicateOf: made.id })]],
    ])('is kept %s', (_, changes, others) => {
      const records = { ...NO_RECORDS, documents, awards: [{ ...made, ...changes }, ...others] }
      expect(gone({ ...first.state, records })).toMatchObject({ tally: { removed: 0, gone: 1 }, touched: [] })
    })

    it('is the award of the row that replaced it in the list', () => {
      const like = [{ awardeeName: made.awardeeName, sourceUrl: made.sourceUrl }]
      const renamed: Draft = {
        ...row({ projectTitle: 'Renamed' }),
        key: ['award-lists', 'ak', 'BP1-IA-200'],
        like,
      } as Draft
      const merged = merge(first.state, [renamed], {
        source: 'award-lists',
        now: new Date(NEXT_NIGHT),
        gone: [...first.state.given.keys()],
        removes: ['awards'],
      })
      expect(merged.tally).toMatchObject({ new: 0, changed: 1, removed: 0 })
      expect(merged.state.records.awards).toEqual([{ ...made, projectTitle: 'Renamed' }])
      expect(merged.state.given.size).toBe(1)
    })
  })
})

describe('matching', () => {
  const { sourceUrl, awardeeName } = award()
  const row = (key: string, amount: number, name = awardeeName): Draft => ({
    kind: 'awards',
    ref: key,
    key: [key],
    given: { federalAmount: amount },
    start: award(),
    like: [
      { sourceUrl, awardeeName: name, federalAmount: amount },
      { sourceUrl, awardeeName: name },
    ],
  })

  it('gives each row the record most like it, and none to two rows', () => {
    const awards = [award({ id: uuid(11), federalAmount: 1 }), award({ id: uuid(12), federalAmount: 2 })]
    const merged = from('lists', world({ documents: [document()], awards }), [row('b', 2), row('a', 1), row('c', 3)])
    expect(merged.tally).toMatchObject({ new: 1, unchanged: 2 })
    expect(merged.state.records.awards.map(({ id }) => id)).toEqual([uuid(11), uuid(12), getId('awards', ['c'])])
  })

  it('compares names by words and URLs exactly', () => {
    const awards = [award({ id: uuid(11), federalAmount: 1, awardeeName: 'GALENA City School-District' })]
    const before = world({ documents: [document()], awards })
    expect(from('lists', before, [row('a', 1)]).tally.new).toBe(0)
    expect(from('lists', before, [row('a', 1, 'Galena')]).tally.new).toBe(1)
  })
})

it('only adds to a list of confirmations', () => {
  const confirm = (by: string): Draft => ({
    kind: 'allotments',
    ref: 'AK',
    key: ['AK'],
    given: { confirmedBy: [by] },
    like: [{ state: 'AK' }],
  })
  const first = from('usaspending', world({ allotments: [allotment()] }), [confirm('https://b.gov')])
  expect(first.state.records.allotments[0]?.confirmedBy).toEqual(['https://www.example.org/list', 'https://b.gov'])
  const second = from('usaspending', first.state, [confirm('https://b.gov')], NEXT_NIGHT)
  expect(second).toMatchObject({ touched: [], tally: { unchanged: 1 } })
})

describe('when a source last listed a notice', () => {
  const confirmedAt = (merged: Merged) => only(merged).confirmedAt
  const first = nightly(world(), [draft({})])

  it('is recorded at most once in two weeks, for all records in the same run', () => {
    const nights = Array.from({ length: 45 }, (_, day) =>
      new Date(Date.parse(NIGHT) + (day + 1) * 86_400_000).toISOString(),
    )
    const seen: string[] = []
    nights.reduce((last, now) => {
      const merged = nightly(last, [draft({})], now)
      expect(merged.tally).toMatchObject({ changed: 0, unchanged: 1 })
      if (merged.touched.length > 0) seen.push(now)
      return merged.state
    }, first.state)
    expect(seen).toHaveLength(3)
    expect(Date.parse(seen[1] ?? '') - Date.parse(seen[0] ?? '')).toBe(14 * 86_400_000)
  })

  it('does not affect when the record last changed', () => {
    const later = nightly(first.state, [draft({})], '2027-01-20T07:00:00.000Z')
    expect(confirmedAt(later)).toBe('2027-01-20')
    expect(only(later).lastChanged).toBe(NIGHT)
  })

  it('is not recorded for one that is known to be gone', () => {
    const gone = draft({ sourceStatus: 'WITHDRAWN' }, { isListed: false })
    expect(confirmedAt(nightly(first.state, [gone], '2027-01-20T07:00:00.000Z'))).toBe(NIGHT.slice(0, 10))
  })
})

describe('impossible dates', () => {
  const suspect = [{ draft: draft({ postedDate: '2031-01-01', dueDate: '2027-01-15' }) }]

  it('keep their row out until a person releases it', () => {
    const drafts = suspect.map(({ draft }) => draft)
    const merged = nightly(world(), drafts)
    expect(merged).toMatchObject({ suspect, tally: { new: 0 }, rejected: [] })
    expect(merged.suspect[0]?.reason).toBe('postedDate: 2031-01-01 is after dueDate 2027-01-15')
    expect(nightly(world(), drafts, NIGHT, { isReleased: true }).tally.new).toBe(1)
  })

  it('leave the record unchanged', () => {
    const first = nightly(world(), [draft({ postedDate: '2026-08-13' })])
    const later = nightly(first.state, [draft({ postedDate: '2031-01-01' })], NEXT_NIGHT)
    expect(later.suspect).toHaveLength(1)
    expect(only(later)).toEqual(only(first))
  })

  it('that a record already has do not keep other rows out', () => {
    const odd = world({ notices: [notice({ id: uuid(5), postedDate: '2027-01-01', dueDate: '2026-12-01' })] })
    expect(nightly(odd, [draft({})]).suspect).toEqual([])
  })
})

it('rejects a budget that a merge would make inconsistent', () => {
  const record = notice({ budgetMin: null, budgetMax: 100 })
  const merged = nightly(world({ notices: [record] }), [draft({ budgetMin: 500 }, { like: [{ id: record.id }] })])
  expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'budgetMin: is greater than budgetMax' }])
  expect(only(merged)).toEqual(record)
})
