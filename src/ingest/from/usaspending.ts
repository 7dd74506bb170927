import * as z from 'zod'
import { StateCode } from '../../schema/vocabularies.ts'
import { createDocumentDraft, getId, makeRecords } from '../drafts.ts'
import { formatFirstIssue, JSON_TYPE, parseJson, word } from '../net/exchange.ts'
import { cleanDate, cleanText, toFederalFiscalYear } from '../read/clean.ts'
import type { Draft, Run, Source } from '../source.ts'

/** Grants and cooperative agreements, by the codes before and since 2026. */
const AWARD_TYPES = ['02', '03', '04', '05', 'F001', 'F002'] as const
const API = 'https://api.usaspending.gov/api/v2'
const SEARCH = 'search/spending_by_award/'

/** The program's assistance listing, as CMS names it in the notices of award that it sends to the states. */
const LISTING = '93.798'
/** The number of an award to a state government (an allotment). Any other is directly to an organization. */
const TO_STATE = /^RHTCMS\d+$/
const amountText = z.string().regex(/^-?[\d,]+(\.\d+)?$/)
const dollars = z.union([z.number(), amountText.transform((text) => Number(text.replaceAll(',', '')))])

const AwardRow = z.object({
  'Award ID': z.string().regex(/^[\w-]{3,40}$/),
  'Recipient Name': word,
  'Recipient Location': z.object({ state_code: word }).nullish().catch(null),
  'Start Date': word,
  'Award Amount': dollars,
  Description: word,
  generated_internal_id: z.string().regex(/^[\w-]{3,80}$/),
})
type AwardRow = z.infer<typeof AwardRow>
const AWARD_FIELDS = Object.keys(AwardRow.shape).slice(0, -1)
const Action = z.object({ id: z.string(), action_date: z.string(), federal_action_obligation: dollars })
type Action = z.infer<typeof Action>

const Page = z.object({ results: z.array(z.unknown()), page_metadata: z.object({ hasNext: z.boolean() }) })

/**
 * Federal awards of the program.
 * Source: https://github.com/fedspendingtransparency/usaspending-api, api_contracts/contracts/v2/search and v2/transactions.md
 */
export const usaspending: Source = {
  name: 'usaspending',
  summary: 'Federal awards of the program to states and organizations (USAspending.gov)',
  async collect(run) {
    const filters = { award_type_codes: AWARD_TYPES, program_numbers: [LISTING] }
    const query = { filters, fields: AWARD_FIELDS, limit: 100, sort: 'Award ID', order: 'asc' }
    const rows = await readPages(run, SEARCH, query)
    const parse = (row: unknown) => {
      const parsed = AwardRow.safeParse(row)
      return parsed.success ? parsed.data : formatFirstIssue(parsed.error, 'row')
    }
    const parsedRows = makeRecords(rows, parse, (_, index) => `${LISTING}, row ${index + 1}`, run)
    const awards = [...new Map(parsedRows.map((award) => [award.generated_internal_id, award])).values()]
    const repeated = parsedRows.length - awards.length
    // An award that is on two pages took the place of another one.
    if (repeated > 0) run.reject(LISTING, `${repeated} awards are on two pages`)
    const drafts: Draft[] = []
    const confirmed = new Set<StateCode>()
    for (const award of awards) {
      const actions = await readActions(run, award)
      const state = findState(award)
      if (state && typeof actions !== 'string') confirmed.add(state)
      const isToState = TO_STATE.test(award['Award ID'])
      const made =
        typeof actions === 'string' ? actions : isToState ? toAllotments(award, actions, run) : toAward(award)
      if (typeof made === 'string') run.reject(award['Award ID'], made)
      else drafts.push(...made)
    }
    run.say(`${rows.length} awards of listing ${LISTING}`)
    if (drafts.some(({ kind }) => kind === 'awards')) drafts.push(LISTING_DOCUMENT)
    return { fetched: rows.length, drafts, whole: repeated === 0, confirmed: [...confirmed] }
  },
}

async function readPages({ network }: Run, path: string, query: object): Promise<unknown[]> {
  const url = `${API}/${path}`
  const rows: unknown[] = []
  for (let page = 1; page <= 50; page += 1) {
    const ask = { url, method: 'POST', body: { ...query, page }, accepts: JSON_TYPE } as const
    const { results, page_metadata } = await network.ask(ask, parseJson(Page))
    rows.push(...results)
    if (!page_metadata.hasNext) break
  }
  return rows
}

/**
 * The actions of an award, or why they cannot be used. Actions of one day have no order of their own, so their pages may
 * overlap; the sum shows whether all of them were read.
 */
