import { type Asked, type Reply, type StandIn, standIn } from './stand-in.ts'

/** Stand-ins for the public APIs, with small pages, so every test pages through them. */

/** A row of Grants.gov's search with its details, as the live service sends them. */
export interface Opportunity {
  hit: Record<string, unknown> & { id: string; title: string; cfdaList: string[] }
  data: unknown
}

export const opportunity = (
  id: string,
  more: { hit?: object; synopsis?: object; data?: object } = {},
): Opportunity => ({
  hit: {
    id,
    number: `HRSA-27-${id}`,
    title: 'Rural Health Network Development Program',
    agencyCode: 'HHS-HRSA',
    agency: 'Health Resources and Services Administration',
    openDate: '08/13/2026',
    closeDate: '01/15/2027',
    oppStatus: 'posted',
    docType: 'synopsis',
    cfdaList: ['93.912'],
    ...more.hit,
  },
  data: {
    id: Number(id),
    revision: 0,
    opportunityNumber: `HRSA-27-${id}`,
    opportunityTitle: 'Rural Health Network Development Program',
    owningAgencyCode: 'HHS-HRSA',
    docType: 'synopsis',
    agencyDetails: { agencyName: 'Health Resources and Services Administration', agencyCode: 'HHS-HRSA' },
    synopsis: {
      version: 1,
      agencyName: 'A contact person',
      synopsisDesc: '<p>Supports rural networks &amp; partners.</p><p>Two tracks.</p>',
      postingDate: 'Aug 13, 2026 12:00:00 AM EDT',
      postingDateStr: '2026-08-13-00-00-00',
      responseDate: 'Jan 15, 2027 12:00:00 AM EST',
      lastUpdatedDate: 'Aug 13, 2026 09:12:00 AM EDT',
      costSharing: false,
      awardCeiling: '500000',
      estimatedFunding: '24000000',
      applicantTypes: [
        { id: '00', description: 'State governments' },
        { id: '12', description: 'Nonprofits having a 501(c)(3) status with the IRS' },
      ],
      fundingInstruments: [{ id: 'G', description: 'Grant' }],
      fundingDescLinkUrl: 'https://www.hrsa.gov/grants/find-funding',
      ...more.synopsis,
    },
    cfdas: [{ cfdaNumber: '93.912', programTitle: 'Rural Health Care Services Outreach' }],
    synopsisAttachmentFolders: [
      { folderType: 'Full Announcement', synopsisAttachments: [{ id: 99_001, fileName: 'NOFO.pdf' }] },
    ],
    synopsisDocumentURLs: [],
    ...more.data,
  },
})

const envelope = (data: unknown) => ({ errorcode: 0, msg: 'Webservice Succeeds', token: 'eyJ0eXAi', data })

/** Source: https://www.grants.gov/api/common/search2 and https://www.grants.gov/api/common/fetchopportunity */
export const grantsGovApi = (
  opportunities: readonly Opportunity[],
  fault?: (asked: Asked) => Reply | null,
): Promise<StandIn> =>
  standIn((asked) => {
    const broken = fault?.(asked)
    if (broken) return broken
    if (asked.path === '/v1/api/fetchOpportunity') {
      const matching = opportunities.find(({ hit }) => hit.id === String(asked.body.opportunityId))
      return { json: envelope(matching?.data ?? { errorMessages: ['There is no record found for your search.'] }) }
    }
    if (asked.path !== '/v1/api/search2') return { status: 404, json: { message: 'Not Found' } }
    const { cfda, keyword, startRecordNum } = asked.body
    const word = String(keyword ?? '').replaceAll('"', '')
    const hits = opportunities
      .map(({ hit }) => hit)
      .filter((hit) => (cfda ? hit.cfdaList.includes(cfda) : hit.title.toLowerCase().includes(word)))
    return {
      json: envelope({
        searchParams: { resultType: 'json', startRecordNum, oppStatuses: 'forecasted|posted' },
        hitCount: hits.length,
        startRecord: startRecordNum,
        oppHits: hits.slice(startRecordNum, startRecordNum + 2),
        oppStatusOptions: [],
        errorMsgs: [],
      }),
    }
  })

export const SIMPLER_KEY = 'k-123'
export const NONPROFITS =
  'Nonprofits having a 501(c)(3) status with the IRS, other than institutions of higher education'
