import { advantagePortals } from '../../../../src/ingest/from/portals/other-lists.ts'
import type { Portal } from '../../../../src/ingest/from/portals/portal.ts'
import type { Asked, Reply } from '../../stand-in.ts'
import { findPortal, type Row, type Shape, TITLE } from './shapes.ts'

const POSTED = Date.parse('2026-11-02T15:00:00Z')
const DUE = Date.parse('2026-12-10T19:00:00Z')
const TIMEZONES: Readonly<Record<string, string>> = {
  CO: 'America/Denver',
  MI: 'America/Detroit',
  WV: 'America/New_York',
  KY: 'America/New_York',
}
/** The recorded moment of `DUE` where the portals are. */
const DUE_AT: Readonly<Record<string, string>> = { CO: '2026-12-10T12:00:00-07:00' }

/** The session of a visitor, in the page that opens it. */
const SESSION = { session_id: 'guest-1', page_id: 'p-1', csrf_token: 'c-1' }
const VSS_PAGE = `<html><script>var moInitialResponse = {"session_info":${JSON.stringify(SESSION)},"data":{}}</script></html>`

const vss = (portal: Portal): Shape => ({
  portal,
  timezone: TIMEZONES[portal.state] ?? '',
  row: (number, title = TITLE) => ({
    SO_CAT_CD: '',
    SO_STA: 'O',
    DOC_CD: 'RFP',
    DOC_DSCR: title,
    DEPT_NM: 'Department of Health',
    BUYR_NM: 'A Buyer',
    DOC_REF: `[RFP,HLTH,270000000${number},1][RFP-HLTH-270000000${number}-1]`,
    DOC_CD_CONCAT: 'Request for Proposals (RFP)',
    SO_CLSNG_DT_TM: DUE,
    PUB_DT: POSTED,
    AMND_DT: '',
    PUB_BID_OP_DT: '',
  }),
  answer: (rows, total, { method, body, headers }) => {
    if (method === 'GET') return { body: VSS_PAGE, headers: { 'set-cookie': 'JSESSIONID=j-1; Path=/; HttpOnly' } }
    const { action, session_info } = body
    const isKnown = headers.cookie === 'JSESSIONID=j-1' && session_info.csrf_token === 'c-1'
    if (!isKnown) return { status: 403 }
    const isOpening = action.actionType === 'pageOpen'
    if (!isOpening && (body.checksum !== 's-1' || body.viewState !== 'v-1')) return { status: 400 }
    const row_data = rows.slice(0, isOpening ? 20 : Number(action.genericParam_1))
    const list = { name: 'T1SO_SRCH_QRY', rows_sent: row_data.length, rows_total: total, row_data }
    const more = { session_info: SESSION, checksum: 's-1', viewState: 'v-1' }
    return { json: { pageChange: isOpening, ...more, data: { page_data: {}, ds_data: { T1SO_SRCH_QRY: list } } } }
  },
  notice: {
    noticeNumber: 'RFP-HLTH-2700000001',
    opportunityType: 'RFP',
    issuingAgency: 'Department of Health',
    postedDate: '2026-11-02',
    dueDate: DUE_AT[portal.state] ?? '2026-12-10T14:00:00-05:00',
    amended: false,
    sourceUrl: `${portal.url}#RFP-HLTH-2700000001`,
  },
})

const slice = (rows: readonly Row[], from: number, size: number) => rows.slice(from, from + size)

const webProcure = (portal: Portal): Shape => ({
  portal,
  timezone: 'America/New_York',
  row: (number, title = TITLE) => ({
    bidid: 138_000 + number,
    bidNumber: `27PSX000${number}`,
    title,
    description: '<p>Clinics on wheels.</p>',
    startDate: POSTED,
    openDate: DUE,
    collabEndDate: Date.parse('2026-11-20T22:00:00Z'),
    hasAddendums: true,
    estimatedTotal: 0,
    orgBidClassType: { code: 'RFP', description: 'Request for Proposal' },
    ctBidstatus: { status: 4, publicStatus: 'Open' },
    creatorOrg: { oid: 149_300, name: 'Social Services, Dept. of' },
    ownerOrg: { oid: 149_300, name: 'State', timeZone: 'US/Eastern' },
  }),
  answer: (rows, total, { query }) =>
    query.get('sort') === 'od' && query.get('f') === 'ps=Open'
      ? { json: { hits: total, records: slice(rows, Number(query.get('from')), 10) } }
      : { status: 400 },
  notice: {
    noticeNumber: '27PSX0001',
    opportunityType: 'RFP',
    issuingAgency: 'Dept. of Social Services',
    summary: 'Clinics on wheels.',
    postedDate: '2026-11-02',
    dueDate: '2026-12-10T14:00:00-05:00',
    questionDeadline: '2026-11-20T17:00:00-05:00',
    amended: true,
    sourceUrl: `https://webprocure.proactiscloud.com/wp-web-public/en/#/bidboard/bid/138001?customerid=${portal.state === 'CT' ? 51 : 46}`,
  },
})

