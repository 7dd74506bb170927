import { END } from '../../rules/phases.ts'
import { refuseParameters } from '../parameters.ts'
import { readSearch, SearchAnswer, SearchBody } from '../search.ts'
import { API, type Endpoint, ONE_REQUEST } from './endpoint.ts'

/** Full-text search over the documents. */
export const searchEndpoint: Endpoint = {
  method: 'POST',
  path: `${API}/search`,
  tag: 'search',
  summary: 'Search the documents',
  description: 'Full-text search over the documents, the most relevant first, with an optional AI answer.',
  query: {},
  body: SearchBody,
  answer: SearchAnswer,
  async plan({ raw, query }, { search }, now) {
    refuseParameters(query)
    const { aiAnswer, ...wanted } = await readSearch(raw)
    return {
      request: `search ${JSON.stringify({ ...wanted, aiAnswer })}`,
      until: END,
      caching: 'none',
      cost: ONE_REQUEST,
      run() {
        const { bodies, hasMore } = search(wanted, now)
        const status = aiAnswer ? 'UNAVAILABLE' : 'NOT_REQUESTED'
        return `{"documents":[${bodies.join(',')}],"count":${bodies.length},"hasMore":${hasMore},"aiAnswer":null,"aiAnswerStatus":"${status}"}`
      },
    }
  },
}
