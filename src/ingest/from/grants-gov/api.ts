import type { FetchResponse } from '../../net/exchange.ts'
import { JSON_TYPE, jsonOf } from '../../net/json.ts'
import type { Run } from '../../source.ts'
import { type Detail, DetailEnvelope, Hit, SearchEnvelope } from './shapes.ts'

const ROWS = 100
const HITS_MAX = 1_000
const NOT_FOUND = 404

/** A search term: an assistance listing, words, or a notice number. */
export type Terms = { aln: string; cfda: string } | { keyword: string } | { oppNum: string }

/**
 * `POST /v1/api/search2`, page after page: the raw rows. Source: https://www.grants.gov/api/common/search2
 * @param statuses separated by `|`: forecasted, posted, closed, archived
 */
export async function search(run: Run, statuses: string, terms: Terms): Promise<unknown[]> {
  const found: unknown[] = []
  for (let total = HITS_MAX; found.length < Math.min(total, HITS_MAX); ) {
    const body = { oppStatuses: statuses, ...terms, rows: ROWS, startRecordNum: found.length }
    const url = `${run.settings.grantsGovUrl}/v1/api/search2`
    const { data } = await run.network.ask({ url, method: 'POST', body, accepts: JSON_TYPE }, jsonOf(SearchEnvelope))
    if (data.oppHits.length === 0) break
    found.push(...data.oppHits)
    total = data.hitCount
  }
  return found
}

/**
 * `POST /v1/api/fetchOpportunity`: the details of a notice; null if there is none with this id.
 * Source: https://www.grants.gov/api/common/fetchopportunity
 */
export function detailOf(run: Run, id: string): Promise<Detail | null> {
  const url = `${run.settings.grantsGovUrl}/v1/api/fetchOpportunity`
  const body = { opportunityId: Number(id) }
  const ask = { url, method: 'POST', body, accepts: JSON_TYPE, mayMatchNothing: true } as const
  return run.network.ask(ask, (answer: FetchResponse) => (answer.status === NOT_FOUND ? null : readDetail(answer).data))
}

const readDetail = jsonOf(DetailEnvelope)

/** The row of a notice from a search over all statuses; null if none has its id. */
export async function hitOf(run: Run, id: string, number: string): Promise<Hit | null> {
  const rows = await search(run, 'forecasted|posted|closed|archived', { oppNum: number })
  for (const row of rows) {
    const hit = Hit.safeParse(row)
    if (hit.success && hit.data.id === id) return hit.data
  }
  return null
}
