import type { z } from 'zod'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { JSON_TYPE, jsonOf } from '../../net/json.ts'
import { firstIssue, madeOf } from '../../rows.ts'
import type { Collected, Draft, Rejection, Run, Source } from '../../source.ts'
import { allotmentsOf } from './allotments.ts'
import { awardsOf } from './awards.ts'
import { LISTINGS, type Listing } from './listings.ts'
import { AwardRow, Page, stateOf, TransactionRow } from './shapes.ts'

/** Grants and cooperative agreements, by the codes before and since 2026. */
const AWARD_TYPES = ['02', '03', '04', '05', 'F001', 'F002'] as const
const PER_PAGE = 100
const PAGES_MAX = 50

const AWARD_FIELDS = ['Award ID', 'Recipient Name', 'Recipient Location', 'Start Date', 'Award Amount', 'Description']
const TRANSACTION_FIELDS = ['Award ID', 'Action Date', 'Transaction Amount']

/** Federal awards of the program. Source: https://api.usaspending.gov/docs/endpoints */
export const usaspending: Source = {
  name: 'usaspending',
  summary: 'Federal awards of the program to states and organizations (USAspending.gov)',
  collect,
}

async function collect(run: Run): Promise<Collected> {
  const drafts: Draft[] = []
  const rejected: Rejection[] = []
  const states = new Set<StateCode>()
  let fetched = 0
  for (const listing of LISTINGS) {
    const rows = await search(run, listing, 'award', AWARD_FIELDS)
    const awards = readable(rows, AwardRow, listing, rejected)
    const moves = await search(run, listing, 'transaction', TRANSACTION_FIELDS)
    const actions = readable(moves, TransactionRow, listing, rejected)
    for (const state of awards.map(stateOf)) if (state) states.add(state)
    const { toStates = [], direct = [] } = Object.groupBy(awards, (award) =>
      listing.toState.test(award['Award ID']) ? 'toStates' : 'direct',
    )
    drafts.push(...allotmentsOf(toStates, actions, run, rejected), ...awardsOf(direct, listing, run, rejected))
    fetched += rows.length
    run.say(`${rows.length} awards of listing ${listing.number}`)
  }
  return { fetched, drafts, rejected, whole: true, confirmed: [...states] }
}

/**
 * `POST /api/v2/search/spending_by_award/` or `spending_by_transaction/`, page after page.
 * Source: https://github.com/fedspendingtransparency/usaspending-api, api_contracts/contracts/v2/search
 */
async function search(
  run: Run,
  { number }: Listing,
  of: 'award' | 'transaction',
  fields: readonly string[],
): Promise<unknown[]> {
  const url = `${run.settings.usaspendingUrl}/api/v2/search/spending_by_${of}/`
  const filters = { award_type_codes: AWARD_TYPES, program_numbers: [number] }
  const rows: unknown[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const body = { filters, fields, page, limit: PER_PAGE, sort: 'Award ID', order: 'asc' }
    const answer = await run.network.ask({ url, method: 'POST', body, accepts: JSON_TYPE }, jsonOf(Page))
    rows.push(...answer.results)
    if (!answer.page_metadata.hasNext) break
  }
  return rows
}

function readable<Row extends object>(
  rows: unknown[],
  shape: z.ZodType<Row>,
  { number }: Listing,
  rejected: Rejection[],
) {
  const read = (row: unknown) => {
    const parsed = shape.safeParse(row)
    return parsed.success ? parsed.data : firstIssue(parsed.error, 'row')
  }
  return madeOf(rows, read, (_, index) => `${number}, row ${index + 1}`, rejected)
}
