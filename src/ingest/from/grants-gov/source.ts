import * as z from 'zod'
import table from '../../../../vocabulary/applicant-types.json' with { type: 'json' }
import words from '../../../../vocabulary/solicitations.json' with { type: 'json' }
import { NATIONAL_ZONE } from '../../../rules/program.ts'
import { toLocalDay } from '../../../rules/time/moments.ts'
import type { NoticeRecord } from '../../../schema/records.ts'
import { isDueForConfirmation } from '../../merge.ts'
import { type FetchResponse, findEach, formatReason, JSON_TYPE, parseJson } from '../../net/exchange.ts'
import { cleanText } from '../../read/clean.ts'
import type { DraftOf, Run, Source } from '../../source.ts'
import {
  type Detail,
  DetailEnvelope,
  findDueDay,
  findFirstDate,
  findListings,
  Hit,
  isClassicAttachment,
  SearchEnvelope,
  toNotice,
  toNoticePage,
} from './notice.ts'

/** Assistance listings that are entirely about rural health. */
const LISTINGS = Object.keys(words.ruralListings)
// biome-ignore format: word lists read better as running lines
const KEYWORDS = ['"rural health"', '"rural hospital"', '"rural communities opioid response"', '"rural maternity"'] as const
const STATUSES = 'forecasted|posted'
/** After this many unreadable details in a row, the API counts as down. */
const FAILURES_IN_A_ROW_MAX = 5

/** Federal funding notices for rural health, from Grants.gov. Source: https://www.grants.gov/api */
export const grantsGov: Source = {
  name: 'grants-gov',
  summary: 'Federal notices of rural health funding (Grants.gov)',
  async collect(run) {
    const { api, notes } = await chooseApi(run)
    const hits = await searchAll(api, run)
    const drafts = await readDetails(hits, run, FAILURES_IN_A_ROW_MAX, async (hit, index) => {
      run.say(`${index} of ${hits.length} notices`)
      const detail = await api.findDetail(hit.id)
      const ref = getReference(hit)
      return detail ? toNotice(hit, detail, ref, api.origin, run.now) : 'details: no notice has this id'
    })
    // A search without any results more likely means that the search failed.
    if (hits.length > 0) drafts.push(...(await readEndedNotices(run, api, new Set(hits.map(({ id }) => id)))))
    return {
      fetched: hits.length,
      drafts: notes.length > 0 ? withKnownAttachments(drafts, run) : drafts,
      notes,
      whole: true,
      confirmed: hits.length > 0 ? [null] : [],
    }
  },
}

const getReference = ({ id, number }: Hit): string => cleanText(number, 100) ?? id

/** The notices of rows, read one after the other; a row without one is skipped. @throws after some failures in a row */
async function readDetails(
  hits: readonly Hit[],
  run: Run,
  failuresMax: number,
  read: (hit: Hit, index: number) => Promise<DraftOf<'notices'> | string>,
): Promise<DraftOf<'notices'>[]> {
  const drafts: DraftOf<'notices'>[] = []
  let failuresInARow = 0
  for (const [index, hit] of hits.entries()) {
    try {
      const draft = await read(hit, index)
      if (typeof draft === 'string') run.reject(getReference(hit), draft)
      else drafts.push(draft)
      failuresInARow = 0
    } catch (error) {
      failuresInARow += 1
      if (failuresInARow >= failuresMax) throw error
      run.reject(getReference(hit), `details: ${formatReason(error)}`)
    }
  }
  return drafts
}

/**
 * The classic API while it answers, then the Simpler Grants API, with a note that it was used.
 * @throws NetworkFailure when the classic API does not answer and there is no key for the other
 */
