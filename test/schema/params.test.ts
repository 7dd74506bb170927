import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  allOrListParameter,
  dollars,
  findNearest,
  flag,
  foldCode,
  foldId,
  ids,
  listParameter,
  moment,
  namesParameter,
  openList,
  programCategories,
  ruled,
  sortKeys,
  wholeNumber,
  words,
} from '../../src/schema/params.ts'
import { CATEGORY_INPUTS } from '../../src/schema/taxonomy.ts'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'

/** What a parameter is parsed into, or its problems: the message of each, with what it says besides. */
function read(schema: z.ZodType, text: string): unknown {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  return result.error.issues.map((issue) => [issue.message, issue.code === 'custom' ? issue.params : null])
}

const status = listParameter(['OPEN', 'CLOSING_SOON', 'CLOSED'], 'status', (word) =>
  word === 'live' ? 'OPEN' : undefined,
)
const STATUSES = ['OPEN', 'CLOSING_SOON', 'CLOSED']
const unknownStatus = (value: string, more: object = {}) => [
  `"${value}" is not a supported status.`,
  { value, supportedValues: STATUSES, isTopLevel: false, ...more },
]

describe('a value of a closed set', () => {
  it.each<[string, unknown]>([
    ['OPEN', ['OPEN']],
    [' open , closed,OPEN', ['CLOSED', 'OPEN']],
    ['OPN', [unknownStatus('OPN', { didYouMean: 'OPEN' })]],
    ['live', [unknownStatus('live', { didYouMean: 'OPEN' })]],
    ['zzzz,OPEN', [unknownStatus('zzzz')]],
    ['zzzz,yyyy', [unknownStatus('zzzz'), unknownStatus('yyyy')]],
    ['OPEN,', [['The list has an empty entry.', { value: '', supportedValues: STATUSES, isTopLevel: false }]]],
  ])('%j is read as %j', (text, expected) => {
    expect(read(status, text)).toEqual(expected)
  })

  it('has at most 20 entries, or as many as there are values', () => {
    const entries = (count: number) => Array.from({ length: count }, (_, place) => `x${place}`).join(',')
    expect(read(status, entries(21))).toEqual([['Must have at most 20 entries.', { value: entries(21) }]])
    expect(read(status, entries(20))).toHaveLength(20)
    expect(read(status, 'open,'.repeat(21).slice(0, -1))).toEqual([
      ['Must have at most 20 entries.', { value: 'open,'.repeat(21).slice(0, -1) }],
    ])
    const states = listParameter(STATE_CODES, 'state code')
    expect(read(states, STATE_CODES.join(','))).toEqual([...STATE_CODES].sort())
    expect(read(states, entries(STATE_CODES.length + 1))).toEqual([
      [`Must have at most ${STATE_CODES.length} entries.`, { value: entries(STATE_CODES.length + 1) }],
    ])
    const orAll = allOrListParameter(STATUSES, 'status')
    expect(read(orAll, entries(21))).toEqual([['Must have at most 20 entries.', { value: entries(21) }]])
  })

  it('describes itself', () => {
    expect(status.meta()).toEqual({ type: 'array', items: { type: 'string', enum: STATUSES } })
    expect(listParameter(['A'], 'letter').meta()).toEqual({ type: 'array', items: { type: 'string', enum: ['A'] } })
    expect(read(listParameter(['A'], 'letter'), 'live')).toEqual([
      ['"live" is not a supported letter.', { value: 'live', supportedValues: ['A'], isTopLevel: false }],
    ])
  })

  it.each<[string, unknown]>([
    ['b', ['B']],
    ['all', ['A', 'B']],
    ['b,ALL', ['A', 'B']],
    ['C', [['"C" is not a supported type.', { value: 'C', supportedValues: ['A', 'B', 'ALL'], isTopLevel: false }]]],
    [
      'ALL,C',
      [['"C" is not a supported type.', { value: 'C', supportedValues: ['A', 'B', 'ALL'], isTopLevel: false }]],
    ],
  ])('or all of it: %j is read as %j', (text, expected) => {
    const types = allOrListParameter(['A', 'B'], 'type')
    expect(read(types, text)).toEqual(expected)
    expect(types.meta()).toEqual({ type: 'array', items: { type: 'string', enum: ['A', 'B', 'ALL'] } })
  })
})

