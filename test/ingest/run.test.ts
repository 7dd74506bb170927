import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { formatResults, ingest } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import type { Draft, DraftOf, Source, SourceResult } from '../../src/ingest/source.ts'
import { SOURCES } from '../../src/ingest/sources.ts'
import type { NoticeRecord } from '../../src/schema/records.ts'
import {
  federalAward,
  federalRegisterApi,
  grantsGovApi,
  opportunity,
  pointing,
  registerDocument,
  transaction,
  usaspendingApi,
} from './apis.ts'
import { LISTS, openLists } from './from/portals/lists.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readRows, testNetwork } from './night.ts'
import { allotment, notice, sourceResult, state } from './records.ts'
import { type Reply, type StandIn, standIn } from './stand-in.ts'

const SITES = [{ url: 'https://www.one.gov/rhtp', label: 'Alaska page', agency: 'DOH' }]
const NAMES = [
  'grants-gov',
  'usaspending',
  'federal-register',
  'cms-newsroom',
  'bonfire',
  'delaware-bids',
  'hawaii-hands',
  'iowa-bids',
  'south-dakota-board',
  'virginia-eva',
  'florida-mfmp',
  'texas-esbd',
  'georgia-gpr',
  'connecticut-ctsource',
  'rhode-island-osp',
  'colorado-vss',
  'michigan-sigma',
  'west-virginia-oasis',
  'kentucky-vss',
  'california-grants',
  'award-lists',
  'pages',
] as const
const PORTAL = 'https://ak.bonfirehub.com'
type Name = (typeof NAMES)[number]

const HEADINGS = [
  'App ID',
  'Org Name',
  'Project Title',
  'Project Summary',
  'Initiative',
  'Award Amount (Preliminary)',
  'Notification Date',
]
const workbook = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Notice of Intent to Award',
        rows: [HEADINGS, ['1', 'Clinic', 'Care', 'Cares.', 'Access', 5, '8/28/2026']],
      },
    ],
  })

const RELEASES = `<rss version="2.0"><channel><item><title><a href="/newsroom/press-releases/rural">Rural health</a></title>
  <pubDate>Fri, 11/20/2026 - 10:15</pubDate></item></channel></rss>`

/** The environment in which all sources are stand-ins, the named ones broken. */
async function everything(broken: Partial<Record<Name, Reply>> = {}) {
  const breakable = (name: Name, api: () => Promise<StandIn>): Promise<StandIn> => {
    const reply = broken[name]
    return reply ? standIn(() => reply) : api()
  }
  const awards = [federalAward('RHTCMS1')]
  const actions = [transaction('RHTCMS1', '2025-12-29', '272174856')]
  const type = 'application/octet-stream'
  const body = await workbook()
  const servers = {
    grantsGov: await breakable('grants-gov', () => grantsGovApi([opportunity('1')])),
    usaspending: await breakable('usaspending', () => usaspendingApi(awards, actions)),
    federalRegister: await breakable('federal-register', () => federalRegisterApi([registerDocument('2026-00001')])),
  }
  const lists = await breakable('award-lists', () =>
    standIn(({ path }) => (path.includes('ak_rhtp') ? { type, body } : { status: 404 })),
  )
  const feed = `<rss version="2.0"><channel><title>Open Opportunities</title><item>
    <title>Reference #: 26-1. Name: Rural Health Transformation: vans</title>
    <description>Description: Vans for rural clinics. Project closes Dec 10, 2026 2:00 PM EST.</description>
    <pubDate>Mon, 09 Nov 2026 09:30:00 -0500</pubDate><link>${PORTAL}/opportunities/1</link>
    <guid>${PORTAL}/opportunities/1</guid></item></channel></rss>`
  const portal = await breakable('bonfire', () =>
    standIn(({ path }) =>
      path === '/opportunities/rss' ? { type: 'application/rss+xml', body: feed } : { status: 404 },
    ),
  )
  const newsroom = await breakable('cms-newsroom', () =>
    standIn(({ path }) => (path === '/robots.txt' ? { status: 404 } : { type: 'text/xml', body: RELEASES })),
  )
  const bids = await openLists(
    (shape, asked) =>
      broken[shape.portal.name as Name] ?? shape.answer([shape.row(1, 'Rural health clinics')], 1, asked),
  )
  const pages = await breakable('pages', () => standIn(() => ({ body: '<p>Welcome</p>' })))
  const map = {
    'www.one.gov': pages,
    'health.alaska.gov': lists,
    'www.tn.gov': lists,
    'ak.bonfirehub.com': portal,
    'www.cms.gov': newsroom,
    ...Object.fromEntries(bids),
  }
  const origins = Object.entries(map).map(([host, { origin }]) => `https://${host}=${origin}`)
  return pointing(servers, origins)
}

// Not a page of a source that would be asked for it.
const byHand = notice({ sourceUrl: 'https://www.hrsa.gov/notice' })
const present = () =>
  dataset({
    states: [
      state({ sites: SITES, portals: [{ label: 'Bonfire bid portal', url: PORTAL }] }),
      ...LISTS.map(({ portal: { state: code }, timezone }) => ({
        ...state({ code, name: code, timezone }),
        sites: [],
      })),
    ],
    allotments: [allotment()],
    notices: [byHand],
  })
