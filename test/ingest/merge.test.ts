import { describe, expect, it } from 'vitest'
import { idOf, type Merged, merge, type World } from '../../src/ingest/merge.ts'
import type { Draft, DraftOf } from '../../src/ingest/source.ts'
import type { AwardRecord } from '../../src/schema/award-records.ts'
import type { NoticeRecord, Records } from '../../src/schema/records.ts'
import { NEXT_NIGHT, NIGHT } from './night.ts'
import { allotment, award, document, notice, uuid } from './records.ts'

const EMPTY: Records = {
  states: [],
  allotments: [],
  documents: [],
  awards: [],
  notices: [],
  events: [],
  publishers: [],
  lists: [],
  pools: [],
  activities: [],
}
const world = (records: Partial<Records> = {}): World => ({ records: { ...EMPTY, ...records }, given: new Map() })

const { id: _, firstSeen: __, lastChanged: ___, title: ____, dueDate: _____, ...START } = notice()
const draft = (given: Partial<NoticeRecord>, more: Partial<DraftOf<'notices'>> = {}): Draft => ({
  kind: 'notices',
  ref: 'HRSA-27-051',
  key: ['grants-gov', '363580'],
  given: { title: 'Network Program', dueDate: null, ...given },
  start: START,
  ...more,
})

const nightly = (from: World, drafts: Draft[], now = NIGHT): Merged => merge(from, 'grants-gov', drafts, new Date(now))
const only = ({ world: { records } }: Merged): NoticeRecord => {
  expect(records.notices).toHaveLength(1)
  return records.notices[0] as NoticeRecord
}

describe('a new row', () => {
  it('becomes a record with the id of its key and the instant of the night', () => {
    const merged = nightly(world(), [draft({})])
    expect(only(merged)).toEqual({
      ...notice(),
      id: idOf('notices', ['grants-gov', '363580']),
      title: 'Network Program',
      confirmedAt: NIGHT.slice(0, 10),
      firstSeen: NIGHT,
      lastChanged: NIGHT,
    })
    expect(merged).toMatchObject({ tally: { new: 1, changed: 0, unchanged: 0 }, touched: ['notices'], rejected: [] })
  })

  it('stays out, with the reason, when it makes no record', () => {
    const merged = nightly(world(), [
      draft({ title: 'x'.repeat(400) }),
      draft({}, { key: ['grants-gov', '2'], ref: 'good' }),
    ])
    expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'title: is longer than 300 characters' }])
    expect(merged.tally.new).toBe(1)
  })

  it('counts once when the source lists it twice', () => {
    const merged = nightly(world(), [draft({}), draft({ title: 'Again' })])
    expect(only(merged).title).toBe('Network Program')
    expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'stands in the source twice' }])
  })
})

describe('a known row', () => {
  const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])

  it('changes nothing when it says the same', () => {
    const second = nightly(first.world, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)
    expect(second).toMatchObject({ tally: { new: 0, changed: 0, unchanged: 1 }, touched: [] })
    expect(second.world).toEqual(first.world)
  })

  it('changes the record it made, and when it last changed, and nothing else', () => {
    const second = nightly(first.world, [draft({ dueDate: '2027-02-01' })], NEXT_NIGHT)
    expect(only(second)).toEqual({ ...only(first), dueDate: '2027-02-01', lastChanged: NEXT_NIGHT })
    expect(second.tally).toMatchObject({ changed: 1, unchanged: 0 })
  })

  it('is confirmed again after a week, which is no change of its content', () => {
    const week = new Date(Date.parse(`${NIGHT.slice(0, 10)}T00:00:00Z`) + 7 * 86_400_000).toISOString()
    const second = nightly(first.world, [draft({ dueDate: '2027-01-15' })], week)
    expect(only(second)).toEqual({ ...only(first), confirmedAt: week.slice(0, 10) })
    expect(second).toMatchObject({ tally: { changed: 0, unchanged: 1 }, touched: ['notices'] })
  })

  it('takes nothing back by saying nothing', () => {
    const second = nightly(first.world, [draft({ dueDate: null })], NEXT_NIGHT)
    expect(only(second)).toEqual(only(first))
  })

  it('leaves the record as it was when its new value makes none', () => {
    const second = nightly(first.world, [draft({ dueDate: 'tomorrow' })], NEXT_NIGHT)
    expect(only(second)).toEqual(only(first))
    expect(second.rejected).toHaveLength(1)
  })

  it('that is gone leaves its record alone and is counted', () => {
    const merged = merge(first.world, 'grants-gov', [], new Date(NEXT_NIGHT), true)
    expect(merged).toMatchObject({ touched: [], tally: { vanished: 1 } })
    expect(only(merged)).toEqual(only(first))
  })

  it('finds its record again when its title and page are others', () => {
    const renamed = draft({ title: 'Other' }, { likeness: () => 0 })
    expect(only(nightly(first.world, [renamed], NEXT_NIGHT))).toMatchObject({ id: only(first).id, title: 'Other' })
  })
})

