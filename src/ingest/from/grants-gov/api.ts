import * as z from 'zod'
import { NATIONAL_ZONE } from '../../../rules/program.ts'
import { dayIn } from '../../../rules/time/moments.ts'
import type { FetchResponse } from '../../net/exchange.ts'
import { findEach, JSON_TYPE, parseJson } from '../../net/json.ts'
import type { Run } from '../../source.ts'
import { type Detail, DetailEnvelope, SearchEnvelope } from './notice.ts'

/** A search term: an assistance listing, words, or a notice number. */
export type Terms = { aln: string; cfda: string } | { keyword: string } | { oppNum: string }

/** A service that knows the federal notices: the classic one of Grants.gov, or the Simpler Grants API. */
export interface GrantsApi {
  origin: string
  /** The raw rows of a search. @param statuses separated by `|`: forecasted, posted, closed, archived */
  search: (statuses: string, terms: Terms) => Promise<unknown[]>
  /** The details of a notice; null if there is none with this id. */
  findDetail: (id: string) => Promise<Detail | null>
  hasId: (id: string) => boolean
}

const ROWS = 100
const HITS_MAX = 1_000
const NOT_FOUND = 404

const readDetail = parseJson(DetailEnvelope)

/**
 * The classic API of Grants.gov.
 * Sources: https://www.grants.gov/api/common/search2 and https://www.grants.gov/api/common/fetchopportunity
 */
export function openClassicApi({ network, settings }: Run): GrantsApi {
  const post = { method: 'POST', accepts: JSON_TYPE } as const
  return {
    origin: 'https://api.grants.gov/v1/api/fetchOpportunity',
    async search(statuses, terms) {
      const found: unknown[] = []
      for (let total = HITS_MAX; found.length < Math.min(total, HITS_MAX); ) {
        const body = { oppStatuses: statuses, ...terms, rows: ROWS, startRecordNum: found.length }
        const url = `${settings.grantsGovUrl}/v1/api/search2`
        const { data } = await network.ask({ ...post, url, body }, parseJson(SearchEnvelope))
        if (data.oppHits.length === 0) break
        found.push(...data.oppHits)
        total = data.hitCount
      }
      return found
    },
    findDetail(id) {
      const url = `${settings.grantsGovUrl}/v1/api/fetchOpportunity`
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
export function openSimplerApi({ network, settings }: Run, key: string): GrantsApi {
  const url = `${settings.simplerGrantsUrl}/v1/opportunities`
  return {
    origin: 'https://api.simpler.grants.gov/v1/opportunities',
    async search(statuses, terms) {
      const found: unknown[] = []
      const sort_order = [{ order_by: 'opportunity_id', sort_direction: 'ascending' }]
      for (let page = 1, pages = 1; page <= Math.min(pages, HITS_MAX / ROWS); page += 1) {
        const pagination = { page_offset: page, page_size: ROWS, sort_order }
        const body = { ...toCriteria(statuses, terms), pagination }
        const ask = { url: `${url}/search`, method: 'POST', body, key, accepts: JSON_TYPE } as const
        const { data, pagination_info } = await network.ask(ask, parseJson(Page))
        found.push(...data.map(toClassicHit))
        pages = pagination_info.total_pages
      }
      return found
    },
    findDetail(id) {
      const ask = { url: `${url}/${id}`, key, accepts: JSON_TYPE, mayMatchNothing: true } as const
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

/** The details in the form of the classic API. @throws Error when they have no summary */
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
    lastUpdatedDate: Number.isNaN(updated) ? null : dayIn(updated, NATIONAL_ZONE),
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

/** The applicant types of the Simpler Grants API in the words of Grants.gov. */
const APPLICANTS: Readonly<Record<string, string>> = {
  state_governments: 'State governments',
  county_governments: 'County governments',
  city_or_township_governments: 'City or township governments',
  special_district_governments: 'Special district governments',
  independent_school_districts: 'Independent school districts',
  public_and_state_institutions_of_higher_education: 'Public and State controlled institutions of higher education',
  private_institutions_of_higher_education: 'Private institutions of higher education',
  federally_recognized_native_american_tribal_governments: 'Native American tribal governments (Federally recognized)',
  other_native_american_tribal_organizations:
    'Native American tribal organizations (other than Federally recognized tribal governments)',
  public_and_indian_housing_authorities: 'Public housing authorities/Indian housing authorities',
  nonprofits_non_higher_education_with_501c3:
    'Nonprofits having a 501(c)(3) status with the IRS, other than institutions of higher education',
  nonprofits_non_higher_education_without_501c3:
    'Nonprofits that do not have a 501(c)(3) status with the IRS, other than institutions of higher education',
  individuals: 'Individuals',
  for_profit_organizations_other_than_small_businesses: 'For profit organizations other than small businesses',
  small_businesses: 'Small businesses',
  other: 'Others (see text field entitled "Additional Information on Eligibility" for clarification)',
  unrestricted:
    'Unrestricted (i.e., open to any type of entity above), subject to any clarification in text field entitled "Additional Information on Eligibility"',
}
