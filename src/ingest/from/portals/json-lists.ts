import { addDays, chooseEventZone } from '../../../rules/time/moments.ts'
import type { NoticeSourceStatus, StateCode } from '../../../schema/vocabularies.ts'
import { findAt, findEach } from '../../net/exchange.ts'
import { cleanDate, cleanMoment, cleanText, cleanUrl, toDay, toMoment } from '../../read/clean.ts'
import { askJson, type JsonList, openJsonList, SUMMARY_MAX, toUrl } from './portal.ts'

/*
 * The portals whose list is JSON. Each says how its list is asked, where the rows stand, and what their values mean.
 * The shapes are those of the public lists, recorded in October 2026.
 */

const STATUS: Readonly<Record<string, NoticeSourceStatus>> = {
  OPEN: 'OPEN',
  POSTED: 'OPEN',
  'ADDENDUM POSTED': 'OPEN',
  CLOSED: 'CLOSED',
  'NO AWARD': 'CLOSED',
  AWARDED: 'AWARDED',
  WITHDRAWN: 'WITHDRAWN',
  'POSTING CANCELLED': 'WITHDRAWN',
}

function toStatus(word: unknown): { sourceStatus?: NoticeSourceStatus } {
  const sourceStatus = STATUS[String(word).toUpperCase()]
  return sourceStatus ? { sourceStatus } : {}
}

/** The fields of a search that a portal's own page sends empty. */
const withBlanks = (names: string): object => Object.fromEntries(names.split(' ').map((name) => [name, '']))
const XML_HTTP = { 'x-requested-with': 'XMLHttpRequest' }
const BIDS = 'https://mmp.delaware.gov/Bids'
const HANDS = 'https://hands.ehawaii.gov/hands'
const IOWA = 'https://bidopportunities.iowa.gov/Home'
const ESM = 'https://postingboard.esmsolutions.com'
const BOARD = '3444a404-3818-494f-84c5-2a850acd7779'
const EVA = 'https://mvendor.cgieva.com/Vendor/public'
const MFMP = 'https://vendor.myfloridamarketplace.com'
const MFMP_LIST = `${MFMP}/mfmp/pub/search/bids`
const SMARTBUY = 'https://www.txsmartbuy.gov'
const SMARTBUY_SERVICES = `${SMARTBUY}/app/extensions/CPA/CPAMain/1.0.0/services`
const GPR = 'https://ssl.doas.state.ga.us/gpr'
const WEBPROCURE = 'https://webprocure.proactiscloud.com'

/**
 * A state's bid board on Proactis WebProcure: ten records a page, times as milliseconds since 1970. `openDate` is when
 * the responses are opened, so the deadline, and `collabEndDate` the last day for questions. In the board's own order
 * rows repeat from page to page; by opening date they do not.
 */
const toWebProcure = (name: string, state: StateCode, board: string, customerid: number): JsonList => ({
  name,
  state,
  summary: `Solicitations of ${board}`,
  url: `${WEBPROCURE}/wp-full-text-search/search/sols`,
  ask: (page) => ({ query: { customerid, q: '*', from: page * 10, sort: 'od', f: 'ps=Open', oids: '' } }),
  rows: 'records',
  total: 'hits',
  id: ['bidid'],
  toListed: (row, timezone) => ({
    title: row.title,
    noticeNumber: row.bidNumber,
    // `Social Services, Dept. of` in its usual order.
    agency: cleanText(findAt(row.creatorOrg ?? row.ownerOrg, 'name'), 200)?.replace(
      /^(.+), ([\w.]+ of(?: the)?)$/,
      '$2 $1',
    ),
    kind: findAt(row.orgBidClassType, 'description'),
    summary: row.description,
    postedDate: toDay(row.startDate, timezone),
    dueDate: toMoment(row.openDate, timezone),
    url: `${WEBPROCURE}/wp-web-public/en/#/bidboard/bid/${row.bidid}?customerid=${customerid}`,
    facts: { amended: row.hasAddendums === true, questionDeadline: toMoment(row.collabEndDate, timezone) },
  }),
})