/**
 * The shapes of the portals that were recorded in September and October 2026 by public projects: repository
 * minetreen-creator/contrax, `src/jobs/sources/fixtures` (eVA, VSS, MFMP, ESBD, WebProcure, GPR), and the description of
 * the details of MFMP and ESBD by public clients of theirs.
 */
export const MORE_SHAPES: readonly Shape[] = [
  {
    portal: findPortal('virginia-eva'),
    timezone: 'America/New_York',
    row: (number, title = TITLE) => ({
      app: 'IV',
      id: `IV12700${number}`,
      internalid: `12700${number}`,
      externalid: `12700${number}`,
      version: '0',
      doccd: 'RFP',
      doccddesc: 'Request for Proposals (RFP)',
      agencyname: 'Department of Medical Assistance Services',
      shortdesc: title,
      longdesc: 'The Commonwealth\u00e2\u0080\u0099s clinics on wheels.',
      pubdate: '2026-11-02T10:27:11.250Z',
      closedate: '2026-12-10T14:00:00Z',
      category: 'Professional Services',
      status: 'Open',
    }),
    answer: (rows, total, { query }) => {
      const docs = slice(rows, Number(query.get('start')), Number(query.get('rows')))
      const isRight = query.get('q') === 'app:IV AND status:Open' && query.get('sort') === 'id asc'
      // Malformed queries are answered with five line breaks.
      if (!isRight) return { type: 'text/html', body: '\n\n\n\n\n' }
      const body = JSON.stringify({ responseHeader: { status: 0 }, response: { numFound: total, start: 0, docs } })
      return { type: 'text/html;charset=UTF-8', body: `\n\n${body}\n` }
    },
    notice: {
      noticeNumber: null,
      opportunityType: 'RFP',
      issuingAgency: 'Department of Medical Assistance Services',
      summary: 'The Commonwealth’s clinics on wheels.',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-05:00',
      amended: false,
      sourceUrl:
        'https://mvendor.cgieva.com/Vendor/public/IVDetails.jsp?PageTitle=SO%20Details&rfp_id_lot=127001&rfp_id_round=0',
    },
  },
  ...advantagePortals.map(vss),
  {
    portal: findPortal('florida-mfmp'),
    timezone: 'America/New_York',
    row: (number, title = TITLE) => ({
      advertisementId: 17_000 + number,
      uniqueName: `GO-${17_000 + number}`,
      agencyAdNumber: `RFA26-00${number}`,
      title,
      type: 'Grant Opportunities',
      typeId: '2',
      status: 'OPEN',
      version: 3,
      openDate: '2026-11-02T14:05:35.000+00:00',
      publishDate: '2026-11-02T14:05:35.000+00:00',
      closeDate: '2026-12-10T19:00:00.000+00:00',
      organization: {
        organizationId: 30_000_026,
        entity: '640000',
        shortName: 'DOH',
        name: 'Department of Health (DOH)',
      },
      agency: 'Department of Health (DOH)',
      favorite: false,
    }),
    answer: floridaAnswer,
    notice: {
      noticeNumber: 'RFA26-001',
      opportunityType: 'RFA',
      issuingAgency: 'Department of Health',
      summary: 'Clinics on wheels for counties.',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-05:00',
      amended: true,
      amendedAt: '2026-11-10',
      sourceUrl: 'https://vendor.myfloridamarketplace.com/search/bids/detail/17001',
    },
  },
  {
    portal: findPortal('texas-esbd'),
    timezone: 'America/Chicago',
    row: (number, title = TITLE) => ({
      internalid: String(564_000 + number),
      title,
      solicitationId: `HHS001730${number}`,
      responseDue: '12/10/2026',
      responseTime: '2:00 PM',
      agencyNumber: '529',
      agencyName: 'Health & Human Services Commission - 529',
      status: '6',
      statusName: 'Addendum Posted',
      postingDate: '11/2/2026',
      cancelledDate: '',
      created: '11/2/2026 10:25 am',
      lastModified: '11/9/2026 10:27 am',
      nigpCodes: '94855-Medical And Laboratory Services;',
      repostURL: '',
      url: '',
    }),
    answer: (rows, total, { method, query, body }) => {
      if (method === 'POST') {
        const lines = slice(rows, (body.page - 1) * 24, 24)
        return { json: { lines, page: body.page, recordsPerPage: 24, totalRecordsFound: total, agencies: [] } }
      }
      const row = rows.find(({ solicitationId }) => solicitationId === query.get('identification'))
      const attachments = [{ fileName: 'RFA.pdf', fileURL: '/core/media/media.nl?id=331&c=852252&h=PQ&_xt=.pdf' }]
      return { json: row ? { ...row, description: '<p>Clinics on wheels.</p>', attachments } : {} }
    },
    notice: {
      noticeNumber: 'HHS0017301',
      opportunityType: 'SOLICITATION',
      issuingAgency: 'Health & Human Services Commission',
      summary: 'Clinics on wheels.',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-06:00',
      amended: true,
      documentUrls: ['https://www.txsmartbuy.gov/core/media/media.nl?id=331&c=852252&h=PQ&_xt=.pdf'],
      sourceUrl: 'https://www.txsmartbuy.gov/esbd/HHS0017301',
    },
  },
  {
    portal: findPortal('georgia-gpr'),
    timezone: 'America/New_York',
    row: (number, title = TITLE) => ({
      sourceId: 'gpr20',
      esourceNumber: `PE-41900-NONST-2027-00${number}`,
      esourceNumberKey: `PE-41900-NONST-2027-00${number}`,
      title,
      agencyName: 'Community Health, Department of',
      status: 'Open',
      governmentType: 'state',
      bidProcessType: 'Request for Proposal',
      postingDateStr: 'Nov 02, 2026',
      closingDateStr: 'Dec 10, 2026 @ 02:00 PM',
      postingDateSort: POSTED,
      closingDateSort: DUE,
      soleSource: false,
    }),
    answer: (rows, total, { body, headers }) =>
      body.eventStatus === 'OPEN' && headers['content-type'] === 'application/x-www-form-urlencoded'
        ? { json: { draw: 1, recordsTotal: total, recordsFiltered: total, data: slice(rows, 0, Number(body.length)) } }
        : { status: 400 },
    notice: {
      noticeNumber: 'PE-41900-NONST-2027-001',
      opportunityType: 'RFP',
      issuingAgency: 'Community Health, Department of',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-05:00',
      sourceUrl:
        'https://ssl.doas.state.ga.us/gpr/eventDetails?eSourceNumber=PE-41900-NONST-2027-001&sourceSystemType=gpr20',
    },
  },
  ...['connecticut-ctsource', 'rhode-island-osp'].map((name) => webProcure(findPortal(name))),
]

const NO_ADVERTISEMENT = { advertisementId: null, status: null, description: null, lastUpdateDate: null, version: null }

function floridaAnswer(rows: readonly Row[], total: number, { path, query, body }: Asked): Reply {
  if (path.endsWith('/detail')) {
    const row = rows.find(({ advertisementId }) => String(advertisementId) === query.get('id'))
    const more = { description: '<p>Clinics on wheels&nbsp;for counties.</p>', withdrawn: false, docs: [] }
    return { json: row ? { ...row, ...more, lastUpdateDate: '2026-11-10T16:00:00.000+00:00' } : NO_ADVERTISEMENT }
  }
  const isWhole = ['type', 'status', 'agency', 'title', 'page', 'pageSize', 'assignee'].every((key) => key in body)
  if (!isWhole) return { status: 400, json: { errorMessage: 'We could not complete this action.', errorId: null } }
  if (path.endsWith('/count')) return { json: total }
  return { json: slice(rows, (Math.max(1, body.page) - 1) * body.pageSize, body.pageSize) }
}
