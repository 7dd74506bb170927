import { describe, expect, it } from 'vitest'
import { pagesSource } from '../../../src/ingest/pages/source.ts'
import { type Judge, markReleased } from '../../../src/ingest/run.ts'
import { BATCH_CHECKS } from '../../../src/nightly/gate/checks.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readLines } from '../night.ts'
import { document, state } from '../records.ts'
import { type Asked, type Reply, standIn } from '../stand-in.ts'

const HOSTS = ['www.one.gov', 'www.two.gov', 'www.three.gov'] as const
const formatPage = (words: string, more = ''): string =>
  `<html><head><title>RHTP</title></head><body><nav>Menu</nav><h1>RHTP</h1><p>${words}</p>${more}</body></html>`

/** The check of a night that is about outages. */
const judge: Judge = (batch) =>
  batch.isReleased ? [] : BATCH_CHECKS.outages.find(batch).map(({ reason }) => ({ check: 'outages', reason }))

type Answers = Partial<Record<(typeof HOSTS)[number], (asked: Asked) => Reply>>

/** Three states with one program page each, and the responses of their servers. */
const THREE_STATES = [state(), state({ code: 'AL', name: 'Alabama' }), state({ code: 'AZ', name: 'Arizona' })].map(
  (record, n) => ({
    ...record,
    sites: [{ url: `https://${HOSTS[n]}/rhtp`, label: `${record.name} page`, agency: 'DOH' }],
  }),
)
const threePages = () => dataset({ states: THREE_STATES })

const quiet = (asked: Asked): Reply =>
  asked.path === '/robots.txt' ? { status: 404 } : { body: formatPage('Welcome.') }

async function visiting(data: string, answers: Answers = {}, { now = NIGHT, env = {}, timeoutMs = 1_000 } = {}) {
  const servers = await Promise.all(
    HOSTS.map((host) => standIn((asked) => (answers[host] ?? quiet)(asked), { robots: true })),
  )
  const map = HOSTS.map((host, n) => `https://${host}=${servers[n]?.origin}`).join(',')
  const [result] = await night(data, [pagesSource], { INGEST_ORIGIN_MAP: map, ...env }, { now, timeoutMs, judge })
  if (!result) throw new Error('no result')
  const asked = (host: (typeof HOSTS)[number]) =>
    servers[HOSTS.indexOf(host)]?.asked.filter(({ path }) => path !== '/robots.txt') ?? []
  return { result, asked, servers }
}

const types = (changes: { type: string }[]) => changes.map(({ type }) => type)
const pages = (data: string) => readLines(data, 'history/pages.ndjson')

describe('a run', () => {
  it('stores what it read from every site of the states, and writes no records', async () => {
    const data = await threePages()
    const before = await readFiles(data)
    const { result } = await visiting(data)
    expect(result).toMatchObject({
      fetched: 3,
      new: 3,
      changed: 0,
      unchanged: 0,
      rejected: [],
      changes: [],
      failed: null,
    })
    expect(await pages(data)).toEqual(
      ['AK', 'AL', 'AZ'].map((code, n) => ({
        url: `https://${HOSTS[n]}/rhtp`,
        state: code,
        label: `${THREE_STATES[n]?.name} page`,
        reader: 1,
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        etag: null,
        lastModified: null,
        changedAt: null,
        httpStatus: 200,
        error: null,
        failedOn: [],
        downSince: null,
      })),
    )
    expect(await readFiles(data)).toMatchObject(before)
  })

  it('identifies itself to every server', async () => {
    const { asked } = await visiting(await threePages(), {}, { env: { BASE_URL: 'https://data.example.org' } })
    expect(asked('www.one.gov')[0]?.headers['user-agent']).toBe(
      'RuralHealthProgramDataService/1.0 (+https://data.example.org)',
    )
  })

  it('reports a PDF among the sites whose bytes changed, and does not read it', async () => {
    const url = 'https://www.one.gov/allocations-2026.pdf'
    const data = await dataset({ states: [state({ sites: [{ url, label: 'Allocations', agency: 'DOH' }] })] })
    const pdf = (words: string): Answers => ({ 'www.one.gov': () => ({ type: 'application/pdf', body: words }) })
    const first = await visiting(data, pdf('%PDF-1.7 one'))
    expect(first.result).toMatchObject({ fetched: 1, new: 1, rejected: [], changes: [], notes: [] })
    const next = await visiting(data, pdf('%PDF-1.7 two'), { now: NEXT_NIGHT })
    expect(next.result.notes).toEqual([`${url} has changed; compare it with the records`])
    expect(types(next.result.changes)).toEqual(['PAGE_UPDATED'])
    expect((await visiting(data, pdf('%PDF-1.7 two'), { now: NEXT_NIGHT })).result.notes).toEqual([])
  })

  it('visits a site shared by two states once', async () => {
    const sites = [{ url: 'https://www.one.gov/rhtp', label: 'Shared', agency: 'DOH' }]
    const data = await dataset({ states: [state({ sites }), state({ code: 'AL', sites })] })
    const { asked, result } = await visiting(data)
    expect(result.fetched).toBe(1)
    expect(asked('www.one.gov')).toHaveLength(1)
  })
})

