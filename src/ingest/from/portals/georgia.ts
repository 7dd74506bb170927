import * as z from 'zod'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { dayAt, momentAt } from '../../read/moment.ts'
import { type Listed, type Portal, refuseShort } from './portal.ts'

const SITE = 'https://ssl.doas.state.ga.us/gpr'
const LIST = `${SITE}/eventSearch`

/** The search of the portal's own table, for everything open. More rows are asked for than it has ever listed. */
const SEARCH = {
  draw: '1',
  start: '0',
  length: '2000',
  'order[0][column]': '5',
  'order[0][dir]': 'asc',
  'search[value]': '',
  'search[regex]': 'false',
  responseType: 'ALL',
  eventStatus: 'OPEN',
  eventIdTitle: '',
  govType: 'ALL',
  govEntity: '',
  catType: 'ALL',
  eventProcessType: 'ALL',
  dateRangeType: '',
  rangeStartDate: '',
  rangeEndDate: '',
  isReset: 'false',
  persisted: 'false',
  refreshSearchData: 'true',
}

const instant = z.number().nullable().catch(null)
const Row = z.object({
  sourceId: z.string().min(1),
  esourceNumberKey: z.string().min(1),
  esourceNumber: word,
  title: word,
  agencyName: word,
  bidProcessType: word,
  soleSource: z.boolean().nullish().catch(null),
  postingDateSort: instant,
  closingDateSort: instant,
})
const List = z.object({ recordsFiltered: z.int(), data: z.array(Row) })

/**
 * The Georgia Procurement Registry (GPR), which lists the solicitations of the state and its local governments.
 * Shape as recorded from the public registry in October 2026: a DataTables response, times as milliseconds since 1970.
 */
export const georgiaRegistry: Portal = {
  name: 'georgia-gpr',
  state: 'GA',
  summary: 'Solicitations of Georgia and its local governments (Procurement Registry)',
  url: LIST,
  async read({ network }, { timezone }) {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const ask = { url: LIST, method: 'POST', body: SEARCH, isForm: true, headers, accepts: JSON_TYPE } as const
    const { data, recordsFiltered } = await network.ask(ask, parseJson(List))
    refuseShort(data.length, recordsFiltered)
    return data.map((row): Listed => {
      const query = new URLSearchParams({ eSourceNumber: row.esourceNumberKey, sourceSystemType: row.sourceId })
      return {
        id: `${row.sourceId}:${row.esourceNumberKey}`,
        title: row.title,
        noticeNumber: row.esourceNumber ?? row.esourceNumberKey,
        agency: row.agencyName,
        kind: row.soleSource ? 'Sole source' : row.bidProcessType,
        postedDate: dayAt(row.postingDateSort, timezone),
        dueDate: momentAt(row.closingDateSort, timezone),
        url: `${SITE}/eventDetails?${query}`,
      }
    })
  },
}
