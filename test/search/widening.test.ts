import { describe, expect, it } from 'vitest'
import { FUNCTION_WORDS, SYNONYMS } from '../../src/rules/text/synonyms.ts'
import type { SearchQuery } from '../../src/store/search/search.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'
import { searchOver } from './corpus.ts'

const WAYS = ['ALL', 'WIDENED'] as const

describe('a search with few matches of its own words', async () => {
  const { numbersBy } = await searchOver([
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
    { title: 'Medically tailored meals for patients' },
    { title: 'A call for proposals, with a notice', highlights: 'The request for proposals of the agency.' },
    { title: 'Birthing beds', highlights: 'Obstetric units.' },
    { title: 'The split of the pool between towns' },
    { title: 'A plan of the panhandle', state: 'NE' },
    { title: 'A plan of the city', state: 'NY' },
    { title: 'A plan of the islands', state: 'HI' },
  ])

  it.each([
    { query: 'EHR', finds: 1, promise: 'finds what an abbreviation means' },
    { query: 'emr', finds: 1, promise: 'finds it in any letter case' },
    { query: 'electronic medical records', finds: 1, promise: 'finds the other name of a thing' },
    { query: 'CAH', finds: 2, promise: 'finds what an abbreviation means' },
    { query: 'CAHs', finds: 2, promise: 'finds it in the plural' },
    { query: 'OB care', finds: 3, promise: 'finds an abbreviation next to other words' },
    { query: 'EMS', finds: 4, promise: 'finds what belongs to it' },
    { query: 'internet', finds: 5, promise: 'finds the other name of a thing' },
    { query: "internet for Nebraska's libraries", finds: 5, promise: 'finds it next to the possessive of a state' },
    { query: 'internet Nebraska', finds: 5, promise: 'finds it next to the name of a state' },
    { query: 'internet NE', finds: 5, promise: 'treats the code of a state as its name' },
    { query: '$162 million', finds: 6, promise: 'finds an abbreviated amount' },
    { query: '$12.7M', finds: 4, promise: 'finds an amount that is written out' },
    { query: 'SUD', finds: 7, promise: 'finds what an abbreviation means' },
    { query: 'FQHCs', finds: 8, promise: 'finds what an abbreviation means' },
    { query: 'CHW', finds: 9, promise: 'finds what an abbreviation means' },
    { query: 'which money may we not pay', finds: 10, promise: 'ignores words that carry no subject' },
    { query: 'food is medicine', finds: 11, promise: 'keeps function words inside a synonym' },
    { query: 'afim', finds: 11, promise: 'finds what an abbreviation means' },
    { query: 'RFP', finds: 12, promise: 'finds an abbreviation that includes function words' },
    { query: 'labor and delivery', finds: 13, promise: 'keeps function words inside a synonym' },
    { query: 'how is the pool allocated', finds: 14, promise: 'finds another form of the other word' },
    { query: 'dividing the pool', finds: 14, promise: 'finds another form of the other word' },
    { query: 'Nebrasca plan', finds: 15, promise: 'uses the nearest state name' },
    { query: 'New Yorck plan', finds: 16, promise: 'uses the nearest state name with two words' },
    { query: 'plan hawai', finds: 17, promise: 'uses the nearest state name' },
    { query: 'plan NY', finds: 16, promise: 'uses the code of a state' },
    { query: 'ambulence crew', finds: 4, promise: 'corrects a changed letter' },
    { query: 'critcal access', finds: 2, promise: 'corrects a missing letter' },
    { query: 'obstettric', finds: 3, promise: 'corrects an added letter' },
    { query: 'brodaband', finds: 5, promise: 'corrects two swapped letters' },
    { query: 'electronnic recrods', finds: 1, promise: 'corrects two words' },
    { query: 'comunnity worker', finds: 9, promise: 'corrects two letters of a long word' },
    { query: 'pharmcy', finds: 4, promise: 'corrects a word of the highlights' },
    { query: 'EHR -clinics', finds: 0, promise: 'still excludes documents with an excluded word' },
    { query: '"medical records"', finds: 0, promise: 'uses a phrase exactly as written' },
    { query: 'ambulence unicorn', finds: 0, promise: 'requires all telling words' },
  ])('$promise: $query', ({ query, finds }) => {
    expect(numbersBy(query, ...WAYS)).toEqual(finds === 0 ? [] : expect.arrayContaining([finds]))
  })
})

