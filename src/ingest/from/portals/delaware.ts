import * as z from 'zod'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { cleanDate } from '../../read/clean.ts'
import { type Listed, type Portal, refuseShort } from './portal.ts'

const SITE = 'https://mmp.delaware.gov/Bids'
const LIST = `${SITE}/GetBids?status=Open`
/** More than the portal has ever listed, so one request is enough. */
const ROWS = 1_000

const Row = z.object({
  Id: z.int(),
  ContractNumber: word,
  Title: word,
  OpenDate: word,
  DeadlineDate: word,
})
const List = z.object({ records: z.int(), rows: z.array(Row) })

/**
 * Delaware's Bid Solicitation Directory (MyMarketplace).
 * Shape as recorded from the public directory in October 2026: `{records, rows}`, dates as `YYYY-MM-DD` without a time.
 */
export const delawareBids: Portal = {
  name: 'delaware-bids',
  state: 'DE',
  summary: 'Solicitations of Delaware (Bid Solicitation Directory)',
  url: LIST,
  async read({ network }) {
    const body = { _search: false, rows: ROWS, page: 1, sidx: 'OpenDate', sord: 'desc' }
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const ask = { url: LIST, method: 'POST', body, headers, accepts: JSON_TYPE } as const
    const { rows, records } = await network.ask(ask, parseJson(List))
    refuseShort(rows.length, records)
    return rows.map(
      (row): Listed => ({
        id: String(row.Id),
        title: row.Title,
        noticeNumber: row.ContractNumber,
        postedDate: cleanDate(row.OpenDate),
        dueDate: cleanDate(row.DeadlineDate),
        url: `${SITE}/Details/${row.Id}`,
      }),
    )
  },
}
