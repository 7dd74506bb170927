import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKeyword } from '../../src/rules/text/keyword.ts'
import { anyText } from '../any-text.ts'
import { openApi } from '../api.ts'
import { searchOver } from './corpus.ts'

const corpus = await searchOver([
  { title: 'Rural ambulance grants', highlights: 'Money for the villages.' },
  { title: 'Grants for rural hospitals', highlights: 'An ambulance is not paid for.' },
  { title: 'Modernization of Kūkākūkā clinics', highlights: 'Café prices, naïve plans.' },
  { title: 'Tele-ICU for REH/CAP sites', highlights: 'Costs of $12.7 million, in all 963,000 miles.' },
  {
    title: 'Nothing in common',
    strategicGoals: ['Whole-blood transfusion'],
    milestones: [{ date: '2026-11', label: 'Quarterly report due' }],
  },
  { title: 'Yearly figures', url: 'https://tx.example.org/figures' },
  { title: 'A long paper', text: 'The first line.\nThe zygote of the matter.' },
])

describe('a search', () => {
  it.each([
    { query: 'rural ambulance', finds: [1, 2], promise: 'requires all words, anywhere in the document' },
    { query: '"rural ambulance"', finds: [1], promise: 'requires the words of a phrase in order' },
    { query: '"rural ambulance', finds: [1], promise: 'accepts an unclosed phrase' },
    { query: 'grants -hospitals', finds: [1], promise: 'excludes documents with an excluded word' },
    { query: 'grants -"rural hospitals"', finds: [1], promise: 'excludes documents with an excluded phrase' },
    { query: 'grants -hosp*', finds: [1], promise: 'excludes documents with an excluded prefix' },
    { query: 'moderniz*', finds: [3], promise: 'finds words by prefix, however long' },
    { query: 'mo*', finds: [1, 3], promise: 'finds words by a short prefix' },
    { query: 'KUKAKUKA', finds: [3], promise: 'ignores accents and letter case' },
    { query: 'cafe naive', finds: [3], promise: 'ignores accents in every word' },
    { query: 'clinic', finds: [3], promise: 'finds other forms of a word' },
    { query: 'tele-icu', finds: [4], promise: 'treats a hyphen inside a word as text' },
    { query: 'reh/cap', finds: [4], promise: 'treats a slash as text' },
    { query: '$12.7 million', finds: [4], promise: 'finds a sum' },
    { query: '963,000', finds: [4], promise: 'finds a number with its commas' },
    { query: 'whole blood', finds: [5], promise: 'reads the goals' },
    { query: 'quarterly report november', finds: [5], promise: 'finds dates by their labels' },
    { query: 'department figures', finds: [6], promise: 'finds the publishing agency' },
    { query: 'yearly texas', finds: [6], promise: 'finds the name of the state' },
    { query: 'zygote', finds: [7], promise: 'finds the extracted text' },
    { query: 'rural NEAR hospitals', finds: [], promise: 'treats operators of other query languages as words' },
    { query: 'title:rural', finds: [], promise: 'treats column names as words' },
  ])('$promise: $query', ({ query, finds }) => {
    expect(corpus.numbersBy(query, 'ALL', 'WIDENED').sort()).toEqual(finds)
  })

  it.each(['-rural -hospitals', '!!! ???', '"" ""', '- - -', '***', '\u0000\u0001 \ue000'])(
    'without words finds nothing: %j',
    (query) => {
      expect(corpus.search.page({ query, filters: {}, page: 1, limit: 10 })).toEqual({ bodies: [], hasMore: false })
    },
  )

  it('finds nothing for two phrases that no document shares', () => {
    expect(corpus.results('"zygote" "transfusion"')).toEqual([])
  })

  it('finds the same or more for fewer words', () => {
    const words = ['rural', 'grants', 'ambulance', 'hospitals', 'money', 'villages', 'the']
    fc.assert(
      fc.property(fc.subarray(words, { minLength: 2 }), (some) => {
        const all = corpus.numbers(some.map((word) => `"${word}"`).join(' '))
        const fewer = corpus.numbers(
          some
            .slice(1)
            .map((word) => `"${word}"`)
            .join(' '),
        )
        expect(fewer).toEqual(expect.arrayContaining(all))
      }),
      { seed: 1 },
    )
  })
})

describe('the syntax', () => {
  it('never fails, and highlights no text that was not entered', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const { include, exclude } = readKeyword(text)
        for (const term of [...include, ...exclude]) expect(term.text).toMatch(/[\p{L}\p{N}]/u)
        for (const { text: word } of include) expect(word).not.toMatch(/["\p{Co}\u0000-\u001f]/u)
      }),
      { seed: 1, numRuns: 2_000 },
    )
  })

  it('is the same in lists: words, phrases, prefixes and exclusions', async () => {
    const api = await openApi()
    for (const list of ['opportunities', 'events']) {
      const all = (await api.ask(`/api/v1/${list}?limit=100${list === 'events' ? '&includeInactive=true' : ''}`)).body
        .data
      const title: string = all[0].title
      const [first = '', second = ''] = title.split(' ')
      const titles = async (q: string): Promise<string[]> => {
        const { body } = await api.ask(
          `/api/v1/${list}?limit=100&q=${encodeURIComponent(q)}${list === 'events' ? '&includeInactive=true' : ''}`,
        )
        return body.data.map((item: { title: string }) => item.title)
      }
      expect(await titles(`${first.toUpperCase()} ${second}`)).toContain(title)
      expect(await titles(`"${first} ${second}"`)).toContain(title)
      expect(await titles(`${first.slice(0, 3)}*`)).toContain(title)
      expect(await titles(`${first} -${second}`)).not.toContain(title)
    }
  })
})
