import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { learnCuts } from '../../src/bake/cuts.ts'
import { collectPieces } from '../../src/bake/pieces.ts'
import { openPieces } from '../../src/store/pieces.ts'

/** Stores the JSON of items, and reads it back. */
function stored(items: readonly object[], charactersMax?: number) {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  const plain = items.map((item) => JSON.stringify(item))
  const pieces = collectPieces(charactersMax)
  const cut = learnCuts(items, JSON.stringify, Object.keys(items[0] ?? {}), pieces)
  const texts = plain.map(cut)
  pieces.writeTo(db)
  return {
    plain,
    texts,
    pieces: db.prepare<[], string>('SELECT text FROM pieces ORDER BY number').pluck().all(),
    read: texts.map(openPieces(db)),
  }
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

const thousand = <Item>(make: (index: number) => Item): Item[] =>
  Array.from({ length: 1_500 }, (_, index) => make(index))

const SENTENCE =
  'A long sentence that many records have in common, word for word, from its first to its last character: a cut is worth it. '

const REPEATING: [string, object[]][] = [
  ['constant members', thousand((id) => ({ id, note: null, text: SENTENCE, end: id }))],
  ['members of few values', thousand((id) => ({ id, state: id % 50, name: `${SENTENCE}${id % 50}`, end: id }))],
  ['text outside ASCII', thousand((id) => ({ id, title: `Tōhoku 🏥 ${id}`, text: `Ünïcode 🏥 ${SENTENCE}${id % 7}` }))],
  [
    'entries of lists',
    thousand((id) => ({
      id,
      list: Array.from({ length: id % 4 }, (_, entry) => ({ text: SENTENCE, terms: [`{${(id + entry) % 9}},{`] })),
      end: id,
    })),
  ],
  ['lists or none', thousand((id) => ({ id, list: id % 3 ? [{ text: SENTENCE }, { text: `${id % 5}` }] : null }))],
  ['lists in lists', thousand((id) => ({ id, list: [{ list: [{ text: SENTENCE }, { id: id % 3 }] }], end: id }))],
  ['long values', thousand((id) => ({ id, text: SENTENCE.repeat(40) + (id % 3) }))],
  ['members within members', thousand((id) => ({ id, inner: { a: 1, end: SENTENCE }, text: SENTENCE, end: id }))],
  ['names within texts', thousand((id) => ({ id, text: `${SENTENCE},"end":","text":`, end: id }))],
  ['control characters', thousand((id) => ({ id, text: `\u0001000 \u0000 ${SENTENCE}`, end: `\u0001${id}` }))],
  ['members that some lack', thousand((id) => ({ id, ...(id % 3 && { text: SENTENCE }), other: SENTENCE, end: id }))],
  [
    'members in different orders',
    thousand((id) => (id % 2 ? { id, text: SENTENCE, other: 'other' } : { id, other: 'other', text: SENTENCE })),
  ],
]

it.each(REPEATING)('stores once what many records have in common, and reads each as it was: %s', (_, items) => {
  const { plain, texts, pieces, read } = stored(items)
  expect(read).toEqual(plain)
  expect(sizeOf(texts) + sizeOf(pieces)).toBeLessThan(0.75 * sizeOf(plain))
})

const DIFFERENT: [string, object[]][] = [
  [
    'all values differ',
    thousand((id) => ({ id, text: `${SENTENCE}${id}`, list: [{ text: `${SENTENCE}${id}` }], end: id })),
  ],
  ['what they have in common is short', thousand((id) => ({ id, text: 'short', end: id }))],
  ['there is one record', [{ id: 1, text: SENTENCE, list: [{ text: SENTENCE }] }]],
  ['records are empty', [{}, {}]],
  ['there are none', []],
]

it.each(DIFFERENT)('stores records as they are if %s', (_, items) => {
  const { plain, texts, pieces } = stored(items)
  expect({ texts, pieces }).toEqual({ texts: plain, pieces: [] })
})

it('stores what comes after the largest size of all pieces as it is', () => {
  const items = thousand((id) => ({ id, text: `${SENTENCE}${id % 100}`, end: id }))
  const few = stored(items, 2_000)
  expect(few.read).toEqual(few.plain)
  expect(sizeOf(few.pieces)).toBeGreaterThan(1_800)
  expect(sizeOf(few.pieces)).toBeLessThanOrEqual(2_000)
  expect(few.texts[0]).not.toBe(few.plain[0])
  expect(few.texts[99]).toBe(few.plain[99])
})

it('stores a value as it is if records turn out to differ more than those that were tried', () => {
  const items = thousand((id) => ({ id, text: id % 3 === 0 ? SENTENCE : `${SENTENCE}${id}`, end: id }))
  const { plain, read } = stored(items)
  expect(read).toEqual(plain)
})

it('says which piece is missing', () => {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  collectPieces().writeTo(db)
  expect(() => openPieces(db)('{"id":1\u0001002}')).toThrow('The bake has no piece 2.')
})