async function chooseApi(run: Run): Promise<{ api: GrantsApi; notes: string[] }> {
  const classic = openClassicApi(run)
  const key = run.settings.simplerGrantsKey
  if (key === null) return { api: classic, notes: [] }
  try {
    await classic.search(STATUSES, { keyword: KEYWORDS[0] })
    return { api: classic, notes: [] }
  } catch (error) {
    const note = `the classic Grants.gov API did not answer (${formatReason(error)}); the notices are from the Simpler Grants API`
    return { api: openSimplerApi(run, key), notes: [note] }
  }
}

/**
 * The drafts of the Simpler Grants API, without the attachments of notices that are recorded with the classic addresses:
 * the same files have other addresses there.
 */
function withKnownAttachments(drafts: readonly DraftOf<'notices'>[], run: Run): DraftOf<'notices'>[] {
  const classic = run.listKnown('notices').filter(({ record }) => record.documentUrls.some(isClassicAttachment))
  const keys = new Set(classic.map(({ key }) => JSON.stringify(key)))
  return drafts.map((draft) => {
    if (!keys.has(JSON.stringify(draft.key))) return draft
    const { documentUrls: _, ...given } = draft.given
    return { ...draft, given }
  })
}

async function searchAll(api: GrantsApi, run: Run): Promise<Hit[]> {
  const hits = new Map<string, Hit>()
  const keep = async (terms: Terms, isRight: (hit: Hit) => boolean) => {
    for (const [index, row] of (await api.search(STATUSES, terms)).entries()) {
      const parsed = Hit.safeParse(row)
      if (!parsed.success) run.reject(`${Object.values(terms)[0]}, row ${index + 1}`, 'has no id')
      else if (isRight(parsed.data) && !hits.has(parsed.data.id)) hits.set(parsed.data.id, parsed.data)
    }
  }
  for (const listing of LISTINGS) {
    await keep({ aln: listing, cfda: listing }, (hit) => findListings(hit).includes(listing))
  }
  for (const keyword of KEYWORDS) await keep({ keyword }, ({ title }) => /\brural\b/i.test(String(title ?? '')))
  return [...hits.values()]
}

/**
 * Looks up the known notices that the search no longer lists, each by its id: it may be closed, archived, withdrawn, gone,
 * or still open but not matched by the search.
 * @param listed the ids that the search listed
 */
function readEndedNotices(run: Run, api: GrantsApi, listed: ReadonlySet<string>): Promise<DraftOf<'notices'>[]> {
  const ids = findUnlistedIds(run, listed).filter(api.hasId).slice(0, 200)
  const hits = ids.map((id) => ({ id }))
  return readDetails(hits, run, Number.POSITIVE_INFINITY, async ({ id }) => {
    run.say(`notice ${id} by its id`)
    const detail = await api.findDetail(id)
    if (detail === null) {
      const like = [{ sourceUrl: toNoticePage(id) }]
      // That there is no record of it does not say why: only Grants.gov's own word makes a notice withdrawn.
      const given = { sourceStatus: 'CLOSED' } as const
      return { kind: 'notices', ref: id, key: ['grants-gov', id], like, given, isListed: false }
    }
    const number = cleanText(detail.opportunityNumber, 100)
    const hit = (number && (await findHit(api, id, number))) || withoutHit(id, detail, run.now)
    return toNotice(hit, detail, number ?? id, api.origin, run.now)
  })
}

const FINAL: ReadonlySet<NoticeRecord['sourceStatus']> = new Set(['ARCHIVED', 'WITHDRAWN'])

/** Ids of recorded notices that are not listed and may still change. Closed ones are checked only occasionally. */
function findUnlistedIds({ present, listKnown, now }: Run, listed: ReadonlySet<string>): string[] {
  const keysById = new Map(listKnown('notices').map(({ key, record }) => [record.id, key[1] ?? null]))
  const ids = present.notices.flatMap((notice) => {
    const id = keysById.get(notice.id) ?? /\/search-results-detail\/(\d{1,12})$/.exec(notice.sourceUrl)?.[1]
    if (!id || listed.has(id) || FINAL.has(notice.sourceStatus)) return []
    return notice.sourceStatus !== 'CLOSED' || isDueForConfirmation(notice.confirmedAt, now) ? [id] : []
  })
  return [...new Set(ids)]
}

