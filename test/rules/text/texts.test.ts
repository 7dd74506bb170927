import { describe, expect, it } from 'vitest'
import { formatAwardPassage } from '../../../src/rules/awards/award-coverage.ts'
import { getDigest, getDigestOfAll } from '../../../src/rules/text/digest.ts'
import { EVERYWHERE, isFacet, toFacet } from '../../../src/rules/text/keyword.ts'
import { formatAmountInWords, formatCount, formatDollars } from '../../../src/rules/text/wording.ts'
import { compare, parseWords, toStem, toStems } from '../../../src/rules/text/words.ts'

describe('the words of a text', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['— …', []],
    ['Rural Health', ['rural', 'health']],
    ['Crédits «année»', ['credits', 'annee']],
    ["children's", ['childrens']],
    ['children’s', ['childrens']],
    ['EMS & care', ['ems', 'and', 'care']],
    ['R&D', ['r', 'and', 'd']],
    ['Acme L.L.C. and U.S. care', ['acme', 'llc', 'and', 'us', 'care']],
    ['the U.S.-funded', ['the', 'us', 'funded']],
    ['U.S.A', ['us', 'a']],
    ['1.U.S.', ['1', 'us']],
    ['xU.S.', ['xu', 's']],
    ['A.', ['a']],
    ['3.1 or 31', ['3', '1', 'or', '31']],
    ['rural-health/2026', ['rural', 'health', '2026']],
  ])('%s', (text, words) => {
    expect(parseWords(text)).toEqual(words)
  })
})

describe('an amount', () => {
  it.each([
    [0, '$0'],
    [340_000, '$340,000'],
    [999_999.4, '$999,999'],
    [1_000_000, '$1.0 million'],
    [167_299_900, '$167.3 million'],
    [999_000_000, '$999.0 million'],
    [1_000_000_000, '$1.0 billion'],
    [50_000_000_000, '$50.0 billion'],
  ])('in words: %s', (amount, text) => {
    expect(formatAmountInWords(amount)).toBe(text)
  })

  it.each([
    [0, '$0'],
    [34_750, '$34,750'],
    [34_750.5, '$34,750.50'],
    [0.01, '$0.01'],
    [1_234_567, '$1,234,567'],
  ])('in dollars: %s', (amount, text) => {
    expect(formatDollars(amount)).toBe(text)
  })
})

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [1_228, '1,228 rows'],
])('a number with its noun: %s', (count, text) => {
  expect(formatCount(count, 'row')).toBe(text)
})

it.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['Z', 'a', -1],
  ['', 'a', -1],
  ['é', 'z', 1],
])('texts are ordered by their code units: %s, %s', (a, b, sign) => {
  expect(compare(a, b)).toBe(sign)
})

it('a digest is 22 characters of the SHA-256', () => {
  expect(getDigest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7')
  expect(getDigest('abd')).not.toBe(getDigest('abc'))
  expect(getDigestOfAll(['a', '', 'bc'])).toBe(getDigest('abc'))
})

it('words are stemmed as in the full-text index', () => {
  expect(['divided', 'dividing', 'hospitals', '2026'].map(toStem)).toEqual(['divid', 'divid', 'hospit', '2026'])
  expect(toStems(['rural', 'hospitals'])).toBe('rural hospit')
})

describe('a facet', () => {
  const facets = [toFacet('state', 'NC'), toFacet('year', 'FY 2026'), toFacet('programCategory', 'BEHAVIORAL_HEALTH')]

  it('is one word that no text has', () => {
    expect(facets).toEqual(['\ue000snc0', '\ue000yfy20260', '\ue000cbehavioralhealth0'])
    expect([...facets, EVERYWHERE].map(isFacet)).toEqual([true, true, true, true])
    expect(['snc0', 'NC', ''].map(isFacet)).toEqual([false, false, false])
  })

  it('may be that of a state', () => {})
})

describe('the passage about an award', () => {
  const award = {
    awardeeName: 'Mercy Hospital',
    stateName: 'Iowa',
    fiscalYear: 'FY2026',
    federalAmount: 34_750 as number | null,
    programDescription: null as string | null,
  }
  const BARE = 'Award to Mercy Hospital, Iowa, FY2026: $34,750.'

  it.each<[string, Partial<typeof award>, string]>([
    ['the award', {}, BARE],
    [
      'that no amount is published',
      { federalAmount: null },
      'Award to Mercy Hospital, Iowa, FY2026: amount not published.',
    ],
    ['what it is for, in a sentence', { programDescription: 'For nurses. And more.' }, `${BARE} For nurses.`],
    ['nothing of an empty description', { programDescription: ' ' }, BARE],
    ['a sentence of 300 characters', { programDescription: `${'a'.repeat(299)}.` }, `${BARE} ${'a'.repeat(299)}.`],
    ['nothing of a longer sentence', { programDescription: `${'a'.repeat(300)}.` }, BARE],
  ])('says %s', (_, more, expected) => {
    expect(formatAwardPassage({ ...award, ...more })).toBe(expected)
  })
})
