import { describe, expect, it } from 'vitest'
import { cmsNewsroom } from '../../../src/ingest/from/federal-documents.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readRows } from '../night.ts'
import { document } from '../records.ts'
import { type Reply, standIn } from '../stand-in.ts'

const SITE = 'https://www.cms.gov'
const RELEASE = '/newsroom/press-releases/rural-health-transformation-first-year'

interface Item {
  title?: string
  path?: string
  link?: string
  description?: string
  published?: string
}

/** An item as the newsroom sends it: the title is a link, the link repeats its markup. Recorded from the feed in 2026. */
const itemXml = ({
  title = 'CMS reports the first year of the Rural Health Transformation Program',
  path = RELEASE,
  link,
  description = '&lt;p class="text-align-center"&gt;&lt;strong&gt;States have awarded&lt;/strong&gt;&lt;/p&gt;&lt;p&gt;most of the funds.&lt;/p&gt;',
  published = 'Fri, 11/20/2026 - 10:15',
}: Item = {}) => `
    <item>
  <title><a href="${path}" hreflang="en">${title}</a></title>
  <link>${link ?? `${SITE}/${encodeURIComponent(`<a href="${path}" hreflang="en">${title}</a>`)}`}</link>
  <description>${description}</description>
  <pubDate>${published}</pubDate>
    <dc:creator><time datetime="2026-11-20T10:15:00-05:00">${published}</time></dc:creator>
    <guid isPermaLink="false">${path}</guid>
    </item>`

const feed = (...items: readonly string[]): Reply => ({
  type: 'application/rss+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?>
<rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0" xml:base="${SITE}/">
  <channel><title>Newsroom Feeds</title><link>${SITE}/</link><description/>${items.join('')}
  </channel></rss>`,
})

async function asked(data: string, reply: Reply, { robots = { status: 404 } as Reply, now = NIGHT } = {}) {
  const server = await standIn(({ path }) => (path === '/robots.txt' ? robots : reply), { robots: true })
  const env = { INGEST_ORIGIN_MAP: `${SITE}=${server.origin}` }
  const [result] = await night(data, [cmsNewsroom], env, { now })
  return { ...result, asked: server.asked.map(({ path }) => path) }
}

describe('the newsroom of CMS', () => {
  it('returns the releases about rural health as documents', async () => {
    const data = await dataset()
    const other = itemXml({ title: 'CMS prevents fraud', path: '/newsroom/press-releases/fraud', description: 'Labs.' })
    expect(await asked(data, feed(itemXml(), other))).toMatchObject({
      failed: null,
      fetched: 2,
      new: 1,
      confirmed: [null],
      asked: ['/robots.txt', '/newsroom/rss-feeds'],
    })
    expect(await readRows(data, 'documents')).toMatchObject([
      {
        state: null,
        title: 'CMS reports the first year of the Rural Health Transformation Program',
        fileType: 'HTML',
        documentCategory: 'ANNOUNCEMENT',
        fiscalYear: 'FY2027',
        highlights: 'States have awarded most of the funds.',
        published: '2026-11-20',
        url: `${SITE}${RELEASE}`,
        retrievedFrom: `${SITE}/newsroom/rss-feeds`,
      },
    ])
  })

  it('matches a recorded release by its URL, and keeps what a person wrote', async () => {
    const recorded = document({ state: null, url: `${SITE}${RELEASE}`, sourceUrl: `${SITE}${RELEASE}` })
    const data = await dataset({ documents: [recorded] })
    expect(await asked(data, feed(itemXml()))).toMatchObject({ new: 0 })
    expect(await readRows(data, 'documents')).toMatchObject([{ id: recorded.id, title: recorded.title }])
  })

  it('keeps releases that are no longer in the feed', async () => {
    const data = await dataset()
    await asked(data, feed(itemXml()))
    const later = itemXml({ path: '/newsroom/fact-sheets/rural-2', title: 'A rural fact sheet' })
    expect(await asked(data, feed(later), { now: NEXT_NIGHT })).toMatchObject({ new: 1, changed: 0, removed: 0 })
    expect(await readRows(data, 'documents')).toHaveLength(2)
  })

  it.each<[string, string, string | null]>([
    ['an escaped title', itemXml().replace(/<a (.*?)>(.*?)<\/a><\/title>/, '&lt;a $1&gt;$2&lt;/a&gt;</title>'), null],
    [
      'a plain title and link',
      itemXml({ link: `${SITE}${RELEASE}` }).replace(/<a .*?>(.*?)<\/a><\/title>/, '$1</title>'),
      null,
    ],
    ['a usual date', itemXml({ published: 'Fri, 20 Nov 2026 23:15:00 -0500' }), null],
    [
      'a link to another site',
      itemXml({ path: 'https://evil.example.org/rural' }),
      'link: is not a URL of the newsroom',
    ],
    ['no link', itemXml().replace(/<a .*?>(.*?)<\/a><\/title>/, '$1</title>'), 'link: is not a URL of the newsroom'],
    ['no title', itemXml({ title: '', description: 'Rural.' }), 'title: is missing'],
  ])('reads or skips an item with %s', async (_, item, reason) => {
    const data = await dataset()
    const { rejected } = await asked(data, feed(item))
    expect(rejected?.map((one) => one.reason)).toEqual(reason === null ? [] : [reason])
    expect((await readRows(data, 'documents')).map(({ url, published }) => [url, published])).toEqual(
      reason === null ? [[`${SITE}${RELEASE}`, '2026-11-20']] : [],
    )
  })

  it.each<[string, Reply, RegExp]>([
    ['is down', { status: 503 }, /responded with 503/],
    ['is a page', { body: '<html></html>' }, /responded with text\/html/],
    ['is XML of another kind', { type: 'text/xml', body: '<error/>' }, /is not an RSS feed/],
  ])('that %s fails, and changes nothing', async (_, reply, reason) => {
    const data = await dataset()
    await asked(data, feed(itemXml()))
    const before = await readFiles(data)
    expect((await asked(data, reply, { now: NEXT_NIGHT })).failed).toMatch(reason)
    expect(await readFiles(data)).toEqual(before)
  })

  it('is not read if its robots.txt disallows it', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nDisallow: /newsroom' }
    expect(await asked(await dataset(), feed(itemXml()), { robots })).toMatchObject({
      failed: null,
      fetched: 0,
      asked: ['/robots.txt'],
    })
  })
})