describe('a program category', () => {
  it('is known by its canonical ID and by its aliases', () => {
    const canonical = read(programCategories, 'workforce')
    expect(canonical).toEqual(['WORKFORCE_DEVELOPMENT'])
    expect(read(programCategories, 'WORKFORCE_DEVELOPMENT,workforce')).toEqual(canonical)
    expect(programCategories.meta()).toEqual({ type: 'array', items: { type: 'string', enum: [...CATEGORY_INPUTS] } })
  })
  it('that is unknown repeats all of them at the top', () => {
    expect(read(programCategories, 'zzzzzzzz')).toEqual([
      [
        '"zzzzzzzz" is not a supported program category.',
        { value: 'zzzzzzzz', supportedValues: CATEGORY_INPUTS, isTopLevel: true },
      ],
    ])
  })
})

describe('a word that is probably meant', () => {
  const candidates = ['OPEN', 'CLOSED', 'CLOSING_SOON', 'ANNOUNCEMENT']
  it.each([
    ['opn', 'OPEN'],
    ['OPEN', 'OPEN'],
    ['opxx', undefined],
    ['clsd', 'CLOSED'],
    ['clxxxd', undefined],
    ['anouncmnt', 'ANNOUNCEMENT'],
    ['annxxxxement', 'ANNOUNCEMENT'],
    ['annxxxxxment', undefined],
    ['op', undefined],
    ['', undefined],
  ])('%j means %j', (word, meant) => {
    expect(findNearest(word, candidates)).toBe(meant)
  })
  it('is one letter away where words are short, and nothing where there are none', () => {
    expect(findNearest('abc', ['AB'])).toBe('AB')
    expect(findNearest('abcd', ['AB'])).toBeUndefined()
    expect(findNearest('open', [])).toBeUndefined()
  })
})

describe('a value of an open list', () => {
  const counties = openList(['Cherry', 'Lincoln'])
  it.each<[string, unknown]>([
    ['cherry', ['CHERRY']],
    [' lincoln ,cherry,Cherry', ['CHERRY', 'LINCOLN']],
    ['cherry,', [['The list has an empty entry.', { value: 'cherry,' }]]],
    ['x'.repeat(200), ['X'.repeat(200)]],
    ['x'.repeat(201), [['Must be at most 200 characters.', null]]],
  ])('%j is read as %j', (text, expected) => {
    expect(read(counties, text)).toEqual(expected)
  })
  it('describes itself', () => {
    expect(counties.meta()).toEqual({ type: 'array', items: { type: 'string' }, examples: [['Cherry']] })
  })
})

describe('a whole number from 2 to 50', () => {
  const refused = (value: string) => [['Must be a whole number from 2 to 50, in digits.', { value }]]
  it.each<[string, unknown]>([
    ['2', 2],
    ['50', 50],
    ['007', 7],
    ...['1', '51', '', ' 3', '3 ', '+3', '-3', '3.0', '3e0', '0x3', '٣', '9'.repeat(16)].map(
      (text): [string, unknown] => [text, refused(text)],
    ),
  ])('%j is read as %j', (text, expected) => {
    expect(read(wholeNumber(2, 50), text)).toEqual(expected)
  })
  it('has at most 15 digits, and describes itself', () => {
    expect(read(wholeNumber(0, 1e18), '9'.repeat(15))).toBe(999_999_999_999_999)
    expect(read(wholeNumber(0, 1e18), '9'.repeat(16))).toHaveLength(1)
    expect(wholeNumber(2, 50).meta()).toEqual({ type: 'integer', minimum: 2, maximum: 50 })
  })
})

it.each<[string, unknown]>([
  ['true', true],
  ['FALSE', false],
  ...['yes', '1', '', ' true'].map((value): [string, unknown] => [
    value,
    [['Must be true or false.', { value, supportedValues: ['true', 'false'] }]],
  ]),
])('a flag %j is read as %j', (text, expected) => {
  expect(read(flag, text)).toEqual(expected)
  expect(flag.meta()).toEqual({ type: 'boolean' })
})

