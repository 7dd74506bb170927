import { opportunities } from '../../resources/opportunities.ts'
import { toCommonGrant } from '../../rules/notices/commongrants.ts'
import { foldId } from '../../schema/params.ts'
import type { Opportunity } from '../../schema/wire/records.ts'
import { pageNumber, pageSize, queryParser } from '../request/parameters.ts'
import { toInquiry } from '../response/entity-tag.ts'
import {
  GrantDetail,
  GrantList,
  GrantSearchBody,
  GrantSearchResponse,
  grantsFound,
  PAGE_SIZE,
  readGrantSearch,
} from './commongrants-search.ts'
import { missing } from './detail.ts'
import { COMMON_GRANTS, type Endpoint, ONE_REQUEST } from './endpoint.ts'

const PATH = `${COMMON_GRANTS}/opportunities`
const TAG = 'common-grants'
const SUCCESS = { status: 200, message: 'Success' } as const

const QUERY = { page: pageNumber, pageSize: pageSize('Opportunities', PAGE_SIZE) }

const parse = queryParser(QUERY)

const paginationInfo = (page: number, pageSize: number, totalItems: number) => ({
  page,
  pageSize,
  totalItems,
  totalPages: Math.ceil(totalItems / pageSize),
})

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
        const info = paginationInfo(page, limit, total)
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
        reader.single(id, now) ?? missing(opportunities.name, requestedId, reader.findRemoved(id))
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
    const grantSearch = await readGrantSearch(raw)
    const { filters, sorting, page, pageSize: limit } = grantSearch
    return {
      name: `${TAG} search ${JSON.stringify(grantSearch)}`,
      caching: 'none',
      cost: ONE_REQUEST,
      async respond() {
        const grants = await grantsFound(readers.opportunities, grantSearch, now)
        return JSON.stringify({
          ...SUCCESS,
          items: grants.slice((page - 1) * limit, page * limit),
          paginationInfo: paginationInfo(page, limit, grants.length),
          sortInfo: sorting,
          filterInfo: { filters },
        })
      },
    }
  },
}

export const commonGrantsEndpoints: readonly Endpoint[] = [list, search, detail]
