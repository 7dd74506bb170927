import { describe, expect, it } from 'vitest'
import { readKeyword, toFacet } from '../../../src/rules/text/keyword.ts'
import {
  getStateFacets,
  type Lexicon,
  namesProgram,
  type Piece,
  toCorrectedPieces,
  toLiteralPieces,
  toWidePieces,
} from '../../../src/rules/text/widen.ts'

const KNOWN = new Set(
  'broadband internet marine of dental fund in or me medicine food is rural health 12 7m million the us for hospital'.split(
    ' ',
  ),
)
const SPELLINGS: Record<string, string[]> = {
  brodband: ['broadband', 'broadbands'],
  intrnet: ['internet'],
  fod: ['food'],
}
const lexicon: Lexicon = { has: (word) => KNOWN.has(word), near: (word) => SPELLINGS[word] ?? [] }

/** Pieces as text: the terms, then the alternatives after a colon; states as `@nc`, years as `@fy2026`. */
const formatPieces = (pieces: readonly Piece[]): string[] =>
  pieces.map(({ terms, alternatives }) => {
    const written = terms.map(({ text }) => text).join(' ')
    return alternatives.length === 0 ? written : `${written}: ${alternatives.map(plain).join(', ')}`
  })
const plain = (alternative: string): string => alternative.replace(/^\ue000[sy](\w+)0$/, '@$1')
const parseTerms = (query: string) => readKeyword(query).include

describe('the terms as written', () => {
  it.each([
    ['dental fund', ['dental', 'fund']],
    ['dental North Carolina fund', ['dental', 'North Carolina: @nc', 'fund']],
    ["Georgia's fund", ["Georgia's: georgia, @ga", 'fund']],
    ['new mexico ohio', ['new mexico: @nm', 'ohio: @oh']],
    // A word may be part of two names; a piece counts once.
    ['new mexico new york new mexico', ['new mexico: @nm', 'new york: @ny']],
    ['fund dental fund', ['fund', 'dental']],
    [
      'rural health transformation program',
      ['rural health transformation program: rural health transformation program'],
    ],
    ['RHTP', ['RHTP: rhtp']],
    ['rural health', ['rural', 'health']],
    // A code, a misspelling and a synonym are not the words as written.
    ['NC brodband ehr', ['NC', 'brodband', 'ehr']],
    ['"north carolina"', ['north carolina']],
    ['carolina*', ['carolina']],
    ['north "carolina"', ['north', 'carolina']],
    ['', []],
  ])('%s', (query, expected) => {
    expect(formatPieces(toLiteralPieces(parseTerms(query)))).toEqual(expected)
  })
})

describe('the terms with corrections', () => {
  it.each([
    ['brodband of intrnet', ['brodband: broadband, broadbands', 'intrnet: internet']],
    ['broadband', ['broadband']],
    // Without function words, unless there is nothing else.
    ['the dental fund', ['dental', 'fund']],
    ['which of the', ['which', 'of', 'the']],
    ['"the" dental', ['the', 'dental']],
    ['the*', ['the']],
    ['north carolna fund', ['north carolna: north carolina, @nc', 'fund']],
    ['Nebrasca', ['Nebrasca: nebraska, @ne']],
    // Known words are not misspellings, nor is a function word part of one.
    ['rural health', ['rural', 'health']],
    ['the ohioo', ['ohioo: ohio, @oh']],
    ['north carolna state plan', ['north carolna: north carolina, @nc', 'state', 'plan']],
    ['marine', ['marine']],
    ['a kansas', ['kansas: @ks']],
    ['new jers ey', ['new jers: new jersey, @nj', 'ey']],
    ['nrth dakoda', ['nrth dakoda: north dakota, @nd']],
    ['to north dakoda', ['north dakoda: north dakota, @nd']],
    ['the "of"', ['of']],
    ['of*', ['of']],
    ['new york ct', ['new york: @ny', 'ct']],
    ['"brodband"', ['brodband']],
    ['brodband-intrnet', ['brodband-intrnet']],
    ['brodband*', ['brodband']],
    ['IN fund', ['IN: @in', 'fund']],
    ['in fund', ['fund']],
    ['IN FUND', ['FUND']],
  ])('%s', (query, expected) => {
    expect(formatPieces(toCorrectedPieces(parseTerms(query), lexicon))).toEqual(expected)
  })
})

