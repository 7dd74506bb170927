import { describe, expect, it } from 'vitest'
import { bonfire } from '../../../../src/ingest/from/portals/other-lists.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readLines, readRows } from '../../night.ts'
import { state } from '../../records.ts'
import { type Reply, standIn } from '../../stand-in.ts'

const PORTAL = 'https://dhss.bonfirehub.com'

interface Item {
  id: number
  title?: string
  text?: string
  closes?: string
  link?: string
}

/** An item as the portals send it. Source: public Bonfire portals, recorded in July 2026. */
const itemXml = ({
  id,
  title,
  text = 'Rural clinics are to be equipped.',
  closes = 'Dec 10, 2026 2:00 PM EST',
  link,
}: Item) => `
    <item>
      <title>${title ?? `Reference #: HSS-26-${id}. Name: Rural Health Transformation: lot ${id}`}</title>
      <description>Description: ${text} Project closes ${closes}.</description>
      <pubDate>Mon, 09 Nov 2026 09:30:00 -0500</pubDate>
      <link>${link ?? `${PORTAL}/opportunities/${id}`}</link>
      <guid>${PORTAL}/opportunities/${id}</guid>
    </item>`

const feed = (items: readonly Item[]): Reply => ({
  type: 'application/rss+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Open Opportunities</title><link>${PORTAL}/portal</link>${items.map(itemXml).join('')}
</channel></rss>`,
})

const delaware = {
  ...state({ code: 'DE', name: 'Delaware' }),
  timezone: 'America/New_York',
  portals: [
    { label: 'Bonfire bid portal', url: PORTAL },
    { label: 'Another portal', url: 'https://mmp.delaware.gov/Bids' },
  ],
}

async function asked(data: string, reply: Reply, { robots = { status: 404 } as Reply, now = NIGHT } = {}) {
  const server = await standIn(
    ({ path }) => (path === '/robots.txt' ? robots : path === '/opportunities/rss' ? reply : { status: 404 }),
    { robots: true },
  )
  const env = { INGEST_ORIGIN_MAP: `${PORTAL}=${server.origin}` }
  const [result] = await night(data, [bonfire], env, { now })
  return { ...result, asked: server.asked.map(({ path }) => path) }
}

