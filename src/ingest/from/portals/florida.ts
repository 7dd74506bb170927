import * as z from 'zod'
import type { NoticeSourceStatus } from '../../../schema/vocabularies.ts'
import { JSON_TYPE, parseJson, word } from '../../net/json.ts'
import { cleanText } from '../../read/clean.ts'
import { dayAt, momentAt } from '../../read/moment.ts'
import { allRows, type Listed, type Portal, SUMMARY_MAX } from './portal.ts'

const SITE = 'https://vendor.myfloridamarketplace.com'
const LIST = `${SITE}/mfmp/pub/search/bids`
const PER_PAGE = 100

/** The search of the portal's own page. It wants every field. */
const CRITERIA = {
  type: [],
  status: ['OPEN'],
  agency: [],
  adNumber: '',
  agencyAdvertisementNumber: '',
  title: '',
  publishedDate: '',
  openDate: '',
  endDate: '',
  commodityCodes: [],
  intendsToParticipate: '',
  assignee: '',
}

const Row = z.object({
  advertisementId: z.number(),
  agencyAdNumber: word,
  type: word,
  title: word,
  version: z.number().catch(1),
  publishDate: word,
  closeDate: word,
  agency: word,
})
const Detail = z.object({
  advertisementId: z.number().nullable(),
  status: word,
  description: word,
  lastUpdateDate: word,
  version: z.number().nullable().catch(null),
})

const STATUS: Readonly<Record<string, NoticeSourceStatus>> = {
  OPEN: 'OPEN',
  CLOSED: 'CLOSED',
  WITHDRAWN: 'WITHDRAWN',
}

/**
 * Florida's Vendor Bid System (MyFloridaMarketPlace), which also lists the grant opportunities of its agencies.
 * Shape as recorded from the public search in October 2026: the count on its own, then pages of rows, times in UTC. An
 * unknown id gives a page with every field null. The portal serves its documents only to programs, so they are not linked.
 */
export const floridaMarketPlace: Portal = {
  name: 'florida-mfmp',
  state: 'FL',
  summary: 'Solicitations and grant opportunities of Florida (MyFloridaMarketPlace)',
  url: LIST,
  async read({ network }, { timezone }) {
    const ask = { method: 'POST', accepts: JSON_TYPE } as const
    const criteria = (page: number) => ({ ...CRITERIA, page: page + 1, pageSize: PER_PAGE })
    const total = await network.ask({ ...ask, url: `${LIST}/count`, body: criteria(0) }, parseJson(z.int()))
    const rows = await allRows(
      async (page) => {
        const found = await network.ask({ ...ask, url: LIST, body: criteria(page) }, parseJson(z.array(Row)))
        return { rows: found, total }
      },
      ({ advertisementId }) => advertisementId,
    )
    return rows.map(
      (row): Listed => ({
        id: String(row.advertisementId),
        title: row.title,
        noticeNumber: row.agencyAdNumber,
        agency: row.agency?.replace(/\s*\([A-Z]{2,8}\)$/, ''),
        kind: row.type,
        postedDate: dayAt(Date.parse(row.publishDate ?? ''), timezone),
        dueDate: momentAt(Date.parse(row.closeDate ?? ''), timezone),
        url: `${SITE}/search/bids/detail/${row.advertisementId}`,
        facts: { amended: row.version > 1 },
      }),
    )
  },
  async detail({ network }, id, { timezone }) {
    const url = `${LIST}/detail?id=${encodeURIComponent(id)}`
    const detail = await network.ask({ url, accepts: JSON_TYPE }, parseJson(Detail))
    if (detail.advertisementId === null) return null
    const isAmended = (detail.version ?? 1) > 1
    const sourceStatus = STATUS[detail.status ?? '']
    return {
      summary: cleanText(detail.description, SUMMARY_MAX),
      amended: isAmended,
      amendedAt: isAmended ? dayAt(Date.parse(detail.lastUpdateDate ?? ''), timezone) : null,
      ...(sourceStatus && { sourceStatus }),
    }
  },
}
