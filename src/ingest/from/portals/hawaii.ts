import * as z from 'zod'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { cleanDate, cleanUrl } from '../../read/clean.ts'
import { cleanMoment } from '../../read/moment.ts'
import { allRows, type Listed, type Portal } from './portal.ts'

const SITE = 'https://hands.ehawaii.gov/hands'
const LIST = `${SITE}/api/bidding-opportunities`
const PER_PAGE = 100

/** The request of the portal's own page: everything that is posted. */
const CRITERIA = {
  query: '',
  showClosed: false,
  showCancelled: false,
  omitPagination: false,
  categories: [],
  procurementCategory: '',
  department: '',
  islands: [],
  statuses: ['POSTED'],
  publishDate: '',
  offerDueDate: '',
  jurisdiction: '',
}

const Row = z.object({
  id: z.union([z.string().min(1), z.number()]),
  system: word,
  title: word,
  solicitionNo: word,
  department: word,
  publishDate: word,
  dueDate: word,
  detailsUrl: word,
})
const Page = z.object({
  data: z.object({ searchResult: z.object({ content: z.array(Row), totalElements: z.int() }) }),
})

/**
 * Hawaii's HANDS (Hawaii Awards & Notices Data System), which lists the solicitations of the state and its counties.
 * Shape as recorded from the public portal in 2026: pages of `{data: {searchResult: {content, totalElements}}}`, dates
 * as `MM/DD/YYYY` with or without a time in Hawaii; `solicitionNo` is the portal's spelling.
 */
export const hawaiiHands: Portal = {
  name: 'hawaii-hands',
  state: 'HI',
  summary: 'Solicitations of Hawaii and its counties (HANDS)',
  url: LIST,
  async read({ network }, { timezone }) {
    const rows = await allRows(
      async (page) => {
        const url = `${LIST}?size=${PER_PAGE}&page=${page}&sort=publish_date_dt,desc`
        const answer = await network.ask({ url, method: 'POST', body: CRITERIA, accepts: JSON_TYPE }, parseJson(Page))
        const { content, totalElements } = answer.data.searchResult
        return { rows: content, total: totalElements }
      },
      (row) => `${row.system}:${row.id}`,
    )
    return rows.map((row): Listed => {
      const url = cleanUrl(row.detailsUrl)
      return {
        id: `${row.system ?? 'HANDS'}:${row.id}`,
        title: row.title,
        noticeNumber: row.solicitionNo,
        agency: row.department,
        postedDate: cleanDate(row.publishDate),
        dueDate: cleanMoment(row.dueDate, timezone),
        url: url && /\.gov$/.test(new URL(url).hostname) ? url : `${SITE}/opportunities/opportunity-details/${row.id}`,
      }
    })
  },
}