async function readActions(run: Run, award: AwardRow): Promise<Action[] | string> {
  const query = { award_id: award.generated_internal_id, limit: 5_000, sort: 'action_date', order: 'asc' }
  const actions = new Map<string, Action>()
  for (const row of await readPages(run, 'transactions/', query)) {
    const action = Action.safeParse(row).data
    if (!action || !cleanDate(action.action_date)) return 'one of its actions cannot be read'
    actions.set(action.id, action)
  }
  const sum = [...actions.values()].reduce((total, action) => total + action.federal_action_obligation, 0)
  const stated = award['Award Amount']
  if (Math.abs(sum - stated) > 0.005) {
    return `Award Amount: is ${stated.toFixed(2)}, but its transactions add up to ${sum.toFixed(2)}`
  }
  return [...actions.values()]
}

const findState = (award: AwardRow): StateCode | null =>
  StateCode.safeParse(award['Recipient Location']?.state_code).data ?? null

const formatPageUrl = (award: AwardRow): string => `https://www.usaspending.gov/award/${award.generated_internal_id}`

/**
 * The program's money for a state by fiscal year. The amount of an award covers all years, so each year is the sum of
 * the award's actions dated in it. If a recorded allotment has the same whole-dollar amount, this source is added to
 * those that confirm it; a different amount is a conflict; a year without a record becomes an unverified allotment.
 */
function toAllotments(award: AwardRow, actions: readonly Action[], { present }: Run): Draft[] | string {
  const state = findState(award)
  if (!state) return 'Recipient Location: is not in a state'
  const sourceUrl = formatPageUrl(award)
  const years = Map.groupBy(actions, ({ action_date }) => toFederalFiscalYear(cleanDate(action_date) ?? ''))
  return [...years].flatMap(([fiscalYear, ofYear]): Draft[] => {
    const amount = Math.round(ofYear.reduce((sum, action) => sum + action.federal_action_obligation, 0) * 100) / 100
    // A revision without money is not an allotment.
    if (fiscalYear === null || amount === 0) return []
    const recorded = present.allotments.find((record) => record.state === state && record.fiscalYear === fiscalYear)
    const id = award['Award ID']
    const draft = { kind: 'allotments', ref: `${id} ${fiscalYear}`, key: ['usaspending', id, fiscalYear] } as const
    if (!recorded || recorded.sourceUrl === sourceUrl) {
      const sourceTitle = 'USAspending.gov: federal award to the state'
      return [{ ...draft, given: { amount }, start: { state, fiscalYear, verified: false, sourceTitle, sourceUrl } }]
    }
    // The recorded amount is in whole dollars; any other difference is a conflict for a person to decide.
    const isSame = Math.round(recorded.amount) === Math.round(amount)
    const confirmedBy = [`${sourceUrl} (USAspending.gov, actions of ${fiscalYear})`]
    const given = isSame ? { amount: recorded.amount, confirmedBy } : { amount }
    return [{ ...draft, given, like: [{ id: recorded.id }] }]
  })
}

const RETRIEVED_FROM = `${API}/${SEARCH}`
const DOCUMENT_KEY = ['usaspending', LISTING]

const LISTING_DOCUMENT = createDocumentDraft(
  LISTING,
  DOCUMENT_KEY,
  { title: `Federal awards under assistance listing ${LISTING}, Rural Health Transformation Program` },
  {
    fileType: 'HTML',
    documentCategory: 'DATA',
    url: 'https://www.usaspending.gov/search',
    retrievedFrom: RETRIEVED_FROM,
  },
)

function toAward(award: AwardRow): Draft[] | string {
  const ref = award['Award ID']
  const state = findState(award)
  const awardDate = cleanDate(award['Start Date'])
  const fiscalYear = awardDate && toFederalFiscalYear(awardDate)
  const awardeeName = cleanText(award['Recipient Name'], 300)
  if (!state || !fiscalYear || !awardeeName) {
    return `${!state ? 'Recipient Location' : !fiscalYear ? 'Start Date' : 'Recipient Name'}: is missing or malformed`
  }
  const programDescription = cleanText(award.Description, 1_000)
  const start = {
    state,
    fiscalYear,
    awardeeKind: 'ORGANIZATION',
    awardStage: 'AWARDED',
    sourceDocumentId: getId('documents', DOCUMENT_KEY),
    sourceUrl: formatPageUrl(award),
    retrievedFrom: RETRIEVED_FROM,
  } as const
  const given = { awardeeName, federalAmount: award['Award Amount'], programDescription, awardDate }
  return [{ kind: 'awards', ref, key: ['usaspending', ref], given, start }]
}
