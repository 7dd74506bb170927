import { type Placed, pdfWith } from '../ingest/pdf-file.ts'
import type { Asked, Reply } from '../ingest/stand-in.ts'
import { type Bid, BONFIRE, type Listed, PDF_COLUMNS, type PortalName, type World } from './world.ts'

const instant = (day: string): string => `/Date(${Date.parse(`${day}T18:00:00Z`)})/`
const uuidOf = (id: string): string => `b6ba764c-efe5-4b24-be9f-${id.padStart(12, '0')}`

/** Where the portals are, and how each lists what is open. */
export const PORTAL_SERVERS: Readonly<
  Record<PortalName, { host: string; list: (bids: readonly Bid[], asked: Asked) => Reply }>
> = {
  bonfire: { host: new URL(BONFIRE).host, list: (bids) => ({ type: 'application/rss+xml', body: bonfireOf(bids) }) },
  'delaware-bids': {
    host: 'mmp.delaware.gov',
    list: (bids) => {
      const rows = bids.map(({ id, title, due }) => ({ Id: Number(id), Title: title, DeadlineDate: due }))
      return { json: { records: rows.length, rows } }
    },
  },
  'hawaii-hands': {
    host: 'hands.ehawaii.gov',
    list: (bids) => {
      const content = bids.map(({ id, title, due }) => ({ id, title, dueDate: american(due) }))
      return { json: { data: { searchResult: { content, totalElements: content.length } } } }
    },
  },
  'iowa-bids': {
    host: 'bidopportunities.iowa.gov',
    list: (bids) => {
      const aaData = bids.map(({ id, title, due }) => ({
        ID: uuidOf(id),
        Solicitation: title,
        ExpirationDate: instant(due),
      }))
      return { json: { iTotalRecords: aaData.length, aaData } }
    },
  },
  'south-dakota-board': {
    host: 'postingboard.esmsolutions.com',
    list: (bids) => {
      const data = bids.map(({ id, title, due }) => ({
        eventId: Number(id),
        eventName: title,
        eventDueDate: `${due}T12:00:00`,
        timezoneNameAbbreviation: 'CT',
      }))
      return { json: { data, totalCount: data.length } }
    },
  },
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export function bonfireOf(bids: readonly Pick<Bid, 'id' | 'title' | 'due'>[], origin = BONFIRE): string {
  const items = bids.map(({ id, title, due }) => {
    const closes = `${MONTHS[Number(due.slice(5, 7)) - 1]} ${Number(due.slice(8))}, ${due.slice(0, 4)}`
    return `<item><title>Reference #: B-${id}. Name: ${title}</title><description>Description: Care. Project closes ${closes}.</description><link>${origin}/opportunities/${id}</link></item>`
  })
  return `<rss version="2.0"><channel><title>Open Opportunities</title>${items.join('')}</channel></rss>`
}

/** The feed of the newsroom has only the latest releases. */
const LATEST = 6

export function newsroomOf({ releases }: World, { path }: Asked): Reply {
  if (path === '/robots.txt') return { status: 404 }
  const items = releases
    .slice(-LATEST)
    .map(
      (release) =>
        `<item><title><a href="${release.path}">${release.title}</a></title><pubDate>Fri, 11/20/2026 - 10:15</pubDate></item>`,
    )
  return { type: 'text/xml', body: `<rss version="2.0"><channel>${items.join('')}</channel></rss>` }
}

/** The PDF of awards; in the short season a file with the same rows. */
export function pdfReply(rows: readonly Listed[]): Reply {
  const { awardeeName, federalAmount } = PDF_COLUMNS
  if (!process.env.LONG) {
    const lines = rows.map(({ name, amount }) => `"${name}","${amount}"`)
    return { type: 'text/csv', body: [`${awardeeName},${federalAmount}`, ...lines, ''].join('\n') }
  }
  const perPage = 30
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / perPage)) }, (_, page): Placed[] => [
    ['Awards of the season', 40, 760, 16],
    [awardeeName, 40, 730],
    [federalAmount, 320, 730],
    ...rows.slice(page * perPage, (page + 1) * perPage).flatMap(({ name, amount }, index): Placed[] => [
      [name, 40, 700 - 22 * index],
      [amount, 330, 700 - 22 * index],
    ]),
  ])
  return { type: 'application/pdf', body: pdfWith(pages) }
}