describe('what a person wrote stands', () => {
  const byHand = notice({ title: 'Title by hand', dueDate: null })
  const alike = { likeness: ({ sourceUrl }: NoticeRecord) => (sourceUrl === byHand.sourceUrl ? 1 : 0) }

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
    expect(merged.held).toEqual([])
  })

  it("while the fields that the source filled stay the source's", () => {
    const filled = nightly(world({ notices: [byHand] }), [draft({ dueDate: '2027-01-15' }, alike)])
    const moved = nightly(filled.world, [draft({ dueDate: '2027-02-01' }, alike)], NEXT_NIGHT)
    expect(only(moved)).toMatchObject({ id: byHand.id, title: 'Title by hand', dueDate: '2027-02-01' })
  })

  it('when a person corrected what the source gave, and names a later change of the source', () => {
    const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])
    const corrected = { ...first.world, records: { ...EMPTY, notices: [{ ...only(first), dueDate: '2027-01-20' }] } }
    const same = nightly(corrected, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)
    expect(only(same).dueDate).toBe('2027-01-20')
    expect(same.held).toEqual([])
    const moved = nightly(same.world, [draft({ dueDate: '2027-03-01' })], NEXT_NIGHT)
    expect(only(moved).dueDate).toBe('2027-01-20')
    expect(moved.held).toEqual([{ ref: 'HRSA-27-051', field: 'dueDate' }])
  })

  it('when a person cleared a field', () => {
    const first = nightly(world(), [draft({ dueDate: '2027-01-15' })])
    const cleared = { ...first.world, records: { ...EMPTY, notices: [{ ...only(first), dueDate: null }] } }
    expect(only(nightly(cleared, [draft({ dueDate: '2027-01-15' })], NEXT_NIGHT)).dueDate).toBeNull()
  })

  it('when a person removed the record', () => {
    const first = nightly(world(), [draft({})])
    const removed = nightly({ ...first.world, records: EMPTY }, [draft({})], NEXT_NIGHT)
    expect(removed.world.records.notices).toEqual([])
    expect(removed.rejected[0]?.reason).toMatch(/^its record was removed/)
  })

  it('in all that sources do not give: id, first seen, categories', () => {
    const categories = [{ category: 'WORKFORCE_DEVELOPMENT', source: 'ADMIN_CONFIRMED' }] as const
    const record = notice({ categories: [...categories], dueDate: null })
    const merged = nightly(world({ notices: [record] }), [draft({ dueDate: '2027-01-15' }, alike)])
    expect(only(merged)).toMatchObject({ id: record.id, firstSeen: record.firstSeen, categories })
  })
})

describe('a verified award', () => {
  const key = ['award-lists', 'ak', 'BP1-IA-145']
  const row = (given: Partial<AwardRecord>): Draft => ({
    kind: 'awards',
    ref: 'BP1-IA-145',
    key,
    given,
    start: award(),
  })
  const documents = [document()]
  const first = merge(world({ documents }), 'award-lists', [row({ federalAmount: 90_665 })], new Date(NIGHT))
  const made = first.world.records.awards[0] as AwardRecord

  it('follows its source', () => {
    const later = merge(first.world, 'award-lists', [row({ federalAmount: 100_000 })], new Date(NEXT_NIGHT))
    expect(later.world.records.awards).toEqual([{ ...made, federalAmount: 100_000 }])
  })

  it('needs its document', () => {
    const merged = merge(world(), 'award-lists', [row({})], new Date(NIGHT))
    expect(merged.rejected).toEqual([{ ref: 'BP1-IA-145', reason: 'sourceDocumentId: no document has this id' }])
  })
})

describe('likeness', () => {
  const near = (amount: number) => (record: AwardRecord) => (record.federalAmount === amount ? 2 : 1)
  const row = (key: string, amount: number): Draft => ({
    kind: 'awards',
    ref: key,
    key: [key],
    given: { federalAmount: amount },
    start: award(),
    likeness: near(amount),
  })

  it('gives each row the record most like it, and none to two rows', () => {
    const awards = [award({ id: uuid(11), federalAmount: 1 }), award({ id: uuid(12), federalAmount: 2 })]
    const merged = merge(
      world({ documents: [document()], awards }),
      'lists',
      [row('b', 2), row('a', 1), row('c', 3)],
      new Date(NIGHT),
    )
    expect(merged.tally).toMatchObject({ new: 1, unchanged: 2 })
    expect(merged.world.records.awards.map(({ id }) => id)).toEqual([uuid(11), uuid(12), idOf('awards', ['c'])])
  })
})

it('lets a list of confirmations only grow', () => {
  const confirm = (by: string): Draft => ({
    kind: 'allotments',
    ref: 'AK',
    key: ['AK'],
    given: { confirmedBy: [by] },
    likeness: () => 1,
  })
  const first = merge(world({ allotments: [allotment()] }), 'usaspending', [confirm('https://b.gov')], new Date(NIGHT))
  expect(first.world.records.allotments[0]?.confirmedBy).toEqual(['https://www.example.org/list', 'https://b.gov'])
  const second = merge(first.world, 'usaspending', [confirm('https://b.gov')], new Date(NEXT_NIGHT))
  expect(second).toMatchObject({ touched: [], tally: { unchanged: 1 } })
})

it('refuses a budget that a merge would turn upside down', () => {
  const record = notice({ budgetMin: null, budgetMax: 100 })
  const merged = nightly(world({ notices: [record] }), [draft({ budgetMin: 500 }, { likeness: () => 1 })])
  expect(merged.rejected).toEqual([{ ref: 'HRSA-27-051', reason: 'budgetMin: is more than budgetMax' }])
  expect(only(merged)).toEqual(record)
})
