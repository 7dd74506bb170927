import { describe, expect, it } from 'vitest'
import type { ContentReader, Ledger, Step } from '../../src/ledger/advance.ts'
import { type Change, type Content, replay } from '../../src/ledger/shapes.ts'
import { advanceTo, listed, type Serving, serving } from './lists.ts'

const NIGHT = Date.parse('2026-11-21T08:00:00.000Z')

/** Publishes several times; each step with its changes. */
function history(...nights: Serving[]): Step[] {
  const contents = new Map<string, Content>()
  const read: ContentReader = () => contents
  let ledger: Ledger | null = null
  return nights.map((served) => {
    const step = advanceTo(ledger, served, NIGHT, read)
    for (const change of step.published?.changes ?? []) replay(contents, change)
    ledger = step.ledger
    return step
  })
}

const getChanges = (step: Step | undefined): readonly Change[] => step?.published?.changes ?? []
const at = (ms: number) => new Date(NIGHT + ms).toISOString()

describe('the first publication', () => {
  it('creates every record at a unique time, in the order of their own dates, unknown dates first', () => {
    const [founding] = history(
      serving({
        awards: [listed('a2', {}, { dated: '2026-05-01' }), listed('a1', {}, { dated: '2026-05-01' }), listed('a3')],
        events: [listed('e1', {}, { dated: '2026-03-01' })],
      }),
    )
    expect(getChanges(founding).map(({ type, id, at }) => [type, id, at])).toEqual([
      ['CREATED', 'a3', at(1)],
      ['CREATED', 'e1', at(2)],
      // The first by id is the newest, so that lists with the newest first show it first.
      ['CREATED', 'a2', at(3)],
      ['CREATED', 'a1', at(4)],
    ])
    expect(founding?.published?.publication).toMatchObject({ previous: null, at: at(0), until: at(4), records: 4 })
    expect(founding?.ledger.entries.get('awards a1')).toMatchObject({ createdAt: at(4), updatedAt: at(4) })
  })

  it('includes records that were merged before it', () => {
    const [founding] = history(serving({ documents: [listed('d1', {}, { absorbed: ['d0'], formerIds: ['d0'] })] }))
    expect(getChanges(founding)).toContainEqual(
      expect.objectContaining({ type: 'MERGED', id: 'd0', mergedInto: 'd1', state: 'NE' }),
    )
    expect(founding?.ledger.entries.get('documents d0')).toMatchObject({ reason: 'MERGED', mergedInto: 'd1' })
  })
})

describe('a publication without changes', () => {
  it('does not exist', () => {
    const served = () => serving({ awards: [listed('a1', { amount: 1 })] })
    const [first, second] = history(served(), served())
    expect(second?.published).toBeNull()
    expect(second?.ledger).toBe(first?.ledger)
  })

  it.each<[string, Partial<Serving>]>([
    ['the feed', { events: 1, lastEvent: 'x' }],
    ['what is searched', { texts: 'other' }],
  ])('but %s has no changes and another version', (_, more) => {
    const lists = { awards: [listed('a1')] }
    const [first, second] = history(serving(lists), serving(lists, more))
    expect(second?.published?.publication).toMatchObject({
      previous: first?.published?.publication.version,
      changes: 0,
      at: second?.published?.publication.until,
    })
    expect(second?.published?.publication.version).not.toBe(first?.published?.publication.version)
    expect(second?.ledger.entries).toEqual(first?.ledger.entries)
  })

  it('but a new name of a record leaves its times unchanged', () => {
    const [first, second] = history(
      serving({ opportunities: [listed('o1', {}, { names: ['one'] })] }),
      serving({ opportunities: [listed('o1', {}, { names: ['one', 'two'] })] }),
    )
    expect(second?.published?.publication.changes).toBe(0)
    const { names: _, ...before } = first?.ledger.entries.get('opportunities o1') ?? {}
    expect(second?.ledger.entries.get('opportunities o1')).toEqual({ ...before, names: ['one', 'two'] })
  })
})

