import type { NoticeRecord } from '../../../schema/records.ts'
import { isDueForConfirmation } from '../../merge.ts'
import { type FetchResponse, formatReason, JSON_TYPE, parseJson } from '../../net/exchange.ts'
import { cleanText } from '../../read/clean.ts'
import type { DraftOf, Run, Source } from '../../source.ts'
import {
  type Detail,
  DetailEnvelope,
  findDueDay,
  findListings,
  firstDate,
  Hit,
  noticePage,
  SearchEnvelope,
  toNotice,
} from './notice.ts'

/** Assistance listings that are entirely about rural health. */
const LISTINGS = {
  '93.155': 'Rural Health Research Centers',
  '93.223': 'Development and Coordination of Rural Health Services',
  '93.241': 'State Rural Hospital Flexibility Program',
  '93.301': 'Small Rural Hospital Improvement Grant Program',
  '93.798': 'Rural Health Transformation Program',
  '93.912': 'Rural Health Care Services Outreach, Network Development and Quality Improvement',
  '93.913': 'Grants to States for Operation of State Offices of Rural Health',
} as const satisfies Record<string, string>

const KEYWORDS = [
  '"rural health"',
  '"rural hospital"',
  '"rural communities opioid response"',
  '"rural maternity"',
] as const
const TITLE_ABOUT_RURAL_HEALTH = /\brural\b/i
const STATUSES = 'forecasted|posted'
/** After this many unreadable details in a row, the API counts as down. */
const FAILURES_IN_A_ROW_MAX = 5

