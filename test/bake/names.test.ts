import { expect, it } from 'vitest'
import { idIn, nameKey } from '../../src/bake/names.ts'

it.each([
  ['a UUID', '{"id":"53f76b4a-f99c-5bd6-8caf-f039a9b34477","title":"A"}', '53f76b4a-f99c-5bd6-8caf-f039a9b34477'],
  ['a code', '{"code":"AL","name":"Alabama"}', 'AL'],
  ['null, for the nation', '{"state":null,"amount":1}', 'national'],
  ['cut off after its id', '{"id":"a","title":"Lo', 'a'],
])('reads an id from the JSON of a record: %s', (_, json, id) => {
  expect(idIn(json)).toBe(id)
})

it('stores every name in 16 bytes, different names in different ones', () => {
  const names = [
    '53f76b4a-f99c-5bd6-8caf-f039a9b34477',
    '53F76B4A-F99C-5BD6-8CAF-F039A9B34477',
    'al',
    'AL',
    '',
    'ä'.repeat(99),
  ]
  const keys = names.map(nameKey)
  expect(keys.map(({ length }) => length)).toEqual(names.map(() => 16))
  expect(keys[0]?.toString('hex')).toBe('53f76b4af99c5bd68caff039a9b34477')
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(names.length)
})