export const toUuid = (id: string) => `573525f2-8e15-4405-83fb-${id.padStart(12, '0')}`

/** One opportunity as both services have it. */
export interface Pair {
  classic: Opportunity
  simpler: Record<string, unknown> & { legacy_opportunity_id: number | null; opportunity_id: string }
}

/**
 * The simpler side: `OpportunityV1Schema` of api/openapi.generated.yml in HHS/simpler-grants-gov, with values as that
 * repository's src/data_migration/transformation makes them of the classic ones.
 */
export function pair(id: string, status = 'posted'): Pair {
  const types = [
    { id: '00', description: 'State governments' },
    { id: '12', description: NONPROFITS },
  ]
  const isForecast = status === 'forecasted'
  const forecast = {
    version: 1,
    forecastDesc: '<p>Planning &amp; money.</p>',
    postingDate: 'Aug 13, 2026 12:00:00 AM EDT',
    estApplicationResponseDate: 'Jan 15, 2027 12:00:00 AM EST',
    awardCeiling: '500000',
    estimatedFunding: '24000000',
    applicantTypes: types,
  }
  const classic = opportunity(id, {
    hit: { oppStatus: status },
    synopsis: { version: 3, lastUpdatedDate: 'Nov 02, 2026 10:00:00 PM EST', applicantTypes: types },
    ...(isForecast && { data: { docType: 'forecast', synopsis: null, forecast } }),
  })
  return {
    classic,
    simpler: {
      opportunity_id: toUuid(id),
      legacy_opportunity_id: Number(id),
      opportunity_number: `HRSA-27-${id}`,
      opportunity_title: classic.hit.title,
      opportunity_status: status,
      agency_code: 'HHS-HRSA',
      agency_name: 'Health Resources and Services Administration',
      top_level_agency_name: 'Department of Health and Human Services',
      category: 'discretionary',
      opportunity_assistance_listings: [
        { assistance_listing_number: '93.912', program_title: 'Rural Health Care Services Outreach' },
      ],
      summary: {
        is_forecast: isForecast,
        version_number: isForecast ? 1 : 3,
        summary_description: isForecast
          ? '<p>Planning &amp; money.</p>'
          : '<p>Supports rural networks &amp; partners.</p><p>Two tracks.</p>',
        post_date: '2026-08-13',
        close_date: isForecast ? null : '2027-01-15',
        forecasted_close_date: isForecast ? '2027-01-15' : null,
        archive_date: null,
        award_floor: null,
        award_ceiling: 500_000,
        estimated_total_program_funding: 24_000_000,
        additional_info_url: isForecast ? null : 'https://www.hrsa.gov/grants/find-funding',
        applicant_types: ['state_governments', 'nonprofits_non_higher_education_with_501c3'],
        // 10 PM in the East.
        updated_at: '2026-11-03T03:00:00+00:00',
      },
      attachments: [
        {
          opportunity_attachment_id: toUuid('9'),
          file_name: 'NOFO.pdf',
          mime_type: 'application/pdf',
          download_path: `https://files.simpler.grants.gov/opportunities/${id}/attachments/NOFO.pdf`,
        },
        { file_name: 'old.pdf', download_path: 'https://s3.example.com/old.pdf?X-Amz-Signature=1' },
      ],
      competitions: [],
      updated_at: '2026-11-03T03:00:00+00:00',
    },
  }
}

export const simplerApi = (pairs: () => readonly Pair[]): Promise<StandIn> =>
  standIn(({ path, body, headers }) => {
    if (headers['x-api-key'] !== SIMPLER_KEY) return { status: 401, json: { message: 'Unauthorized' } }
    const all = pairs().map(({ simpler }) => simpler)
    if (path === '/v1/opportunities/search') {
      const { query, filters, pagination } = body
      const listing = filters.assistance_listing_number?.one_of[0]
      const word = String(query ?? '')
        .replaceAll('"', '')
        .toLowerCase()
      const matching = all.filter((row) =>
        listing
          ? JSON.stringify(row.opportunity_assistance_listings).includes(listing)
          : JSON.stringify([row.opportunity_title, row.opportunity_number]).toLowerCase().includes(word),
      )
      const open = matching.filter((row) => filters.opportunity_status.one_of.includes(row.opportunity_status))
      const from = (pagination.page_offset - 1) * 2
      const pagination_info = { ...pagination, total_records: open.length, total_pages: Math.ceil(open.length / 2) }
      const data = open.slice(from, from + 2).map(({ attachments: _, ...row }) => row)
      return { json: { message: 'Success', status_code: 200, data, pagination_info, facet_counts: {} } }
    }
    const id = path.split('/').at(-1)
    const one = all.find((row) => [String(row.legacy_opportunity_id), row.opportunity_id].includes(id ?? ''))
    return one ? { json: { message: 'Success', data: one } } : { status: 404, json: { message: 'Could not find' } }
  })

