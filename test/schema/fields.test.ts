import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  count,
  date,
  fiscalYear,
  fullText,
  id,
  isPrintable,
  moment,
  money,
  month,
  text,
  timestamp,
  timeZone,
  url,
} from '../../src/schema/fields.ts'
import { findMeantState } from '../../src/schema/params.ts'

/** The first complaint about a value; null if it is accepted as it is. */
function fault(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? ''
  expect(parsed.data).toBe(value)
  return null
}

describe('a field accepts', () => {
  it.each<[string, z.ZodType, unknown[]]>([
    ['a line of text', text(), ['a', 'Ünïcode — 漢字 😀', 'a'.repeat(1_000)]],
    ['a line of bounded text', text(3), ['a', 'abc']],
    ['the text of a document', fullText, ['a', 'One\n\tTwo', ' a ', 'a'.repeat(2_000_000)]],
    ['a UUID', id, ['00000000-0000-5000-8000-00000000000a']],
    [
      'a URL of a public host',
      url,
      ['https://a.gov', 'http://a.b-c.org/x?y=1#z', `https://a.gov/${'a'.repeat(1_986)}`],
    ],
    ['a date', date, ['2000-01-01', '2026-02-28', '2028-02-29', '2100-12-31']],
    ['a month', month, ['2000-01', '2026-09', '2026-10', '2026-12', '2100-12']],
    [
      'a date or a timestamp',
      moment,
      ['2026-11-30', '2026-11-30T17:00:00-05:00', '2026-11-30T17:00:00Z', '2100-12-31T23:59:59Z'],
    ],
    ['a published timestamp', timestamp, ['2026-11-30T17:00:00.000Z']],
    ['an amount', money, [0, 0.01, 1_000_000_000_000]],
    ['a count', count, [0, 1, 1_000_000]],
    ['a fiscal year', fiscalYear, ['FY2000', 'FY2026', 'FY2100']],
    ['a time zone', timeZone, ['America/New_York', 'UTC', 'Pacific/Honolulu']],
  ])('%s', (_, schema, values) => {
    for (const value of values) expect(fault(schema, value), String(value).slice(0, 50)).toBeNull()
  })
})

describe('a field refuses', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['an empty text', text(), '', 'is empty (use null if unknown)'],
    ['a text over 1,000 characters', text(), 'a'.repeat(1_001), 'is longer than 1000 characters'],
    ['a text over its bound', text(3), 'abcd', 'is longer than 3 characters'],
    ['a text of two lines', text(), 'a\nb', 'contains a control character'],
    ['a text with space before', text(), ' a', 'begins or ends with white space'],
    ['a text with space after', text(), 'a ', 'begins or ends with white space'],
    ['a document without text', fullText, '', 'Too small'],
    ['a document of over 2,000,000 characters', fullText, 'a'.repeat(2_000_001), 'is longer than 2,000,000 characters'],
    ['a document with a control character', fullText, 'a\rb', 'contains a control character'],
    ['an id that is no UUID', id, 'a', 'is not a UUID'],
    ['a UUID in capitals', id, '00000000-0000-5000-8000-00000000000A', 'is not lowercase'],
    ['a URL over 2,000 characters', url, `https://a.gov/${'a'.repeat(1_987)}`, 'is longer than 2000 characters'],
    ['a URL with a space', url, 'https://a.gov/a b', 'contains white space or a control character'],
    ['a URL with a direction override', url, 'https://a.gov/\u202e', 'contains white space or a control character'],
    ...[
      'ftp://a.gov/',
      'javascript:alert(1)',
      'xhttps://a.gov/',
      'https://localhost/',
      'https://10.0.0.1/',
      'a.gov',
      '',
    ].map((value): [string, z.ZodType, unknown, string] => [
      `as a URL "${value}"`,
      url,
      value,
      'is not an http(s) URL of a public host',
    ]),
    ['a day that does not exist', date, '2026-02-29', 'is not a date (YYYY-MM-DD)'],
    ['a date with a time', date, '2026-02-28T00:00:00Z', 'is not a date (YYYY-MM-DD)'],
    ['a date before 2000', date, '1999-12-31', 'is outside 2000–2100'],
    ['a date after 2100', date, '2101-01-01', 'is outside 2000–2100'],
    ...['2026-00', '2026-13', '2026-1', '2026-01-01', 'x2026-01', '2026-20'].map(
      (value): [string, z.ZodType, unknown, string] => [
        `as a month "${value}"`,
        month,
        value,
        'is not a month (YYYY-MM)',
      ],
    ),
    ['a month before 2000', month, '1999-12', 'is outside 2000–2100'],
    [
      'a timestamp without an offset',
      moment,
      '2026-11-30T17:00:00',
      'is neither a date (YYYY-MM-DD) nor a timestamp with an offset',
    ],
    ['a timestamp before 2000', moment, '1999-12-31T23:59:59Z', 'is outside 2000–2100'],
    ['a timestamp without milliseconds', timestamp, '2026-11-30T17:00:00Z', 'Invalid ISO datetime'],
    ['a negative amount', money, -0.01, 'is negative'],
    ['an amount over a trillion', money, 1_000_000_000_001, 'is more than 1000000000000'],
    ['half of something', count, 0.5, 'Invalid input: expected int, received number'],
    ['less than nothing', count, -1, 'Too small: expected number to be >=0'],
    ...['2026', 'FY26', 'fy2026', 'FY20261', 'xFY2026'].map((value): [string, z.ZodType, unknown, string] => [
      `as a fiscal year "${value}"`,
      fiscalYear,
      value,
      'is not a fiscal year (FY2026)',
    ]),
    ['a fiscal year before 2000', fiscalYear, 'FY1999', 'is outside 2000–2100'],
    ['a fiscal year after 2100', fiscalYear, 'FY2101', 'is outside 2000–2100'],
    ['an unknown time zone', timeZone, 'America/Nowhere', 'is not a known IANA time zone'],
    ['no time zone', timeZone, '', 'is not a known IANA time zone'],
  ])('%s', (_, schema, value, message) => {
    expect(fault(schema, value)).toContain(message)
  })
})

describe('a text is printable', () => {
  it.each(['', 'a', ' ~', '\u00a0', 'é', '\u2027', '\u202f', '\u2065', '\u2070', '😀', '\ufffc'])(
    'with %j',
    (value) => {
      expect(isPrintable(value)).toBe(true)
    },
  )

  it.each([
    '\u0000',
    '\u001f',
    '\t',
    '\u007f',
    '\u009f',
    '\u2028',
    '\u2029',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\ufffd',
    '\ud83d',
    '\ud83da',
    '\ude00',
    'a\ude00',
  ])('not with %j', (character) => {
    expect(isPrintable(character)).toBe(false)
    expect(isPrintable(`a${character}`)).toBe(false)
  })
})

describe('the name of a state', () => {
  it.each([
    ['North Carolina', 'NC'],
    ['   Ohio   ', 'OH'],
    ['OHIO', 'OH'],
    ['Nebrasca', 'NE'],
    ['Nowhere', undefined],
    ['', undefined],
  ])('%s means %s', (name, code) => {
    expect(findMeantState(name)).toBe(code)
  })
})
