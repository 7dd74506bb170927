import { quotingService } from '../../answers/open.ts'
import type { Outcome } from '../../answers/service.ts'
import { statedEvidence } from '../../answers/stated.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import { inTurn } from '../../store/open/turns.ts'
import type { SearchPage, SearchQuery } from '../../store/search/search.ts'
import { refuseParameters } from '../request/parameters.ts'
import { API, type Endpoint, type Grant, ONE_REQUEST, type Result } from './endpoint.ts'
import { type ANSWER_STATUSES, readSearch, SearchBody, SearchResponse } from './search-schemas.ts'

/** Maximum number of documents for an AI answer: the most relevant ones, independent of the page. */
const EVIDENCE_MAX = 32

/** Full-text search over the documents. */
export const searchEndpoint: Endpoint = {
  method: 'POST',
  path: `${API}/search`,
  tag: 'search',
  summary: 'Search the documents',
  description:
    'Full-text search over the documents, most relevant first, with an optional AI answer. If fewer than five documents have all words, the search is widened: function words become optional, misspelled words are corrected, and abbreviations, synonyms and the award rows of a document also match. If there are still fewer than five, documents with any significant word follow. `matched` tells how each document was found.',
  query: {},
  body: SearchBody,
  response: SearchResponse,
  example: { body: { query: 'telehealth', limit: 2 } },
  open:
    ({ answers = quotingService }) =>
    async ({ raw, search: parameters }, { search, figures }, now) => {
      refuseParameters(parameters)
      const { aiAnswer, ...searchQuery } = await readSearch(raw)
      return {
        name: `search ${JSON.stringify({ ...searchQuery, aiAnswer })}`,
        caching: 'none',
        cost: aiAnswer ? { month: 1, answer: 1 } : ONE_REQUEST,
        async respond({ answer, usage }) {
          const page = await search.pageInTurn(searchQuery)
          if (!aiAnswer) return formatBody(page, 'NOT_REQUESTED')
          if (answer !== 'taken' || usage === null) return formatBody(page, WITHOUT_UNIT[answer])
          const { answer: answerFrom } = await figures()
          const statements = await answerFrom(searchQuery.query, chosenBy(searchQuery.filters), now)
          const sought = { ...searchQuery, page: 1, limit: EVIDENCE_MAX }
          const passages = statements?.length === 0 ? [] : await inTurn(() => search.evidence(sought))
          const evidence = [...statedEvidence(statements ?? []), ...passages]
          return getResult(page, await answers.ask(usage.accountId, searchQuery.query, evidence, raw.signal))
        },
      }
    },
}

const chosenBy = ({ state = [], year }: SearchQuery['filters']) => ({
  states: state as StateCode[],
  fiscalYear: year?.[0] ?? null,
})

type AnswerStatus = (typeof ANSWER_STATUSES)[number]

/** The AI answer status when no unit was taken. */
const WITHOUT_UNIT = {
  exhausted: 'ALLOWANCE_EXHAUSTED',
  not_asked: 'UNAVAILABLE',
  taken: 'UNAVAILABLE',
} as const satisfies { [Answer in Grant['answer']]: AnswerStatus }

/** Refunds the AI unit unless there is an answer. */
function getResult(page: SearchPage, outcome: Outcome): Result {
  if (outcome.status !== 'OK') return { body: formatBody(page, outcome.status), unspent: { month: 0, answer: 1 } }
  return formatBody(page, 'OK', outcome.answer)
}

function formatBody(
  { bodies, hasMore }: SearchPage,
  status: AnswerStatus,
  answer: Extract<Outcome, { status: 'OK' }>['answer'] | null = null,
): string {
  const rest = {
    count: bodies.length,
    hasMore,
    aiAnswer: answer?.text ?? null,
    aiAnswerStatus: status,
    citations: answer?.citations ?? [],
  }
  return `{"documents":[${bodies.join(',')}],${JSON.stringify(rest).slice(1)}`
}