const LISTS: readonly JsonList[] = [
  /** Delaware's Bid Solicitation Directory (MyMarketplace): dates as `YYYY-MM-DD` without a time. */
  {
    name: 'delaware-bids',
    state: 'DE',
    summary: 'Solicitations of Delaware (Bid Solicitation Directory)',
    url: `${BIDS}/GetBids?status=Open`,
    // More rows than the portal has ever listed.
    ask: () => ({ headers: XML_HTTP, body: { _search: false, rows: 1_000, page: 1, sidx: 'OpenDate', sord: 'desc' } }),
    rows: 'rows',
    total: 'records',
    id: ['Id'],
    toListed: (row) => ({
      title: row.Title,
      noticeNumber: row.ContractNumber,
      postedDate: cleanDate(row.OpenDate),
      dueDate: cleanDate(row.DeadlineDate),
      url: `${BIDS}/Details/${row.Id}`,
    }),
  },
  /**
   * Hawaii's HANDS (Hawaii Awards & Notices Data System), which lists the solicitations of the state and its counties:
   * dates as `MM/DD/YYYY` with or without a time in Hawaii; `solicitionNo` is the portal's spelling.
   */
  {
    name: 'hawaii-hands',
    state: 'HI',
    summary: 'Solicitations of Hawaii and its counties (HANDS)',
    url: `${HANDS}/api/bidding-opportunities`,
    // The request of the portal's own page: everything that is posted.
    ask: (page) => ({
      query: { size: 100, page, sort: 'publish_date_dt,desc' },
      body: {
        ...withBlanks('query procurementCategory department publishDate offerDueDate jurisdiction'),
        showClosed: false,
        showCancelled: false,
        omitPagination: false,
        categories: [],
        islands: [],
        statuses: ['POSTED'],
      },
    }),
    rows: 'data.searchResult.content',
    total: 'data.searchResult.totalElements',
    id: ['id'],
    toListed(row, timezone) {
      const url = cleanUrl(row.detailsUrl)
      return {
        id: `${row.system ?? 'HANDS'}:${row.id}`,
        title: row.title,
        noticeNumber: row.solicitionNo,
        agency: row.department,
        postedDate: cleanDate(row.publishDate),
        dueDate: cleanMoment(row.dueDate, timezone),
        url: url && /\.gov$/.test(new URL(url).hostname) ? url : `${HANDS}/opportunities/opportunity-details/${row.id}`,
      }
    },
  },
  /** Iowa Bid Opportunities: all rows in one response, and timestamps as `/Date(1792522800000)/`. */
  {
    name: 'iowa-bids',
    state: 'IA',
    summary: 'Solicitations of Iowa (Iowa Bid Opportunities)',
    url: `${IOWA}/DT_HostedBidsSearch?agencyId=&enteredSearchText=&draw=1&start=0&length=-1`,
    ask: () => ({}),
    rows: 'aaData',
    total: 'iTotalRecords',
    id: ['ID'],
    toListed(row, timezone) {
      if (row.Status && row.Status !== 'Open') return null
      const getInstant = (value: unknown) => Number(/^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(String(value))?.[1])
      return {
        title: row.Solicitation,
        noticeNumber: row.BidNumber,
        agency: row.AgencyName,
        summary: row.Description,
        postedDate: toDay(getInstant(row.EffectiveDate), timezone),
        dueDate: toMoment(getInstant(row.ExpirationDate), timezone),
        url: `${IOWA}/BidInfo?bidId=${row.ID}`,
      }
    },
  },
  /** South Dakota's posting board at ESM Solutions: times without an offset but with that of their zone (`CT`). */
  {
    name: 'south-dakota-board',
    state: 'SD',
    summary: 'Solicitations of South Dakota (posting board)',
    url: `${ESM}/api/postingBoard/${BOARD}/currentevents`,
    ask: (page) => ({
      query: {
        pageNo: page,
        recordsPerPage: 100,
        browserGlobalTimeZoneNameId: 'Central Standard Time',
        browserGlobalTimeZoneName: 'America/Chicago',
        browserOffset: '-06:00:00',
      },
    }),
    rows: 'data',
    total: 'totalCount',
    id: ['eventId'],
    toListed(row, timezone) {
      const day = cleanDate(row.eventDueDate)
      const zone = day ? chooseEventZone(day, cleanText(row.timezoneNameAbbreviation, 10), timezone) : timezone
      return {
        title: row.eventName,
        noticeNumber: row.id,
        postedDate: cleanDate(row.publishedDate),
        dueDate: cleanMoment(row.eventDueDate, zone),
        url: `${ESM}/${BOARD}/eventDetail/${encodeURIComponent(String(row.eventId))}`,
      }
    },
  },
  /**
   * Virginia's eVA, which lists the solicitations of the state, its universities, counties and cities: a Solr response.
   * Only the application `IV` is in use; the older one has solicitations that were left open.
   */
  {
    name: 'virginia-eva',
    state: 'VA',
    summary: 'Solicitations of Virginia and its localities (eVA)',
    url: `${EVA}/solrconnect.jsp`,
    ask: (page) => ({
      query: {
        q: 'app:IV AND status:Open',
        fl: 'id,internalid,version,doccddesc,agencyname,shortdesc,longdesc,pubdate,closedate,status',
        sort: 'id asc',
        start: page * 100,
        rows: 100,
        wt: 'json',
      },
    }),
    rows: 'response.docs',
    total: 'response.numFound',
    id: ['id'],
    toListed(row, timezone) {
      const isAmended = Number(row.version ?? 0) > 0
      const published = cleanDate(row.pubdate)
      const page = { PageTitle: 'SO Details', rfp_id_lot: row.internalid, rfp_id_round: row.version ?? '0' }
      const url = toUrl(`${EVA}/IVDetails.jsp`, page)
      return {
        title: repairText(row.shortdesc),
        noticeNumber: null,
        agency: repairText(row.agencyname),
        kind: row.doccddesc,
        summary: repairText(row.longdesc),
        // The date is that of the newest version.
        ...(isAmended ? {} : { postedDate: published }),
        dueDate: toClosing(row.closedate, timezone),
        url,
        facts: { amended: isAmended, amendedAt: isAmended ? published : null, sourceUrl: url },
      }
    },
  },
  /**
   * Florida's Vendor Bid System (MyFloridaMarketPlace), which also lists the grant opportunities of its agencies: the
   * count on its own, then pages of rows, times in UTC. An unknown id gives a page with every field null. The portal
   * serves its documents only to programs, so they are not linked.
   */
  {
    name: 'florida-mfmp',
    state: 'FL',
    summary: 'Solicitations and grant opportunities of Florida (MyFloridaMarketPlace)',
    url: MFMP_LIST,
    total: (run) => askJson(run, `${MFMP_LIST}/count`, { body: searchFlorida(0) }),
    ask: (page) => ({ body: searchFlorida(page) }),
    rows: '',
    id: ['advertisementId'],
    toListed: (row, timezone) => ({
      title: row.title,
      noticeNumber: row.agencyAdNumber,
      agency: cleanText(row.agency, 200)?.replace(/\s*\([A-Z]{2,8}\)$/, ''),
      kind: row.type,
      postedDate: toDay(row.publishDate, timezone),
      dueDate: toMoment(row.closeDate, timezone),
      url: `${MFMP}/search/bids/detail/${row.advertisementId}`,
      facts: { amended: Number(row.version) > 1 },
    }),
    async detail(run, id, { timezone }) {
      const detail = await askJson(run, toUrl(`${MFMP_LIST}/detail`, { id }))
      if (findAt(detail, 'advertisementId') === null) return null
      const amended = Number(findAt(detail, 'version')) > 1
      return {
        summary: cleanText(findAt(detail, 'description'), SUMMARY_MAX),
        amended,
        amendedAt: amended ? toDay(findAt(detail, 'lastUpdateDate'), timezone) : null,
        ...toStatus(findAt(detail, 'status')),
      }
    },
  },
  /**
   * Texas' Electronic State Business Daily (ESBD), which lists the solicitations of the state, its universities and local
   * governments: pages of 24 lines; days as `M/D/YYYY`, hours as `3:00 PM` in Texas. Status 1 is everything posted, with
   * or without addenda. Numbers repeat between agencies, and pages are found by them.
   */
  {
    name: 'texas-esbd',
    state: 'TX',
    summary: 'Solicitations of Texas and its local governments (ESBD)',
    url: `${SMARTBUY_SERVICES}/ESBD.Service.ss?c=852252&n=2`,
    ask: (page) => ({ body: { lines: [], page: page + 1, urlRoot: 'esbd', status: '1' } }),
    rows: 'lines',
    total: 'totalRecordsFound',
    id: ['internalid', 'solicitationId'],
    toListed: (row, timezone) => ({
      title: row.title,
      noticeNumber: row.solicitationId,
      agency: cleanText(row.agencyName, 200)?.replace(/\s+-\s+[A-Z]{0,2}\d[A-Z\d]*$/, ''),
      postedDate: cleanDate(row.postingDate),
      dueDate: cleanMoment(`${row.responseDue} ${row.responseTime ?? ''}`.trim(), timezone),
      url: `${SMARTBUY}/esbd/${encodeURIComponent(String(row.solicitationId))}`,
      facts: { amended: row.statusName === 'Addendum Posted' },
    }),
    async detail(run, id) {
      const identification = id.slice(id.indexOf(':') + 1)
      const query = { c: '852252', identification, n: '2', urlRoot: 'esbd' }
      const detail = await askJson(run, toUrl(`${SMARTBUY_SERVICES}/ESBD.Details.Service.ss`, query))
      if (!findAt(detail, 'solicitationId')) return null
      return {
        summary: cleanText(findAt(detail, 'description'), SUMMARY_MAX),
        documentUrls: findEach(findAt(detail, 'attachments'), 'fileURL').flatMap(
          (file) => cleanUrl(file, SMARTBUY) ?? [],
        ),
        ...toStatus(findAt(detail, 'statusName')),
      }
    },
  },
  /**
   * The Georgia Procurement Registry (GPR), which lists the solicitations of the state and its local governments: a
   * DataTables response, times as milliseconds since 1970.
   */
  {
    name: 'georgia-gpr',
    state: 'GA',
    summary: 'Solicitations of Georgia and its local governments (Procurement Registry)',
    url: `${GPR}/eventSearch`,
    ask: () => ({ headers: XML_HTTP, isForm: true, body: Object.fromEntries(new URLSearchParams(GPR_SEARCH)) }),
    rows: 'data',
    total: 'recordsFiltered',
    id: ['sourceId', 'esourceNumberKey'],
    toListed: (row, timezone) => ({
      title: row.title,
      noticeNumber: row.esourceNumber ?? row.esourceNumberKey,
      agency: row.agencyName,
      kind: row.soleSource === true ? 'Sole source' : row.bidProcessType,
      postedDate: toDay(row.postingDateSort, timezone),
      dueDate: toMoment(row.closingDateSort, timezone),
      url: toUrl(`${GPR}/eventDetails`, { eSourceNumber: row.esourceNumberKey, sourceSystemType: row.sourceId }),
    }),
  },
  toWebProcure('connecticut-ctsource', 'CT', 'Connecticut and its towns (CTsource)', 51),
  toWebProcure('rhode-island-osp', 'RI', 'Rhode Island (Ocean State Procures)', 46),
]