async function findHit(api: GrantsApi, id: string, number: string): Promise<Hit | null> {
  // Unquoted, each word of a number with spaces would be searched for.
  const oppNum = /\s/.test(number) ? `"${number}"` : number
  const rows = await api.search('forecasted|posted|closed|archived', { oppNum })
  return rows.map((row) => Hit.safeParse(row).data).find((hit) => hit?.id === id) ?? null
}

function withoutHit(id: string, { synopsis }: Detail, now: Date): Hit {
  const today = now.toISOString().slice(0, 10)
  const isPast = (date: string | null): boolean => (date ?? today) < today
  if (isPast(findFirstDate(synopsis?.archiveDateStr, synopsis?.archiveDate))) return { id, oppStatus: 'archived' }
  if (isPast(findDueDay(synopsis ?? {}, null))) return { id, oppStatus: 'closed' }
  return { id, oppStatus: synopsis === null ? 'forecasted' : 'posted' }
}

/** A search term: an assistance listing, words, or a notice number. */
export type Terms = { aln: string; cfda: string } | { keyword: string } | { oppNum: string }

/** A service that knows the federal notices: the classic one of Grants.gov, or the Simpler Grants API. */
export interface GrantsApi {
  origin: string
  /** The raw rows of a search. @param statuses separated by `|`: forecasted, posted, closed, archived */
  search: (statuses: string, terms: Terms) => Promise<unknown[]>
  findDetail: (id: string) => Promise<Detail | null>
  hasId: (id: string) => boolean
}

const CLASSIC = 'https://api.grants.gov/v1/api'
const SIMPLER = 'https://api.simpler.grants.gov/v1/opportunities'
/** The applicant types of the Simpler Grants API, as the classic one words them. */
const APPLICANTS: Readonly<Record<string, string>> = table.grantsGov
const ROWS = 100
const HITS_MAX = 1_000
const NOT_FOUND = 404
const readDetail = parseJson(DetailEnvelope)

/**
 * The classic API of Grants.gov.
 * Sources: https://www.grants.gov/api/common/search2 and https://www.grants.gov/api/common/fetchopportunity
 */
function openClassicApi({ network }: Run): GrantsApi {
  const post = { method: 'POST', accepts: JSON_TYPE } as const
  return {
    origin: `${CLASSIC}/fetchOpportunity`,
    async search(statuses, terms) {
      const hits: unknown[] = []
      for (let total = HITS_MAX; hits.length < Math.min(total, HITS_MAX); ) {
        const body = { oppStatuses: statuses, ...terms, rows: ROWS, startRecordNum: hits.length }
        const url = `${CLASSIC}/search2`
        const { data } = await network.ask({ ...post, url, body }, parseJson(SearchEnvelope))
        if (data.oppHits.length === 0) break
        hits.push(...data.oppHits)
        total = data.hitCount
      }
      return hits
    },
    findDetail(id) {
      const url = `${CLASSIC}/fetchOpportunity`
      const ask = { ...post, url, body: { opportunityId: Number(id) }, mayMatchNothing: true } as const
      return network.ask(ask, (answer: FetchResponse) => (answer.status === NOT_FOUND ? null : readDetail(answer).data))
    },
    hasId: (id) => /^\d+$/.test(id),
  }
}

const Opportunity = z.looseObject({
  opportunity_id: z.uuid(),
  summary: z.looseObject({}).nullish().catch(null),
})
type Opportunity = z.infer<typeof Opportunity>

const Page = z.object({ data: z.array(z.unknown()), pagination_info: z.object({ total_pages: z.int() }) })
const readOne = parseJson(z.object({ data: Opportunity }))

/**
 * The Simpler Grants API, which replaces the classic one. It needs a key. Its answers are put into the classic form, so
 * a notice becomes the same record from either; one that the classic service never had is known by its UUID.
 * Source: https://github.com/HHS/simpler-grants-gov, api/openapi.generated.yml
 */
