import type * as z from 'zod'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { JSON_TYPE, parseJson } from '../../net/json.ts'
import { cleanDate } from '../../read/clean.ts'
import { firstIssue, makeRecords } from '../../rows.ts'
import type { Collected, Draft, Rejection, Run, Source } from '../../source.ts'
import { toAllotments } from './allotments.ts'
import { toAwards } from './awards.ts'
import { LISTINGS, type Listing } from './listings.ts'
import { Action, AwardRow, findState, type Obligated, Page } from './shapes.ts'

/** Grants and cooperative agreements, by the codes before and since 2026. */
const AWARD_TYPES = ['02', '03', '04', '05', 'F001', 'F002'] as const
const PER_PAGE = 100
const PAGES_MAX = 50
/** The most that the API gives at once. */
const ACTIONS_PER_PAGE = 5_000

const AWARD_FIELDS = ['Award ID', 'Recipient Name', 'Recipient Location', 'Start Date', 'Award Amount', 'Description']

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
  let isWhole = true
  for (const listing of LISTINGS) {
    const rows = await search(run, listing)
    const found = readable(rows, AwardRow, listing, rejected)
    const awards = [...new Map(found.map((award) => [award.generated_internal_id, award])).values()]
    // An award that is on two pages took the place of another one.
    if (awards.length < found.length) {
      isWhole = false
      rejected.push({ ref: listing.number, reason: `${found.length - awards.length} awards are on two pages` })
    }
    const sound: Obligated[] = []
    for (const award of awards) {
      const actions = await readActions(run, award)
      if (typeof actions === 'string') rejected.push({ ref: award['Award ID'], reason: actions })
      else sound.push({ award, actions })
    }
    for (const { award } of sound) {
      const state = findState(award)
      if (state) states.add(state)
    }
    const { toStates = [], direct = [] } = Object.groupBy(sound, ({ award }) =>
      listing.toState.test(award['Award ID']) ? 'toStates' : 'direct',
    )
    const awarded = direct.map(({ award }) => award)
    drafts.push(...toAllotments(toStates, run, rejected), ...toAwards(awarded, listing, run, rejected))
    fetched += rows.length
    run.say(`${rows.length} awards of listing ${listing.number}`)
  }
  return { fetched, drafts, rejected, whole: isWhole, confirmed: [...states] }
}

/**
 * `POST /api/v2/search/spending_by_award/`, page after page.
 * Source: https://github.com/fedspendingtransparency/usaspending-api, api_contracts/contracts/v2/search
 */
async function search(run: Run, { number }: Listing): Promise<unknown[]> {
  const url = `${run.settings.usaspendingUrl}/api/v2/search/spending_by_award/`
  const filters = { award_type_codes: AWARD_TYPES, program_numbers: [number] }
  return readPages(run, url, { filters, fields: AWARD_FIELDS, limit: PER_PAGE, sort: 'Award ID', order: 'asc' })
}

async function readPages(run: Run, url: string, query: object): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const body = { ...query, page }
    const answer = await run.network.ask({ url, method: 'POST', body, accepts: JSON_TYPE }, parseJson(Page))
    rows.push(...answer.results)
    if (!answer.page_metadata.hasNext) break
  }
  return rows
}

const CENT = 0.005

/**
 * `POST /api/v2/transactions/`: the actions of an award, or why they cannot be used. Actions of one day have no order
 * of their own, so their pages may overlap; the sum shows whether all of them were read.
 * Source: https://github.com/fedspendingtransparency/usaspending-api, api_contracts/contracts/v2/transactions.md
 */
async function readActions(run: Run, award: AwardRow): Promise<Action[] | string> {
  const url = `${run.settings.usaspendingUrl}/api/v2/transactions/`
  const query = { award_id: award.generated_internal_id, limit: ACTIONS_PER_PAGE, sort: 'action_date', order: 'asc' }
  const actions = new Map<string, Action>()
  for (const row of await readPages(run, url, query)) {
    const action = Action.safeParse(row).data
    if (!action || !cleanDate(action.action_date)) return 'one of its actions cannot be read'
    actions.set(action.id, action)
  }
  const sum = [...actions.values()].reduce((total, action) => total + action.federal_action_obligation, 0)
  const stated = award['Award Amount']
  if (Math.abs(sum - stated) > CENT) {
    return `Award Amount: is ${stated.toFixed(2)}, but its transactions add up to ${sum.toFixed(2)}`
  }
  return [...actions.values()]
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
  return makeRecords(rows, read, (_, index) => `${number}, row ${index + 1}`, rejected)
}