describe('a search that still finds fewer than five documents', async () => {
  const { results, numbers, numbersBy } = await searchOver([
    { title: 'Zebra clinic', highlights: 'A clinic of the savanna.' },
    { title: 'Quagga clinic' },
    { title: 'Okapi clinic', highlights: 'A quagga visits.' },
    ...Array.from({ length: 20 }, (_, index) => ({ title: `Clinic ${index}` })),
  ])

  it('also finds documents with any telling word, after those with all words, best first', () => {
    expect(numbersBy('zebra quagga', 'ALL', 'WIDENED')).toEqual([])
    expect(numbers('zebra quagga').toSorted()).toEqual([1, 2, 3])
    expect(numbers('zebra savanna quagga')[0]).toBe(1)
    expect(numbers('okapi zebra quagga')[0]).toBe(3)
  })

  it('does not treat a word in most documents as telling', () => {
    expect(numbers('zebra quagga clinic').toSorted()).toEqual([1, 2, 3])
  })

  it('reports for each document how it was found', () => {
    const ways = results('zebra savana').map(({ matched }) => matched)
    expect(ways).toEqual(['WIDENED'])
    expect(results('zebra').map(({ matched }) => matched)).toEqual(['ALL'])
    expect(new Set(results('zebra quagga').map(({ matched }) => matched))).toEqual(new Set(['ANY']))
  })

  it('keeps its phrases, exclusions and filters', () => {
    expect(numbers('"zebra clinic" quagga')).toEqual([1])
    expect(numbers('zebra quagga -okapi').toSorted()).toEqual([1, 2])
    expect(numbers('zebra quagga', { filters: { state: ['AK'] } })).toEqual([])
  })
})

describe('the award rows of a document', async () => {
  const { publication, folder } = await baked(STARTER)
  const { search } = openService(folder)
  const find = (query: string, more: Partial<SearchQuery> = {}) =>
    search.page({ query, filters: {}, page: 1, limit: 5, ...more }).bodies.map((body) => JSON.parse(body))

  const awards = Map.groupBy(
    publication.awards.filter(({ isHeld }) => !isHeld),
    ({ item }) => item.awardeeName,
  )
  const listing = (rows: typeof publication.awards) => new Set(rows.map(({ item }) => item.sourceDocument.id))

  it.each([
    ['46 NICHOLS STREET OPCO LLC DBA Rutland Center for Living and Rehabilitation'],
    ['1248 Hospital Drive Opco LLC DBA St. Johnsbury Center for Living and Rehabilitation'],
    [
      "Carbon Schuylkill Community Hospital dba St. Luke's Miner's Memorial Hospital, St. Luke's Hospital-Miners Campus",
    ],
    ['Northwest Regional ESD, Clatsop Community College, Providence Seaside Hospital, Seaside School District'],
    ['Community Memorial Hospital'],
    ['One Community Health'],
    ['The Well'],
    ['Coffee Regional Medical Center, Inc'],
  ])('are found by the name of the awardee: %s', (name) => {
    const [first] = find(name)
    expect(listing(awards.get(name) ?? [])).toContain(first.id)
    expect(first).toMatchObject({ matched: 'ALL', snippet: { field: 'awards' } })
    expect(first.snippet.text).toContain(`Award to ${name}, `)
  })

  it('are found by the name of every awardee, alone and with the state', () => {
    expect(awards.size).toBeGreaterThan(1000)
    const some = [...awards].filter((_, place) => process.env.LONG || place % 40 === 0)
    const missed = some.flatMap(([name, rows]) =>
      [name, `${name} ${rows[0]?.item.stateName}`].filter(
        (query) => !find(query, { limit: 3 }).some(({ id }) => listing(rows).has(id)),
      ),
    )
    expect(missed).toEqual([])
  })

  it('are found by a quoted name only as it is written', () => {
    const texts = (query: string) => find(query).map(({ snippet }) => snippet.text)
    expect(texts('Russell Hospital Corporation')[0]).toContain('Award to The Russell Hospital Corp., Alabama, ')
    expect(texts('"Russell Hospital Corporation"').join()).not.toContain('Russell Hospital Corp.')
  })

  it('of an awardee come first within the filters, on the same pages for every page size', () => {
    const query = 'Community Memorial Hospital'
    const ids = (page: number, limit: number) => find(query, { page, limit }).map(({ id }) => id)
    const whole = ids(1, 50)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 3, 7]) {
      const walked = Array.from({ length: Math.ceil(50 / limit) }, (_, index) => ids(index + 1, limit)).flat()
      expect(walked.slice(0, whole.length)).toEqual(whole)
    }
    const states = find(query, { filters: { state: ['IA'] } }).map(({ state }) => state)
    expect(states.every((state) => state === 'IA')).toBe(true)
  })

  it('are the snippet if they match', () => {
    const { item } = publication.awards.find(({ item }) => /hospital/i.test(item.awardeeName)) ?? {}
    const [best] = find(`"${item?.awardeeName}"`)
    expect(best).toMatchObject({ snippet: { field: 'awards' } })
    expect(listing(awards.get(item?.awardeeName ?? '') ?? [])).toContain(best.id)
    expect(best.snippet.text).toContain(`Award to ${item?.awardeeName}, ${item?.stateName}, ${item?.fiscalYear}: `)
  })
})