describe('the next run', () => {
  it('with the same pages changes no byte', async () => {
    const data = await threePages()
    await visiting(data)
    const before = await readFiles(data)
    const { result } = await visiting(data, {}, { now: NEXT_NIGHT })
    expect(result).toMatchObject({ new: 0, changed: 0, unchanged: 3, changes: [] })
    expect(await readFiles(data)).toEqual(before)
  })

  it('sends conditional requests, and treats a 304 as unchanged', async () => {
    const data = await threePages()
    const validators = { etag: '"v1"', 'last-modified': 'Thu, 19 Nov 2026 12:00:00 GMT' }
    const conditional = (asked: Asked): Reply => {
      if (asked.path === '/robots.txt') return { status: 404 }
      return asked.headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { body: formatPage('One.'), headers: validators }
    }
    await visiting(data, { 'www.one.gov': conditional })
    const before = await readFiles(data)
    const { result, asked } = await visiting(data, { 'www.one.gov': conditional }, { now: NEXT_NIGHT })
    expect(asked('www.one.gov')[0]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Thu, 19 Nov 2026 12:00:00 GMT',
    })
    expect(result).toMatchObject({ unchanged: 3 })
    expect(await readFiles(data)).toEqual(before)
  })

  it('with different text reports that the page was updated', async () => {
    const data = await threePages()
    await visiting(data)
    const [before] = await pages(data)
    const { result } = await visiting(
      data,
      {
        'www.one.gov': (asked) =>
          asked.path === '/robots.txt' ? { status: 404 } : { body: formatPage('New round open.') },
      },
      { now: NEXT_NIGHT },
    )
    const [after] = await pages(data)
    expect(result).toMatchObject({ changed: 1, unchanged: 2 })
    expect(result.changes).toEqual([
      {
        state: 'AK',
        type: 'PAGE_UPDATED',
        summary: 'Page updated: Alaska page',
        siteUrl: 'https://www.one.gov/rhtp',
        documentId: null,
        detail: {
          url: 'https://www.one.gov/rhtp',
          label: 'Alaska page',
          previousHash: before.hash,
          currentHash: after.hash,
        },
      },
    ])
    expect(after).toMatchObject({ changedAt: NEXT_NIGHT })
  })

  it('with only a different clock, menu or script reports nothing', async () => {
    const data = await threePages()
    const at =
      (clock: string, menu: string) =>
      (asked: Asked): Reply =>
        asked.path === '/robots.txt'
          ? { status: 404 }
          : { body: formatPage('One.', `<div>${clock}</div><script>var t='${clock}'</script>`).replace('Menu', menu) }
    await visiting(data, { 'www.one.gov': at('Friday, November 20, 2026', 'Home') })
    const { result } = await visiting(
      data,
      { 'www.one.gov': at('Saturday, November 21, 2026', 'Start') },
      { now: NEXT_NIGHT },
    )
    expect(result).toMatchObject({ changed: 0, changes: [] })
  })
})

const THIRD_NIGHT = '2026-11-22T07:00:00.000Z'
const FOURTH_NIGHT = '2026-11-23T07:00:00.000Z'

