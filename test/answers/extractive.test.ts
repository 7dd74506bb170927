import { describe, expect, it } from 'vitest'
import { readJudgments } from '../../scripts/bench/relevance.ts'
import { type Answer, toStatedEvidence } from '../../src/answers/evidence.ts'
import { extractive } from '../../src/answers/extractive.ts'
import { openTexts } from '../../src/records/texts.ts'
import { formatAwardPassage } from '../../src/rules/awards/award-coverage.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'
import { createEvidence, never, sentencesOfAnswer } from './evidence.ts'

const answerTo = (...evidence: Parameters<typeof createEvidence>[]): Promise<Answer | null> =>
  extractive.answer(
    'a question',
    evidence.map((args) => createEvidence(...args)),
    never,
  )

describe('an extractive answer', () => {
  it('quotes the best sentence of the best document first, and cites it', async () => {
    const answer = await answerTo(
      [1, [{ text: 'The office opened in March.', relevance: 2 }], { stateName: 'Texas' }],
      [2, [{ text: 'Texas pays $5 million for it.', relevance: 2 }], { stateName: 'Texas' }],
    )
    expect(answer).toEqual({
      text: 'Texas: The office opened in March [1]. Texas pays $5 million for it [2].',
      citations: [
        expect.objectContaining({
          number: 1,
          title: 'Document 1',
          url: 'https://example.gov/documents/1',
          quote: 'The office opened in March.',
        }),
        expect.objectContaining({
          number: 2,
          title: 'Document 2',
          url: 'https://example.gov/documents/2',
          quote: 'Texas pays $5 million for it.',
        }),
      ],
    })
  })

  it('quotes no passage that is off topic or lacks what the question asks for', async () => {
    const evidence = [
      createEvidence(1, [{ text: 'The page is about pharmacies.', relevance: 9, coverage: 0.5 }]),
      createEvidence(2, [{ text: 'Pharmacies are paid.', relevance: 8 }]),
      createEvidence(3, [{ text: 'Pharmacies are paid $3.15 million.', relevance: 1 }]),
      createEvidence(4, [{ text: 'Pharmacies were paid in March.', relevance: 1 }]),
    ]
    const quotes = async (question: string) =>
      (await extractive.answer(question, evidence, never))?.citations.map(({ quote }) => quote)
    expect(await quotes('how much are pharmacies paid')).toEqual(['Pharmacies are paid $3.15 million.'])
    expect(await quotes('when were pharmacies paid')).toEqual(['Pharmacies were paid in March.'])
    expect(await quotes('how many pharmacies are there?')).toBeUndefined()
    const modal = [createEvidence(6, ['Pharmacies may be paid for $2 million of drugs.'])]
    expect(await extractive.answer('when were pharmacies paid', modal, never)).toBeNull()
    expect(await extractive.answer('which pharmacies got more than $1 million', modal, never)).toBeNull()
    const counted = [createEvidence(5, ['The release of 2026 names 12 rural pharmacies.'])]
    expect((await extractive.answer('how many pharmacies are there?', counted, never))?.citations).toHaveLength(1)
    expect(await extractive.answer('how much', evidence.slice(0, 2), never)).toBeNull()
  })

  it('prefers what the records say to a passage, citing all sources of each sentence', async () => {
    const source = (number: number) => ({
      documentId: `00000000-0000-4000-8000-00000000000${number}`,
      resource: 'documents' as const,
      title: `List ${number}`,
      url: `https://example.gov/${number}`,
    })
    const stated = toStatedEvidence([
      { text: 'Ohio has published one award, worth $10,000,000', sources: [source(1), source(2)] },
      { text: 'It was announced in May', sources: [source(2)] },
    ])
    const answer = await extractive.answer('Ohio?', [createEvidence(9, ['Ohio is a state.']), ...stated], never)
    expect(answer?.text).toBe('Ohio has published one award, worth $10,000,000 [1][2]. It was announced in May [3].')
    expect(answer?.citations.map(({ title, resource }) => [title, resource])).toEqual([
      ['List 1', 'documents'],
      ['List 2', 'documents'],
      ['List 2', 'documents'],
    ])
  })

  it('gives dates with their labels, and identifies parts of a plan', async () => {
    const answer = await answerTo([
      1,
      [
        { field: 'milestones', text: 'Applications due', date: 'March 11, 2026' },
        { field: 'keyInitiatives', text: 'Food is Medicine' },
      ],
      { stateName: 'Ohio' },
    ])
    expect(answer?.text).toBe('Ohio: Applications due: March 11, 2026 [1]. Ohio, initiative: Food is Medicine [2].')
  })

  it.each([
    ['a repeated sentence', 'The state passes on the money.', 'The state passes on the money.'],
    ['a near-duplicate', 'The state passes on the first money.', 'The state passes on the money.'],
    ['a sentence contained in a longer one', 'The first report is due on 30 August 2026.', 'The report is due.'],
  ])('leaves out %s', async (_, first, second) => {
    const answer = await answerTo([1, [{ text: first, relevance: 3 }]], [2, [{ text: second, relevance: 2 }]])
    expect(answer?.citations.map(({ quote }) => quote)).toEqual([first])
  })

  it('keeps similar sentences with different figures', async () => {
    const answer = await answerTo(
      [1, ['CMS announced $50 million of state spending for Ohio.']],
      [2, ['CMS announced $70 million of state spending for Iowa.']],
    )
    expect(answer?.citations).toHaveLength(2)
  })

  it('is short, and uses at most two sentences of one document', async () => {
    const facts = ['apples', 'bridges', 'clouds', 'doors', 'engines', 'forests', 'gardens', 'houses']
    const answer = await answerTo(
      ...facts.map(
        (fact, index): Parameters<typeof createEvidence> => [
          index,
          ['north', 'south', 'east'].map(
            (side, place) => `${fact} ${side} ${index * 10 + place} ${'word '.repeat(20)}end.`,
          ),
        ],
      ),
    )
    expect(answer?.text.length).toBeLessThan(1_000)
    const perDocument = Map.groupBy(answer?.citations ?? [], ({ documentId }) => documentId)
    for (const citations of perDocument.values()) expect(citations.length).toBeLessThanOrEqual(2)
  })

  it('names a document by its title only if it has nothing else to say', async () => {
    const title = { field: 'title', text: 'Award release of region 8' }
    expect((await answerTo([1, [title]]))?.text).toBe('See: Award release of region 8 [1].')
    expect((await answerTo([1, [title, 'Ten hospitals share it.']]))?.text).toBe('Ten hospitals share it [1].')
  })

  it('quotes nothing of another state for a named one, and what is of all states first for none', async () => {
    const documents = [
      createEvidence(1, ['Funds are divided among hospitals by size.'], { stateName: 'Ohio' }),
      createEvidence(2, ['Funds are divided equally.'], { stateName: null }),
    ]
    const ask = async (question: string) => (await extractive.answer(question, documents, never))?.text ?? null
    expect(await ask('How are funds divided?')).toMatch(/^Funds are divided equally \[1\]/)
    expect(await ask('How are funds divided in Iowa?')).not.toContain('hospitals')
    expect(await ask('How are funds divided in Ohio?')).toMatch(/^Ohio: Funds are divided among hospitals/)
  })

  it('is null without evidence, and if the documents only contain questions', async () => {
    expect(await answerTo()).toBeNull()
    expect(await answerTo([1, ['Who may apply?']])).toBeNull()
  })
})

