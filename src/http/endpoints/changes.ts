import * as z from 'zod'
import { RESOURCE_NAMES } from '../../resources/index.ts'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { toStartInstant } from '../../rules/time/moments.ts'
import { listParameter, moment, ruled, words } from '../../schema/params.ts'
import { NO_STATE, RECORD_CHANGES, STATE_CODES } from '../../schema/vocabularies.ts'
import { RecordChange } from '../../schema/wire/changes.ts'
import { type ChangesQuery, OutOfReach } from '../../store/history/changes.ts'
import { toInquiry } from '../exchange.ts'
import { createQueryParser, pageNumber, pageSize } from '../request/parameters.ts'
import { createProblem } from '../request/problems.ts'
import { API, type Endpoint, ONE_REQUEST } from './endpoint.ts'

const LIMIT = { default: 100, max: 500 }

const version = ruled(
  (text) => (/^[0-9a-f]{16}$/.test(text.toLowerCase()) ? text.toLowerCase() : null),
  'Must be a dataset version: 16 hex digits, as in X-Dataset-Version.',
  '91e4703675014b4d',
)

const PARAMETERS = {
  since: { schema: moment, description: 'Only changes after this ISO 8601 timestamp, oldest first. Disables caching.' },
  from: { schema: version, description: 'Only changes published after this dataset version, oldest first.' },
  to: { schema: version, description: 'Only changes published up to this dataset version.' },
  resource: {
    schema: listParameter(RESOURCE_NAMES, 'resource'),
    description: 'List of the records, or several lists, comma-separated.',
  },
  state: {
    schema: listParameter([...STATE_CODES, NO_STATE], 'state code'),
    description: 'Two-letter state code, or a comma-separated list of codes; `none` for records of national scope.',
  },
  change: {
    schema: listParameter(RECORD_CHANGES, 'kind of change'),
    description: 'Kind of change, or a comma-separated list of kinds.',
  },
  id: { schema: words(), description: 'Id of one record.' },
  page: pageNumber,
  limit: pageSize('Changes', LIMIT),
} as const

const parse = createQueryParser(PARAMETERS, ({ since, from }, problems) => {
  if (since !== undefined && from !== undefined) {
    problems.add('since', since, 'Cannot be combined with "from": both set where to begin.')
  }
})

const ChangesResponse = z
  .strictObject({
    data: z.array(RecordChange).describe('The changes, in order.'),
    count: z.int().min(0).describe('Number of changes in this response.'),
    page: z.int().min(1).describe('The requested page.'),
    hasMore: z.boolean().describe('Whether there are more pages.'),
  })
  .meta({ id: 'Changes' })

export const changesEndpoint: Endpoint = {
  method: 'GET',
  path: `${API}/changes`,
  tag: 'changes',
  summary: 'Changes with values before and after',
  description:
    'What the last 400 publications changed, record by record: created, updated (with each field before and after), removed or merged. Newest first; with `since` or `from` oldest first, so that paging forward misses nothing. Events of the change feed are included as CREATED records of `activity`.',
  query: PARAMETERS,
  response: ChangesResponse,
  example: { query: { limit: '2' } },
  async handle({ search }, { changes }) {
    const filters = parse(search)
    const { since, id, page = 1, limit = LIMIT.default, ...others } = filters
    const query: ChangesQuery = {
      ...others,
      page,
      limit,
      since: since === undefined ? undefined : toStartInstant(since, NATIONAL_ZONE),
      // Ids are lowercase, state codes uppercase.
      id: id?.length === 2 ? id.toUpperCase() : id?.toLowerCase(),
    }
    const readPage = () => {
      try {
        return changes.page(query)
      } catch (error) {
        // A bound before the first listed change.
        if (!(error instanceof OutOfReach)) throw error
        throw createProblem(error.parameter, String(filters[error.parameter]), error.message)
      }
    }
    const inquiry = toInquiry(`changes ${JSON.stringify(query)}`, ONE_REQUEST, () => {
      const { data, digest, count, hasMore } = readPage()
      const rest = JSON.stringify({ count, page, hasMore }).slice(1)
      return { body: `{"data":${data},${rest}`, digest: digest + rest }
    })
    return { ...inquiry, caching: since === undefined ? 'private' : 'none' }
  },
}
