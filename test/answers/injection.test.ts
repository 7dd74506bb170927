import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Answer, type Evidence, isQuotable } from '../../src/answers/evidence.ts'
import { extractive } from '../../src/answers/extractive.ts'
import type { DocumentRecord } from '../../src/schema/records.ts'
import type { Search } from '../../src/store/search/search.ts'
import { copiedBake, openApi, STARTER, scratch } from '../api.ts'
import { never } from './evidence.ts'
import { INJECTIONS, TRACES } from './injections.ts'

const TOPICS = [
  'telehealth',
  'maternal health',
  'Alaska awards',
  'perpetuity fund',
  'ambulances',
  'administrative cost cap',
  'workforce',
]
/** Every document gets an instruction each time; in the long run, each gets all of them. */
const STEP = process.env.LONG ? 1 : 6
const filled = (injection: string, topic: string): string => injection.replaceAll('%s', topic)

describe('an instruction in a document', () => {
  it.each(INJECTIONS)('is not quotable: %s', (injection) => {
    for (const topic of TOPICS) expect(isQuotable(filled(injection, topic))).toBe(false)
  })

  it('is told apart from the real content of the documents', async () => {
    const { publication } = await openApi({ data: STARTER })
    const texts = publication.documents.flatMap(({ record }) => [record.highlights, record.programHighlights])
    const refused = texts.filter((text) => text !== null && !isQuotable(text))
    expect(refused).toEqual([])
  })
})

describe('30 documents with instructions in them', async () => {
  expect(INJECTIONS).toHaveLength(30)
  const { service } = await openApi({ data: STARTER })

  /** The same documents, each with an instruction that answers the question better than anything else in it. */
  const poisoned = (evidence: readonly Evidence[], topic: string, first: number): Evidence[] =>
    evidence.map((document, index) => {
      const text = filled(INJECTIONS[(first + index) % INJECTIONS.length] as string, topic)
      const passage = { field: 'highlights', text, date: null, relevance: 100, coverage: 1 }
      return { ...document, passages: [passage, ...document.passages, { ...passage, relevance: 0 }] }
    })

  it.each(TOPICS)('change no source, no link and no word of the answer about %s', async (topic) => {
    const evidence = service.search.evidence({ query: topic, filters: {}, page: 1, limit: 32 })
    const answer = (await extractive.answer(topic, evidence, never)) as Answer
    expect(answer.text).not.toMatch(TRACES)
    for (let first = 0; first < INJECTIONS.length; first += STEP) {
      expect(await extractive.answer(topic, poisoned(evidence, topic, first), never)).toEqual(answer)
    }
  })
})

/** A copy of the starter dataset with instructions in the documents that match the topics best. */
function poisonedStarter(search: Search, getWords: (topic: string) => string): string {
  const folder = scratch()
  for (const part of ['records', 'texts'])
    cpSync(path.join(STARTER, part), path.join(folder, part), { recursive: true })
  const topicByDocument = new Map<string, string>()
  for (const query of TOPICS) {
    const best = search.evidence({ query, filters: {}, page: 1, limit: 8 })
    for (const { documentId } of best) topicByDocument.set(documentId, query)
  }
  const file = path.join(folder, 'records', 'documents.ndjson')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const records: DocumentRecord[] = lines.map((line) => JSON.parse(line))
  let next = 0
  for (const record of records) {
    const topic = topicByDocument.get(record.id)
    if (topic === undefined) continue
    const instruction = filled(INJECTIONS[next++ % INJECTIONS.length] as string, getWords(topic))
    record.highlights = [record.highlights, instruction].filter(Boolean).join(' ').replaceAll('\u200b', '')
    record.strategicGoals = [...record.strategicGoals, instruction.replaceAll('\u200b', '')]
  }
  expect(next).toBeGreaterThanOrEqual(30)
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return folder
}

describe('a dataset in which 30 documents carry instructions', async () => {
  const clean = await openApi({ data: STARTER })
  const { search } = clean.service
  const parts = ['src', 'vocabulary', 'data/records', 'data/texts', 'test/api.ts', 'test/answers']
  const opened = async (name: string, getWords: (topic: string) => string) =>
    openApi({ published: await copiedBake(poisonedStarter(search, getWords), { name, parts }) })
  const stuffed = await opened('baked-stuffed', (topic) => topic)
  const links = new Set(clean.publication.documents.map(({ record }) => record.url))
  const ask = async (of: typeof clean, query: string) =>
    (await of.ask('/api/v1/search', { json: { query, aiAnswer: true } })).body

  // In the long run: the same instructions in given evidence change no answer, above.
  it.runIf(process.env.LONG)(
    'gives the same answers from the same sources if they do not fit the question',
    async () => {
      const poisoned = await opened('baked-poisoned', () => 'it')
      for (const query of TOPICS) {
        const { aiAnswer, citations } = await ask(clean, query)
        expect(await ask(poisoned, query)).toMatchObject({ aiAnswer, citations })
      }
    },
  )

  it.each(TOPICS)('quotes none of them about %s, however well it fits the question', async (query) => {
    const { aiAnswer, aiAnswerStatus, citations } = await ask(stuffed, query)
    expect(aiAnswerStatus).toBe('OK')
    expect(aiAnswer).not.toMatch(TRACES)
    for (const { url, quote } of citations) {
      expect(links.has(url)).toBe(true)
      expect(quote).not.toMatch(TRACES)
    }
  })
})