export const jsonPortals = LISTS.map(openJsonList)

/**
 * The closing time. eVA marks its times with `Z`, but they are those of Virginia: `pubdate` is four hours behind the
 * time of the same update in UTC, and texts name the same hours as Eastern. Midnight is the end of the day before:
 * solicitations that close at `00:00` are closed two minutes later.
 */
function toClosing(value: unknown, timezone: string): string | null {
  const text = String(value ?? '').replace(/Z$/, '')
  const day = cleanDate(text)
  return day && /T00:00(?::00(?:\.0+)?)?$/.test(text) ? addDays(day, -1) : cleanMoment(text, timezone)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A text that eVA encoded twice: `â\u0080\u0099` for an apostrophe. */
function repairText(text: unknown): unknown {
  if (typeof text !== 'string' || [...text].some((character) => character > '\u00ff')) return text
  try {
    return UTF8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

const searchFlorida = (page: number) => ({
  ...withBlanks(
    'adNumber agencyAdvertisementNumber title publishedDate openDate endDate intendsToParticipate assignee',
  ),
  type: [],
  status: ['OPEN'],
  agency: [],
  commodityCodes: [],
  page: page + 1,
  pageSize: 100,
})

/** The search of the portal's own table, for everything open and more rows than it has ever listed. */
const GPR_SEARCH =
  'draw=1&start=0&length=2000&order[0][column]=5&order[0][dir]=asc&search[value]=&search[regex]=false&responseType=ALL&eventStatus=OPEN&eventIdTitle=&govType=ALL&govEntity=&catType=ALL&eventProcessType=ALL&dateRangeType=&rangeStartDate=&rangeEndDate=&isReset=false&persisted=false&refreshSearchData=true'