describe('everything that words may mean', () => {
  it.each([
    // Synonyms, in any form, longest first.
    ['broadband', ['broadband: internet']],
    [
      'Food is medicine',
      ['Food is medicine: food is medicine, food as medicine, medically tailored meal, afim, food farmacy'],
    ],
    [
      'fod is medicine',
      ['fod is medicine: food is medicine, food as medicine, medically tailored meal, afim, food farmacy'],
    ],
    ['brodband', ['brodband: broadband, broadbands, internet']],
    ['intrnet', ['intrnet: internet, broadband']],
    ['fod', ['fod: food']],
    [
      'dental oral health plan',
      [
        'dental: dental care, oral health, dentist, dentistry, oral healthcare, oral care',
        'oral health: oral health, dental, dental care, dentist, dentistry, oral healthcare, oral care',
        'plan',
      ],
    ],
    ['the plan', ['plan']],
    // States by name, code, possessive and misspelling.
    ['nc plan', ['nc: north carolina, @nc', 'plan']],
    ['NC', ['NC: north carolina, @nc']],
    ['hospital in NC', ['hospital', 'NC: north carolina, @nc']],
    ['hospital in nc or me', ['hospital', 'nc: north carolina, @nc']],
    ['hospital ME', ['hospital', 'ME: @me']],
    ['HOSPITAL ME', ['HOSPITAL']],
    ['Nebrasca', ['Nebrasca: nebraska, @ne']],
    ['new mexico', ['new mexico: @nm']],
    // Years.
    ['2026', ['2026: fy2026, @fy2026']],
    ['fy26', ['fy26: fy2026, @fy2026']],
    ['FY 2026', ['FY 2026: fy 2026, fy2026, @fy2026']],
    ['fy2026', ['fy2026: @fy2026']],
    ['26', ['26']],
    ['1999', ['1999']],
    ['20261', ['20261']],
    // Amounts in other formats.
    ['$162M', ['$162M: 162 million']],
    ['162mn', ['162mn: 162 million']],
    ['$2b', ['$2b: 2 billion']],
    ['2bn', ['2bn: 2 billion']],
    ['$12.7M', ['$12.7M: 12 7m, 12 7 million']],
    ['12.7 million', ['12.7 million: 12 7 million, 12 7m']],
    ['162 million', ['162 million: 162 million, 162m']],
    ['2 billion', ['2 billion: 2 billion, 2b']],
    ['x2m', ['x2m']],
    ['2 millions', ['2', 'millions']],
    ['ok in', ['ok: oklahoma, @ok']],
    ['nc sc', ['nc: north carolina, @nc', 'sc: south carolina, @sc']],
    // Quoted words and prefixes mean themselves.
    ['"broadband"', ['broadband']],
    ['broadband*', ['broadband']],
    [
      'broadband "of" dental',
      ['broadband: internet', 'of', 'dental: dental care, oral health, dentist, dentistry, oral healthcare, oral care'],
    ],
  ])('%s', (query, expected) => {
    expect(formatPieces(toWidePieces(parseTerms(query), lexicon))).toEqual(expected)
  })
})

describe('a piece', () => {
  const first = (query: string) => toWidePieces(parseTerms(query), lexicon)[0] as Piece

  it('names a state or not', () => {
    expect(['NC', 'Ohio', '2026', 'broadband', 'plan'].map((query) => getStateFacets(first(query)))).toEqual([
      [toFacet('state', 'NC')],
      [toFacet('state', 'OH')],
      [],
      [],
      [],
    ])
    expect(getStateFacets({ terms: [], alternatives: ['x', toFacet('state', 'NC')] })).toEqual([toFacet('state', 'NC')])
  })

  it('names the program or not', () => {
    const named = ['RHTP', 'rural health transformation', 'rural', 'dental'].map((query) =>
      namesProgram(toLiteralPieces(parseTerms(query))[0] as Piece),
    )
    expect(named).toEqual([true, true, false, false])
  })
})
