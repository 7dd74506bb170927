import * as z from 'zod'
import { dateAfter } from '../../../rules/time/moments.ts'
import { parseJson, word } from '../../net/json.ts'
import { cleanDate } from '../../read/clean.ts'
import { cleanMoment } from '../../read/moment.ts'
import { allRows, type Listed, LOOSE_JSON, type Portal } from './portal.ts'

const SITE = 'https://mvendor.cgieva.com/Vendor/public'
const LIST = `${SITE}/solrconnect.jsp`
const PER_PAGE = 100
const FIELDS = 'id,internalid,version,doccddesc,agencyname,shortdesc,longdesc,pubdate,closedate,status'

const Row = z.object({
  id: z.string().min(1),
  internalid: z.string().min(1),
  version: word,
  doccddesc: word,
  agencyname: word,
  shortdesc: word,
  longdesc: word,
  pubdate: word,
  closedate: word,
})
const Page = z.object({ response: z.object({ numFound: z.int(), docs: z.array(Row) }) })

/**
 * Virginia's eVA, which lists the solicitations of the state, its universities, counties and cities.
 * Shape as recorded from the public list in October 2026: a Solr response, `{response: {numFound, docs}}`. Only the
 * application `IV` is in use; the older one has solicitations that were left open. Spaces must be sent as `%20`: eVA
 * answers `+` with an empty page.
 */
export const virginiaEva: Portal = {
  name: 'virginia-eva',
  state: 'VA',
  summary: 'Solicitations of Virginia and its localities (eVA)',
  url: LIST,
  async read({ network }, { timezone }) {
    const rows = await allRows(
      async (page) => {
        const query = {
          q: 'app:IV AND status:Open',
          fl: FIELDS,
          sort: 'id asc',
          start: page * PER_PAGE,
          rows: PER_PAGE,
        }
        const url = `${LIST}?${queryText({ ...query, wt: 'json' })}`
        const { response } = await network.ask({ url, accepts: LOOSE_JSON }, parseJson(Page))
        return { rows: response.docs, total: response.numFound }
      },
      ({ id }) => id,
    )
    return rows.map((row): Listed => {
      const isAmended = Number(row.version ?? 0) > 0
      const published = cleanDate(row.pubdate)
      const query = { PageTitle: 'SO Details', rfp_id_lot: row.internalid, rfp_id_round: row.version ?? '0' }
      const url = `${SITE}/IVDetails.jsp?${queryText(query)}`
      return {
        id: row.id,
        title: repaired(row.shortdesc),
        noticeNumber: null,
        agency: repaired(row.agencyname),
        kind: row.doccddesc,
        summary: repaired(row.longdesc),
        // The date is that of the newest version.
        ...(isAmended ? {} : { postedDate: published }),
        dueDate: closing(row.closedate, timezone),
        url,
        facts: { amended: isAmended, amendedAt: isAmended ? published : null, sourceUrl: url },
      }
    })
  },
}

const queryText = (query: Readonly<Record<string, string | number>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/**
 * The closing time. eVA marks its times with `Z`, but they are those of Virginia: `pubdate` is four hours behind the
 * time of the same update in UTC, and texts name the same hours as Eastern. Midnight is the end of the day before:
 * solicitations that close at `00:00` are closed two minutes later.
 */
function closing(value: string | null | undefined, timezone: string): string | null {
  const text = (value ?? '').replace(/Z$/, '')
  const day = cleanDate(text)
  return day && /T00:00(?::00(?:\.0+)?)?$/.test(text) ? dateAfter(day, -1) : cleanMoment(text, timezone)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A text that eVA encoded twice: `â\u0080\u0099` for an apostrophe. */
function repaired(text: string | null | undefined): string | null {
  if (!text || [...text].some((character) => character > '\u00ff')) return text ?? null
  try {
    return UTF8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
