import * as z from 'zod'
import { eventZone } from '../../../rules/time/moments.ts'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { cleanDate } from '../../read/clean.ts'
import { cleanMoment } from '../../read/moment.ts'
import { allRows, type Listed, type Portal } from './portal.ts'

const HOST = 'https://postingboard.esmsolutions.com'
/** The state's own board. */
const BOARD = '3444a404-3818-494f-84c5-2a850acd7779'
const LIST = `${HOST}/api/postingBoard/${BOARD}/currentevents`
const PER_PAGE = 100

const Row = z.object({
  eventId: z.union([z.string().min(1), z.number()]),
  id: word,
  eventName: word,
  publishedDate: word,
  eventDueDate: word,
  timezoneNameAbbreviation: word,
})
const Page = z.object({ data: z.array(Row), totalCount: z.int() })

/**
 * South Dakota's posting board at ESM Solutions.
 * Shape as recorded from the public board in 2026: pages of `{data, totalCount}`; times without an offset but with the
 * abbreviation of their zone (`CT`).
 */
export const southDakotaBoard: Portal = {
  name: 'south-dakota-board',
  state: 'SD',
  summary: 'Solicitations of South Dakota (posting board)',
  url: LIST,
  async read({ network }, { timezone }) {
    const zone = new URLSearchParams({
      browserGlobalTimeZoneNameId: 'Central Standard Time',
      browserGlobalTimeZoneName: 'America/Chicago',
      browserOffset: '-06:00:00',
    })
    const rows = await allRows(
      async (page) => {
        const url = `${LIST}?pageNo=${page}&recordsPerPage=${PER_PAGE}&${zone}`
        const { data, totalCount } = await network.ask({ url, accepts: JSON_TYPE }, parseJson(Page))
        return { rows: data, total: totalCount }
      },
      ({ eventId }) => eventId,
    )
    return rows.map((row): Listed => {
      const day = cleanDate(row.eventDueDate)
      const local = day ? eventZone(day, row.timezoneNameAbbreviation ?? null, timezone) : timezone
      return {
        id: String(row.eventId),
        title: row.eventName,
        noticeNumber: row.id,
        postedDate: cleanDate(row.publishedDate),
        dueDate: cleanMoment(row.eventDueDate, local),
        url: `${HOST}/${BOARD}/eventDetail/${encodeURIComponent(row.eventId)}`,
      }
    })
  },
}
