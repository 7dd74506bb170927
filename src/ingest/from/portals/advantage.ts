import * as z from 'zod'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { type FetchResponse, LOOSE_JSON, parseJson, word } from '../../net/exchange.ts'
import { dayAt, momentAt } from '../../read/clean.ts'
import type { Run } from '../../source.ts'
import { type Listed, type Portal, refuseShort } from './portal.ts'

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
          ...(isAmended ? {} : { postedDate: dayAt(row.PUB_DT, timezone) }),
          dueDate: momentAt(row.SO_CLSNG_DT_TM, timezone),
          url: `${url}#${encodeURIComponent(number)}`,
          facts: { amended: isAmended, amendedAt: isAmended ? dayAt(row.AMND_DT, timezone) : null },
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
