import * as z from 'zod'
import type { NoticeSourceStatus } from '../../../schema/vocabularies.ts'
import { parseJson, word } from '../../net/json.ts'
import { cleanDate, cleanText, cleanUrl } from '../../read/clean.ts'
import { cleanMoment } from '../../read/moment.ts'
import { allRows, type Listed, LOOSE_JSON, type Portal, SUMMARY_MAX } from './portal.ts'

const SITE = 'https://www.txsmartbuy.gov'
const SERVICES = `${SITE}/app/extensions/CPA/CPAMain/1.0.0/services`
const LIST = `${SERVICES}/ESBD.Service.ss?c=852252&n=2`
const ADDENDUM = 'Addendum Posted'

const Row = z.object({
  internalid: z.string().min(1),
  solicitationId: z.string().min(1),
  title: word,
  agencyName: word,
  statusName: word,
  postingDate: word,
  responseDue: word,
  responseTime: word,
})
const Page = z.object({ totalRecordsFound: z.int(), lines: z.array(Row) })
const Detail = z.object({
  solicitationId: word,
  statusName: word,
  description: word,
  attachments: z.array(z.object({ fileURL: word })).catch([]),
})

const STATUS: Readonly<Record<string, NoticeSourceStatus>> = {
  Posted: 'OPEN',
  [ADDENDUM]: 'OPEN',
  Closed: 'CLOSED',
  'No Award': 'CLOSED',
  Awarded: 'AWARDED',
  'Posting Cancelled': 'WITHDRAWN',
}

/**
 * Texas' Electronic State Business Daily (ESBD), which lists the solicitations of the state, its universities and local
 * governments. Shape as recorded from the public list in October 2026: pages of 24 `lines` and `totalRecordsFound`;
 * days as `M/D/YYYY`, hours as `3:00 PM` in Texas. Status 1 is everything posted, with or without addenda.
 */
export const texasEsbd: Portal = {
  name: 'texas-esbd',
  state: 'TX',
  summary: 'Solicitations of Texas and its local governments (ESBD)',
  url: LIST,
  async read({ network }, { timezone }) {
    const rows = await allRows(
      async (page) => {
        const body = { lines: [], page: page + 1, urlRoot: 'esbd', status: '1' }
        const answer = await network.ask({ url: LIST, method: 'POST', body, accepts: LOOSE_JSON }, parseJson(Page))
        return { rows: answer.lines, total: answer.totalRecordsFound }
      },
      ({ internalid }) => internalid,
    )
    return rows.map(
      (row): Listed => ({
        // Numbers repeat between agencies, and pages are found by them.
        id: `${row.internalid}:${row.solicitationId}`,
        title: row.title,
        noticeNumber: row.solicitationId,
        agency: row.agencyName?.replace(/\s+-\s+[A-Z]{0,2}\d[A-Z\d]*$/, ''),
        postedDate: cleanDate(row.postingDate),
        dueDate: cleanMoment(`${row.responseDue} ${row.responseTime ?? ''}`.trim(), timezone),
        url: `${SITE}/esbd/${encodeURIComponent(row.solicitationId)}`,
        facts: { amended: row.statusName === ADDENDUM },
      }),
    )
  },
  async detail({ network }, id) {
    const number = id.slice(id.indexOf(':') + 1)
    const query = new URLSearchParams({ c: '852252', identification: number, n: '2', urlRoot: 'esbd' })
    const url = `${SERVICES}/ESBD.Details.Service.ss?${query}`
    const detail = await network.ask({ url, accepts: LOOSE_JSON }, parseJson(Detail))
    if (!detail.solicitationId) return null
    const sourceStatus = STATUS[detail.statusName ?? '']
    return {
      summary: cleanText(detail.description, SUMMARY_MAX),
      documentUrls: detail.attachments.flatMap(({ fileURL }) => cleanUrl(fileURL, SITE) ?? []),
      ...(sourceStatus && { sourceStatus }),
    }
  },
}