describe('a page that cannot be read', () => {
  const failing =
    (reply: Reply) =>
    (asked: Asked): Reply =>
      asked.path === '/robots.txt' ? { status: 404 } : reply

  it.each([
    ['answers 500', { status: 500 }, 500, 'responded with 500'],
    ['closes the connection early', { drop: true }, null, /^cannot be reached/],
    ['does not respond', { hang: true }, null, 'did not respond in time'],
  ] as [string, Reply, number | null, string | RegExp][])(
    '%s, asked twice a run, is down after three nights',
    async (_, reply, httpStatus, reason) => {
      const data = await threePages()
      await visiting(data)
      const error = typeof reason === 'string' ? reason : expect.stringMatching(reason)
      const bad = { 'www.two.gov': failing(reply) }
      const timeoutMs = 'hang' in reply ? 250 : 1_000
      for (const now of [NEXT_NIGHT, THIRD_NIGHT]) {
        const { result, asked } = await visiting(data, bad, { now, timeoutMs })
        expect(asked('www.two.gov')).toHaveLength(2)
        expect(result).toMatchObject({ changes: [], rejected: [{ ref: 'https://www.two.gov/rhtp', reason: error }] })
        expect((await pages(data))[1]).toMatchObject({ downSince: null })
      }
      const { result } = await visiting(data, bad, { now: FOURTH_NIGHT, timeoutMs })
      expect(result.changes).toMatchObject([{ type: 'SITE_DOWN', state: 'AL', detail: { httpStatus, error } }])
      expect((await pages(data))[1]).toMatchObject({ downSince: FOURTH_NIGHT })
    },
  )

  it('leaves its state unconfirmed, but one that could never be read does not', async () => {
    const data = await threePages()
    const away = { 'www.two.gov': () => ({ status: 503 }) }
    expect((await visiting(data, { 'www.three.gov': () => ({ status: 403 }) })).result.confirmed).toEqual(['AK', 'AL'])
    expect((await visiting(data, away, { now: NEXT_NIGHT })).result.confirmed).toEqual(['AK', 'AZ'])
  })

  it.each([404, 410])('because its server says that it is gone (%i), is down at once', async (status) => {
    const data = await threePages()
    await visiting(data)
    const { result, asked } = await visiting(data, { 'www.two.gov': failing({ status }) }, { now: NEXT_NIGHT })
    expect(asked('www.two.gov')).toHaveLength(1)
    expect(result.changes).toMatchObject([{ type: 'SITE_DOWN', state: 'AL', detail: { httpStatus: status } }])
  })

  it.each([503, 404])('and never could (%i), is never down', async (status) => {
    const data = await threePages()
    for (const now of [NIGHT, NEXT_NIGHT, THIRD_NIGHT, FOURTH_NIGHT]) {
      const { result } = await visiting(data, { 'www.two.gov': failing({ status }) }, { now })
      expect(result.changes).toEqual([])
      expect((await pages(data))[1]).toMatchObject({ hash: null, downSince: null })
    }
  })

  it('at first, and then can, is not down', async () => {
    const data = await threePages()
    let turns = 0
    const flaky = (asked: Asked): Reply =>
      asked.path === '/robots.txt' ? { status: 404 } : turns++ < 1 ? { status: 503 } : { body: formatPage('Back.') }
    const { result } = await visiting(data, { 'www.two.gov': flaky })
    expect(turns).toBe(2)
    expect(result).toMatchObject({ new: 3, changes: [], rejected: [] })
  })

  it('and can in the next run, is restored', async () => {
    const data = await threePages()
    await visiting(data)
    await visiting(data, { 'www.two.gov': failing({ status: 404 }) }, { now: NEXT_NIGHT })
    const { result } = await visiting(data, {}, { now: THIRD_NIGHT })
    expect(result.changes).toMatchObject([
      { type: 'SITE_RESTORED', state: 'AL', detail: { httpStatus: 200, downSince: NEXT_NIGHT } },
    ])
  })

  describe('like more than five others', () => {
    const sites = Array.from({ length: 20 }, (_, n) => ({
      url: `https://www.one.gov/${n}`,
      label: `Page ${n}`,
      agency: 'DOH',
    }))
    const gone = (count: number) => ({
      'www.one.gov': ({ path }: Asked): Reply =>
        path === '/robots.txt' || Number(path.slice(1)) < count
          ? { status: 404 }
          : { body: formatPage(`Page ${path}`) },
    })

    it('is held for review until a person releases it', async () => {
      const data = await dataset({ states: [state({ sites })] })
      await visiting(data, gone(0))
      const before = await pages(data)
      for (const now of [NEXT_NIGHT, THIRD_NIGHT]) {
        const { result } = await visiting(data, gone(6), { now })
        expect(result).toMatchObject({
          changes: [],
          quarantined: [{ check: 'outages', reason: '6 pages went down in one run' }],
          isHeldBack: true,
        })
        expect(await pages(data)).toEqual(before)
      }
      await markReleased(data, 'pages')
      const { result } = await visiting(data, gone(6), { now: FOURTH_NIGHT })
      expect(types(result.changes)).toEqual(Array(6).fill('SITE_DOWN'))
      expect((await pages(data)).filter(({ downSince }) => downSince !== null)).toHaveLength(6)
    })

    it('is told of without a review if there are five', async () => {
      const data = await dataset({ states: [state({ sites })] })
      await visiting(data, gone(0))
      const { result } = await visiting(data, gone(5), { now: NEXT_NIGHT })
      expect(types(result.changes)).toEqual(Array(5).fill('SITE_DOWN'))
      expect(result.quarantined).toEqual([])
    })
  })

  it('on the first run, like 33 others, publishes no outage', async () => {
    const sites = (host: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ url: `https://${host}/${n}`, label: `${n}`, agency: 'DOH' }))
    const data = await dataset({
      states: [
        state({ sites: sites('www.one.gov', 40) }),
        state({ code: 'AL', name: 'Alabama', sites: sites('www.two.gov', 33) }),
      ],
    })
    const { result } = await visiting(data, { 'www.two.gov': failing({ status: 503 }) })
    expect(result).toMatchObject({ fetched: 73, new: 40, changes: [], failed: null })
    expect(result.rejected).toHaveLength(33)
  })

  it.each([
    ['refuses the crawler', { status: 403 }, 'responded with 403'],
    ['returns 429', { status: 429, headers: { 'retry-after': '900' } }, 'responded with 429'],
    [
      'is a file',
      { type: 'application/pdf', body: '%PDF' },
      'responded with application/pdf instead of text/html or application/xhtml+xml',
    ],
    ['is too large', { body: 'x'.repeat(6_000_000) }, 'responded with more than 5120 KiB'],
    ['has no text', { body: '<script>app()</script>' }, 'has no readable text'],
    ['is nested too deeply', { body: '<div>'.repeat(50_000) }, 'is nested too deeply'],
    [
      'leads into a private network',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      '169.254.169.254 is not a public address',
    ],
  ] as [string, Reply, string][])('because it %s, is not down', async (_, reply, reason) => {
    const data = await threePages()
    await visiting(data)
    const [, before] = await pages(data)
    const { result, asked } = await visiting(
      data,
      { 'www.two.gov': (asked) => (asked.path === '/robots.txt' ? { status: 404 } : reply) },
      { now: NEXT_NIGHT },
    )
    // A page that cannot be parsed may have been cut off.
    expect(asked('www.two.gov')).toHaveLength(reason === 'is nested too deeply' ? 2 : 1)
    expect(result).toMatchObject({
      changes: [],
      failed: null,
      rejected: [{ ref: 'https://www.two.gov/rhtp', reason }],
    })
    expect((await pages(data))[1]).toMatchObject({ hash: before.hash, downSince: null, error: reason })
  })

  it('like most others, means that the problem is on this side: no page is marked as down', async () => {
    const data = await threePages()
    await visiting(data)
    const before = await readFiles(data)
    const down = () => ({ status: 502 })
    const { result } = await visiting(data, { 'www.one.gov': down, 'www.two.gov': down }, { now: NEXT_NIGHT })
    expect(result).toMatchObject({ failed: '2 of 3 pages could not be read', changes: [] })
    expect(await readFiles(data)).toEqual(before)
  })
})

