import type { NoticeSourceStatus } from '../../../schema/vocabularies.ts'
import { JSON_TYPE, jsonOf } from '../../net/json.ts'
import { cleanDate, cleanMoney, cleanText, cleanTexts, cleanUrl } from '../../read/clean.ts'
import type { Collected, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { type Detail, DetailEnvelope, Hit, SearchEnvelope } from './shapes.ts'

/** The assistance listings whose notices are all about rural health. */
const LISTINGS = {
  '93.155': 'Rural Health Research Centers',
  '93.223': 'Development and Coordination of Rural Health Services',
  '93.241': 'State Rural Hospital Flexibility Program',
  '93.301': 'Small Rural Hospital Improvement Grant Program',
  '93.798': 'Rural Health Transformation Program',
  '93.912': 'Rural Health Care Services Outreach, Network Development and Quality Improvement',
  '93.913': 'Grants to States for Operation of State Offices of Rural Health',
} as const satisfies Record<string, string>

/** What else is searched for; a notice found by these counts only when its own title says that it is about rural health. */
const KEYWORDS = [
  '"rural health"',
  '"rural hospital"',
  '"rural communities opioid response"',
  '"rural maternity"',
] as const
const TITLE_ABOUT_RURAL_HEALTH = /\brural\b/i

const STATUSES = 'forecasted|posted'
const ROWS = 100
const HITS_MAX = 1_000
/** So many details in a row that cannot be read mean that the API is down, not that the notices are odd. */
const FAILURES_IN_A_ROW_MAX = 5

/** Federal notices of funding for rural health, from Grants.gov. Source: https://www.grants.gov/api */
export const grantsGov: Source = {
  name: 'grants-gov',
  summary: 'Federal notices of rural health funding (Grants.gov)',
  collect,
}

async function collect(run: Run): Promise<Collected> {
  const rejected: Rejection[] = []
  const hits = await searchAll(run, rejected)
  const drafts: DraftOf<'notices'>[] = []
  let failuresInARow = 0
  for (const [index, hit] of hits.entries()) {
    run.say(`${index} of ${hits.length} notices`)
    const ref = cleanText(hit.number, 100) ?? hit.id
    try {
      const draft = noticeOf(hit, await detailOf(run, hit.id), ref)
      if (typeof draft === 'string') rejected.push({ ref, reason: draft })
      else drafts.push(draft)
      failuresInARow = 0
    } catch (error) {
      failuresInARow += 1
      if (failuresInARow >= FAILURES_IN_A_ROW_MAX) throw error
      rejected.push({ ref, reason: `details: ${(error as Error).message}` })
    }
  }
  return { fetched: hits.length, drafts, rejected, whole: true }
}

/** Every notice that a listing or keyword finds, once. */
async function searchAll(run: Run, rejected: Rejection[]): Promise<Hit[]> {
  const found = new Map<string, Hit>()
  const keep = async (terms: Terms, isRight: (hit: Hit) => boolean) => {
    for (const [index, row] of (await search(run, terms)).entries()) {
      const parsed = Hit.safeParse(row)
      if (!parsed.success) rejected.push({ ref: `${Object.values(terms)[0]}, row ${index + 1}`, reason: 'has no id' })
      else if (isRight(parsed.data) && !found.has(parsed.data.id)) found.set(parsed.data.id, parsed.data)
    }
  }
  for (const listing of Object.keys(LISTINGS)) {
    await keep({ aln: listing, cfda: listing }, ({ listings }) => listings.includes(listing))
  }
  for (const keyword of KEYWORDS) await keep({ keyword }, ({ title }) => TITLE_ABOUT_RURAL_HEALTH.test(title ?? ''))
  const { since } = run
  return [...found.values()].filter(({ openDate }) => since === null || (cleanDate(openDate) ?? since) >= since)
}

type Terms = { aln: string; cfda: string } | { keyword: string }

/**
 * `POST /v1/api/search2`, page after page. Source: https://www.grants.gov/api/common/search2
 * The listing goes under both names: the documentation says `aln`, the live service answers to `cfda`.
 */
async function search(run: Run, terms: Terms): Promise<unknown[]> {
  const found: unknown[] = []
  for (let total = HITS_MAX; found.length < Math.min(total, HITS_MAX); ) {
    const body = { oppStatuses: STATUSES, ...terms, rows: ROWS, startRecordNum: found.length }
    const url = `${run.settings.grantsGovUrl}/v1/api/search2`
    const { data } = await run.network.ask({ url, method: 'POST', body, accepts: JSON_TYPE }, jsonOf(SearchEnvelope))
    if (data.oppHits.length === 0) break
    found.push(...data.oppHits)
    total = data.hitCount
  }
  return found
}

/** `POST /v1/api/fetchOpportunity`. Source: https://www.grants.gov/api/common/fetchopportunity */
async function detailOf(run: Run, id: string): Promise<Detail> {
  const url = `${run.settings.grantsGovUrl}/v1/api/fetchOpportunity`
  const ask = { url, method: 'POST', body: { opportunityId: Number(id) }, accepts: JSON_TYPE } as const
  return (await run.network.ask(ask, jsonOf(DetailEnvelope))).data
}

/** The notice of a row, or why there is none. A forecast has its own block of fields, with estimated dates. */
function noticeOf(hit: Hit, detail: Detail, ref: string): DraftOf<'notices'> | string {
  const forecast = detail.forecast !== null && (detail.synopsis === null || detail.docType === 'forecast')
  const block = (forecast ? detail.forecast : detail.synopsis) ?? {}
  const title = cleanText(detail.opportunityTitle ?? hit.title, 300)
  if (!title) return 'title: is missing'
  const amended = !forecast && Number(block.version ?? 1) > 1
  return {
    kind: 'notices',
    ref,
    key: ['grants-gov', hit.id],
    likeness: ({ sourceUrl }) => (sourceUrl === pageOf(hit.id) ? 1 : 0),
    given: {
      title,
      noticeNumber: cleanText(detail.opportunityNumber ?? hit.number, 100),
      issuingAgency: cleanText(detail.agencyDetails?.agencyName ?? hit.agency ?? block.agencyName, 200),
      summary: cleanText(block.synopsisDesc ?? block.forecastDesc, 1_000),
      // An amount of 0 stands for none.
      budgetMax: cleanMoney(block.estimatedFunding) || null,
      budgetPerAward: cleanMoney(block.awardCeiling) || null,
      applicantTypes: cleanTexts(
        block.applicantTypes?.map(({ description }) => description),
        200,
        50,
      ),
      postedDate: cleanDate(block.postingDate) ?? cleanDate(hit.openDate),
      dueDate: dueDateOf(block, hit),
      amended,
      amendedAt: amended ? cleanDate(block.lastUpdatedDate) : null,
      sourceStatus: STATUS[hit.oppStatus ?? ''] ?? null,
      documentUrls: documentsOf(detail),
    },
    start: {
      state: null,
      scope: 'NATIONAL',
      opportunityType: 'NOFO',
      budgetMin: null,
      loiDate: null,
      questionDeadline: null,
      expectedBy: null,
      rolling: false,
      confirmedAt: null,
      inferred: [],
      sourceUrl: pageOf(hit.id),
      retrievedFrom: 'https://api.grants.gov/v1/api/fetchOpportunity',
      alsoFrom: [],
      duplicateOf: null,
      partOf: null,
      relatedTo: null,
    },
  }
}

const dueDateOf = (block: NonNullable<Detail['synopsis']>, hit: Hit): string | null =>
  cleanDate(block.responseDate) ?? cleanDate(block.estApplicationResponseDate) ?? cleanDate(hit.closeDate)

const STATUS: Readonly<Record<string, NoticeSourceStatus>> = {
  posted: 'OPEN',
  forecasted: 'FORECAST',
  closed: 'CLOSED',
  archived: 'ARCHIVED',
}

const pageOf = (id: string): string => `https://www.grants.gov/search-results-detail/${id}`
const attachmentOf = (id: string): string => `https://apply07.grants.gov/grantsws/rest/opportunity/att/download/${id}`

function documentsOf({ synopsisAttachmentFolders, synopsisDocumentURLs, synopsis }: Detail): string[] {
  const attached = synopsisAttachmentFolders.flatMap(({ synopsisAttachments }) =>
    synopsisAttachments.map(({ id }) => attachmentOf(id)),
  )
  const linked = [...synopsisDocumentURLs.map(({ docUrl }) => docUrl), synopsis?.fundingDescLinkUrl]
  return [...new Set([...attached, ...linked.flatMap((link) => cleanUrl(link) ?? [])])].slice(0, 50)
}