const failures = (results: readonly SourceResult[]) =>
  results.filter(({ failed }) => failed !== null).map(({ source }) => source)

it('includes these sources', () => {
  expect(SOURCES.map(({ name }) => name)).toEqual(NAMES)
})

it('reads something from every source in one run', async () => {
  const data = await present()
  const results = await night(data, SOURCES, await everything())
  expect(results.map((result) => [result.source, result.new, result.changed, result.failed])).toEqual([
    ['grants-gov', 1, 0, null],
    ['usaspending', 0, 1, null],
    ['federal-register', 1, 0, null],
    ['cms-newsroom', 1, 0, null],
    ['bonfire', 1, 0, null],
    ...NAMES.slice(5, -2).map((name) => [name, 1, 0, null]),
    ['award-lists', 2, 0, null],
    ['pages', 1, 0, null],
  ])
  expect(await readRows(data, 'notices')).toHaveLength(3 + LISTS.length)
  expect((await readRows(data, 'allotments'))[0]?.confirmedBy).toHaveLength(2)
  expect(await readRows(data, 'documents')).toHaveLength(3)
  expect(await readRows(data, 'awards')).toHaveLength(1)
  expect(Object.keys(await readFiles(data))).toContain('history/pages.ndjson')
})

describe('a source that fails', () => {
  const faults: Reply[] = [{ status: 503 }, { hang: true }, { drop: true }, { body: '<h1>Maintenance' }]
  // Every source fails once, each fourth one in the same run.
  it.each(faults.map((reply, n) => [reply, NAMES.filter((_, place) => place % faults.length === n)] as const))(
    '(%j: %j) stops only itself',
    async (reply, names) => {
      // A page that changes is not a failure of the source.
      const broken = names.map((name) => [name, name === 'pages' && reply.body ? { status: 500 } : reply])
      const results = await night(await present(), SOURCES, await everything(Object.fromEntries(broken)), {
        timeoutMs: 300,
      })
      expect(failures(results)).toEqual(names)
      for (const { source, failed, ...counts } of results) {
        if (failed !== null) {
          expect({ ...counts, failed }).toMatchObject({ new: 0, changed: 0, failed: expect.stringMatching(/\w/) })
        } else expect([source, counts.new + counts.changed > 0]).toEqual([source, true])
      }
    },
  )

  it('leaves every file unchanged', async () => {
    const data = await present()
    const before = await readFiles(data)
    const broken = Object.fromEntries(NAMES.map((name) => [name, { status: 500 }]))
    expect(failures(await night(data, SOURCES, await everything(broken)))).toEqual(NAMES)
    expect(await readFiles(data)).toEqual(before)
  })

  it('with an unexpected error is reported, whatever it throws', async () => {
    const odd: Source[] = [
      { name: 'odd', summary: '', collect: () => Promise.reject(new TypeError('x is not a function')) },
      { name: 'odder', summary: '', collect: () => Promise.reject('a sentence') },
    ]
    const results = await night(await present(), [...odd, ...SOURCES.slice(0, 1)], await everything())
    expect(results.map(({ failed }) => failed)).toEqual(['x is not a function', 'a sentence', null])
  })

  it('while writing leaves nothing of itself in what others write', async () => {
    const data = await present()
    const writing = (name: string, title: string): Source => ({
      name,
      summary: '',
      collect: async () => ({
        fetched: 1,
        drafts: [{ kind: 'notices', ref: name, key: [name], given: { title }, start: notice({ title }) }],
        confirmed: [],
        ...(name === 'bad' && { history: { 'no/such/folder\0': 'x' } }),
      }),
    })
    const results = await night(data, [writing('bad', 'Bad'), writing('good', 'Good')], {})
    expect(failures(results)).toEqual(['bad'])
    expect((await readRows(data, 'notices')).map(({ title }) => title).sort()).toEqual(['Good', notice().title])
  })
})

it('merges the data in the order of the sources, whichever responds first', async () => {
  const source = (name: string, ms: number): Source => ({
    name,
    summary: '',
    collect: async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return {
        fetched: 1,
        drafts: [{ kind: 'notices', ref: name, key: [name], given: { title: name }, start: notice() }],
        confirmed: [],
      }
    },
  })
  const slowFirst = await dataset()
  const quickFirst = await dataset()
  const results = await night(slowFirst, [source('a', 20), source('b', 0)], {})
  await night(quickFirst, [source('a', 0), source('b', 20)], {})
  expect(results.map(({ source }) => source)).toEqual(['a', 'b'])
  expect(await readFiles(slowFirst)).toEqual(await readFiles(quickFirst))
})

