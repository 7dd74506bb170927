import { describe, expect, it } from 'vitest'
import { findStateByCode, findStateByName, findStateNear } from '../../../src/rules/text/synonyms.ts'
import { STATE_CODES, STATE_NAMES } from '../../../src/schema/vocabularies.ts'

describe('a state', () => {
  it.each(STATE_CODES)('%s is found by its name, its possessive and its code', (code) => {
    const name = STATE_NAMES[code].toLowerCase()
    expect([findStateByName(name), findStateByName(`${name}s`)]).toEqual([code, code])
    expect([findStateByCode(code), findStateByCode(code.toLowerCase())]).toEqual([code, code])
  })

  it.each(['', 'ohi', 'ohiox', 'sohio', 'ohio state', 'georgiass'])('is not named "%s"', (name) => {
    expect(findStateByName(name)).toBeUndefined()
  })

  it.each(['', 'ZZ', 'ohio', 'constructor', 'toString'])('has not the code "%s"', (code) => {
    expect(findStateByCode(code)).toBeUndefined()
  })

  it.each([
    ['nebrasca', 'NE'],
    ['north carolna', 'NC'],
    ['nrth carolna', 'NC'],
    ['ohiio', 'OH'],
    ['texsa', undefined],
    ['texass', 'TX'],
    ['iowas', 'IA'],
    ['missisipi', 'MS'],
    ['pensilvania', 'PA'],
    ['wyomming', 'WY'],
    // At most one wrong letter in four, and two in all.
    ['uttah', 'UT'],
    ['uttaah', undefined],
    ['alskaaa', undefined],
    ['masachusets', 'MA'],
    ['masachuset', undefined],
    // Two as near as each other.
    ['north caroota', undefined],
    ['orth dakota', 'ND'],
    ['south dakota', 'SD'],
    ['outh dakota', 'SD'],
    ['xorth dakota', 'ND'],
    ['xouth carolina', 'SC'],
    // Too short to tell.
    ['ohi', undefined],
    ['iow', undefined],
    ['utha', undefined],
    ['ioxa', undefined],
    ['hospital', undefined],
  ])('near "%s" is %s', (name, code) => {
    expect(findStateNear(name)).toBe(code)
  })
})
