import type { FetchResponse } from '../../net/exchange.ts'
import { JSON_TYPE, parseJson } from '../../net/json.ts'
import type { Run } from '../../source.ts'
import { type Detail, DetailEnvelope, Hit, SearchEnvelope } from './notice.ts'

/** A search term: an assistance listing, words, or a notice number. */
export type Terms = { aln: string; cfda: string } | { keyword: string } | { oppNum: string }

/** A service that knows the federal notices: the classic one of Grants.gov, or the Simpler Grants API. */
export interface GrantsApi {
  /** Where its details come from. */
  origin: string
  /** The raw rows of a search. @param statuses separated by `|`: forecasted, posted, closed, archived */
  search: (statuses: string, terms: Terms) => Promise<unknown[]>
  /** The details of a notice; null if there is none with this id. */
  findDetail: (id: string) => Promise<Detail | null>
  /** Whether an id is one of its own. */
  hasId: (id: string) => boolean
}

const ROWS = 100
const HITS_MAX = 1_000
const NOT_FOUND = 404

/**
 * The classic API of Grants.gov.
 * Sources: https://www.grants.gov/api/common/search2 and https://www.grants.gov/api/common/fetchopportunity
 */
export function openClassicApi({ network, settings }: Run): GrantsApi {
  const { grantsGovUrl } = settings
  return {
    origin: 'https://api.grants.gov/v1/api/fetchOpportunity',
    async search(statuses, terms) {
      const found: unknown[] = []
      for (let total = HITS_MAX; found.length < Math.min(total, HITS_MAX); ) {
        const body = { oppStatuses: statuses, ...terms, rows: ROWS, startRecordNum: found.length }
        const url = `${grantsGovUrl}/v1/api/search2`
        const { data } = await network.ask({ url, method: 'POST', body, accepts: JSON_TYPE }, parseJson(SearchEnvelope))
        if (data.oppHits.length === 0) break
        found.push(...data.oppHits)
        total = data.hitCount
      }
      return found
    },
    findDetail(id) {
      const url = `${grantsGovUrl}/v1/api/fetchOpportunity`
      const body = { opportunityId: Number(id) }
      const ask = { url, method: 'POST', body, accepts: JSON_TYPE, mayMatchNothing: true } as const
      return network.ask(ask, (answer: FetchResponse) => (answer.status === NOT_FOUND ? null : readDetail(answer).data))
    },
    hasId: (id) => /^\d+$/.test(id),
  }
}

const readDetail = parseJson(DetailEnvelope)

/** The row of a notice from a search over all statuses; null if none has its id. */
export async function findHit(api: GrantsApi, id: string, number: string): Promise<Hit | null> {
  // Unquoted, each word of a number with spaces would be searched for.
  const oppNum = /\s/.test(number) ? `"${number}"` : number
  const rows = await api.search('forecasted|posted|closed|archived', { oppNum })
  for (const row of rows) {
    const hit = Hit.safeParse(row)
    if (hit.success && hit.data.id === id) return hit.data
  }
  return null
}
