import { expect, it } from 'vitest'
import { errorIn } from '../../src/http/request/body.ts'

const END = 'it ends before its value is complete'

it.each([
  ['', 'it is empty'],
  [' \n\t', 'it is empty'],
  ['{', END],
  ['{"a": 1', END],
  ['{"a": "x', END],
  ['{"a": "\\u00', END],
  ['{"a": tr', END],
  ['{"a": nul', END],
  ['[f', END],
  ['tru', END],
  ['[1, 2', END],
  ['{"a"', END],
  ['[1, -', END],
  ['{"a": 1}}', 'unexpected "}" at line 1, column 9'],
  ['{"a": }', 'unexpected "}" at line 1, column 7'],
  ['{a: 1}', 'unexpected "a" at line 1, column 2'],
  ["{'a': 1}", 'unexpected "\'a\'" at line 1, column 2'],
  ['{"a": yes}', 'unexpected "yes" at line 1, column 7'],
  ['{"a": tru}', 'unexpected "}" at line 1, column 10'],
  ['{"a": nope}', 'unexpected "ope" at line 1, column 8'],
  ['{"a": 1,}', 'unexpected "}" at line 1, column 9'],
  ['{"a": 1, , "b": 2}', 'unexpected "," at line 1, column 10'],
  ['{\n  "a": 1,\n  b: 2\n}', 'unexpected "b" at line 3, column 3'],
  ['{"a": 1} x', 'unexpected "x" at line 1, column 10'],
  ['undefined', 'unexpected "undefined" at line 1, column 1'],
  ['abcdefghijklmnopqrstuvwxyz', 'unexpected "abcdefghijklmnopqrst" at line 1, column 1'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['{"a": "x\ny"}', 'unexpected "\\n" at line 1, column 9'],
  ['{"a": 01}', 'unexpected "1" at line 1, column 8'],
])('of %j says that %s', (text, error) => {
  expect(errorIn(text)).toBe(error)
})
