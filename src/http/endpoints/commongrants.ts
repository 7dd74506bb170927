import * as z from 'zod'
import { opportunities } from '../../resources/opportunities.ts'
import { GRANT_STATUS_OF, toCommonGrant } from '../../rules/notices/commongrants.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { foldId } from '../../schema/params.ts'
import { StateCode } from '../../schema/vocabularies.ts'
import { CommonGrant, GRANT_STATUSES } from '../../schema/wire/commongrants.ts'
import type { Opportunity } from '../../schema/wire/records.ts'
import { type Reader, readWholeList } from '../../store/lists/reader.ts'
import { inTurn } from '../../store/open/dataset.ts'
import { toInquiry } from '../exchange.ts'
import { readJson } from '../request/body.ts'
import { createQueryParser, PAGE_MAX, pageField, pageNumber, pageSize } from '../request/parameters.ts'
import { readFields } from '../request/problems.ts'
import { refuseMissing } from './detail.ts'
import { COMMON_GRANTS, type Endpoint, ONE_REQUEST } from './endpoint.ts'

const PAGE_SIZE = { default: 100, max: 100 } as const

/** The sort orders, each with the value that it compares; null for fields that are always unknown here. */
const GRANT_SORTS = {
  lastModifiedAt: ({ updatedAt }) => updatedAt,
  createdAt: ({ createdAt }) => createdAt,
  title: ({ title }) => title,
  'status.value': ({ status }) => GRANT_STATUSES.indexOf(GRANT_STATUS_OF[status].value),
  'keyDates.closeDate': ({ dueDate }) => dueDate,
  'funding.maxAwardAmount': ({ budgetPerAward }) => budgetPerAward,
  'funding.minAwardAmount': () => null,
  'funding.totalAmountAvailable': ({ budgetMax }) => budgetMax,
  'funding.estimatedAwardCount': () => null,
} as const satisfies { [sort: string]: (opportunity: Opportunity) => string | number | null }
const SORT_NAMES = Object.keys(GRANT_SORTS) as (keyof typeof GRANT_SORTS)[]
const oneParameter = z.enum(['in', 'notIn']).describe('Whether the value must be one of these or none of these.')
const range = z.enum(['between', 'outside']).describe('`between` includes the bounds, `outside` excludes them.')
const bound = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Must be a date, `YYYY-MM-DD`, or a timestamp.')
  .describe('A date, compared with the local date of the deadline, or a timestamp.')
const money = z.strictObject({
  amount: z
    .string('Must be a decimal number in quotes.')
    // Accepts what the published pattern does, in linear time.
    .refine((text) => /^-?\d+(?:\.\d*)?$/.test(text), 'Must be a decimal number, such as "50000".')
    .meta({ pattern: String.raw`^-?\d+\.?\d*$`, description: 'A decimal number.' }),
  currency: z.string().describe('ISO 4217 code. Only `USD` finds anything.'),
})
const between = <Bound extends z.ZodType>(value: Bound, what: string) =>
  z
    .strictObject({
      operator: range,
      value: z
        .strictObject({ min: value.describe('The lower bound.'), max: value.describe('The upper bound.') })
        .describe('The bounds.'),
    })
    .optional()
    .describe(`Bounds of ${what}. Excludes opportunities where it is unknown.`)
const among = <Value extends z.ZodType>(value: Value, what: string) =>
  z
    .strictObject({ operator: oneParameter, value: z.array(value).describe('The values.') })
    .optional()
    .describe(what)

const GrantFilters = z.strictObject({
  status: among(z.enum(GRANT_STATUSES), 'Statuses.'),
  closeDateRange: between(bound, 'the due date'),
  totalFundingAvailableRange: between(money, 'the pool that all awards share'),
  minAwardAmountRange: between(money, 'the smallest award, which is always unknown'),
  maxAwardAmountRange: between(money, 'the ceiling of one award'),
  customFilters: z
    .strictObject({ state: among(StateCode, 'State codes.') })
    .optional()
    .describe('Filters beyond those of the protocol.'),
})

const Sorting = z.strictObject({
  sortBy: z.enum(SORT_NAMES).describe('The field to sort by; unknown values come last.'),
  sortOrder: z.enum(['asc', 'desc']).optional().describe('Defaults to `asc`.'),
})

