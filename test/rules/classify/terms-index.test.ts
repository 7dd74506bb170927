import { describe, expect, it } from 'vitest'
import { findTerms } from '../../../src/rules/classify/classify.ts'

/** The terms in a text with the number of words before them. */
const listTerms = (text: string): [string, number][] =>
  [...findTerms(text)].map(([{ text: term }, before]) => [term, before])

describe('the index of terms', () => {
  // One test, because the index is built once, when it is first used.
  it('has every term with its order, its strength in each category and as a sign of the program, and silent phrases', () => {
    const of = (text: string) => [...findTerms(text).keys()][0]
    expect(of('doulas')).toEqual({
      text: 'doula',
      order: expect.any(Number),
      counts: [{ category: 'MATERNAL_CHILD_FAMILY_HEALTH', strength: 'strong' }],
      program: null,
    })
    expect(
      of('An ambulance')
        ?.counts.map(({ category }) => category)
        .sort(),
    ).toEqual(['EMS_MOBILE_INTEGRATED_HEALTH', 'RURAL_INFRASTRUCTURE_CAPITAL'])
    expect(of('The rural health clinics')).toMatchObject({ text: 'rural health clinic', counts: [], program: null })
    expect(of('rhtp')?.program).not.toBeNull()
    const [dental, doula] = [of('dental'), of('doula')]
    expect(dental!.order).toBeGreaterThan(0)
    expect(doula!.order).toBeGreaterThan(dental!.order)
    expect(listTerms('the Department of Behavioral Health')).toEqual([['department of behavioral health', 1]])
  })
})

describe('the terms in a text', () => {
  it.each<[string, string, [string, number][]]>([
    ['nothing', '', []],
    ['nothing in other words', 'Some words here', []],
    [
      'with the words before',
      'A new doula and dental care',
      [
        ['doula', 2],
        ['dental', 4],
      ],
    ],
    [
      'across clauses',
      'First words here. Then a doula; dental',
      [
        ['doula', 5],
        ['dental', 6],
      ],
    ],
    [
      'once, where first',
      'doula, dental, doula',
      [
        ['doula', 0],
        ['dental', 1],
      ],
    ],
    ['at the end', 'a doula', [['doula', 1]]],
    ['the longest of nested ones', 'Suicide prevention', [['suicide prevention', 0]]],
    ['a shorter one if the longer is broken off', 'Suicide', [['suicide', 0]]],
    [
      'not across a clause',
      'Suicide. Prevention',
      [
        ['suicide', 0],
        ['prevention', 1],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(listTerms(text)).toEqual(expected)
  })

  it.each([
    ['plural', 'doulas', 'doula'],
    ['plural in ies', 'pharmacies', 'pharmacy'],
    ['irregular plural', 'midwives', 'midwife'],
    ['irregular plural without s', 'child', 'child'],
    ['women', 'woman', 'women'],
    ['word that ends in ss', 'broadband access', 'broadband'],
  ])('in the %s', (_, text, term) => {
    expect(listTerms(text).map(([name]) => name)).toContain(term)
  })

  it.each<[string, string, string[]]>([
    ['exclusions', 'A doula; dental is not covered; pharmacy', ['doula', 'pharmacy']],
    ['exclusions alone', 'Dental is ineligible', []],
    ['applicants', 'Dental clinics may apply. A doula', ['doula']],
    ['what a text names', 'A doula names Dental Partners. A pharmacy', ['doula', 'pharmacy']],
    ['not what a text names in lower case', 'It names dental partners', ['dental']],
  ])('without %s', (_, text, expected) => {
    expect(listTerms(text).map(([name]) => name)).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    ['hospitals and the others', 'Hospitals, dental, EMS and behavioral health providers', []],
    ['hospitals or the others', 'Hospitals, dental or behavioral health providers', []],
    ['hospitals, and what follows', 'Hospitals, dental and behavioral health providers with doulas', ['doula']],
    ['hospitals, and what is meant for', 'Hospitals and providers, dental', ['dental']],
    [
      'no list without "and"',
      'Hospitals, dental, behavioral health providers',
      ['dental', 'behavioral health provider'],
    ],
    ['no list without a kind of organization at its end', 'Hospitals, dental and doulas', ['dental', 'doula']],
    ['no list that has ended before "and"', 'Hospitals with dental and pharmacy providers', ['dental', 'pharmacy']],
    ['hospitals after the word for a list', 'Support of hospitals, dental and clinics', []],
    ['no list without hospitals', 'Dental, EMS and clinics', ['dental', 'ems', 'clinic']],
    ['what comes before the hospitals', 'Doulas, hospitals, dental and clinics', ['doula']],
  ])('without a list that begins with hospitals: %s', (_, text, expected) => {
    expect(listTerms(text).map(([name]) => name)).toEqual(expected)
  })
})
