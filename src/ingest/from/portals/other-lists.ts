import { parseFeed } from 'htmlparser2'
import * as z from 'zod'
import { toDeadlineInstant } from '../../../rules/time/moments.ts'
import type { StateRecord } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { makeRecords, OVER, readEach } from '../../drafts.ts'
import { type FetchResponse, LOOSE_JSON, parseJson, RSS, word } from '../../net/exchange.ts'
import type { Candidate } from '../../pages/candidates.ts'
import {
  cleanDate,
  cleanMoment,
  cleanMoney,
  cleanText,
  cleanTexts,
  cleanUrl,
  toDay,
  toMoment,
} from '../../read/clean.ts'
import { readCsvRows } from '../../read/sheets.ts'
import type { DraftOf, Run, Source } from '../../source.ts'
import { type Listed, type Portal, refuseShort, takeList } from './portal.ts'

const LIST = 'T1SO_SRCH_QRY'
const PAGE = 'vss.page.VVSSX10019'
/** More than any of the portals has ever listed, so one request is enough. */
const ROWS = 500
const Row = z.looseObject({ DOC_REF: z.string() })
const List = z.object({ rows_total: z.int(), total_count_suffix: word, row_data: z.array(Row) })
const Session = z.looseObject({ session_id: z.string(), csrf_token: z.string() })
const Answer = z.looseObject({ data: z.object({ ds_data: z.object({ [LIST]: List }) }) })
const OPEN: ReadonlySet<unknown> = new Set(['O', 'M', 'R'])
/** `[RFP,IHFA,2027000022,3][RFP-IHFA-2027000022-3]`: the last part is the version. */
const REFERENCE = /^\[([^,\]]+),([^,\]]+),([^,\]]+),/

/**
 * A portal that runs CGI Advantage 4 Vendor Self Service. Its page starts a session for anybody; the list of published
 * solicitations is opened with it, and then asked for all its rows.
 * Shape as recorded from the four portals in October 2026: times are milliseconds since 1970, days their local midnight.
 * A solicitation has no address of its own, so the link names its number after `#`.
 */
const openAdvantage = (name: string, state: StateCode, portal: string, url: string): Portal => ({
  name,
  state,
  summary: `Solicitations of ${portal}`,
  url,
  async read(run, { timezone }) {
    const { row_data: rows, rows_total: total, total_count_suffix: suffix } = await readList(run, url)
    refuseShort(rows.length, suffix === '+' ? total + 1 : total)
    return rows
      .filter((row) => OPEN.has(row.SO_STA))
      .map((row): Listed => {
        const isAmended = row.SO_STA === 'M'
        const number = REFERENCE.exec(row.DOC_REF)?.slice(1).join('-') ?? row.DOC_REF
        return {
          id: number,
          title: row.DOC_DSCR,
          noticeNumber: number,
          agency: row.DEPT_NM,
          kind: row.DOC_CD_CONCAT,
          // An amendment is published anew.
          ...(isAmended ? {} : { postedDate: toDay(row.PUB_DT, timezone) }),
          dueDate: toMoment(row.SO_CLSNG_DT_TM, timezone),
          url: `${url}#${encodeURIComponent(number)}`,
          facts: { amended: isAmended, amendedAt: isAmended ? toDay(row.AMND_DT, timezone) : null },
        }
      })
  },
})

async function readList({ network }: Run, url: string) {
  const { cookie, session } = await network.ask({ url, accepts: ['text/html'] }, readSession)
  const act = (action: object, state: object) => {
    const body = { action, ...state }
    return network.ask({ url, method: 'POST', body, headers: { cookie }, accepts: LOOSE_JSON }, parseJson(Answer))
  }
  const opening = {
    actionType: 'pageOpen',
    targetQualifiedName: PAGE,
    params: { targetLocation: 'noDisplay', targetComponentType: 'SystemInquiryPage' },
  }
  const { session_info, checksum, viewState } = await act(opening, { session_info: session })
  const showing = {
    key: `${PAGE}.gridView1.group1.cardGrid.grid1pagination`,
    actionType: 'dsAction',
    actionCode: 'show_lines',
    dsNameList: LIST,
    genericParam_1: String(ROWS),
    bypassPopupClose: false,
    isCarouselNavigation: true,
  }
  const onlyOpen = { page_data: {}, ds_query_data: { [LIST]: { SHOW_TXT: '3' } } }
  const { data } = await act(showing, { session_info, checksum, viewState, data: onlyOpen })
  return data.ds_data[LIST]
}

