import { jsonPortals } from '../../../../src/ingest/from/portals/json-lists.ts'
import type { Portal } from '../../../../src/ingest/from/portals/portal.ts'
import type { Asked, Reply } from '../../stand-in.ts'

export type Row = Record<string, unknown>

export const findPortal = (name: string): Portal => jsonPortals.find((portal) => portal.name === name) as Portal

/** A portal, its response with rows, and its first row as a notice. */
export interface Shape {
  portal: Portal
  timezone: string
  row: (number: number, title?: string) => Row
  /** Its response to a request, as JSON; or the whole reply. */
  answer: (rows: readonly Row[], total: number, asked: Asked) => Reply
  notice: Record<string, unknown>
}

export const TITLE = 'Rural Health Transformation: mobile clinics'

/**
 * The shapes that the portals were recorded with in 2026. Iowa and Delaware: repository minetreen-creator/contrax,
 * `src/jobs/sources/fixtures/ia-das` and `de-mmp`, of October 1; the others: public clients of theirs.
 */
export const SHAPES: readonly Shape[] = [
  {
    portal: findPortal('hawaii-hands'),
    timezone: 'Pacific/Honolulu',
    row: (number, title = TITLE) => ({
      id: number,
      system: 'HIePRO',
      title,
      solicitionNo: `RFP-HTH-26-${number}`,
      category: 'Health and Human Services',
      department: 'Department of Health',
      division: 'Office of Primary Care and Rural Health',
      island: 'Statewide',
      jurisdiction: 'State',
      jurisdictionUrl: 'https://hawaii.gov',
      publishDate: '11/02/2026',
      dueDate: '12/10/2026 02:00 PM',
      status: 'POSTED',
      closed: false,
      detailsUrl: `https://hiepro.ehawaii.gov/public-display-solicitation.html?rfid=${number}`,
    }),
    answer: (rows, total, { query }) => {
      const size = Number(query.get('size'))
      const content = rows.slice(Number(query.get('page')) * size).slice(0, size)
      const searchResult = { content, totalElements: total, totalPages: Math.ceil(total / size) }
      return { json: { data: { total, searchResult } } }
    },
    notice: {
      noticeNumber: 'RFP-HTH-26-1',
      opportunityType: 'RFP',
      issuingAgency: 'Department of Health',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-10:00',
      sourceUrl: 'https://hiepro.ehawaii.gov/public-display-solicitation.html?rfid=1',
    },
  },
  {
    portal: findPortal('iowa-bids'),
    timezone: 'America/Chicago',
    row: (number, title = TITLE) => ({
      ID: `b6ba764c-efe5-4b24-be9f-${String(number).padStart(12, '0')}`,
      BidNumber: `58827000${number}`,
      Solicitation: title,
      Description: 'Vehicles and staff.',
      AgencyName: 'Health and Human Services',
      EffectiveDate: '/Date(1793800800000)/',
      ExpirationDate: '/Date(1796932800000)/',
      IsActive: true,
      Status: 'Open',
    }),
    answer: (rows, total) => ({ json: { iTotalRecords: total, iTotalDisplayRecords: total, aaData: rows } }),
    notice: {
      noticeNumber: '588270001',
      opportunityType: 'SOLICITATION',
      issuingAgency: 'Health and Human Services',
      summary: 'Vehicles and staff.',
      postedDate: '2026-11-04',
      dueDate: '2026-12-10T14:00:00-06:00',
      sourceUrl: 'https://bidopportunities.iowa.gov/Home/BidInfo?bidId=b6ba764c-efe5-4b24-be9f-000000000001',
    },
  },
  {
    portal: findPortal('south-dakota-board'),
    timezone: 'America/Chicago',
    row: (number, title = TITLE) => ({
      eventId: number,
      id: `26RFP-DOH-${number}`,
      eventName: title,
      publishedDate: '2026-11-02T09:15:00',
      eventDueDate: '2026-12-10T14:00:00',
      daysLeft: 20,
      timezoneName: 'Mountain Standard Time',
      timezoneNameAbbreviation: 'MT',
      invitationType: { id: 1, description: 'Public' },
      status: { id: 3, description: 'Open' },
    }),
    answer: (rows, total, { query }) => {
      const size = Number(query.get('recordsPerPage'))
      return { json: { data: rows.slice(Number(query.get('pageNo')) * size).slice(0, size), totalCount: total } }
    },
    notice: {
      noticeNumber: '26RFP-DOH-1',
      opportunityType: 'RFP',
      issuingAgency: null,
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-07:00',
      sourceUrl: 'https://postingboard.esmsolutions.com/3444a404-3818-494f-84c5-2a850acd7779/eventDetail/1',
    },
  },
  {
    portal: findPortal('delaware-bids'),
    timezone: 'America/New_York',
    row: (number, title = TITLE) => ({
      Id: number,
      ContractNumber: `HSS2701${number}-RHTP`,
      Title: title,
      OpenDate: '2026-11-02',
      DeadlineDate: '2026-12-10',
      AgencyCode: 'HSS',
      BidUnspscCodesString: '8510',
    }),
    answer: (rows, total) => ({ json: { total: 1, page: 1, records: total, rows } }),
    notice: {
      noticeNumber: 'HSS27011-RHTP',
      opportunityType: 'SOLICITATION',
      issuingAgency: null,
      postedDate: '2026-11-02',
      dueDate: '2026-12-10',
      sourceUrl: 'https://mmp.delaware.gov/Bids/Details/1',
    },
  },
]