describe('a change', () => {
  const OPEN = [{ from: 0, until: 9, fields: { status: 'OPEN' } }]
  const CLOSED = [{ from: 0, until: 9, fields: { status: 'CLOSED' } }]
  const timed = (phases: typeof OPEN) => listed('r', {}, { content: { facts: { id: 'r' }, phases } })

  it.each<[string, object, object, object]>([
    [
      'of fields has only both sides of them',
      listed('r', { a: 1, b: 2 }),
      listed('r', { a: 1, b: 3 }),
      {
        before: { b: 2 },
        after: { b: 3 },
      },
    ],
    [
      'that adds a field lacks it on the old side',
      listed('r'),
      listed('r', { a: null }),
      { before: {}, after: { a: null } },
    ],
    [
      'that drops a field lacks it on the new side',
      listed('r', { a: 1 }),
      listed('r'),
      { before: { a: 1 }, after: {} },
    ],
    [
      'of when timed fields change has both timetables',
      timed(OPEN),
      timed(CLOSED),
      {
        phasesBefore: OPEN,
        phasesAfter: CLOSED,
      },
    ],
    [
      'of derived fields has only their names',
      listed('r', {}, { derived: { total: 1, rest: 2 } }),
      listed('r', {}, { derived: { total: 3, rest: 2 } }),
      {
        derived: ['total'],
        before: {},
        after: {},
      },
    ],
  ])('%s', (_, before, after, expected) => {
    const [, second] = history(serving({ l: [before as never] }), serving({ l: [after as never] }))
    expect(getChanges(second)).toEqual([
      expect.objectContaining({ type: 'UPDATED', id: 'r', was: at(1), at: at(3), ...expected }),
    ])
    expect(second?.ledger.entries.get('l r')).toMatchObject({ createdAt: at(1), updatedAt: at(3) })
  })

  it('does not exist if only the order of fields differs', () => {
    const facts = { state: 'NE', id: 'r' }
    const [, second] = history(serving({ l: [listed('r')] }), serving({ l: [listed('r', {}, { content: { facts } })] }))
    expect(second?.published).toBeNull()
  })

  it('of a removed record has its last content, and why it was removed', () => {
    const [, second] = history(
      serving({ l: [listed('a', { x: 1 }, { names: ['slug'] }), listed('b', { y: 1 }), listed('c')] }),
      serving({ l: [listed('c', {}, { absorbed: ['b'] })] }),
    )
    const facts = (id: string, more: object) => ({ id, state: 'NE', ...more })
    expect(getChanges(second)).toEqual([
      expect.objectContaining({ id: 'b', type: 'MERGED', mergedInto: 'c', before: facts('b', { y: 1 }), state: 'NE' }),
      expect.objectContaining({ id: 'a', type: 'REMOVED', before: facts('a', { x: 1 }), was: at(3) }),
    ])
    expect(second?.ledger.entries.get('l a')).toEqual({
      list: 'l',
      id: 'a',
      state: 'NE',
      removedAt: at(6),
      reason: 'REMOVED',
      names: ['slug'],
    })
  })

  it('of a record that comes back is a creation', () => {
    const steps = history(serving({ l: [listed('a')] }), serving({ l: [] }), serving({ l: [listed('a')] }))
    expect(getChanges(steps[2])).toEqual([expect.objectContaining({ type: 'CREATED', id: 'a' })])
    const back = getChanges(steps[2])[0]?.at
    expect(steps[2]?.ledger.entries.get('l a')).toMatchObject({ createdAt: back, updatedAt: back })
  })
})

it('gives every change of every publication a later time than all before, even if the clock stands still', () => {
  const nights = Array.from({ length: 5 }, (_, night) =>
    serving({ l: Array.from({ length: 4 }, (_, place) => listed(`r${place}`, { night })) }),
  )
  const instants = history(...nights).flatMap((step) => [
    step.published?.publication.at ?? '',
    ...getChanges(step).map((change) => change.at),
  ])
  expect(instants).toHaveLength(25)
  expect(instants).toEqual([...new Set(instants)].sort())
})

describe('a dataset that is only inspected', () => {
  const records = [
    listed('a1', {}, { dated: '2026-05-02T04:00:00.000Z' }),
    listed('a2', {}, { dated: '2026-05-01T04:00:00.000Z' }),
    listed('a3'),
  ]
  const listStamps = (awards: readonly (typeof records)[number][]) => {
    const { ledger } = advanceTo(null, serving({ awards }), null, () => new Map())
    return Object.fromEntries([...ledger.entries.values()].map((entry) => [entry.id, entry]))
  }

  it('gives every record a time on its own date, independent of other records', () => {
    const stamps = listStamps(records)
    expect(Object.keys(stamps)).toEqual(['a1', 'a2', 'a3'])
    expect(stamps.a1).toMatchObject({ updatedAt: expect.stringMatching(/^2026-05-0[23]T.*[1-9]\d*Z$/) })
    expect(stamps.a2).toMatchObject({ updatedAt: expect.stringMatching(/^2026-05-0[12]T/) })
    for (const record of records) expect(listStamps([record])[record.id]).toEqual(stamps[record.id])
  })

  it('has the same ledger when the contents of its records are not kept', () => {
    const awards = [
      listed('a4', { amount: 1 }, { names: ['old'], derived: { rank: 1 }, formerIds: ['a0'] }),
      ...records,
    ]
    const step = (keepsContents: boolean) => advanceTo(null, serving({ awards }), null, () => new Map(), keepsContents)
    expect(step(false).ledger.entries.get('awards a4')).toMatchObject({
      names: ['old'],
      derived: { rank: expect.any(String) },
    })
    expect(step(false)).toEqual(step(true))
  })
})