function readSession({ bytes, headers }: FetchResponse) {
  const [, json = 'null'] = /"session_info":(\{[^{}]{1,2000}\})/.exec(new TextDecoder().decode(bytes)) ?? []
  const parsed = Session.safeParse(JSON.parse(json))
  if (!parsed.success) throw new Error('has no session: its page has changed')
  const cookie = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { cookie: cookie.join('; '), session: parsed.data }
}

export const advantagePortals: readonly Portal[] = [
  openAdvantage('colorado-vss', 'CO', 'Colorado (VSS)', 'https://prd.co.cgiadvantage.com/PRDVSS1X1/Advantage4'),
  openAdvantage('michigan-sigma', 'MI', 'Michigan (SIGMA VSS)', 'https://sigma.michigan.gov/PRDVSS1X1/Advantage4'),
  openAdvantage(
    'west-virginia-oasis',
    'WV',
    'West Virginia (wvOASIS)',
    'https://prd311.wvoasis.gov/PRDVSS1X1ERP/Advantage4',
  ),
  openAdvantage('kentucky-vss', 'KY', 'Kentucky (eProcurement VSS)', 'https://vss.ky.gov/vssprod-ext/Advantage4'),
]

/**
 * Open solicitations of the state portals on Bonfire (Euna). Each portal has a public RSS 2.0 feed of everything it
 * lists, `/opportunities/rss`, meant for syndication. A portal is read only if its robots.txt allows it. Shape of the
 * items, as recorded from public portals in July 2026: the title is `Reference #: REF. Name: NAME`, the description
 * `Description: TEXT Project closes Dec 1, 2026 2:00 PM EST.`, with `link` and `pubDate`.
 */
export const bonfire: Source = {
  name: 'bonfire',
  summary: 'Solicitations on the Bonfire portals of states',
  async collect(run) {
    const drafts: DraftOf<'notices'>[] = []
    const candidates: Candidate[] = []
    let fetched = 0
    const portals = run.present.states.flatMap((state) =>
      state.portals.flatMap(({ url }) => (url && PORTAL.test(url) ? [{ state, origin: new URL(url).origin }] : [])),
    )
    const read = async ({ state, origin }: { state: StateRecord; origin: string }) => {
      const url = `${origin}/opportunities/rss`
      const items = await run.network.ask({ url, ...RSS }, parseItems)
      const due = run.listKnown('notices').filter(({ key, record: { sourceStatus, dueDate } }) => {
        const isAhead = dueDate !== null && toDeadlineInstant(dueDate, state.timezone) > run.now.getTime()
        return key[1] === origin && isAhead && !OVER.has(sourceStatus)
      })
      if (items.length === 0 && due.length > 0)
        throw new Error(`lists nothing, although ${due.length} of its solicitations should be open`)
      fetched += items.length
      const getReference = ({ title }: Item) => `${origin}: ${cleanText(title, 100) ?? 'an item'}`
      const rows = makeRecords(items, (item) => toListed(item, state, origin), getReference, run)
      const list = { key: ['bonfire', origin], name: origin, state, url }
      const taken = takeList(rows, list, run, rows.length === items.length)
      drafts.push(...taken.drafts)
      candidates.push(...taken.candidates)
    }
    const done = [...(await readEach(portals, run, ({ origin }) => origin, read))]
    return {
      fetched,
      drafts,
      candidates,
      whole: done.length === portals.length,
      wouldShow: ([, origin]) => done.some((portal) => portal.origin === origin),
      confirmed: [...new Set(done.map(({ state }) => state.code))],
    }
  },
}

const PORTAL = /^https:\/\/[a-z0-9-]{1,63}\.bonfirehub\.com(?:\/|$)/
type Item = NonNullable<ReturnType<typeof parseFeed>>['items'][number]

function parseItems({ bytes }: FetchResponse): Item[] {
  const feed = parseFeed(new TextDecoder().decode(bytes))
  if (feed?.type !== 'rss') throw new Error('is not an RSS feed')
  return feed.items
}

function toListed(item: Item, { timezone }: StateRecord, origin: string): Listed | string {
  const [, noticeNumber, name] = /^Reference #:\s*(.+?)\.\s*Name:\s*(.+)$/s.exec((item.title ?? '').trim()) ?? []
  const url = cleanUrl(item.link)
  if (!url || new URL(url).origin !== origin) return 'link: is not a URL of the portal'
  const description = cleanText(item.description, 5_000) ?? ''
  return {
    id: new URL(url).pathname,
    title: name ?? item.title,
    noticeNumber,
    summary: /^(?:Description:\s*)?(.*?)\s*(?:Project closes\b.*)?$/s.exec(description)?.[1],
    postedDate: toDay(item.pubDate?.getTime(), timezone),
    dueDate: findClosing(description),
    url,
  }
}