/**
 * A row of USAspending's award search. Responses as recorded in March 2026 and July 2025: repository
 * planetary-society/usaspending-orm, `tests/fixtures/awards/search_results_grants.json` and `transactions.json`.
 */
export const federalAward = (id: string, more: object = {}) => ({
  internal_id: 354_136_784,
  'Award ID': id,
  'Recipient Name': 'EXECUTIVE OFFICE OF THE STATE OF ALASKA',
  'Recipient Location': {
    location_country_code: 'USA',
    country_name: 'UNITED STATES',
    state_code: 'AK',
    state_name: 'Alaska',
    city_name: 'JUNEAU',
    county_code: '110',
    county_name: 'JUNEAU',
    address_line1: '333 WILLOUGHBY AVE',
    address_line2: null,
    address_line3: null,
    congressional_code: '00',
    zip4: '1770',
    zip5: '99801',
    foreign_postal_code: null,
    foreign_province: null,
  },
  'Start Date': '2025-12-29',
  'Award Amount': 272_174_856.16,
  Description: 'THE AK RHTP',
  awarding_agency_id: 806,
  agency_slug: 'department-of-health-and-human-services',
  generated_internal_id: `ASST_NON_${id}_075`,
  ...more,
})

/** A transaction of an award. */
export const transaction = (id: string, date: string, amount: string | number) => ({
  award: `ASST_NON_${id}_075`,
  row: {
    type: '04',
    type_description: 'PROJECT GRANT (B)',
    action_date: date,
    action_type: 'A',
    action_type_description: 'NEW',
    modification_number: '0',
    description: 'THE AK RHTP',
    federal_action_obligation: amount,
    face_value_loan_guarantee: 0,
    original_loan_subsidy_cost: 0,
    cfda_number: '93.798',
  },
})
type Transaction = ReturnType<typeof transaction>

const parseDollars = ({ row }: Transaction) => Number(String(row.federal_action_obligation).replaceAll(',', ''))

/** @param isStated whether the awards keep their own amounts; otherwise each has the sum of its transactions, and one without gets one */
export function usaspendingApi(
  awards: readonly unknown[],
  transactions: readonly Transaction[],
  { isStated = false } = {},
): Promise<StandIn> {
  const all = [...transactions]
  const listed = (awards as ReturnType<typeof federalAward>[]).map((award) => {
    const actions = transactions.filter((one) => one.award === award.generated_internal_id)
    if (isStated) return award
    if (actions.length === 0) {
      all.push({ ...transaction('', '2026-02-01', award['Award Amount']), award: award.generated_internal_id })
      return award
    }
    const sum = actions.reduce((total, one) => total + parseDollars(one), 0)
    return Number.isNaN(sum) ? award : { ...award, 'Award Amount': sum }
  })
  return standIn(({ path, body }) => {
    const { page, fields, sort, filters } = body
    const results = (rows: readonly unknown[]) => rows.slice((page - 1) * 2, page * 2)
    if (path === '/api/v2/transactions/') {
      const actions = all.flatMap(({ award, row }, index) =>
        award === body.award_id ? [{ id: `ASST_TX_7530_${index}_-NONE-_93.798_-NONE-`, ...row }] : [],
      )
      const hasNext = actions.length > page * 2
      const previous = page > 1 ? page - 1 : null
      const page_metadata = { page, next: hasNext ? page + 1 : null, previous, hasNext, hasPrevious: page > 1 }
      return { json: { page_metadata, results: results(actions) } }
    }
    if (path !== '/api/v2/search/spending_by_award/') return { status: 404, json: { detail: 'Not found' } }
    if (!fields.includes(sort)) return { status: 400, json: { detail: `Sort value not found in fields: ${sort}` } }
    if (!filters.award_type_codes) return { status: 422, json: { detail: "Missing value: 'filters|award_type_codes'" } }
    const matching = filters.program_numbers[0] === '93.798' ? listed : []
    const hasNext = matching.length > page * 2
    const last = hasNext ? { last_record_unique_id: 354_136_784, last_record_sort_value: 'RHTCMS' } : NO_MORE
    const page_metadata = { page, hasNext, ...last }
    return {
      json: { spending_level: 'awards', limit: 2, results: results(matching), page_metadata, messages: [MESSAGE] },
    }
  })
}

