import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../src/records/dataset.ts'
import type { DocumentRecord, Records } from '../../src/schema/records.ts'
import { STARTER } from '../api.ts'

/** Documents that came later are described when a person has read them. */
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

  it('of any other document says something and stays below 200 words', () => {
    const others = known().filter(({ description }) => wordsOf(description) < 20 || wordsOf(description) > 200)
    expect(others.map(({ title }) => title)).toEqual([])
  })

  it('is nobody else’s: no two share a sentence of more than 12 words', () => {
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
})

describe('the documents of a state', () => {
  it('hold the page of its program', () => {
    const states = new Set(programPages().map(({ state }) => state))
    expect(records.states.filter(({ code }) => !states.has(code)).map(({ name }) => name)).toEqual([])
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
