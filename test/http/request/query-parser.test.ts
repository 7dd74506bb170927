import { expect, it } from 'vitest'
import { createListParser, createQueryParser, refuseParameters } from '../../../src/http/request/parameters.ts'
import { ApiError } from '../../../src/http/response/errors.ts'
import { getResource } from '../../../src/resources/index.ts'
import { flag, listParameter, wholeNumber } from '../../../src/schema/params.ts'

const parse = createQueryParser(
  {
    limit: { schema: wholeNumber(1, 5), description: '' },
    state: { schema: listParameter(['NE', 'NY'], 'state'), description: '', alias: 'st' },
    bom: { schema: flag, description: '' },
  },
  ({ limit, bom }, problems) => {
    if (limit === 5 && bom === true) problems.add('limit', '5', 'Is odd.')
  },
)

/** What is parsed, or what it is refused with. */
function read(search: string, parser: (search: string) => unknown = parse): unknown {
  try {
    return parser(search)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [error.code, error.message, error.extras.errors?.map(({ parameter, value }) => [parameter, value])]
  }
}

it.each<[string, unknown]>([
  ['', {}],
  ['limit=3', { limit: 3 }],
  ['state=ny&limit=3&st', ['INVALID_PARAMETER', 'st: Means the same as "state". Send only one of them.', [['st', '']]]],
  ['st=ny', { state: ['NY'] }],
  ['st=ny&state=ne', ['INVALID_PARAMETER', 'state: Means the same as "st". Send only one of them.', [['state', 'ne']]]],
  ['state=ny&state=ne,ny', { state: ['NE', 'NY'] }],
  ['limit=3&limit=3', ['INVALID_PARAMETER', 'limit: Must be given only once.', [['limit', '3,3']]]],
  [
    'limit=',
    ['INVALID_PARAMETER', 'limit: Must not be empty. Omit the parameter or give it a value.', [['limit', '']]],
  ],
  [
    'state=NE&state=',
    ['INVALID_PARAMETER', 'state: Must not be empty. Omit the parameter or give it a value.', [['state', 'NE,']]],
  ],
  ['zzzzz=1&zzzzz=2', ['UNKNOWN_PARAMETER', 'Unknown parameter "zzzzz".', [['zzzzz', '1']]]],
  ['limt=1', ['UNKNOWN_PARAMETER', 'Unknown parameter "limt". Did you mean "limit"?', [['limt', '1']]]],
  ['toString=1', ['UNKNOWN_PARAMETER', 'Unknown parameter "toString".', [['toString', '1']]]],
  ['limit=9', ['INVALID_PARAMETER', 'limit: Must be a whole number from 1 to 5, in digits.', [['limit', '9']]]],
  ['st=zzzz', ['INVALID_PARAMETER', 'st: "zzzz" is not a supported state.', [['st', 'zzzz']]]],
  ['limit=5&bom=true', ['INVALID_PARAMETER', 'limit: Is odd.', [['limit', '5']]]],
  ['bom=false&limit=5', { limit: 5, bom: false }],
])('the query %j is %j', (search, expected) => {
  expect(read(search)).toEqual(expected)
})

it('is parsed in the order of its parameters, however it is written', () => {
  expect(Object.keys(parse('bom=true&state=NE&limit=1'))).toEqual(['limit', 'state', 'bom'])
})

it('names all parameters and aliases when one is unknown', () => {
  expect(() => parse('zzzzz=1')).toThrow(
    expect.objectContaining({
      extras: { errors: [expect.objectContaining({ supportedValues: ['limit', 'state', 'bom', 'st'] })] },
    }),
  )
})

const documents = createListParser(getResource('documents'))

it.each<[string, object]>([
  ['', { filters: {} }],
  [
    'page=2&limit=3&sort=-title&fields=id&facets=state&bom=true&state=NE',
    {
      filters: { state: ['NE'] },
      page: 2,
      limit: 3,
      sort: [['title', 'desc']],
      fields: ['id'],
      facets: ['state'],
      bom: true,
    },
  ],
  ['cursor=abc', { filters: {}, cursor: 'abc' }],
  ['include=detail', { filters: {}, isDetailed: true }],
  ['bom=false', { filters: {}, bom: false }],
  ['includeRemoved=false&sort=title', { filters: { includeRemoved: false }, sort: [['title', 'asc']] }],
])('the query %j of a list is taken apart', (search, expected) => {
  expect(read(search, documents)).toEqual(expected)
})

const EXCLUSIVE = {
  cursor: 'Cannot be combined with "page": both set where the page begins.',
  sort: 'Cannot be combined with "includeRemoved": removed records have no fields to sort by.',
  fields: 'Cannot be combined with "include". Select fields or include details, not both.',
}
it.each<[string, keyof typeof EXCLUSIVE, string]>([
  ['cursor=abc&page=1', 'cursor', 'abc'],
  ['sort=title&includeRemoved=true', 'sort', 'title,asc'],
  ['fields=id&include=detail', 'fields', 'id'],
])('the query %j contradicts itself', (search, parameter, value) => {
  const detail = `${parameter}: ${EXCLUSIVE[parameter]}`
  expect(read(search, documents)).toEqual(['INVALID_PARAMETER', detail, [[parameter, value]]])
})

it('an endpoint without parameters refuses all', () => {
  expect(read('', refuseParameters)).toBeUndefined()
  expect(read('a=1&b', refuseParameters)).toEqual([
    'UNKNOWN_PARAMETER',
    'Unknown parameter "a". This endpoint has none. 1 more problem in "errors".',
    [
      ['a', '1'],
      ['b', ''],
    ],
  ])
})
