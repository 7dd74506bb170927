import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanDate,
  cleanMoney,
  cleanText,
  cleanTexts,
  cleanUrl,
  cutAtWord,
  toFederalFiscalYear,
} from '../../../src/ingest/read/clean.ts'
import { date, money, text, url } from '../../../src/schema/fields.ts'
import { anyText } from '../../any-text.ts'

describe('cleanText', () => {
  it.each([
    ['plain text', 'Rural Health', 'Rural Health'],
    ['entities', 'Care &amp; Access &#8211; Phase&nbsp;2', 'Care & Access – Phase 2'],
    ['tags, a space where they break the line', '<p>First</p><p>second<br>third</p>', 'First second third'],
    ['inline tags, no space', 'H<sub>2</sub>O and <b>bold</b>face', 'H2O and boldface'],
    ['scripts and styles with their content', 'a<script>alert(1)</script><style>p{}</style>b', 'a b'],
    ['markup that was escaped once', '&lt;p&gt;Grants &amp;amp; loans&lt;/p&gt;', 'Grants & loans'],
    ['markup that was escaped twice', '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;Safe', 'Safe'],
    ['markup hidden by an invisible character', '<\u200bscript>alert(1)</script>Safe', 'Safe'],
    ['markup hidden by an entity of one', 'Safe &lt;&#x200b;b', 'Safe b'],
    ['an unclosed tag', 'before <img src=x onerror=alert(1)', 'before'],
    ['a comparison', 'hospitals with < 50 beds & more', 'hospitals with < 50 beds & more'],
    ['all kinds of whitespace', ' a\t\n\u00a0\u2003b\u2028c ', 'a b c'],
    ['control characters', 'a\u0000b\u0007c\u001b[31md', 'abc[31md'],
    ['bidirectional overrides', 'pay\u202eload\u2066', 'payload'],
    ['zero-width characters and byte-order marks', '\ufeffzero\u200bwidth', 'zerowidth'],
    ['lone surrogates', 'a\ud800b\udc00c', 'abc'],
    ['complete surrogate pairs', 'care 🏥 here', 'care 🏥 here'],
    ['numbers', 42, '42'],
  ])('reads %s', (_, raw, clean) => {
    expect(cleanText(raw, 100)).toBe(clean)
  })

  it.each([null, undefined, '', '   ', '<p></p>', '\u0000', {}, [], true, Number.NaN, '<script>only</script>'])(
    'returns null for %j',
    (raw) => {
      expect(cleanText(raw, 100)).toBeNull()
    },
  )

  it('always returns text that a record accepts, or null', () => {
    const parts = fc.constantFrom(
      '<p>',
      '</script>',
      '<script>',
      '&lt;',
      '&amp;',
      '\ud800',
      '\u202e',
      ' ',
      'word',
      '"',
      '\0',
    )
    const raw = fc.oneof(
      anyText(),
      fc.array(parts).map((chosen) => chosen.join('')),
    )
    fc.assert(
      fc.property(raw, fc.integer({ min: 5, max: 300 }), (value, max) => {
        const clean = cleanText(value, max)
        if (clean === null) return
        expect(text(max).safeParse(clean).success).toBe(true)
        expect(clean).not.toMatch(/<[a-z!/?]/i)
      }),
    )
  })

  it('reads a field of any size and nesting', () => {
    expect(cleanText('<div>'.repeat(1_000_000), 100)).toBeNull()
    expect(cleanText('word '.repeat(1_000_000), 20)).toBe('word word word word…')
  })
})

describe('cutAtWord', () => {
  it.each([
    ['short enough', 20, 'short enough'],
    ['cut after a whole word', 12, 'cut after a…'],
    ['no comma, before the cut', 11, 'no comma…'],
    ['Donaudampfschifffahrt', 10, 'Donaudamp…'],
    ['aaaa🏥🏥🏥🏥', 6, 'aaaa…'],
  ])('cuts "%s" to %i characters', (whole, max, cut) => {
    expect(cutAtWord(whole, max)).toBe(cut)
    expect(cut.length).toBeLessThanOrEqual(max)
  })
})

it('cleans lists, without duplicates', () => {
  expect(cleanTexts(['<b>A</b>', 'A', null, 7, '', 'B', 'C'], 10, 3)).toEqual(['A', '7', 'B'])
  expect(cleanTexts('A', 10, 3)).toEqual([])
})

