import * as z from 'zod'
import type { StateCode } from '../../../schema/vocabularies.ts'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { dayAt, momentAt } from '../../read/moment.ts'
import { allRows, type Listed, type Portal } from './portal.ts'

const HOST = 'https://webprocure.proactiscloud.com'
const LIST = `${HOST}/wp-full-text-search/search/sols`
const PER_PAGE = 10

const instant = z.number().nullish().catch(null)
const named = z.object({ name: word }).nullish().catch(null)
const Row = z.object({
  bidid: z.union([z.number(), z.string().min(1)]),
  bidNumber: word,
  title: word,
  description: word,
  startDate: instant,
  openDate: instant,
  collabEndDate: instant,
  hasAddendums: z.boolean().nullish().catch(null),
  orgBidClassType: z.object({ description: word }).nullish().catch(null),
  creatorOrg: named,
  ownerOrg: named,
})
const Page = z.object({ hits: z.int(), records: z.array(Row) })

/**
 * A state's bid board on Proactis WebProcure.
 * Shape as recorded from both boards in October 2026: `{hits, records}`, ten records a page, times as milliseconds since
 * 1970. `openDate` is when the responses are opened, so the deadline, and `collabEndDate` the last day for questions. In
 * the board's own order rows repeat from page to page; by opening date they do not.
 */
function openWebProcure(name: string, state: StateCode, board: string, customer: number): Portal {
  return {
    name,
    state,
    summary: `Solicitations of ${board}`,
    url: LIST,
    async read({ network }, { timezone }) {
      const rows = await allRows(
        async (page) => {
          const query = {
            customerid: String(customer),
            q: '*',
            from: String(page * PER_PAGE),
            sort: 'od',
            f: 'ps=Open',
          }
          const url = `${LIST}?${new URLSearchParams({ ...query, oids: '' })}`
          const { records, hits } = await network.ask({ url, accepts: JSON_TYPE }, parseJson(Page))
          return { rows: records, total: hits }
        },
        ({ bidid }) => String(bidid),
      )
      return rows.map(
        (row): Listed => ({
          id: String(row.bidid),
          title: row.title,
          noticeNumber: row.bidNumber,
          agency: findAgency((row.creatorOrg ?? row.ownerOrg)?.name ?? null),
          kind: row.orgBidClassType?.description,
          summary: row.description,
          postedDate: dayAt(row.startDate, timezone),
          dueDate: momentAt(row.openDate, timezone),
          url: `${HOST}/wp-web-public/en/#/bidboard/bid/${row.bidid}?customerid=${customer}`,
          facts: { amended: row.hasAddendums === true, questionDeadline: momentAt(row.collabEndDate, timezone) },
        }),
      )
    },
  }
}

/** `Social Services, Dept. of` in its usual order. */
const findAgency = (name: string | null): string | null =>
  name?.replace(/^(.+), ([\w.]+ of(?: the)?)$/, '$2 $1') ?? null

/** The boards of two states. */
export const webProcurePortals: readonly Portal[] = [
  openWebProcure('connecticut-ctsource', 'CT', 'Connecticut and its towns (CTsource)', 51),
  openWebProcure('rhode-island-osp', 'RI', 'Rhode Island (Ocean State Procures)', 46),
]