function openSimplerApi({ network }: Run, key: string): GrantsApi {
  return {
    origin: SIMPLER,
    async search(statuses, terms) {
      const hits: unknown[] = []
      const sort_order = [{ order_by: 'opportunity_id', sort_direction: 'ascending' }]
      for (let page = 1, pages = 1; page <= Math.min(pages, HITS_MAX / ROWS); page += 1) {
        const pagination = { page_offset: page, page_size: ROWS, sort_order }
        const body = { ...toCriteria(statuses, terms), pagination }
        const ask = { url: `${SIMPLER}/search`, method: 'POST', body, key, accepts: JSON_TYPE } as const
        const { data, pagination_info } = await network.ask(ask, parseJson(Page))
        hits.push(...data.map(toClassicHit))
        pages = pagination_info.total_pages
      }
      return hits
    },
    findDetail(id) {
      const ask = { url: `${SIMPLER}/${id}`, key, accepts: JSON_TYPE, mayMatchNothing: true } as const
      return network.ask(ask, (answer: FetchResponse) =>
        answer.status === NOT_FOUND ? null : toClassicDetail(readOne(answer).data),
      )
    },
    hasId: () => true,
  }
}

function toCriteria(statuses: string, terms: Terms): object {
  const opportunity_status = { one_of: statuses.split('|') }
  if ('aln' in terms) return { filters: { opportunity_status, assistance_listing_number: { one_of: [terms.aln] } } }
  return { query: 'keyword' in terms ? terms.keyword : terms.oppNum, filters: { opportunity_status } }
}

function toClassicHit(row: unknown): unknown {
  const { success, data } = Opportunity.safeParse(row)
  if (!success) return row
  return {
    id: data.legacy_opportunity_id ?? data.opportunity_id,
    number: data.opportunity_number,
    title: data.opportunity_title,
    agency: data.agency_name,
    openDate: data.summary?.post_date,
    closeDate: data.summary?.close_date,
    oppStatus: data.opportunity_status,
    cfdaList: findEach(data.opportunity_assistance_listings, 'assistance_listing_number'),
  }
}

function toClassicDetail({ summary, ...opportunity }: Opportunity): Detail {
  if (!summary) throw new Error('responded with an unexpected shape: data: has no summary')
  const updated = Date.parse(String(summary.updated_at))
  const block = {
    version: summary.version_number,
    synopsisDesc: summary.summary_description,
    postingDate: summary.post_date,
    responseDate: summary.close_date,
    responseDateDesc: summary.close_date_description,
    estApplicationResponseDate: summary.forecasted_close_date,
    estApplicationResponseDateDesc: summary.forecasted_close_date_description,
    lastUpdatedDate: Number.isNaN(updated) ? null : toLocalDay(updated, NATIONAL_ZONE),
    archiveDate: summary.archive_date,
    awardCeiling: summary.award_ceiling,
    estimatedFunding: summary.estimated_total_program_funding,
    applicantTypes: findEach(summary.applicant_types, '').map((type) => ({
      description: APPLICANTS[String(type)] ?? type,
    })),
    fundingDescLinkUrl: summary.additional_info_url,
  }
  const isForecast = summary.is_forecast === true
  return {
    opportunityNumber: opportunity.opportunity_number,
    opportunityTitle: opportunity.opportunity_title,
    docType: isForecast ? 'forecast' : 'synopsis',
    agencyDetails: { agencyName: opportunity.agency_name },
    synopsis: isForecast ? null : block,
    forecast: isForecast ? block : null,
    // Signed addresses expire.
    synopsisDocumentURLs: findEach(opportunity.attachments, 'download_path').flatMap((docUrl) =>
      /[?&]X-Amz-/i.test(String(docUrl)) ? [] : [{ docUrl }],
    ),
  }
}