it('a page that redirects to a login page has not changed, and is not down', async () => {
  const data = await threePages()
  await visiting(data)
  const [, before] = await pages(data)
  const signIn: Reply = { body: formatPage('Sign in with your state account to continue.') }
  const location = 'https://www.two.gov/user_login?next=/rhtp'
  const moved = ({ path }: Asked): Reply =>
    path === '/rhtp' ? { status: 302, headers: { location } } : path === '/user_login' ? signIn : { status: 404 }
  const { result } = await visiting(data, { 'www.two.gov': moved }, { now: NEXT_NIGHT })
  expect(result).toMatchObject({ changes: [], rejected: [{ reason: 'redirects to a login page' }] })
  expect((await pages(data))[1]).toMatchObject({ hash: before.hash, downSince: null })
})

describe('robots.txt rules', () => {
  const rules =
    (body: string) =>
    (asked: Asked): Reply =>
      asked.path === '/robots.txt' ? { type: 'text/plain', body } : { body: formatPage('Welcome.') }

  it.each([
    ['everyone', 'User-agent: *\nDisallow: /rhtp\n'],
    ['the crawler by name', 'User-agent: RuralHealthProgramDataService\nDisallow: /\n\nUser-agent: *\nAllow: /\n'],
  ])('that disallow %s are respected', async (_, body) => {
    const { result, asked } = await visiting(await threePages(), { 'www.one.gov': rules(body) })
    expect(asked('www.one.gov')).toEqual([])
    expect(result.rejected).toEqual([
      { ref: 'https://www.one.gov/rhtp', reason: "disallowed by the site's robots.txt" },
    ])
    expect(types(result.changes)).toEqual([])
  })

  it.each([
    ['others', 'User-agent: OtherBot\nDisallow: /\n'],
    ['other paths', 'User-agent: *\nDisallow: /admin\n'],
    ['nobody', ''],
    ['an unknown crawler', '<html><body>Not a robots file'],
  ])('that disallow %s have no effect', async (_, body) => {
    const { asked } = await visiting(await threePages(), { 'www.one.gov': rules(body) })
    expect(asked('www.one.gov')).toHaveLength(1)
  })

  it('that the host fails to serve count as a failed check', async () => {
    const data = await threePages()
    const { result, asked } = await visiting(data, { 'www.one.gov': () => ({ status: 500 }) })
    expect(asked('www.one.gov')).toEqual([])
    expect(result.rejected).toEqual([{ ref: 'https://www.one.gov/rhtp', reason: 'responded with 500' }])
    expect((await pages(data))[0]).toMatchObject({ httpStatus: 500, failedOn: ['2026-11-20'] })
  })

  it('are requested once for all pages of a host', async () => {
    const sites = ['a', 'b', 'c'].map((path) => ({ url: `https://www.one.gov/${path}`, label: path, agency: 'DOH' }))
    const { servers } = await visiting(await dataset({ states: [state({ sites })] }), { 'www.one.gov': rules('') })
    expect(servers[0]?.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/a', '/b', '/c'])
  })
})

describe('new links', () => {
  const links = `<table><tr><td><a href="/docs/rfp-7.pdf">RFP 7: Mobile clinics</a></td><td>Due December 1, 2026</td><td>$250,000</td></tr></table>
    <p><a href="/docs/plan.pdf">State plan</a> <a href="/about">About</a></p>`
  const withLinks = (asked: Asked): Reply =>
    asked.path === '/robots.txt' ? { status: 404 } : { body: formatPage('Open.', links) }

  it('become candidates for review, next to the records', async () => {
    const recorded = document({
      url: 'https://www.one.gov/docs/plan.pdf',
      sourceUrl: 'https://www.one.gov/docs/plan.pdf',
    })
    const data = await dataset({ states: THREE_STATES, documents: [recorded] })
    const before = await readFiles(data)
    await visiting(data, { 'www.one.gov': withLinks })
    expect(await readLines(data, 'history/candidates.ndjson')).toEqual([
      {
        url: 'https://www.one.gov/docs/rfp-7.pdf',
        kind: 'notice',
        state: 'AK',
        title: 'RFP 7: Mobile clinics',
        fileType: 'PDF',
        pageUrl: 'https://www.one.gov/rhtp',
        dates: [{ label: 'Due', date: '2026-12-01' }],
        amounts: [250_000],
        source: 'EXTRACTED',
        review: 'PENDING',
        found: NIGHT,
      },
    ])
    expect(await readFiles(data)).toMatchObject(before)
  })

  it('found again in the next run are the same candidates', async () => {
    const data = await threePages()
    await visiting(data, { 'www.one.gov': withLinks })
    const before = await readFiles(data)
    await visiting(data, { 'www.one.gov': withLinks }, { now: NEXT_NIGHT })
    expect(await readFiles(data)).toEqual(before)
  })
})

it('reads a page in its declared encoding', async () => {
  const data = await threePages()
  const latin = Buffer.from(
    '<html><head><meta charset="iso-8859-1"></head><body><p>Espa\u00f1ola</p></body></html>',
    'latin1',
  )
  const utf8 = Buffer.from('<html><body><p>Espa\u00f1ola</p></body></html>')
  const of =
    (body: Uint8Array, type: string) =>
    (asked: Asked): Reply =>
      asked.path === '/robots.txt' ? { status: 404 } : { body, type }
  await visiting(data, {
    'www.one.gov': of(latin, 'text/html'),
    'www.two.gov': of(utf8, 'text/html; charset=utf-8'),
    'www.three.gov': of(utf8, 'text/html; charset=x-unknown'),
  })
  const [one, two, three] = await pages(data)
  expect(one.hash).toBe(two.hash)
  expect(three.hash).toBe(two.hash)
})

describe('a bot challenge', () => {
  const words = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.']
  const hosts = words.map((_, n) => `www.h${n}.gov`)
  const manyStates = ['AK', 'AL', 'AR', 'AZ', 'CA', 'CO', 'CT'].map((code, n) => ({
    ...state({ code: code as 'AK', name: code }),
    sites: [{ url: `https://${hosts[n]}/rhtp`, label: `${code} page`, agency: 'DOH' }],
  }))

  /** A run in which each host responds with its page, or with what `blocked` returns for it. */
  async function visitingMany(data: string, blocked: (host: number) => string | null, now = NIGHT) {
    const servers = await Promise.all(
      words.map((text, n) =>
        standIn(({ path }) => (path === '/robots.txt' ? { status: 404 } : { body: blocked(n) ?? formatPage(text) })),
      ),
    )
    const map = hosts.map((host, n) => `https://${host}=${servers[n]?.origin}`).join(',')
    const [result] = await night(data, [pagesSource], { INGEST_ORIGIN_MAP: map }, { now })
    if (!result) throw new Error('no result')
    return result
  }
  const block = (n: number) => formatPage(`Your request was blocked. Incident 7f3a${n}9 at www.h${n}.gov.`)

  it('on a few hosts is not a change of their pages, not even in the next run', async () => {
    const data = await dataset({ states: manyStates })
    await visitingMany(data, () => null)
    const before = (await pages(data)).map(({ hash }) => hash)
    const hit = await visitingMany(
      data,
      (n) => (n < 1 ? formatPage('Just a moment... Checking your browser.') : null),
      NEXT_NIGHT,
    )
    expect(hit).toMatchObject({ changed: 0, changes: [], rejected: [{ reason: 'shows a bot challenge' }] })
    const back = await visitingMany(data, () => null, '2026-11-22T07:00:00.000Z')
    expect(back).toMatchObject({ changed: 0, changes: [] })
    expect((await pages(data)).map(({ hash }) => hash)).toEqual(before)
  })

  it('with the same text on several hosts is not a change of their pages, and ends by itself', async () => {
    const data = await dataset({ states: manyStates })
    await visitingMany(data, () => null)
    const before = (await pages(data)).map(({ hash }) => hash)
    for (const now of [NEXT_NIGHT, '2026-11-22T07:00:00.000Z']) {
      const hit = await visitingMany(data, (n) => (n < 3 ? block(n) : null), now)
      expect(hit).toMatchObject({ changed: 0, changes: [], failed: null })
      expect(hit.rejected).toHaveLength(3)
    }
    const back = await visitingMany(data, () => null, '2026-11-23T07:00:00.000Z')
    expect(back).toMatchObject({ changed: 0, changes: [], rejected: [] })
    expect((await pages(data)).map(({ hash }) => hash)).toEqual(before)
  })
})
