import * as z from 'zod'
import { toStatedEvidence } from '../../answers/evidence.ts'
import { type Outcome, quotingService } from '../../answers/service.ts'
import { CITED_LISTS } from '../../figures/statement.ts'
import { fiscalYear, place, programCategory } from '../../resources/filters.ts'
import { MATCHES } from '../../rules/text/widen.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import { SearchDocument } from '../../schema/wire/records.ts'
import { inTurn } from '../../store/open/dataset.ts'
import type { SearchPage, SearchQuery } from '../../store/search/search.ts'
import { readJson } from '../request/body.ts'
import { PAGE_MAX, pageField } from '../request/parameters.ts'
import { readFields } from '../request/problems.ts'
import { API, type Endpoint, ONE_REQUEST } from './endpoint.ts'

const SEARCH_LIMIT = { default: 10, max: 50 } as const
export const QUERY_LENGTH = { min: 3, max: 200 } as const
export const ANSWER_STATUSES = ['NOT_REQUESTED', 'OK', 'NO_EVIDENCE', 'ALLOWANCE_EXHAUSTED', 'UNAVAILABLE'] as const
const QUERY_WRONG = `Must be a string of ${QUERY_LENGTH.min} to ${QUERY_LENGTH.max} characters.`
const STATES_WRONG = 'Must be an array of state codes.'

/** The body of a search. Its filters are those of the list of documents. */
export const SearchBody = z
  .strictObject({
    query: z
      .string(QUERY_WRONG)
      .max(QUERY_LENGTH.max, QUERY_WRONG)
      .trim()
      .min(QUERY_LENGTH.min, QUERY_WRONG)
      .describe('Search words. Supports "a phrase", prefix* and -excluded.'),
    states: z
      .array(z.string(STATES_WRONG), STATES_WRONG)
      .transform((codes) => (codes.length > 0 ? codes.join(',') : undefined))
      .pipe(place.state.schema.optional())
      .optional()
      .describe('State codes. An empty list means no filter.'),
    year: z
      .string('Must be a string with a fiscal year, such as "FY2026".')
      .pipe(fiscalYear.schema)
      .optional()
      .describe('Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.'),
    programCategory: z
      .string('Must be a string with a canonical ID or a legacy alias.')
      .pipe(programCategory.schema)
      .optional()
      .describe('Canonical ID or legacy alias.'),
    limit: pageField(SEARCH_LIMIT.max, SEARCH_LIMIT.default, 'Maximum number of documents in the response.'),
    page: pageField(PAGE_MAX, 1, 'Page number from 1. A page past the end is empty.'),
    aiAnswer: z
      .boolean('Must be true or false.')
      .default(false)
      .describe('Whether to include an AI answer, which is metered.'),
  })
  .meta({ id: 'SearchBody' })

const SearchResult = SearchDocument.extend({
  matched: z
    .enum(MATCHES)
    .describe(
      'How it matches the search: `ALL` with every word as written, `WIDENED` with corrected words or synonyms, `ANY` with at least one significant word.',
    ),
  snippet: z
    .strictObject({
      field: z.string().describe('The part of the document that contains it.'),
      text: z.string().describe('A verbatim passage as plain text. Escape it before showing it as HTML.'),
      marks: z
        .array(
          z.strictObject({
            start: z.int().min(0).describe('Start of the word.'),
            end: z.int().min(1).describe('End of the word, exclusive.'),
          }),
        )
        .describe('Positions of the matching words in UTF-16 code units; `end` is exclusive.'),
    })
    .describe('The best matching passage.'),
}).meta({ id: 'SearchResult' })

const Citation = z
  .strictObject({
    number: z.int().min(1).describe('The number of the citation in the answer.'),
    documentId: z.uuid().describe('Id of the document, or of a record in the list named in `resource`.'),
    resource: z.enum(CITED_LISTS).describe('The list of the record.'),
    title: z.string().describe('Title of the cited document.'),
    url: z.url().describe('URL of the cited document.'),
    quote: z.string().describe('A verbatim passage of the document, or the data of its record.'),
  })
  .meta({ id: 'Citation' })

export const SearchResponse = z
  .strictObject({
    documents: z.array(SearchResult).describe('Documents, most relevant first.'),
    count: z.int().min(0).describe('Number of documents in this response.'),
    hasMore: z.boolean().describe('Whether more documents match.'),
    aiAnswer: z
      .string()
      .nullable()
      .describe(
        'The AI answer. Every sentence has the numbers of its citations, such as `[1]`. Null when it was not requested or is not available.',
      ),
    aiAnswerStatus: z.enum(ANSWER_STATUSES).describe('Only OK counts toward the AI allowance.'),
    citations: z.array(Citation).describe('The sources of the AI answer; empty without an answer.'),
  })
  .meta({ id: 'SearchAnswer' })

/** Maximum number of documents for an AI answer: the most relevant ones, independent of the page. */
const EVIDENCE_MAX = 32

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
  async handle({ raw }, { search, figures }, now, { answers = quotingService }) {
    const body = await readJson(raw, 'the search', '{"query": "telehealth"}')
    const { aiAnswer, states: state, year, programCategory, ...rest } = readFields(SearchBody, body)
    const searchQuery: SearchQuery = { ...rest, filters: { state, year, programCategory } }
    return {
      name: `search ${JSON.stringify({ ...searchQuery, aiAnswer })}`,
      caching: 'none',
      cost: aiAnswer ? { month: 1, answer: 1 } : ONE_REQUEST,
      async respond({ answer, usage }) {
        const page = await search.pageInTurn(searchQuery)
        if (!aiAnswer) return formatBody(page, 'NOT_REQUESTED')
        if (answer !== 'taken' || usage === null)
          return formatBody(page, answer === 'exhausted' ? 'ALLOWANCE_EXHAUSTED' : 'UNAVAILABLE')
        const { answer: answerFrom } = await figures()
        const chosen = { states: (state ?? []) as StateCode[], fiscalYear: year?.[0] ?? null }
        const statements = await answerFrom(searchQuery.query, chosen, now)
        const sought = { ...searchQuery, page: 1, limit: EVIDENCE_MAX }
        const passages = statements?.length === 0 ? [] : await inTurn(() => search.evidence(sought))
        const evidence = [...toStatedEvidence(statements ?? []), ...passages]
        const outcome = await answers.ask(usage.accountId, searchQuery.query, evidence, raw.signal)
        if (outcome.status === 'OK') return formatBody(page, 'OK', outcome.answer)
        return { ...formatBody(page, outcome.status), unspent: { month: 0, answer: 1 } }
      },
    }
  },
}

function formatBody(
  { bodies, hasMore }: SearchPage,
  status: (typeof ANSWER_STATUSES)[number],
  answer: Extract<Outcome, { status: 'OK' }>['answer'] | null = null,
): { body: string } {
  const rest = {
    count: bodies.length,
    hasMore,
    aiAnswer: answer?.text ?? null,
    aiAnswerStatus: status,
    citations: answer?.citations ?? [],
  }
  return { body: `{"documents":[${bodies.join(',')}],${JSON.stringify(rest).slice(1)}` }
}