const NEWEST_FIRST: z.infer<typeof Sorting> = { sortBy: 'lastModifiedAt', sortOrder: 'desc' }

const GrantSearchBody = z
  .strictObject({
    search: z
      .string('Must be a string.')
      .transform((text) => text.trim() || undefined)
      .pipe(opportunities.filters.q.schema.optional())
      .optional()
      .describe(
        'Words that must occur in title or summary. Supports "a phrase", prefix* and -excluded. Empty for no filter.',
      ),
    filters: GrantFilters.optional().describe('All filters must match.'),
    sorting: Sorting.optional().describe('Defaults to `lastModifiedAt`, latest first.'),
    pagination: z
      .strictObject({
        page: pageField(PAGE_MAX, 1, 'Page number from 1. A page past the end is empty.'),
        pageSize: pageField(PAGE_SIZE.max, PAGE_SIZE.default, 'Opportunities per page.'),
      })
      .optional()
      .describe('The page.'),
  })
  .meta({ id: 'CommonGrantsSearchBody' })

const success = {
  status: z.literal(200).describe('The HTTP status.'),
  message: z.literal('Success').describe('`Success`.'),
}
const page = {
  ...success,
  items: z.array(CommonGrant).describe('The opportunities of the page.'),
  paginationInfo: z
    .strictObject({
      page: z.int().min(1).describe('The requested page.'),
      pageSize: z.int().min(1).describe('Maximum number of opportunities per page.'),
      totalItems: z.int().min(0).describe('Total number of matching opportunities.'),
      totalPages: z.int().min(0).describe('Total number of pages; 0 when nothing matches.'),
    })
    .describe('Pagination of the response.'),
}

const GrantList = z.strictObject(page).meta({ id: 'CommonGrantsList' })
const GrantDetail = z
  .strictObject({ ...success, data: CommonGrant.describe('The opportunity.') })
  .meta({ id: 'CommonGrantsDetail' })
const GrantSearchResponse = z
  .strictObject({
    ...page,
    sortInfo: Sorting.required().describe('The order of the items.'),
    filterInfo: z.strictObject({ filters: GrantFilters.describe('The filters as sent.') }).describe('The filters.'),
  })
  .meta({ id: 'CommonGrantsSearchAnswer' })

type GrantSearch = z.infer<typeof GrantSearchBody>

export async function findOpportunities(
  reader: Reader,
  { search: q, filters = {}, sorting = NEWEST_FIRST }: GrantSearch,
  now: Instant,
): Promise<Opportunity[]> {
  const { status, customFilters, closeDateRange, totalFundingAvailableRange, maxAwardAmountRange } = filters
  const { min, max } = closeDateRange?.value ?? {}
  const all = await readWholeList<Opportunity>(reader, now, { q })
  const due = closeDateRange && (await readWholeList<Opportunity>(reader, now, { q, dueAfter: min, dueBefore: max }))
  const dueIds = new Set(due?.map(({ id }) => id))
  const isBetween = closeDateRange?.operator === 'between'
  const isFound = (opportunity: Opportunity): boolean =>
    isAmong(GRANT_STATUS_OF[opportunity.status].value, status) &&
    isAmong(opportunity.state, customFilters?.state) &&
    (!closeDateRange || (opportunity.dueDate !== null && dueIds.has(opportunity.id) === isBetween)) &&
    isAmountWithin(opportunity.budgetMax, totalFundingAvailableRange) &&
    isAmountWithin(opportunity.budgetPerAward, maxAwardAmountRange) &&
    isAmountWithin(null, filters.minAwardAmountRange)
  const getValue = GRANT_SORTS[sorting.sortBy]
  const sign = sorting.sortOrder === 'desc' ? -1 : 1
  return inTurn(() =>
    all.filter(isFound).sort((a, b) => compareValues(getValue(a), getValue(b), sign) || compare(a.id, b.id)),
  )
}

const isAmong = (value: string | null, filter?: { operator: 'in' | 'notIn'; value: readonly string[] }): boolean =>
  !filter || (value !== null && filter.value.includes(value)) === (filter.operator === 'in')

/** Unknown amounts are neither between bounds nor outside of them. */
function isAmountWithin(amount: number | null, range: z.infer<typeof GrantFilters>['maxAwardAmountRange']): boolean {
  if (!range) return true
  const { min, max } = range.value
  if (amount === null || min.currency !== 'USD' || max.currency !== 'USD') return false
  const isBetween = amount >= Number(min.amount) && amount <= Number(max.amount)
  return isBetween === (range.operator === 'between')
}

