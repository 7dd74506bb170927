import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseKeyword } from '../../../src/rules/text/keyword.ts'

describe('a keyword search', () => {
  it.each<[string, string | null, string | null]>([
    ['telehealth', '"telehealth"', null],
    ['rural  health', '"rural" AND "health"', null],
    ['"rural health"', '"rural health"', null],
    ['tele*', '"tele" *', null],
    ['tele**', '"tele" *', null],
    ['te*le', '"te*le"', null],
    ['t*e*', '"t*e" *', null],
    ['" rural health "', '"rural health"', null],
    ['rural\u0001health', '"rural" AND "health"', null],
    ['\ue000sne0', '"sne0"', null],
    ['a"', '"a"', null],
    ['-nurse', null, '"nurse"'],
    ['rural -nurse -"oral health"', '"rural"', '"nurse" OR "oral health"'],
    ['rural -tele*', '"rural"', '"tele" *'],
    ["o'brien", '"o\'brien"', null],
    ['rural-health', '"rural-health"', null],
    ['a OR b', '"a" AND "OR" AND "b"', null],
    ['NEAR(a', '"NEAR(a"', null],
    ['title:x', '"title:x"', null],
    ['^start', '"^start"', null],
    ['"never closed', '"never closed"', null],
    ['say"so', '"say so"', null],
    ['', null, null],
    ['  ', null, null],
    ['" - * . \' /', null, null],
    ['--', null, null],
    ['*', null, null],
  ])('of %j includes %j and excludes %j', (text, include, exclude) => {
    expect(parseKeyword(text)).toEqual({ include, exclude })
  })

  it('never causes a database error, whatever is entered', () => {
    const db = new Database(':memory:')
    db.exec("CREATE VIRTUAL TABLE t USING fts5 (a, b, content='', tokenize='unicode61 remove_diacritics 2')")
    db.prepare('INSERT INTO t (rowid, a, b) VALUES (1, ?, ?)').run('Rural telehealth grants', "O'Brien's clinic")
    const find = db.prepare('SELECT rowid FROM t WHERE t MATCH ?')
    const sign = fc.constantFrom(
      '"',
      "'",
      '*',
      '-',
      '(',
      ')',
      ':',
      '^',
      '+',
      '{',
      '}',
      '.',
      '/',
      '\\',
      '\u0000',
      ' ',
      'a',
      'OR',
      'NEAR',
      'é',
    )
    const texts = fc.oneof(
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { include, exclude } = parseKeyword(text)
        for (const expression of [include, exclude])
          if (expression !== null) expect(find.all(expression)).toBeInstanceOf(Array)
      }),
      { seed: 17, numRuns: 3_000 },
    )
    db.close()
  })
})