describe('a portal on Bonfire', () => {
  it('returns the solicitations about rural health, with their closing time to the minute', async () => {
    const data = await dataset({ states: [delaware] })
    const items = [{ id: 1 }, { id: 2, title: 'Reference #: HSS-26-2. Name: Office furniture', text: 'Desks.' }]
    expect(await asked(data, feed(items))).toMatchObject({ failed: null, fetched: 2, new: 1, confirmed: ['DE'] })
    expect(await readRows(data, 'notices')).toMatchObject([
      {
        state: 'DE',
        scope: 'STATE',
        title: 'Rural Health Transformation: lot 1',
        noticeNumber: 'HSS-26-1',
        summary: 'Rural clinics are to be equipped.',
        issuingAgency: null,
        postedDate: '2026-11-09',
        dueDate: '2026-12-10T14:00:00-05:00',
        sourceStatus: 'OPEN',
        sourceUrl: `${PORTAL}/opportunities/1`,
        retrievedFrom: `${PORTAL}/opportunities/rss`,
      },
    ])
  })

  it.each([
    ['Jan 5, 2027 12:00 AM PST', '2027-01-05T00:00:00-08:00'],
    ['Jan 5, 2027 12:30 PM AKST', '2027-01-05T12:30:00-09:00'],
    ['Jan 5, 2027 4:00 PM XYZ', '2027-01-05'],
    ['January 5, 2027', '2027-01-05'],
    ['soon', null],
  ])('that closes %s is due %s', async (closes, dueDate) => {
    const data = await dataset({ states: [delaware] })
    await asked(data, feed([{ id: 1, closes }]))
    expect((await readRows(data, 'notices'))[0]?.dueDate).toBe(dueDate)
  })

  it('removes and changes values as listed, and closes what it no longer lists', async () => {
    const data = await dataset({ states: [delaware] })
    await asked(data, feed([{ id: 1 }, { id: 2 }]))
    const next = await asked(data, feed([{ id: 1, closes: 'Dec 24, 2026 2:00 PM EST' }]), { now: NEXT_NIGHT })
    expect(next).toMatchObject({ new: 0, changed: 2 })
    const notices = await readRows(data, 'notices')
    expect(
      notices.map(({ noticeNumber, dueDate, sourceStatus }) => [noticeNumber, dueDate, sourceStatus]).sort(),
    ).toEqual([
      ['HSS-26-1', '2026-12-24T14:00:00-05:00', 'OPEN'],
      ['HSS-26-2', '2026-12-10T14:00:00-05:00', 'CLOSED'],
    ])
    const again = await asked(data, feed([{ id: 1, closes: 'Dec 24, 2026 2:00 PM EST' }, { id: 2 }]), {
      now: NEXT_NIGHT,
    })
    expect(again).toMatchObject({ new: 0, changed: 1 })
  })

  it('is not read if its robots.txt disallows it, which is not a failure and closes nothing', async () => {
    const data = await dataset({ states: [delaware] })
    await asked(data, feed([{ id: 1 }]))
    const before = await readLines(data, 'records/notices.ndjson')
    const robots = { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }
    const barred = await asked(data, feed([]), { robots, now: NEXT_NIGHT })
    expect(barred).toMatchObject({ failed: null, fetched: 0, confirmed: [], asked: ['/robots.txt'] })
    expect(barred.rejected).toEqual([{ ref: PORTAL, reason: "disallowed by the site's robots.txt" }])
    expect(await readLines(data, 'records/notices.ndjson')).toEqual(before)
  })

  it.each<[string, Reply, RegExp]>([
    ['is down', { status: 503 }, /responded with 503/],
    ['lists nothing while a solicitation is still due', feed([]), /lists nothing, although 1 of its solicitations/],
    ['sends a page', { body: '<html></html>' }, /responded with text\/html/],
    ['sends XML that is not a feed', { type: 'text/xml', body: '<error>no</error>' }, /is not an RSS feed/],
  ])('that %s fails, and changes nothing', async (_, reply, reason) => {
    const data = await dataset({ states: [delaware] })
    await asked(data, feed([{ id: 1 }]))
    const before = await readFiles(data)
    expect((await asked(data, reply, { now: NEXT_NIGHT })).failed).toMatch(reason)
    expect(await readFiles(data)).toEqual(before)
  })

  it('skips an item that links to another site, and markup within its texts', async () => {
    const data = await dataset({ states: [delaware] })
    const items = [
      { id: 1, link: 'https://evil.example.org/opportunities/1' },
      { id: 2, text: 'Rural &lt;script&gt;alert(1)&lt;/script&gt;clinics.' },
    ]
    expect(await asked(data, feed(items))).toMatchObject({
      new: 1,
      rejected: [{ reason: 'link: is not a URL of the portal' }],
    })
    expect((await readRows(data, 'notices'))[0]?.summary).not.toMatch(/script|</)
  })

  it('of no recorded state causes no failures', async () => {
    const data = await dataset({ states: [state({ code: 'AK', name: 'Alaska' })] })
    expect(await asked(data, feed([]))).toMatchObject({ failed: null, fetched: 0, asked: [] })
  })
})

it('what is likely but not sure becomes a candidate for review, unless it is already a record', async () => {
  const data = await dataset({ states: [delaware] })
  const likely = { id: 7, title: 'Reference #: HSS-26-7. Name: Community Paramedicine', text: 'Vans.' }
  const sure = { id: 8, title: 'Reference #: HSS-26-8. Name: Rural health clinics' }
  const foreign = { id: 9, title: 'Reference #: DOT-26-9. Name: Sponsor A Rural Highway', text: 'Signs.' }
  const result = await asked(data, feed([likely, sure, foreign]))
  expect(result).toMatchObject({ fetched: 3, new: 1 })
  expect(await readLines(data, 'history/candidates.ndjson')).toMatchObject([
    { url: `${PORTAL}/opportunities/7`, kind: 'notice', state: 'DE', title: 'Community Paramedicine' },
  ])
  const reworded = { id: 8, title: 'Reference #: HSS-26-8. Name: Clinics, second part', text: 'Vans.' }
  expect(await asked(data, feed([reworded]), { now: NEXT_NIGHT })).toMatchObject({ changed: 1 })
  expect(await readRows(data, 'notices')).toMatchObject([{ title: 'Clinics, second part', sourceStatus: 'OPEN' }])
})