describe('on the dataset, the answer to every judged search', async () => {
  const { publication, folder } = await baked(STARTER)
  const { search } = openService(folder)
  const texts = openTexts(STARTER)
  const rows = publication.awards.map(({ item }) => item)
  const awards = new Set(rows.filter(({ verification }) => verification === 'VERIFIED').map(formatAwardPassage))
  const records = new Map(publication.documents.map(({ record }) => [record.id, record]))
  const asked = readJudgments(publication.documents)
    .map(({ query }) => query)
    .filter((_, place) => process.env.LONG || place % 3 === 0)
  const answers = await Promise.all(
    asked.map(async (query) => {
      const evidence = search.evidence({ query, filters: {}, page: 1, limit: 32 })
      return { query, evidence, answer: await extractive.answer(query, evidence, never) }
    }),
  )

  it('exists for nearly all of them: only off-topic evidence leaves one without', () => {
    const answered = answers.filter(({ answer }) => answer !== null)
    expect(answered.length).toBeGreaterThan(answers.length * 0.9)
    for (const { evidence, answer } of answers) {
      const passages = evidence.flatMap((document) => document.passages)
      const quoted = passages.filter(({ text }) => answer?.citations.some(({ quote }) => quote === text))
      expect(Math.max(...quoted.map(({ coverage }) => coverage), answer ? 0 : 1)).toBeGreaterThanOrEqual(0.7)
    }
  })

  it('quotes every sentence verbatim from the cited document or its award rows', () => {
    for (const { answer, evidence } of answers) {
      for (const { documentId, title, url, quote } of answer?.citations ?? []) {
        const record = records.get(documentId)
        expect(evidence.map((document) => document.documentId)).toContain(documentId)
        expect({ title, url }).toEqual({ title: record?.title, url: record?.url })
        const sources = [JSON.stringify(record), JSON.stringify(texts.findText(documentId))]
        const written = JSON.stringify(quote).slice(1, -1)
        expect(awards.has(quote) || sources.some((text) => text.includes(written))).toBe(true)
      }
    }
  })

  it('finds no row that is only on file', () => {
    const held = rows.filter((row) => row.verification === 'UNVERIFIED' && !awards.has(formatAwardPassage(row)))
    expect(held.length).toBeGreaterThan(100)
    for (const row of held.filter((_, place) => place % 15 === 0)) {
      const query = `${row.awardeeName} ${row.stateName}`
      const evidence = search.evidence({ query, filters: {}, page: 1, limit: 32 })
      const texts = evidence.flatMap(({ passages }) => passages.map(({ text }) => text))
      expect(texts).not.toContain(formatAwardPassage(row))
    }
  })

  it('cites a source in every sentence, and uses every source', () => {
    for (const { answer } of answers) {
      if (answer === null) continue
      const sentences = sentencesOfAnswer(answer.text)
      for (const sentence of sentences) expect(sentence).toMatch(/ \[\d+\][.!]$/)
      const numbers = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
      expect(numbers).toEqual(answer.citations.map(({ number }) => number))
      expect(sentences).toHaveLength(answer.citations.length)
    }
  })

  it('is the same when asked again', async () => {
    for (const { query, evidence, answer } of answers) {
      expect(await extractive.answer(query, evidence, never)).toEqual(answer)
    }
  })
})
