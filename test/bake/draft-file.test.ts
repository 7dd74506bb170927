import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { partsOf, recordsOf, writeDraft } from '../../src/bake/draft-file.ts'
import { ndjson } from '../../src/records/ndjson.ts'
import { scratch } from '../api.ts'

/** Texts of a few bytes up to more than is written at once, with characters of one to four bytes. */
const RECORDS = Array.from({ length: 40 }, (_, id) => ({ id, text: 'a\n\u00e9\u20ac\u{1f33e}'.repeat(id ** 3) }))

describe('a draft', () => {
  const file = path.join(scratch(), 'draft')
  const draft = writeDraft(file, RECORDS, ({ id }, count) => count === 7 || id === 9)

  it('is the records as NDJSON', () => {
    expect(readFileSync(file, 'utf8')).toBe(ndjson(RECORDS))
  })

  it('is read in the parts in which it was written', () => {
    const parts = Array.from(partsOf(draft), (part) => recordsOf<(typeof RECORDS)[number]>(part))
    expect(parts.map((part) => part.map(({ id }) => id))).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [7, 8, 9],
      [10, 11, 12, 13, 14, 15, 16],
      [17, 18, 19, 20, 21, 22, 23],
      [24, 25, 26, 27, 28, 29, 30],
      [31, 32, 33, 34, 35, 36, 37],
      [38, 39],
    ])
    expect(parts.flat()).toEqual(RECORDS)
  })

  it('of no records is empty', () => {
    const empty = writeDraft(path.join(scratch(), 'draft'), [], () => true)
    expect(empty.parts).toEqual([])
    expect([...partsOf(empty)]).toEqual([])
  })
})