/** Federal funding notices for rural health, from Grants.gov. Source: https://www.grants.gov/api */
export const grantsGov: Source = {
  name: 'grants-gov',
  summary: 'Federal notices of rural health funding (Grants.gov)',
  async collect(run) {
    const hits = await searchAll(run)
    const drafts = await readDetails(hits, run, FAILURES_IN_A_ROW_MAX, async (hit, index) => {
      run.say(`${index} of ${hits.length} notices`)
      const detail = await findDetail(run, hit.id)
      return detail ? toNotice(hit, detail, getReference(hit), run.now) : 'details: no notice has this id'
    })
    // A search without any results more likely means that the search failed.
    if (hits.length > 0) drafts.push(...(await endedNotices(run, new Set(hits.map(({ id }) => id)))))
    return { fetched: hits.length, drafts, whole: true, confirmed: hits.length > 0 ? [null] : [] }
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

async function searchAll(run: Run): Promise<Hit[]> {
  const hits = new Map<string, Hit>()
  const keep = async (terms: Terms, isRight: (hit: Hit) => boolean) => {
    for (const [index, row] of (await search(run, STATUSES, terms)).entries()) {
      const parsed = Hit.safeParse(row)
      if (!parsed.success) run.reject(`${Object.values(terms)[0]}, row ${index + 1}`, 'has no id')
      else if (isRight(parsed.data) && !hits.has(parsed.data.id)) hits.set(parsed.data.id, parsed.data)
    }
  }
  for (const listing of Object.keys(LISTINGS)) {
    await keep({ aln: listing, cfda: listing }, (hit) => findListings(hit).includes(listing))
  }
  for (const keyword of KEYWORDS)
    await keep({ keyword }, ({ title }) => TITLE_ABOUT_RURAL_HEALTH.test(String(title ?? '')))
  return [...hits.values()]
}

const ASKED_MAX = 200

/**
 * Looks up the known notices that the search no longer lists, each by its id: it may be closed, archived, withdrawn, gone,
 * or still open but not matched by the search.
 * @param listed the ids that the search listed
 */
function endedNotices(run: Run, listed: ReadonlySet<string>): Promise<DraftOf<'notices'>[]> {
  const ids = unlistedIds(run, listed).slice(0, ASKED_MAX)
  const hits = ids.map((id) => ({ id }))
  return readDetails(hits, run, Number.POSITIVE_INFINITY, async ({ id }) => {
    run.say(`notice ${id} by its id`)
    const detail = await findDetail(run, id)
    if (detail === null) {
      const like = [{ sourceUrl: noticePage(id) }]
      // That there is no record of it does not say why: only Grants.gov's own word makes a notice withdrawn.
      const given = { sourceStatus: 'CLOSED' } as const
      return { kind: 'notices', ref: id, key: ['grants-gov', id], like, given, isListed: false }
    }
    const number = cleanText(detail.opportunityNumber, 100)
    const hit = (number && (await findHit(run, id, number))) || withoutHit(id, detail, run.now)
    return toNotice(hit, detail, number ?? id, run.now)
  })
}

const PAGE_ID = /\/search-results-detail\/(\d{1,12})$/
const FINAL: ReadonlySet<NoticeRecord['sourceStatus']> = new Set(['ARCHIVED', 'WITHDRAWN'])

/** Ids of recorded notices that are not listed and may still change. Closed ones are checked only occasionally. */
function unlistedIds({ present, known, now }: Run, listed: ReadonlySet<string>): string[] {
  const keysById = new Map(known('notices').map(({ key, record }) => [record.id, key[1] ?? null]))
  const ids = present.notices.flatMap((notice) => {
    const id = keysById.get(notice.id) ?? PAGE_ID.exec(notice.sourceUrl)?.[1]
    if (!id || listed.has(id) || FINAL.has(notice.sourceStatus)) return []
    return notice.sourceStatus !== 'CLOSED' || isDueForConfirmation(notice.confirmedAt, now) ? [id] : []
  })
  return [...new Set(ids)]
}

async function findHit(run: Run, id: string, number: string): Promise<Hit | null> {
  // Unquoted, each word of a number with spaces would be searched for.
  const oppNum = /\s/.test(number) ? `"${number}"` : number
  const rows = await search(run, 'forecasted|posted|closed|archived', { oppNum })
  return rows.map((row) => Hit.safeParse(row).data).find((hit) => hit?.id === id) ?? null
}

function withoutHit(id: string, { synopsis }: Detail, now: Date): Hit {
  const today = now.toISOString().slice(0, 10)
  const isPast = (date: string | null): boolean => (date ?? today) < today
  if (isPast(firstDate(synopsis?.archiveDateStr, synopsis?.archiveDate))) return { id, oppStatus: 'archived' }
  if (isPast(findDueDay(synopsis ?? {}, null))) return { id, oppStatus: 'closed' }
  return { id, oppStatus: synopsis === null ? 'forecasted' : 'posted' }
}

/** A search term: an assistance listing, words, or a notice number. */
type Terms = { aln: string; cfda: string } | { keyword: string } | { oppNum: string }

const ROWS = 100
const HITS_MAX = 1_000
const NOT_FOUND = 404
const readDetail = parseJson(DetailEnvelope)

const POST = { method: 'POST', accepts: JSON_TYPE } as const

/**
 * The raw rows of a search. Source: https://www.grants.gov/api/common/search2
 * @param statuses separated by `|`: forecasted, posted, closed, archived
 */
async function search({ network, settings }: Run, statuses: string, terms: Terms): Promise<unknown[]> {
  const url = `${settings.grantsGovUrl}/v1/api/search2`
  const hits: unknown[] = []
  for (let total = HITS_MAX; hits.length < Math.min(total, HITS_MAX); ) {
    const body = { oppStatuses: statuses, ...terms, rows: ROWS, startRecordNum: hits.length }
    const { data } = await network.ask({ ...POST, url, body }, parseJson(SearchEnvelope))
    if (data.oppHits.length === 0) break
    hits.push(...data.oppHits)
    total = data.hitCount
  }
  return hits
}

/** A notice by its id. Source: https://www.grants.gov/api/common/fetchopportunity */
function findDetail({ network, settings }: Run, id: string): Promise<Detail | null> {
  const url = `${settings.grantsGovUrl}/v1/api/fetchOpportunity`
  const ask = { ...POST, url, body: { opportunityId: Number(id) }, mayMatchNothing: true } as const
  return network.ask(ask, (answer: FetchResponse) => (answer.status === NOT_FOUND ? null : readDetail(answer).data))
}