const CLOSES =
  /Project closes\s+([A-Za-z]{3,9}\.?\s+\d{1,2},\s+\d{4})(?:\s+(?:at\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s*(?:(UTC)|(AK|[ECMPH])([SD])T)?)?/
/** Hours behind UTC in winter of the time zones that the portals name. */
const BEHIND: Readonly<Record<string, number>> = { UTC: 0, E: 5, C: 6, M: 7, P: 8, AK: 9, H: 10 }

/** When a solicitation closes: to the minute if its zone is named, otherwise the day. */
function findClosing(description: string): string | null {
  const [, words, hour = '', minute, half, utc, zone = '', season] = CLOSES.exec(description) ?? []
  const day = cleanDate(words)
  const behind = BEHIND[utc ?? zone]
  if (!day || behind === undefined || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return day
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${day}T${pad(hours)}:${minute}:00${behind === 0 ? '+' : '-'}${pad(behind - (season === 'D' ? 1 : 0))}:00`
}

const DATASET = 'https://data.ca.gov/dataset/e1b1c799-cdd4-4219-af6d-93b79747fffb'
const GRANTS = `${DATASET}/resource/111c8c88-21f6-453c-ae2c-b4785a0624f5/download/california-grants-portal-data.csv`
const ASK = {
  url: GRANTS,
  accepts: ['text/csv', 'application/csv', 'application/octet-stream', 'binary/octet-stream', 'text/plain'],
  bytesMax: 64 * 1024 * 1024,
} as const

const COLUMNS =
  'PortalID,GrantID,Status,AgencyDept,Title,Type,Purpose,ApplicantType,EstAvailFunds,EstAmounts,OpenDate,ApplicationDeadline,GrantURL'.split(
    ',',
  )
type Grant = Readonly<Record<string, string>>

/**
 * The California Grants Portal: every grant and loan of the state's agencies, published each day as open data.
 * Shape as recorded in 2026: one CSV with the columns of the portal; times as `2026-11-02 17:00:00` in California, or
 * `Ongoing`; lists separated by `;`. The robots.txt of data.ca.gov disallows its API, so the file is downloaded.
 */
export const californiaGrants: Portal = {
  name: 'california-grants',
  state: 'CA',
  summary: 'Grants and loans of California (California Grants Portal)',
  url: GRANTS,
  async read({ network }, { timezone }) {
    const grants = await network.ask(ASK, readGrants)
    return grants.flatMap((grant): Listed[] => {
      const isForecast = grant.Status === 'forecasted'
      if (!isForecast && grant.Status !== 'active') return []
      const { PortalID: id = '', Type: type = '', ApplicationDeadline: deadline = '' } = grant
      const opens = cleanDate(grant.OpenDate)
      return [
        {
          id,
          title: grant.Title,
          noticeNumber: grant.GrantID || null,
          agency: grant.AgencyDept,
          kind: /loan/i.test(type) && !/grant/i.test(type) ? 'Loan' : 'Grant',
          summary: grant.Purpose,
          postedDate: isForecast ? null : opens,
          dueDate: cleanMoment(deadline, timezone),
          url: grant.GrantURL,
          facts: {
            sourceStatus: isForecast ? 'FORECAST' : 'OPEN',
            expectedBy: isForecast ? opens : null,
            rolling: /\b(?:ongoing|rolling|continuous)\b/i.test(deadline),
            budgetMax: cleanMoney(grant.EstAvailFunds) || null,
            budgetPerAward: findLargestAmount(grant.EstAmounts),
            applicantTypes: cleanTexts(grant.ApplicantType?.split(';'), 200, 50),
          },
        },
      ]
    })
  },
}

function readGrants({ bytes }: FetchResponse): Grant[] {
  const [heading = [], ...rows] = readCsvRows(bytes).map((row) => row.map(({ value }) => String(value).trim()))
  const missing = COLUMNS.filter((name) => !heading.includes(name))
  if (missing.length > 0) throw new Error(`has no column ${missing.join(', ')}`)
  if (rows.length === 0) throw new Error('has no rows')
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])))
}

/** The ceiling of `Between $100,000 and $10,000,000`; null for several amounts in a sentence. */
function findLargestAmount(text = ''): number | null {
  const [, least, most = least] =
    /^(?:between\s+)?(\$[\d,.]+\d)(?:\s*(?:and|to|-|–)\s*(\$[\d,.]+\d))?$/i.exec(text) ?? []
  return cleanMoney(most) || null
}