describe('a state is confirmed', () => {
  const row = (code: 'AK' | 'NE', more: Partial<NoticeRecord> = {}): DraftOf<'notices'> => ({
    kind: 'notices',
    ref: code,
    key: ['portals', code],
    given: { title: `Clinics of ${code}`, postedDate: '2026-10-01', ...more },
    start: notice({ state: code, scope: 'STATE' }),
  })
  const listing = (drafts: readonly Draft[], skipped = 0): Source => ({
    name: 'portals',
    summary: '',
    collect: async ({ reject }) => {
      for (let row = 0; row < skipped; row += 1) reject('a row', 'title: is missing')
      return { fetched: drafts.length, drafts: [...drafts], confirmed: ['AK', 'NE', null] }
    },
  })
  const both = [row('AK'), row('NE')]

  it.each<[string, Source, (string | null)[]]>([
    ['if all of its rows were read', listing(both), ['AK', 'NE', null]],
    ['if the skipped row is of no record', listing(both, 1), ['AK', 'NE', null]],
    ['unless a skipped row may be one of its records', listing([row('AK')], 1), ['AK', null]],
    ['unless its row makes no record', listing([row('AK'), row('NE', { title: 'x'.repeat(400) })]), ['AK', null]],
    [
      'unless its row has impossible dates',
      listing([row('AK', { postedDate: '2031-01-01', dueDate: '2027-01-01' }), row('NE')]),
      ['NE', null],
    ],
  ])('%s', async (_, second, confirmed) => {
    const data = await present()
    await night(data, [listing(both)], {})
    const [result] = await night(data, [second], {}, { now: NEXT_NIGHT })
    expect(result?.confirmed).toEqual(confirmed)
  })

  it('although a notice that is over is not listed', async () => {
    const data = await present()
    await night(data, [listing([row('AK'), row('NE', { sourceStatus: 'CLOSED' })])], {})
    const [result] = await night(data, [listing([row('AK')], 1)], {}, { now: NEXT_NIGHT })
    expect(result?.confirmed).toEqual(['AK', 'NE', null])
  })
})

it('with the same responses changes no byte, over all sources', async () => {
  const data = await present()
  await night(data, SOURCES, await everything())
  const before = await readFiles(data)
  const second = await night(data, SOURCES, await everything(), { now: NEXT_NIGHT })
  expect(failures(second)).toEqual([])
  expect(second.every((result) => result.new === 0 && result.changed === 0 && result.gone === 0)).toBe(true)
  expect(await readFiles(data)).toEqual(before)
})

it('in a dry run reports what it would do, and writes nothing', async () => {
  const data = await present()
  const before = await readFiles(data)
  const [result] = await night(data, SOURCES.slice(0, 1), await everything(), { dryRun: true })
  expect(result).toMatchObject({ new: 1, failed: null })
  expect(await readFiles(data)).toEqual(before)
})

it('merges nothing into an invalid dataset', async () => {
  const data = await present()
  await writeFile(path.join(data, 'records', 'awards.ndjson'), '{"id":1}\n')
  const network = testNetwork({})
  const run = ingest({ sources: SOURCES, data, network, settings: readIngestSettings({}), now: new Date(NIGHT) })
  await expect(run).rejects.toThrow('awards.ndjson:1: id:')
})

describe('formatResults', () => {
  const result = (more: Partial<SourceResult>): SourceResult =>
    sourceResult({ source: 'grants-gov', fetched: 120, new: 2, changed: 1, unchanged: 117, ms: 12_345, ...more })

  it('is a table, followed by what may need attention', () => {
    const results = [
      result({
        rejected: [{ ref: 'HRSA-1', reason: 'title: is missing' }],
        conflicts: [{ ref: 'HRSA-2', field: 'dueDate' }],
        quarantined: [{ check: 'dates', reason: 'HRSA-3: odd' }],
        gone: 3,
        removed: 2,
      }),
      result({ source: 'pages', fetched: 0, new: 0, changed: 0, unchanged: 0, failed: 'responded with 503', ms: 40 }),
    ]
    expect(formatResults(results)).toBe(
      [
        'source      fetched  new  changed  unchanged  rejected  seconds  result',
        'grants-gov      120    2        1        117         1     12.3  ok, 1 quarantined',
        'pages             0    0        0          0         0      0.0  FAILED: responded with 503',
        '',
        'grants-gov: skipped',
        '  HRSA-1: title: is missing',
        '',
        'grants-gov: in quarantine (npm run nightly -- --release grants-gov)',
        '  dates: HRSA-3: odd',
        '',
        'grants-gov: conflicts with the records, which are kept (npm run review)',
        '  HRSA-2: dueDate',
        '',
        'grants-gov: 2 removed, because the source no longer lists them',
        '',
        'grants-gov: 3 no longer listed by the source; their records are kept',
        '',
      ].join('\n'),
    )
  })

  it('lists at most twenty items', () => {
    const rejected = Array.from({ length: 25 }, (_, n) => ({ ref: `row ${n}`, reason: 'odd' }))
    const table = formatResults([result({ rejected })])
    expect(table).toContain('row 19: odd')
    expect(table).not.toContain('row 20: odd')
    expect(table).toContain('  and 5 more\n')
  })
})
