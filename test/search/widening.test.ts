import { describe, expect, it } from 'vitest'
import { FUNCTION_WORDS, SYNONYMS } from '../../src/rules/synonyms.ts'
import { searchOver } from './corpus.ts'

describe('a search whose own words find little', async () => {
  const { numbers } = await searchOver([
    { title: 'Electronic health records for clinics' },
    { title: 'Critical access hospital payments' },
    { title: 'Obstetric care in the valley' },
    { title: 'Ambulance crews', highlights: 'Pharmacy partners pay $12.7 million.' },
    { title: 'Broadband for libraries', state: 'NE' },
    { title: 'A $162M award' },
    { title: 'Opioid response' },
    { title: 'Federally qualified health center sites' },
    { title: 'Community health workers' },
    { title: 'What the money may not pay for' },
  ])

  it.each([
    { query: 'EHR', finds: 1, promise: 'finds what an abbreviation stands for' },
    { query: 'emr', finds: 1, promise: 'finds it in any letter case' },
    { query: 'electronic medical records', finds: 1, promise: 'finds the other name of a thing' },
    { query: 'CAH', finds: 2, promise: 'finds what an abbreviation stands for' },
    { query: 'CAHs', finds: 2, promise: 'finds it in the plural' },
    { query: 'OB care', finds: 3, promise: 'finds an abbreviation beside other words' },
    { query: 'EMS', finds: 4, promise: 'finds what belongs to it' },
    { query: 'connectivity', finds: 5, promise: 'finds the other name of a thing' },
    { query: 'internet Nebraska', finds: 5, promise: 'finds it beside the name of a state' },
    { query: 'internet NE', finds: 5, promise: 'takes the code of a state for its name' },
    { query: '$162 million', finds: 6, promise: 'finds a sum that is written in short' },
    { query: '$12.7M', finds: 4, promise: 'finds a sum that is written out' },
    { query: 'SUD', finds: 7, promise: 'finds what an abbreviation stands for' },
    { query: 'FQHCs', finds: 8, promise: 'finds what an abbreviation stands for' },
    { query: 'CHW', finds: 9, promise: 'finds what an abbreviation stands for' },
    { query: 'which money may we not pay', finds: 10, promise: 'does without the words that carry no subject' },
    { query: 'ambulence crew', finds: 4, promise: 'mends a changed letter' },
    { query: 'critcal access', finds: 2, promise: 'mends a missing letter' },
    { query: 'obstettric', finds: 3, promise: 'mends an added letter' },
    { query: 'brodaband', finds: 5, promise: 'mends two letters that were swapped' },
    { query: 'pharmcy', finds: 4, promise: 'mends a word of the highlights' },
    { query: 'EHR -clinics', finds: 0, promise: 'still leaves out what holds an excluded word' },
    { query: '"medical records"', finds: 0, promise: 'takes a phrase as it is written' },
    { query: 'ambulence unicorn', finds: 0, promise: 'still needs all words' },
  ])('$promise: $query', ({ query, finds }) => {
    expect(numbers(query)).toEqual(finds === 0 ? [] : expect.arrayContaining([finds]))
  })
})

describe('what is found by widening', () => {
  it('comes after what the own words find, and what is mended before what is meant', async () => {
    const { numbers } = await searchOver([
      { title: 'Telemedicine', highlights: 'Telemedicine, telemedicine, telemedicine.' },
      { title: 'A long title about something else, with telehealth somewhere near its end' },
    ])
    expect(numbers('telehealth')).toEqual([2, 1])
    expect(numbers('telehelth')).toEqual([2, 1])
  })

  it('is left out when the own words find enough', async () => {
    const own = Array.from({ length: 5 }, (_, index) => ({ title: `Telehealth report ${index}` }))
    const { numbers } = await searchOver([...own, { title: 'Telemedicine report' }])
    expect(numbers('telehealth report').sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('is the same for every size of page', async () => {
    const { search } = await searchOver([
      { title: 'Telehealth one' },
      { title: 'Telehealth two' },
      { title: 'Telemedicine three' },
      { title: 'Telemedicine four' },
      { title: 'Virtual care five' },
    ])
    const ids = (page: number, limit: number) =>
      search.page({ query: 'telehealth', filters: {}, page, limit }).bodies.map((body) => JSON.parse(body).id)
    const whole = ids(1, 50)
    for (const limit of [1, 2, 3, 4]) {
      const walked = Array.from({ length: 8 }, (_, index) => ids(index + 1, limit)).flat()
      expect(walked).toEqual(whole)
    }
  })
})

describe('the state that a search names', () => {
  it('has its own documents before those that mention it', async () => {
    const { numbers } = await searchOver([
      { title: 'Letter of Nebraska to Nebraska about Nebraska', state: null },
      { title: 'Plan of the year', highlights: 'A plan for Nebraska.', state: 'NE' },
    ])
    expect(numbers('Nebraska plan')).toEqual([2])
    expect(numbers('Nebraska').indexOf(2)).toBeLessThan(numbers('Nebraska').indexOf(1))
  })
})

describe('the table of synonyms', () => {
  it('has every entry once, in lower case, in words', () => {
    const entries = SYNONYMS.flat()
    expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([])
    for (const entry of entries) expect(entry).toMatch(/^[a-z]+(?: [a-z]+)*$/)
    for (const group of SYNONYMS) expect(group.length).toBeGreaterThan(1)
  })

  it('has no word that carries no subject', () => {
    for (const entry of SYNONYMS.flat()) expect(FUNCTION_WORDS.has(entry)).toBe(false)
  })
})
