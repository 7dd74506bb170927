import * as z from 'zod'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { dayAt, momentAt } from '../../read/moment.ts'
import { type Listed, type Portal, refuseShort } from './portal.ts'

const SITE = 'https://bidopportunities.iowa.gov/Home'
const LIST = `${SITE}/DT_HostedBidsSearch?agencyId=&enteredSearchText=&draw=1&start=0&length=-1`

const Row = z.object({
  ID: z.uuid(),
  BidNumber: word,
  Solicitation: word,
  Description: word,
  AgencyName: word,
  EffectiveDate: word,
  ExpirationDate: word,
  Status: word,
})
const List = z.object({ iTotalRecords: z.int(), aaData: z.array(Row) })

const INSTANT = /^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/
const parseInstant = (text: string | null | undefined): number => Number(INSTANT.exec(text ?? '')?.[1] ?? Number.NaN)

/**
 * Iowa Bid Opportunities, the list of the Department of Administrative Services.
 * Shape as recorded from the public portal in October 2026: `{iTotalRecords, aaData}` with all rows in one response,
 * and timestamps as `/Date(1792522800000)/`.
 */
export const iowaBids: Portal = {
  name: 'iowa-bids',
  state: 'IA',
  summary: 'Solicitations of Iowa (Iowa Bid Opportunities)',
  url: LIST,
  async read({ network }, { timezone }) {
    const { aaData, iTotalRecords } = await network.ask({ url: LIST, accepts: JSON_TYPE }, parseJson(List))
    refuseShort(aaData.length, iTotalRecords)
    const open = aaData.filter(({ Status }) => Status === null || Status === undefined || Status === 'Open')
    return open.map(
      (row): Listed => ({
        id: row.ID,
        title: row.Solicitation,
        noticeNumber: row.BidNumber,
        agency: row.AgencyName,
        summary: row.Description,
        postedDate: dayAt(parseInstant(row.EffectiveDate), timezone),
        dueDate: momentAt(parseInstant(row.ExpirationDate), timezone),
        url: `${SITE}/BidInfo?bidId=${row.ID}`,
      }),
    )
  },
}
