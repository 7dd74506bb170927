import { beforeAll, expect, it } from 'vitest'
import { SearchResponse } from '../../src/http/endpoints/search.ts'
import { openApi, STARTER, type TestApi } from '../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi({ data: STARTER })
})

const answerTo = async (json: object) => {
  const answer = await api.ask('/api/v1/search', { json: { aiAnswer: true, ...json } })
  return SearchResponse.parse(answer.body)
}

it('a search with an AI answer states what the records say, and cites documents in each sentence', async () => {
  const { aiAnswer, aiAnswerStatus, citations } = await answerTo({ query: 'which state got the smallest award' })
  expect(aiAnswerStatus).toBe('OK')
  expect(aiAnswer).toMatch(/^Of 50 states, New Jersey .* \[1\]\.$/)
  expect(citations).toMatchObject([
    {
      number: 1,
      resource: 'documents',
      title: 'CMS Announces $50 Billion in Awards to Strengthen Rural Health in All 50 States',
    },
  ])
  expect(aiAnswer).toContain(citations[0]?.quote)
})

it('reads the names of properties that every object has as words', async () => {
  for (const word of ['constructor', 'valueOf', '__proto__']) {
    const { documents, aiAnswerStatus } = await answerTo({ query: `grants for a ${word} in Texas` })
    expect([word, documents.length > 0, aiAnswerStatus]).toEqual([word, true, expect.stringMatching(/^OK$|^NO_/)])
  }
})

it('cites an opportunity by its own page and id', async () => {
  const { citations } = await answerTo({
    query: "when are applications due for North Carolina's Rural Health Innovation Fund",
  })
  const [first] = citations
  expect(first?.resource).toBe('opportunities')
  const opportunity = await api.ask(`/api/v1/opportunities/${first?.documentId}`)
  expect(opportunity.body).toMatchObject({ state: 'NC', sourceUrl: first?.url })
})

it.each([
  ['an unknown year', { query: 'how much did Texas receive in FY2027' }],
  ['an unknown year as a filter', { query: 'how much did Texas receive', year: '2027' }],
  ['a place outside the program', { query: 'how much did Guam receive' }],
])('there is no answer for %s, and none is counted', async (_, json) => {
  const { documents, ...rest } = await answerTo(json)
  expect(rest).toMatchObject({ aiAnswer: null, aiAnswerStatus: 'NO_EVIDENCE', citations: [] })
})