function compareValues(a: string | number | null, b: string | number | null, sign: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}

const PATH = `${COMMON_GRANTS}/opportunities`
const TAG = 'common-grants'
const SUCCESS = { status: 200, message: 'Success' } as const
const QUERY = { page: pageNumber, pageSize: pageSize('Opportunities', PAGE_SIZE) }
const parse = createQueryParser(QUERY)

const toPaginationInfo = (page: number, pageSize: number, totalItems: number) => {
  return { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) }
}

const list: Endpoint = {
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Opportunities in CommonGrants',
  description:
    'All opportunities in the format of the CommonGrants protocol, version 0.4.0, most recently modified first. The records and ids are those of `/api/v1/opportunities`.',
  query: QUERY,
  response: GrantList,
  example: { query: { pageSize: '2' } },
  async handle({ search }, { readers }, now) {
    const { page = 1, pageSize: limit = PAGE_SIZE.default } = parse(search)
    const reader = readers.opportunities
    const query = { page, limit, writing: TAG }
    return toInquiry(`${TAG} ${JSON.stringify({ page, pageSize: limit })}`, ONE_REQUEST, () =>
      reader.written(query, now, ({ data, digest, total }) => {
        const items = (JSON.parse(data) as Opportunity[]).map(toCommonGrant)
        const info = toPaginationInfo(page, limit, total)
        return {
          body: JSON.stringify({ ...SUCCESS, items, paginationInfo: info }),
          digest: digest + JSON.stringify(info),
        }
      }),
    )
  },
}

const detail: Endpoint = {
  method: 'GET',
  path: `${PATH}/:oppId`,
  tag: TAG,
  summary: 'One opportunity in CommonGrants',
  description:
    'One opportunity in the format of the CommonGrants protocol. The ids of notices merged into it also work.',
  query: {},
  parameter: { name: 'oppId', description: 'Id of the opportunity.', list: opportunities.name },
  response: GrantDetail,
  async handle({ name: requestedId }, { readers }, now) {
    const reader = readers.opportunities
    const id = foldId(requestedId)
    return toInquiry(`${TAG}/${id}`, ONE_REQUEST, () => {
      const { body, digest } =
        reader.single(id, now) ?? refuseMissing(opportunities.name, requestedId, reader.findRemoved(id))
      return { body: JSON.stringify({ ...SUCCESS, data: toCommonGrant(JSON.parse(body)) }), digest }
    })
  },
}

const search: Endpoint = {
  method: 'POST',
  path: `${PATH}/search`,
  tag: TAG,
  summary: 'Search opportunities in CommonGrants',
  description:
    'Searches opportunities in the format of the CommonGrants protocol, with keywords, filters and sort order. An empty object finds all.',
  query: {},
  body: GrantSearchBody,
  response: GrantSearchResponse,
  example: {
    body: {
      filters: { status: { operator: 'in', value: ['forecasted', 'open'] } },
      sorting: { sortBy: 'keyDates.closeDate', sortOrder: 'asc' },
      pagination: { page: 1, pageSize: 1 },
    },
  },
  async handle({ raw }, { readers }, now) {
    const sent = await readJson(raw, 'the search', '{"search": "telehealth"}')
    const body = readFields(GrantSearchBody, sent)
    const { filters = {}, sorting = NEWEST_FIRST, pagination } = body
    const { page, pageSize: limit } = pagination ?? { page: 1, pageSize: PAGE_SIZE.default }
    return {
      name: `${TAG} search ${JSON.stringify(body)}`,
      caching: 'none',
      cost: ONE_REQUEST,
      async respond() {
        const all = await findOpportunities(readers.opportunities, body, now)
        const answer: z.input<typeof GrantSearchResponse> = {
          ...SUCCESS,
          items: all.slice((page - 1) * limit, page * limit).map(toCommonGrant),
          paginationInfo: toPaginationInfo(page, limit, all.length),
          sortInfo: { sortOrder: 'asc', ...sorting },
          filterInfo: { filters },
        }
        return { body: JSON.stringify(answer) }
      },
    }
  },
}

export const commonGrantsEndpoints: readonly Endpoint[] = [list, search, detail]