describe('results of widening', () => {
  it('come after those of the original words, corrections before synonyms', async () => {
    const { numbers } = await searchOver([
      { title: 'Telemedicine', highlights: 'Telemedicine, telemedicine, telemedicine.' },
      { title: 'A long title about something else, with telehealth somewhere near its end' },
    ])
    expect(numbers('telehealth')).toEqual([2, 1])
    expect(numbers('telehelth')).toEqual([2, 1])
  })

  it('are left out if the original words find enough', async () => {
    const reports = Array.from({ length: 5 }, (_, index) => ({ title: `Telehealth report ${index}` }))
    const { numbers } = await searchOver([...reports, { title: 'Telemedicine report' }])
    expect(numbers('telehealth report').sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('are the same for every page size', async () => {
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

describe('the state named in a search', () => {
  it('has its own documents before those that mention it', async () => {
    const { numbers, numbersBy } = await searchOver([
      { title: 'Letter of Nebraska to Nebraska about Nebraska', state: null },
      { title: 'Plan of the year', highlights: 'A plan for Nebraska.', state: 'NE' },
    ])
    expect(numbersBy('Nebraska plan', ...WAYS)).toEqual([2])
    expect(numbers('Nebraska').indexOf(2)).toBeLessThan(numbers('Nebraska').indexOf(1))
  })
})

describe('the table of synonyms', () => {
  it('has every entry once, in lower case, as words', () => {
    const entries = SYNONYMS.flat()
    expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([])
    for (const entry of entries) expect(entry).toMatch(/^[a-z0-9]+(?: [a-z0-9]+)*$/)
    for (const group of SYNONYMS) expect(group.length).toBeGreaterThan(1)
  })

  it('has no entry of one word that carries no subject', () => {
    for (const entry of SYNONYMS.flat()) expect(FUNCTION_WORDS.has(entry)).toBe(false)
  })
})

describe('the summary of a plan', async () => {
  const plan = { documentCategory: 'SUMMARY', implementationPhase: 'PLANNING' } as const
  const description = 'The marimba is bought by the county.'
  const { numbers, results } = await searchOver([
    { title: 'Plans', description, ...plan },
    { title: 'What the state does in its towns', highlights: 'Much is told here beside.', description },
    { title: 'What the state plans for its towns', programHighlights: 'The xylophone is repaired.', ...plan },
  ])

  it('comes after what a document is about, as a full text does, and is quoted from its own field', () => {
    expect(numbers('marimba')).toEqual([2, 1])
    expect(results('xylophone')).toMatchObject([{ matched: 'ALL', snippet: { field: 'programHighlights' } }])
  })
})

describe('a search for a subject in a state', async () => {
  const many = Array.from({ length: 6 }, (_, place) => ({
    title: `Gondolas for the clinics of Nebraska, part ${place}`,
    state: null,
  }))
  const { numbers } = await searchOver([
    ...many,
    {
      title: 'A long report',
      state: 'NE',
      highlights: `Gondolas. ${'Much else is in this report. '.repeat(40).trim()}`,
    },
    { title: 'Nebraska gondolas seen from Texas', state: 'TX' },
  ])

  it.each(['gondolas Nebraska', 'gondolas in NE', 'gondolas nebrasca'])(
    'begins with the documents of the state, and finds the others: %s',
    (query) => {
      expect(numbers(query)[0]).toBe(7)
      expect(numbers(query).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    },
  )
})