describe('a moment', () => {
  const refused = (value: string) => [
    ['Must be an ISO 8601 date or timestamp, such as 2026-11-30 or 2026-11-30T17:00:00Z.', { value }],
  ]
  it.each<[string, unknown]>([
    ['2026-11-30', '2026-11-30'],
    [' 2026-11-30 ', '2026-11-30'],
    ['2026-11-30T17:00:00Z', '2026-11-30T17:00:00Z'],
    ['2026-11-30t17:00:00.123z', '2026-11-30T17:00:00.123Z'],
    ['2026-11-30T17:00:00', '2026-11-30T17:00:00Z'],
    ['2026-11-30T17:00', '2026-11-30T17:00:00Z'],
    ['2026-11-30T17:00Z', '2026-11-30T17:00:00Z'],
    ['2026-11-30T17:00:00-05:00', '2026-11-30T17:00:00-05:00'],
    ['2026-11-30T17:00:00-0500', '2026-11-30T17:00:00-05:00'],
    ['2026-11-30T17:00 05:00', '2026-11-30T17:00:00+05:00'],
    ['2026-11-30T17:00:00 0500', '2026-11-30T17:00:00+05:00'],
    ...[
      ...['2026-11-31', '2026-1-1', '20261130', 'x2026-11-30', '2026-11-30x', '2026-11-30 17:00', 'today', ''],
      ...['2026-11-30T25:00:00Z', '2026-11-30T17Z', '2026-11-30T17:00:00 05:00 x', '2026-11-30T17:00:00+5'],
    ].map((text): [string, unknown] => [text, refused(text)]),
  ])('%j is read as %j', (text, expected) => {
    expect(read(moment, text)).toEqual(expected)
  })
  it('describes itself', () => {
    const date = { type: 'string', format: 'date' }
    expect(moment.meta()).toEqual({ anyOf: [date, { type: 'string', format: 'date-time' }] })
  })
})

describe('free text', () => {
  it.each<[string, unknown]>([
    [' rural  health ', 'rural  health'],
    ['12345', '12345'],
    ['123456', [['Must be at most 5 characters; it has 6.', { value: '12345' }]]],
    ['  ', [['Must not be blank.', { value: '  ' }]]],
  ])('%j of at most five characters', (text, expected) => {
    expect(read(words(text.includes('rural') ? 20 : 5), text)).toEqual(expected)
  })
  it('has 200 characters at most unless more are allowed, and describes itself', () => {
    expect(read(words(), 'x'.repeat(200))).toBe('x'.repeat(200))
    expect(read(words(), 'x'.repeat(201))).toHaveLength(1)
    expect(words(5).meta()).toEqual({ type: 'string', minLength: 1, maxLength: 5 })
  })
})

it('a text under a rule is what the rule makes of it, or refused in its words', () => {
  const year = ruled((text) => (/^\d{4}$/.test(text) ? `FY${text}` : null), 'Must be a year.', '2026')
  expect(read(year, '2026')).toBe('FY2026')
  expect(read(year, 'x')).toEqual([['Must be a year.', { value: 'x' }]])
  expect(year.meta()).toEqual({ type: 'string', examples: ['2026'] })
})

it('ids in paths are in small letters, codes in capitals', () => {
  expect([foldId('Ab-1'), foldCode('ne')]).toEqual(['ab-1', 'NE'])
})

describe('names of a list', () => {
  const fields = namesParameter(['id', 'dueDate', 'state'], 'a field')
  const supportedValues = ['id', 'dueDate', 'state']
  it.each<[string, unknown]>([
    ['state,ID', ['id', 'state']],
    [' duedate , dueDate', ['dueDate']],
    [
      'dueDat',
      [['"dueDat" is not a field of this list.', { value: 'dueDat', supportedValues, didYouMean: 'dueDate' }]],
    ],
    ['zzzzzz,id', [['"zzzzzz" is not a field of this list.', { value: 'zzzzzz', supportedValues }]]],
    ['id,', [['The list has an empty entry.', { value: '', supportedValues }]]],
  ])('%j is read as %j', (text, expected) => {
    expect(read(fields, text)).toEqual(expected)
    expect(fields.meta()).toEqual({ type: 'array', items: { type: 'string', enum: supportedValues } })
  })
})

