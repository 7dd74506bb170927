import * as z from 'zod'
import { dayIn, NATIONAL_ZONE } from '../../../rules/time/moments.ts'
import type { FetchResponse } from '../../net/exchange.ts'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import type { Run } from '../../source.ts'
import type { GrantsApi, Terms } from './api.ts'
import { type Detail, DetailEnvelope, readable } from './notice.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 10
const NOT_FOUND = 404

const Opportunity = z.object({
  opportunity_id: z.uuid(),
  legacy_opportunity_id: z.number().nullish().catch(null),
  opportunity_number: word,
  opportunity_title: word,
  opportunity_status: word,
  agency_name: word,
  opportunity_assistance_listings: readable(z.object({ assistance_listing_number: word })),
  summary: z
    .object({
      is_forecast: z.boolean().catch(false),
      version_number: z.unknown(),
      summary_description: word,
      post_date: word,
      close_date: word,
      close_date_description: word,
      forecasted_close_date: word,
      forecasted_close_date_description: word,
      archive_date: word,
      award_ceiling: z.unknown(),
      estimated_total_program_funding: z.unknown(),
      additional_info_url: word,
      applicant_types: readable(z.string()),
      updated_at: word,
    })
    .nullish()
    .catch(null),
  attachments: readable(z.object({ download_path: word })),
})
type Opportunity = z.infer<typeof Opportunity>

const Page = z.object({ data: z.array(z.unknown()), pagination_info: z.object({ total_pages: z.int() }) })
const One = z.object({ data: Opportunity })

/** The applicant types of the API in the words of Grants.gov. */
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
      for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_MAX); page += 1) {
        const sort_order = [{ order_by: 'opportunity_id', sort_direction: 'ascending' }]
        const body = {
          ...toCriteria(statuses, terms),
          pagination: { page_offset: page, page_size: PAGE_SIZE, sort_order },
        }
        const ask = { url: `${url}/search`, method: 'POST', body, key, accepts: JSON_TYPE } as const
        const { data, pagination_info } = await network.ask(ask, parseJson(Page))
        found.push(...data.map(classicHit))
        pages = pagination_info.total_pages
      }
      return found
    },
    findDetail(id) {
      const ask = { url: `${url}/${id}`, key, accepts: JSON_TYPE, mayMatchNothing: true } as const
      return network.ask(ask, (answer: FetchResponse) =>
        answer.status === NOT_FOUND ? null : classicDetail(readOne(answer).data),
      )
    },
    hasId: () => true,
  }
}

const readOne = parseJson(One)

function toCriteria(statuses: string, terms: Terms): object {
  const opportunity_status = { one_of: statuses.split('|') }
  if ('aln' in terms) return { filters: { opportunity_status, assistance_listing_number: { one_of: [terms.aln] } } }
  return { query: 'keyword' in terms ? terms.keyword : terms.oppNum, filters: { opportunity_status } }
}

/** A row in the form of the classic search. */
function classicHit(row: unknown): unknown {
  const parsed = Opportunity.safeParse(row)
  if (!parsed.success) return row
  const { data } = parsed
  return {
    id: data.legacy_opportunity_id ?? data.opportunity_id,
    number: data.opportunity_number,
    title: data.opportunity_title,
    agency: data.agency_name,
    openDate: data.summary?.post_date,
    closeDate: data.summary?.close_date,
    oppStatus: data.opportunity_status,
    cfdaList: data.opportunity_assistance_listings.map(({ assistance_listing_number }) => assistance_listing_number),
  }
}

/** The details in the form of the classic API. @throws Error when they have no summary */
function classicDetail({ summary, ...opportunity }: Opportunity): Detail | null {
  const updated = Date.parse(summary?.updated_at ?? '')
  const block = summary && {
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
    applicantTypes: summary.applicant_types.map((type) => ({ description: APPLICANTS[type] ?? type })),
    fundingDescLinkUrl: summary.additional_info_url,
  }
  const data = {
    opportunityNumber: opportunity.opportunity_number,
    opportunityTitle: opportunity.opportunity_title,
    docType: summary?.is_forecast ? 'forecast' : 'synopsis',
    agencyDetails: { agencyName: opportunity.agency_name },
    synopsis: summary?.is_forecast ? null : block,
    forecast: summary?.is_forecast ? block : null,
    // Signed addresses expire.
    synopsisDocumentURLs: opportunity.attachments.flatMap(({ download_path }) =>
      download_path && !/[?&]X-Amz-/i.test(download_path) ? [{ docUrl: download_path }] : [],
    ),
  }
  const parsed = DetailEnvelope.safeParse({ errorcode: 0, data })
  if (!parsed.success) throw new Error('responded with an unexpected shape: data: has no summary')
  return parsed.data.data
}