const NO_MORE = { last_record_unique_id: null, last_record_sort_value: 'None' }
const MESSAGE = 'For searches, time period start and end dates are currently limited to an earliest date of 2007-10-01.'

/**
 * A document of the Federal Register with the fields that are asked for. Responses as recorded in September 2026:
 * repository KalebCooper/swift-federal-register, `search-fields-page-one.json`, `search-newest-page-two.json` and
 * `search-terminal.json` of its `Fixtures`.
 */
export const registerDocument = (number: string, more: object = {}) => ({
  abstract: 'The agency asks for comments on reports of the Rural Health Transformation Program.',
  comments_close_on: '2026-11-16',
  document_number: number,
  effective_on: null,
  html_url: `https://www.federalregister.gov/documents/2026/09/15/${number}/agency-information-collection`,
  page_length: 3,
  publication_date: '2026-09-15',
  title: 'Agency Information Collection Activities: Rural Health Transformation Program',
  type: 'Notice',
  ...more,
})

export async function federalRegisterApi(
  documents: readonly { title: string; abstract: string | null; body?: string }[],
): Promise<StandIn> {
  return standIn(({ path, query }) => {
    if (path !== '/api/v1/documents' && path !== '/api/v1/documents.json') return { status: 404, json: { errors: {} } }
    const term = query.get('conditions[term]') ?? ''
    const words = term.replaceAll('"', '').toLowerCase()
    const matching = documents.filter(({ title, abstract, body }) =>
      JSON.stringify([title, abstract, body]).toLowerCase().includes(words),
    )
    const description = `Documents matching '${term}' and published on or after 07/04/2025`
    if (matching.length === 0) return { json: { description, count: 0 } }
    const page = Number(query.get('page') ?? 1)
    // The real URL: following it literally leaves the test.
    const pageUrl = (number: number) => {
      const next = new URLSearchParams([...query].filter(([name]) => !PAGING.includes(name)))
      for (const [name, value] of Object.entries({
        format: 'json',
        page: `${number}`,
        search_after_cursor: 'WzE3MzU2',
      })) {
        next.append(name, value)
      }
      return `https://www.federalregister.gov/api/v1/documents?${next}`
    }
    return {
      json: {
        description,
        count: matching.length,
        total_pages: Math.ceil(matching.length / 2),
        ...(matching.length > page * 2 && { next_page_url: pageUrl(page + 1) }),
        ...(page > 1 && { previous_page_url: pageUrl(page - 1) }),
        results: matching.slice((page - 1) * 2, page * 2),
      },
    }
  })
}

const PAGING: readonly string[] = ['format', 'page', 'search_after_cursor']

const APIS = {
  grantsGov: 'https://api.grants.gov',
  simplerGrants: 'https://api.simpler.grants.gov',
  usaspending: 'https://api.usaspending.gov',
  federalRegister: 'https://www.federalregister.gov',
} as const
type Api = keyof typeof APIS

/** The environment in which the APIs are these stand-ins, and other origins those of `more`. */
export const pointing = (servers: { [Name in Api]?: StandIn }, more: readonly string[] = []) => ({
  BASE_URL: 'https://data.example.org',
  CONTACT_EMAIL: 'data@example.org',
  INGEST_SPACING_MS: '0',
  INGEST_ORIGIN_MAP: [
    ...(Object.entries(servers) as [Api, StandIn][]).map(([api, { origin }]) => `${APIS[api]}=${origin}`),
    ...more,
  ].join(','),
})
