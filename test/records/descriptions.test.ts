import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../src/records/dataset.ts'
import type { DocumentRecord, Records } from '../../src/schema/records.ts'
import { STARTER } from '../api.ts'
import { amountsHeld, figuresIn, unsupported } from './figures.ts'

/** Documents added later get a description once a person has read them. */
const DESCRIBED_UNTIL = '2026-11-21'

let records: Records
beforeAll(async () => {
  records = await readRecords(STARTER)
})

const described = () => records.documents.filter(({ description }) => description !== null)
const known = () => records.documents.filter(({ discovered }) => discovered.slice(0, 10) <= DESCRIBED_UNTIL)
const wordsOf = (text: string | null) => text?.split(/\s+/).length ?? 0
const isGovernment = ({ url }: DocumentRecord) =>
  /(^|\.)(gov|state\.[a-z]{2}\.us)$/.test(new URL(url).hostname) ||
  url.startsWith('https://github.com/Enterprise-CMCS/')

describe('the description of a document', () => {
  const kinds: [string, () => DocumentRecord[]][] = [
    ['a document of the state or federal government', () => known().filter(isGovernment)],
    ['a plan', () => known().filter((document) => ['APPLICATION', 'STRATEGY'].includes(document.documentCategory))],
    ['an award list', () => awardLists()],
    ['the page of a program', () => programPages()],
  ]
  it.each(kinds)('of %s has 80 to 200 words', (_, documents) => {
    const all = documents()
    expect(all.length).toBeGreaterThan(10)
    const others = all.filter(({ description }) => wordsOf(description) < 80 || wordsOf(description) > 200)
    expect(others.map(({ title, description }) => `${title}: ${wordsOf(description)} words`)).toEqual([])
  })

  it('of any other document is not empty and has under 200 words', () => {
    const others = known().filter(({ description }) => wordsOf(description) < 20 || wordsOf(description) > 200)
    expect(others.map(({ title }) => title)).toEqual([])
  })

  it('is unique: no two share a sentence of more than 12 words', () => {
    const places = new Map<string, string>()
    const shared: string[] = []
    for (const { title, description } of described()) {
      for (const sentence of (description ?? '').split(/(?<=[.!?])\s+/).filter((text) => wordsOf(text) > 12)) {
        const other = places.get(sentence)
        if (other !== undefined) shared.push(`${other} / ${title}: ${sentence}`)
        places.set(sentence, title)
      }
    }
    expect(shared).toEqual([])
  })

  it('states no dollar figure that is not in the records', () => {
    const national = amountsHeld(records, null)
    const held = new Map(records.states.map(({ code }) => [code as string, amountsHeld(records, code)]))
    const wrong = described().flatMap(({ state, title, description }) => {
      const amounts = [...national, ...(held.get(state ?? '') ?? [])]
      return unsupported(description ?? '', amounts).map((figure) => `${title}: ${figure}`)
    })
    expect(wrong).toEqual([])
  })
})

describe('the summary of a state', () => {
  it('states no dollar figure that is not in its records', () => {
    const wrong = records.states.flatMap(({ code, summary }) =>
      unsupported(summary ?? '', amountsHeld(records, code)).map((figure) => `${code}: ${figure}`),
    )
    expect(wrong).toEqual([])
  })

  it('states the first-year award', () => {
    const silent = records.states.filter(({ code, summary }) => {
      const award = records.allotments.find(({ state, fiscalYear }) => state === code && fiscalYear === 'FY2026')
      return !summary?.includes(`$${award?.amount.toLocaleString('en-US')}`)
    })
    expect(silent.map(({ code }) => code)).toEqual([])
  })
})

describe('the documents of a state', () => {
  it('include the page of its program', () => {
    const states = new Set(programPages().map(({ state }) => state))
    expect(records.states.filter(({ code }) => !states.has(code)).map(({ name }) => name)).toEqual([])
  })
})

describe('figuresIn', () => {
  it.each([
    ['$167,299,900.69 in all', [167_299_900.69], 167_299_900.7],
    ['about $5.05 million', [5_050_000], 5_049_975],
    ['$62 to $68 million', [62_000_000, 68_000_000], 67_600_000],
    ['$10,000 to $1 million', [10_000, 1_000_000], 1_400_000],
    ['$10 billion a year', [10_000_000_000], 10_000_000_003],
  ])('%s', (text, dollars, last) => {
    expect(figuresIn(text).map((figure) => figure.dollars)).toEqual(dollars)
    expect(unsupported(text, [...dollars.slice(0, -1), last])).toEqual([])
  })

  it('reports a figure that no amount rounds to', () => {
    expect(unsupported('Awards of $1.5 million and $83,060,837', [1_440_000, 83_060_838])).toEqual([
      '$1.5 million',
      '$83,060,837',
    ])
  })
})

/** The page of each state's program, which its title names. */
function programPages(): DocumentRecord[] {
  const titles = new Map(
    records.states.map(({ code, name }) => [code as string, `${name} Rural Health Transformation`]),
  )
  return records.documents.filter(
    ({ state, title }) => state !== null && title.startsWith(`${titles.get(state)} Program page`),
  )
}

/** The documents that list awards, but for what was compiled from press reports. */
function awardLists(): DocumentRecord[] {
  const ids = new Set(records.awards.map(({ sourceDocumentId }) => sourceDocumentId))
  return known().filter(({ id, url }) => ids.has(id) && !url.startsWith('https://github.com/'))
}