describe('cleanUrl', () => {
  it.each([
    ['https://www.hrsa.gov/a?b=1&amp;c=2', 'https://www.hrsa.gov/a?b=1&c=2'],
    [' http://health.alaska.gov ', 'http://health.alaska.gov/'],
    ['../grants/rfp.pdf', 'https://dph.example.gov/grants/rfp.pdf'],
  ])('accepts %s', (raw, clean) => {
    expect(cleanUrl(raw, 'https://dph.example.gov/programs/')).toBe(clean)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://files.example.gov/a',
    'file:///etc/passwd',
    'mailto:a@example.gov',
    'https://user:secret@example.gov/',
    'https://localhost/x',
    'http://[::1]/x',
    `https://example.gov/${'a'.repeat(3_000)}`,
    'https://',
    7,
    null,
  ])('rejects %s', (raw) => {
    expect(cleanUrl(raw)).toBeNull()
  })

  it('always returns a URL that a record accepts, or null', () => {
    // The library's own unit for any character takes seconds to prepare.
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
    const part = fc.string({ unit: character, maxLength: 10 })
    const host = fc.constantFrom(
      'www.example.org',
      'example.gov:8443',
      '127.0.0.1',
      '[::1]',
      '10.1',
      'localhost',
      'a..b',
    )
    const parts = fc.tuple(
      fc.constantFrom('http://', 'https://', 'ftp://', '//', ''),
      fc.constantFrom('', 'a:b@'),
      host,
      part,
    )
    const address = parts.map(([scheme, user, name, rest]) => `${scheme}${user}${name}/${rest}`)
    fc.assert(
      fc.property(fc.oneof(address, part), (raw) => {
        const clean = cleanUrl(raw)
        if (clean !== null) expect(url.safeParse(clean).success).toBe(true)
      }),
    )
  })
})

describe('cleanDate', () => {
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-11-30-00-00-00', '2026-11-30'],
    ['2026-11-30 00:00:00', '2026-11-30'],
    ['2026-11-30T17:00:00-05:00', '2026-11-30'],
    ['11/30/2026', '2026-11-30'],
    ['1/5/2027', '2027-01-05'],
    ['Nov 30, 2026 12:00:00 AM EST', '2026-11-30'],
    ['Monday, November 30th, 2026', '2026-11-30'],
    ['Sept. 2, 2026', '2026-09-02'],
    [new Date('2026-08-28T00:00:00Z'), '2026-08-28'],
  ])('reads %s', (raw, clean) => {
    expect(cleanDate(raw)).toBe(clean)
  })

  it.each([
    '',
    'TBD',
    '2026-02-30',
    '13/01/2026',
    '02/30/2026',
    '1899-12-31',
    '9999-12-31',
    'Foo 30, 2026',
    46_262,
    null,
    new Date(Number.NaN),
    `2026-11-30 ${' '.repeat(10_000)}`,
  ])('finds no date in %j', (raw) => {
    expect(cleanDate(raw)).toBeNull()
  })

  it('always returns a date that a record accepts, or null', () => {
    const raw = fc.oneof(
      fc.date({ noInvalidDate: false }),
      fc.string(),
      fc.stringMatching(/^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/),
    )
    fc.assert(
      fc.property(raw, (value) => {
        const clean = cleanDate(value)
        if (clean !== null) expect(date.safeParse(clean).success).toBe(true)
      }),
    )
  })
})

describe('cleanMoney', () => {
  it.each([
    [1_200.5, 1_200.5],
    ['1200', 1_200],
    ['$1,234,567.891', 1_234_567.89],
    [' 10 ', 10],
    [0, 0],
  ])('reads %j', (raw, clean) => {
    expect(cleanMoney(raw)).toBe(clean)
  })

  it.each([
    'none',
    '',
    '1e9',
    '0x10',
    '-5',
    -5,
    '(500)',
    '1,23',
    '=SUM(A1)',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
    null,
    {},
  ])('finds no amount in %j', (raw) => {
    expect(cleanMoney(raw)).toBeNull()
  })

  it('always returns an amount that a record accepts, or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string()), (value) => {
        const clean = cleanMoney(value)
        if (clean !== null) expect(money.safeParse(clean).success).toBe(true)
      }),
    )
  })
})

it.each([
  ['2025-09-30', 'FY2025'],
  ['2025-10-01', 'FY2026'],
  ['2025-12-29', 'FY2026'],
  ['2026-10-31', 'FY2027'],
])('%s is in the federal fiscal year %s', (day, year) => {
  expect(toFederalFiscalYear(day)).toBe(year)
})
