import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DetailLayout, detailOf, detailWriter } from '../../src/bake/details.ts'
import { resource } from '../../src/resources/index.ts'
import type { Fields } from '../../src/resources/row.ts'

interface Stored {
  layout: number
  own: string
}

/** Writes the details of items, and reads them back. */
function written(rows: { item: Fields; detail: object }[]) {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  let layouts: readonly DetailLayout[] = []
  const writer = detailWriter(db, resource('documents'), rows, (_, __, ___, labels) => {
    layouts = (labels ?? []).map((label) => JSON.parse(label))
  })
  for (const [index, { item, detail }] of rows.entries()) writer.add(index, detail, item, JSON.stringify(item))
  writer.finish()
  const stored = db.prepare<[], Stored>('SELECT layout, own FROM documents_details ORDER BY row').all()
  const bodies = stored.map(({ layout, own }, index) =>
    detailOf(layouts[layout - 1], JSON.stringify(rows[index]?.item), own),
  )
  return { bodies, stored, layouts }
}

const ITEM = { id: 'a', title: 'Plan', state: 'NE', tags: ['x'], url: 'https://ne.gov/a', updatedAt: '2026' }

describe('the body of a single record is the same after it was stored, whatever its item', () => {
  const CASES: [what: string, item: Fields, detail: object][] = [
    ['has all of it', ITEM, ITEM],
    ['has none of it', ITEM, { pages: 3, description: 'Text.' }],
    ['has its beginning and its end', ITEM, { id: 'a', title: 'Plan', pages: 3, updatedAt: '2026' }],
    ['has its members in another order', ITEM, { updatedAt: '2026', url: ITEM.url, id: 'a', pages: 1, tags: ['x'] }],
    ['has other values under the same names', ITEM, { id: 'b', title: null, state: 'NE', tags: ['y'] }],
    ['has a text like one of its members', { id: 'a', title: ',"state":"AK"', state: 'NE' }, { state: 'NE' }],
    [
      'has an inner member of the same name',
      { id: 'a', by: { n: 1, state: 'AK' }, state: 'NE' },
      { state: 'NE', p: 1 },
    ],
    [
      'has line breaks and other alphabets',
      { id: 'a', title: 'Ünï\ncode\u2028' },
      { title: 'Ünï\ncode\u2028', d: '\n' },
    ],
    ['misses a member', { id: 'a', title: undefined }, { id: 'a', title: undefined, pages: 2 }],
    ['is empty', {}, { id: 'a' }],
  ]
  it.each(CASES)('%s', (_, item, detail) => {
    expect(written([{ item, detail }]).bodies).toEqual([JSON.stringify(detail)])
    const among = [
      { item: ITEM, detail: { ...ITEM, pages: 1 } },
      { item, detail },
      { item, detail },
    ]
    expect(written(among).bodies).toEqual(among.map((row) => JSON.stringify(row.detail)))
  })
})

it('stores of a detail only what its item and the other details do not have', () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({
    item: { ...ITEM, id: `a${index}` },
    detail: { ...ITEM, id: `a${index}`, budget: { total: null }, description: `Text ${index}.` },
  }))
  const { stored, layouts } = written(rows)
  expect(layouts).toHaveLength(1)
  expect(stored.map(({ own }) => own)).toEqual(rows.map((_, index) => `\n"Text ${index}."`))
})
