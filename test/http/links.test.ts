import { expect, it } from 'vitest'
import { formatLinks } from '../../src/http/endpoints/paging.ts'

const address = 'https://api.example.org/api/v1/awards'
const link = (relation: string, query: string): string => `<${address}?${query}>; rel="${relation}"`
type Turn = Parameters<typeof formatLinks>[0]

it.each<[string, number, number, string, string[]]>([
  ['the first of three', 1, 3, '', ['first page=1', 'next page=2', 'last page=3']],
  ['the second of three', 2, 3, '', ['first page=1', 'prev page=1', 'next page=3', 'last page=3']],
  ['the last of three', 3, 3, '', ['first page=1', 'prev page=2', 'last page=3']],
  ['one past the end', 9, 3, '', ['first page=1', 'prev page=3', 'last page=3']],
  ['the first of an empty list', 1, 0, '', ['first page=1', 'last page=1']],
  ['one past the end of an empty list', 4, 0, '', ['first page=1', 'last page=1']],
  [
    'one of a query',
    1,
    2,
    'state=NE&page=1&cursor=x',
    ['first state=NE&page=1', 'next state=NE&page=2', 'last state=NE&page=2'],
  ],
])('the links of a page that is %s', (_, page, pages, search, links) => {
  const expected = links.map((text) => link(...(text.split(' ') as [string, string])))
  expect(formatLinks({ page, pages } as Turn, 'ignored', { address, search, isAfter: false })).toBe(expected.join(', '))
})

it('the links of a page requested by cursor lead forward and back to the first', () => {
  const turn = { page: 1, pages: 3 } as Turn
  const place = { address, search: 'state=NE&cursor=a', isAfter: true }
  expect(formatLinks(turn, 'b', place)).toBe(
    `${link('first', 'state=NE&page=1')}, ${link('next', 'state=NE&cursor=b')}`,
  )
  expect(formatLinks(turn, null, place)).toBe(link('first', 'state=NE&page=1'))
})