describe('fields to sort by', () => {
  const sort = sortKeys(['dueDate', 'state'])
  const supportedValues = ['dueDate', '-dueDate', 'state', '-state']
  it.each<[string, unknown]>([
    ['state', [['state', 'asc']]],
    [
      '-DUEDATE, state',
      [
        ['dueDate', 'desc'],
        ['state', 'asc'],
      ],
    ],
    ['+dueDate', [['dueDate', 'asc']]],
    [
      'due-date',
      [
        [
          '"due-date" is not a field to sort by of this list.',
          { value: 'due-date', supportedValues, didYouMean: 'dueDate' },
        ],
      ],
    ],
    ['state,-state', [['"state" is given twice.', { value: 'state,-state' }]]],
    ['zzzzzz', [['"zzzzzz" is not a field to sort by of this list.', { value: 'zzzzzz', supportedValues }]]],
    ['', [['The list has an empty entry.', { value: '', supportedValues }]]],
  ])('%j is read as %j', (text, expected) => {
    expect(read(sort, text)).toEqual(expected)
    expect(sort.meta()).toEqual({ type: 'array', items: { type: 'string', enum: supportedValues } })
  })
})

it.each([
  ['names', namesParameter(['state', 'title'], 'a field')],
  ['fields to sort by', sortKeys(['state', 'title'])],
  ['values of an open list', openList(['A'])],
])('at most 20 %s are read', (_, schema) => {
  const entries = (count: number) => Array.from({ length: count }, () => 'zz').join(',')
  const refused = [['Must have at most 20 entries.', { value: expect.anything() }]]
  expect(read(schema, entries(21))).toEqual(refused)
  expect(read(schema, ','.repeat(180))).toEqual(refused)
  expect(read(schema, entries(20))).not.toEqual(refused)
})

describe('ids', () => {
  const lowercaseIds = ids((id) => id.toLowerCase())
  const many = (count: number) => Array.from({ length: count }, (_, place) => `id${place}`).join(',')
  it.each<[string, unknown]>([
    ['B, a,b', ['a', 'b']],
    ['a,', [['The list has an empty entry.', { value: 'a,' }]]],
    ['x'.repeat(200), ['x'.repeat(200)]],
    ['x'.repeat(201), [['Ids must be at most 200 characters long.', { value: 'x'.repeat(200) }]]],
    [`a,${'x'.repeat(201)}`, [['Ids must be at most 200 characters long.', { value: `a,${'x'.repeat(198)}` }]]],
    [
      many(101),
      [
        [
          'Has 101 ids, but at most 100 are allowed. Send the others in another request.',
          { value: many(101).slice(0, 200) },
        ],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(read(lowercaseIds, text)).toEqual(expected)
  })
  it('may be 100, and describe themselves', () => {
    expect(read(lowercaseIds, many(100))).toHaveLength(100)
    expect(lowercaseIds.meta()).toEqual({ type: 'array', items: { type: 'string' } })
  })
})

it.each<[string, unknown]>([
  ['250000', '250000'],
  ['0250000.50', '250000.5'],
  ['1.5', '1.5'],
  ['9'.repeat(13), '9'.repeat(13)],
  ...['9'.repeat(14), '', '-1', '1.', '.5', '1.234', '$1', '1,000', '1e3', ' 1', '1 '].map(
    (value): [string, unknown] => [
      value,
      [['Must be an amount in US dollars in digits only, such as 250000 or 250000.50.', { value }]],
    ],
  ),
])('an amount %j is read as %j', (text, expected) => {
  expect(read(dollars, text)).toEqual(expected)
  expect(dollars.meta()).toEqual({ type: 'number', minimum: 0 })
})
