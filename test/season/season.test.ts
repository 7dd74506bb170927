import { expect, it } from 'vitest'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { createAwardListSource } from '../../src/ingest/from/award-lists.ts'
import { cmsNewsroom, federalRegister } from '../../src/ingest/from/federal-documents.ts'
import { grantsGov } from '../../src/ingest/from/grants-gov/source.ts'
import { jsonPortals } from '../../src/ingest/from/portals/json-lists.ts'
import { bonfire } from '../../src/ingest/from/portals/other-lists.ts'
import { createPortalSource } from '../../src/ingest/from/portals/portal.ts'
import { usaspending } from '../../src/ingest/from/usaspending.ts'
import { pagesSource } from '../../src/ingest/pages/source.ts'
import { ingest } from '../../src/ingest/run.ts'
import { readIngestSettings } from '../../src/ingest/settings.ts'
import { readChanges, readLedger } from '../../src/ledger/files.ts'
import { readBaseline } from '../../src/nightly/gate/checks.ts'
import type { Report } from '../../src/nightly/report.ts'
import { runNight } from '../../src/nightly/run.ts'
import { openService } from '../../src/store/service.ts'
import { testNetwork } from '../ingest/night.ts'
import { type datasetFolder, readFeed, rewrite } from '../nightly/folders.ts'
import {
  expectedEvents,
  listItems,
  NOTICE_PAGES,
  observed,
  pageEvents,
  published,
  type Sights,
  type Slices,
  shownAt,
} from './observer.ts'
import {
  formatCsv,
  formatPage,
  LIST,
  type Lie,
  openServers,
  SEASON_SOURCES,
  type SeasonSource,
  type Servers,
  searched,
  seasonFolder,
  toHit,
} from './servers.ts'
import {
  createBid,
  createListed,
  createNotice,
  createRelease,
  createRule,
  firstWorld,
  HOSTS,
  LIST_COLUMNS,
  type Notice,
  PORTALS,
  type World,
} from './world.ts'

/** One run of a season: what is true from then on, what the sources return instead, and how the run must end. */
interface Night {
  name: string
  /** Changes the truth. `number` differs each time. */
  truth?: (world: World, number: number) => void
  /** What sources return in this run instead of the truth. */
  lies?: Partial<Record<SeasonSource, Lie>>
  /** How far the clocks of all sources are ahead in this run. */
  clockMs?: number
  /** What a person does to the dataset before the run. */
  person?: (data: string) => void
  /** Sources that a person releases from quarantine. */
  release?: readonly SeasonSource[]

  /** How the run must end; `published` by default, which `unchanged` satisfies. */
  outcome?: 'refused' | 'silent'
  /** The sources that must be held back completely, with the failed check. */
  held?: Partial<Record<SeasonSource, string>>
  /** The keys of the rows that must be held back individually. */
  heldRows?: Partial<Record<SeasonSource, (world: World) => string[]>>
  /** The sources that must fail. */
  failed?: readonly SeasonSource[]
  /** Hosts of pages that say nothing in this run, and those that count as down. */
  unseen?: readonly string[]
  down?: readonly string[]
}

/** A run that is planned when it starts: bad data depends on what is true then. */
type Plan = (world: World) => Night

const someHosts = (count: number) => HOSTS.slice(0, count)
/** The responses of some hosts instead of their pages. */
const onHosts =
  (hosts: readonly string[], reply: ReturnType<Lie>): Lie =>
  (asked, _truth, host) =>
    hosts.includes(host) && asked.path !== '/robots.txt' ? reply : null

/** What the sources add, change, close and remove. */
const EVENTS: readonly Night[] = [
  { name: 'a notice is posted', truth: ({ notices }, n) => notices.push(createNotice(n)) },
  {
    name: 'a forecast appears',
    truth: ({ notices }, n) =>
      notices.push(
        createNotice(n, {
          status: 'forecasted',
          due: null,
          amount: null,
          forecast: { due: '2027-12-01', amount: 7_000_000 },
        }),
      ),
  },
  {
    name: 'the forecast is posted: values that only the forecast had are removed',
    truth: (world) => {
      for (const notice of world.notices) if (notice.status === 'forecasted') notice.status = 'posted'
    },
  },
  {
    name: 'a due date is extended',
    truth: (world, n) => change(world, n, (notice) => (notice.due = formatDay(world, 200))),
  },
  { name: 'a due date is removed', truth: (world, n) => change(world, n, (notice) => (notice.due = null)) },
  {
    name: 'a due date is moved close',
    truth: (world, n) => change(world, n, (notice) => (notice.due = formatDay(world, 6))),
  },
  {
    name: 'a notice is amended',
    truth: (world, n) =>
      change(world, n, (notice) =>
        Object.assign(notice, { version: notice.version + 1, updated: formatDay(world, -1) }),
      ),
  },
  {
    name: 'the amounts of a notice are removed',
    truth: (world, n) => change(world, n, (notice) => (notice.amount = null)),
  },
  {
    name: 'a notice gets a new title that contains GitHub keywords (#1, fixes, @mention)',
    truth: (world, n) => change(world, n, (notice) => (notice.title = `Rural grants ${n} [skip ci] @octocat Fixes #1`)),
  },
  { name: 'a notice is closed early', truth: (world, n) => change(world, n, (notice) => (notice.status = 'closed')) },
  { name: 'a notice is archived', truth: (world, n) => change(world, n, (notice) => (notice.status = 'archived')) },
  { name: 'a notice is withdrawn', truth: (world, n) => change(world, n, (notice) => (notice.status = 'withdrawn')) },
  {
    name: 'a withdrawn notice is posted again under the same id',
    truth: ({ notices }) => {
      const withdrawn = notices.findLast(({ status }) => status === 'withdrawn')
      if (withdrawn) withdrawn.status = 'posted'
    },
  },
  {
    name: 'the search no longer finds a posted notice',
    // One that was found before: nobody can know of one that never was.
    truth: ({ notices }, n) => Object.assign(notices[n % 20] ?? {}, { isFound: false }),
  },
  { name: 'a rule is published', truth: ({ rules }, n) => rules.push(createRule(n)) },
  {
    name: 'the comment period of a rule is extended',
    truth: (world, n) =>
      Object.assign(world.rules[n % world.rules.length] ?? {}, { commentsClose: formatDay(world, 300) }),
  },
  {
    name: 'the comment period of a rule is removed',
    truth: ({ rules }, n) => Object.assign(rules[n % rules.length] ?? {}, { commentsClose: null }),
  },
  { name: 'an award is added to a list', truth: ({ listed }, n) => listed.push(createListed(n)) },
  {
    name: 'the amount of an award is corrected',
    truth: ({ listed }, n) =>
      Object.assign(listed[n % listed.length] ?? {}, { amount: `$${(200_000 + n).toLocaleString('en-US')}` }),
  },
  { name: 'an award is removed from its list', truth: ({ listed }, n) => listed.splice(n % listed.length, 1) },
  { name: 'a list is sorted differently', truth: ({ listed }) => listed.reverse() },
  {
    name: 'a federal award is increased',
    truth: ({ grants }, n) => Object.assign(grants[n % grants.length] ?? {}, { amount: 60_000 + n }),
  },
  {
    name: 'a page changes',
    truth: ({ pages }, n) => pages.set(HOSTS[n % HOSTS.length] ?? '', `Round ${n} is open for applications.`),
  },
  { name: 'a page goes down', lies: { pages: onHosts(someHosts(1), { status: 404 }) }, down: someHosts(1) },
  {
    name: 'the page is back with new content',
    truth: ({ pages }, n) => pages.set(HOSTS[0] ?? '', `Back with round ${n}.`),
  },
]

/** Changes one of the notices that are posted, another one each time. */
function change(world: World, number: number, edit: (notice: Notice) => void): void {
  const posted = world.notices.filter((notice) => notice.status === 'posted' && notice.isFound)
  const chosen = posted[number % posted.length]
  if (chosen) edit(chosen)
}

const formatDay = ({ now }: World, days = 0): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const status =
  (code: number): Lie =>
  () => ({ status: code, json: {} })
const hangs: Lie = () => ({ hang: true })
const drops: Lie = () => ({ drop: true })
const garbage: Lie = () => ({ type: 'application/json', body: '{"errorcode": 0, "data": {"hitCo' })
const html: Lie = () => ({ body: '<html><body>Down for maintenance</body></html>' })

/** Failures: the source cannot be read, and nothing from it changes. */
const FAULTS: readonly Night[] = [
  { name: 'a source responds with 500', lies: { 'grants-gov': status(500) }, failed: ['grants-gov'] },
  { name: 'a source never responds', lies: { usaspending: hangs }, failed: ['usaspending'] },
  { name: 'a source drops the connection', lies: { 'federal-register': drops }, failed: ['federal-register'] },
  { name: 'a source sends truncated JSON', lies: { 'grants-gov': garbage }, failed: ['grants-gov'] },
  {
    name: 'a source sends a web page instead of JSON',
    lies: { 'federal-register': html },
    failed: ['federal-register'],
  },
  { name: 'a list returns 404', lies: { 'award-lists': status(404) }, failed: ['award-lists'] },
  { name: 'a list has become a web page', lies: { 'award-lists': html }, failed: ['award-lists'] },
  {
    name: 'a list lacks a column heading',
    lies: { 'award-lists': () => ({ type: 'text/csv', body: 'Name,Sum\n"Clinic","$5"\n' }) },
    failed: ['award-lists'],
  },
  {
    name: 'every source is down',
    lies: Object.fromEntries(SEASON_SOURCES.map((name) => [name, status(500)])),
    outcome: 'silent',
    failed: SEASON_SOURCES,
  },
  {
    name: 'a page blocks the crawler (403)',
    lies: { pages: onHosts(someHosts(2), { status: 403 }) },
    unseen: someHosts(2),
  },
  {
    name: 'a few pages show a bot challenge',
    lies: { pages: onHosts(someHosts(3), { body: formatPage('Just a moment... Checking your browser.') }) },
    unseen: someHosts(3),
  },
]

/** Returns other notices than the true ones for a search, and changed details. */
const lyingSearch =
  (notices: (world: Notice[]) => Notice[]): ((world: World) => Lie) =>
  (world) =>
  (asked) =>
    asked.path === '/v1/api/search2' ? searched(notices(world.notices), asked) : null

/** Changes the details of every notice. */
const lyingDetails =
  (edit: (block: Record<string, unknown>, id: number) => void, isMeant: (id: number) => boolean = () => true): Lie =>
  (asked, truth) => {
    if (asked.path !== '/v1/api/fetchOpportunity' || !isMeant(Number(asked.body.opportunityId))) return null
    const reply = structuredClone(truth())
    const { data } = reply.json as { data: Record<string, unknown> }
    for (const block of [data.synopsis, data.forecast]) {
      if (block) edit(block as Record<string, unknown>, Number(asked.body.opportunityId))
    }
    return reply
  }

/** Bad data: the source can be read but is wrong. `world` is read when the run starts. */
const LIES: readonly Plan[] = [
  (world) => ({
    name: 'a search finds nothing',
    lies: { 'grants-gov': lyingSearch(() => [])(world) },
    held: { 'grants-gov': 'fetched' },
  }),
  (world) => ({
    name: 'a search finds half of the notices, and the rest do not exist',
    lies: {
      'grants-gov': (asked) => {
        const half = world.notices.filter((_, index) => index % 2 === 0)
        if (asked.path === '/v1/api/search2') return searched(half, asked)
        const isThere = half.some(({ id }) => id === String(asked.body.opportunityId))
        return isThere ? null : { json: { errorcode: 0, data: { errorMessages: ['There is no record found.'] } } }
      },
    },
    held: { 'grants-gov': 'fetched' },
  }),
  (world) => ({
    name: 'a search finds twice as many rows',
    lies: {
      'grants-gov': (asked, truth) => {
        if (asked.path === '/v1/api/search2') {
          const more = Array.from({ length: world.notices.length + 25 }, (_, n) => createNotice(9_000 + n))
          return searched([...world.notices.filter(({ isFound }) => isFound), ...more], asked)
        }
        const id = Number(asked.body.opportunityId)
        if (id < 359_000) return null
        const reply = structuredClone(truth())
        const { number, title } = toHit(createNotice(id - 350_000))
        return {
          ...reply,
          json: {
            errorcode: 0,
            data: {
              opportunityNumber: number,
              opportunityTitle: title,
              docType: 'synopsis',
              synopsis: { version: 1, responseDate: '09/15/2027' },
            },
          },
        }
      },
    },
    held: { 'grants-gov': 'fetched' },
  }),
  ({ notices }) => ({
    name: 'every due date is missing',
    lies: {
      'grants-gov': (asked, truth, host) =>
        asked.path === '/v1/api/search2'
          ? searched(
              notices.filter(({ isFound }) => isFound || asked.body.oppNum).map((notice) => ({ ...notice, due: null })),
              asked,
            )
          : lyingDetails((block) => Object.assign(block, { responseDate: null, estApplicationResponseDate: null }))(
              asked,
              truth,
              host,
            ),
    },
    held: { 'grants-gov': 'values' },
  }),
  () => ({
    name: 'every amount is different',
    lies: { 'grants-gov': lyingDetails((block, id) => Object.assign(block, { estimatedFunding: id * 7 })) },
    held: { 'grants-gov': 'values' },
  }),
  (world) => {
    const id = world.notices.find(({ status, isFound }) => status === 'posted' && isFound)?.id ?? ''
    return {
      name: 'dates of one row are out of order (posted 2031, due 2027)',
      lies: {
        'grants-gov': lyingDetails(
          (block) => Object.assign(block, { postingDate: '2031-01-01', responseDate: '01/05/2027' }),
          (asked) => String(asked) === id,
        ),
      },
      heldRows: { 'grants-gov': () => [id] },
    }
  },
  () => ({
    name: 'a search for rules finds nothing (404)',
    lies: { 'federal-register': () => ({ status: 404, json: { errors: {} } }) },
    held: { 'federal-register': 'fetched' },
  }),
  () => ({
    name: 'a source has no rows',
    lies: { usaspending: () => ({ json: { results: [], page_metadata: { hasNext: false } } }) },
    held: { usaspending: 'fetched' },
  }),
  ({ listed }) => ({
    name: 'a list shrinks by half',
    lies: {
      'award-lists': () => ({ type: 'text/csv', body: formatCsv(listed.filter((_, index) => index % 2 === 0)) }),
    },
    held: { 'award-lists': 'fetched' },
  }),
  ({ listed }) => ({
    name: 'cells of a list are unreadable',
    lies: {
      'award-lists': () => ({
        type: 'text/csv',
        body: formatCsv(listed.map((row, index) => (index < 2 ? { ...row, amount: '#REF!' } : row))),
      }),
    },
    heldRows: { 'award-lists': () => listed.slice(0, 2).map(({ name, project }) => `${name}, ${project}`) },
  }),
  ({ listed }) => ({
    name: 'a list reorders its columns',
    lies: {
      'award-lists': () => ({ type: 'text/csv', body: formatCsv(listed, Object.values(LIST_COLUMNS).toReversed()) }),
    },
  }),
  () => ({
    name: 'many hosts show the same new text',
    lies: { pages: onHosts(someHosts(6), { body: formatPage('Your request was blocked. Contact the network team.') }) },
    unseen: someHosts(6),
  }),
  () => ({
    name: 'almost all pages change at once',
    lies: {
      pages: (asked, _truth, host) =>
        asked.path === '/robots.txt'
          ? null
          : { body: formatPage(`Welcome to ${host.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}.`) },
    },
    held: { pages: 'pages' },
  }),
  (world) => ({
    name: 'two sources send bad data, and the others are published',
    truth: ({ rules }, n) => rules.push(createRule(n)),
    lies: {
      'grants-gov': lyingSearch(() => [])(world),
      usaspending: () => ({ json: { results: [], page_metadata: { hasNext: false } } }),
    },
    held: { 'grants-gov': 'fetched', usaspending: 'fetched' },
  }),
]

const openBid = ({ bids }: World, number: number) => {
  const open = bids.filter(({ isListed }) => isListed)
  return open[number % open.length]
}

/** What the portals and the newsroom add, change and remove. */
const MORE_EVENTS: readonly Night[] = [
  {
    name: 'a portal lists a solicitation',
    truth: ({ bids }, n) => bids.push(createBid(PORTALS[n % PORTALS.length] ?? 'bonfire', n)),
  },
  {
    name: 'a portal changes a closing date',
    truth: (world, n) => Object.assign(openBid(world, n) ?? {}, { due: `2027-10-${10 + (n % 20)}` }),
  },
  {
    name: 'a portal no longer lists a solicitation',
    truth: (world, n) => Object.assign(openBid(world, n) ?? {}, { isListed: false }),
  },
  {
    name: 'a portal lists the solicitation again',
    truth: ({ bids }) => Object.assign(bids.find(({ isListed }) => !isListed) ?? {}, { isListed: true }),
  },
  { name: 'the newsroom publishes a release', truth: ({ releases }, n) => releases.push(createRelease(n)) },
]

const page: Lie = () => ({ body: '<html><body>Down for maintenance</body></html>' })

/** Failures and bad data of the portals and the newsroom. */
const MORE_BAD: readonly Plan[] = [
  () => ({
    name: 'a portal lists nothing',
    lies: {
      'south-dakota-board': (asked) => (asked.path === '/robots.txt' ? null : { json: { data: [], totalCount: 0 } }),
    },
    held: { 'south-dakota-board': 'fetched' },
  }),
  () => ({
    name: 'a portal responds with 500',
    lies: { 'iowa-bids': () => ({ status: 500, json: {} }) },
    failed: ['iowa-bids'],
  }),
  () => ({ name: 'a portal sends a web page instead of its feed', lies: { bonfire: page }, failed: ['bonfire'] }),
  () => ({
    name: 'a portal sends a truncated list',
    lies: {
      'hawaii-hands': ({ path }) =>
        path === '/robots.txt' ? null : { json: { data: { searchResult: { content: [], totalElements: 90 } } } },
    },
    failed: ['hawaii-hands'],
  }),
  () => ({
    name: 'a portal sends a list in a different format',
    lies: { 'delaware-bids': () => ({ json: { message: 'Moved' } }) },
    failed: ['delaware-bids'],
  }),
  () => ({ name: 'the newsroom sends a web page', lies: { 'cms-newsroom': page }, failed: ['cms-newsroom'] }),
  () => ({
    name: 'the newsroom has no releases',
    lies: { 'cms-newsroom': () => ({ type: 'text/xml', body: '<rss version="2.0"><channel></channel></rss>' }) },
    held: { 'cms-newsroom': 'fetched' },
  }),
  ({ listed }) => ({
    name: 'a list has amounts of zero, and sentences as titles',
    lies: {
      'award-lists': () => ({
        type: 'text/csv',
        body: formatCsv([
          { ref: '', name: 'Clinic of Nowhere', project: 'Care', amount: '$0' },
          { ref: '', name: 'Clinic of Somewhere', project: 'The purpose is care.', amount: '$9,000' },
          ...listed,
        ]),
      }),
    },
  }),
]

const quiet: Night = { name: 'nothing changes' }

const HOUR_MS = 3_600_000

/** What happens to the machine, and what people do. */
const PEOPLE: readonly Night[] = [
  { name: "the machine's clock is a day ahead of the sources", clockMs: -24 * HOUR_MS, outcome: 'refused' },
  { name: "the machine's clock is hours behind the sources", clockMs: 5 * HOUR_MS, outcome: 'refused' },
  {
    name: 'a person leaves an invalid line in the records',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 7 }, ...others]),
    outcome: 'refused',
  },
  {
    name: 'the person fixes the line',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 'Corrected' }, ...others]),
  },
  {
    name: 'a source really doubles',
    truth: ({ notices }, n) => {
      const count = notices.length + 40
      for (let more = 0; more < count; more += 1) notices.push(createNotice(n * 100 + more))
    },
    held: { 'grants-gov': 'fetched' },
  },
  { name: 'a person releases the doubled source', release: ['grants-gov'] },
]

/** Several cases in one night. */
const together =
  (...plans: readonly Plan[]): Plan =>
  (world) => {
    const nights = plans.map((plan) => plan(world))
    const truths = nights.flatMap(({ truth }) => truth ?? [])
    return {
      ...Object.assign({}, ...nights),
      name: nights.map(({ name }) => name).join('; '),
      truth: (changed, number) => truths.forEach((truth, index) => void truth(changed, number + 1_000 * index)),
      lies: Object.assign({}, ...nights.map(({ lies }) => lies)),
      held: Object.assign({}, ...nights.map(({ held }) => held)),
    }
  }

const toPlans = (nights: readonly Night[]): Plan[] => nights.map((night) => () => night)
const BAD: readonly Plan[] = [...toPlans(FAULTS), ...LIES, ...MORE_BAD]
const GOOD = toPlans([...EVENTS, ...MORE_EVENTS])
const nth = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

/** A season in which one run of three is bad, and each case recurs. */
const longSeason = (nights: number): Plan[] =>
  Array.from({ length: nights }, (_, number) => {
    if (number % 60 >= 60 - PEOPLE.length) return () => nth(PEOPLE, (number % 60) - 60 + PEOPLE.length)
    const good = nth(GOOD, number)
    return number % 3 === 2 ? together(good, nth(BAD, (number - 2) / 3)) : good
  })

const EACH = 7
/** The bad cases of the short season, one of each kind; those of a run concern different sources. */
const SHORT_BAD = [[20, 22], [16, 10], [24, 25], [13, BAD.length - 1], [8]]

/** Every event once, several per run, each run with bad data or a failure; then what people do. */
const shortSeason = (): Plan[] => [
  ...Array.from({ length: Math.ceil(GOOD.length / EACH) }, (_, number) =>
    together(
      ...GOOD.slice(number * EACH, (number + 1) * EACH),
      ...nth(SHORT_BAD, number).map((place) => nth(BAD, place)),
    ),
  ),
  () => quiet,
  ...toPlans(PEOPLE.slice(-2)),
]

interface Baked {
  data: string
  out: string
}

/** The fields of an opportunity that say the facts of a notice. */
const FIELDS = { title: 'title', due: 'dueDate', amount: 'budgetMax' } as const

/** How many publications the ledger holds, and the version of the last. */
function readLedgerState({ data }: Baked): { count: number; version: string | null } {
  const publications = readLedger(data)?.publications ?? []
  return { count: publications.length, version: publications.at(-1)?.version ?? null }
}

/** The changes of notices in the ledger since a number of publications, with the fields of both sides. */
function ledgerChanges({ data, out }: Baked, from: number, now: Date): string[] {
  const publications = readLedger(data)?.publications.slice(from) ?? []
  const service = openService(out)
  const numbers = new Map(
    listItems(service, 'opportunities', now).map(({ id, sourceUrl }) => [id, findName(String(sourceUrl))]),
  )
  service.close()
  return readChanges(data, publications)
    .flatMap(({ list, id, type, before = {}, after = {} }) => {
      const number = list === 'opportunities' ? numbers.get(id) : undefined
      if (!number) return []
      if (type === 'CREATED') return [`CREATED ${number}`]
      const fields = Object.values(FIELDS).filter((field) => field in before && field in after)
      return fields.length > 0 ? [`${type} ${number} ${fields.join(' ')}`] : []
    })
    .sort()
}

/** The source of a notice and its key there, by its page; undefined for a notice of no source of the season. */
function findName(sourceUrl: string): string | undefined {
  for (const [source, page] of Object.entries(NOTICE_PAGES)) {
    const [, key] = page.exec(sourceUrl) ?? []
    if (key) return `${source} ${key}`
  }
  return undefined
}

const NOTICE_SOURCES = Object.keys(NOTICE_PAGES) as (keyof typeof NOTICE_PAGES)[]

/** The changes between the states before and after a run. */
const expectedChanges = (before: Slices, after: Slices): string[] =>
  NOTICE_SOURCES.flatMap((source) =>
    Object.entries(after[source]).flatMap(([key, facts]) => {
      const last = before[source][key]
      if (!last) return [`CREATED ${source} ${key}`]
      const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
      const fields = names.filter((name) => facts[name] !== last[name]).map((name) => FIELDS[name])
      return fields.length > 0 ? [`UPDATED ${source} ${key} ${fields.join(' ')}`] : []
    }),
  ).sort()

const FIRST = Date.parse('2026-11-20T08:00:00.000Z')
const DAY_MS = 86_400_000
/** The season is short by default: every event once. */
const PLANS = process.env.LONG ? longSeason(120) : shortSeason()

const SOURCES = [
  grantsGov,
  usaspending,
  federalRegister,
  cmsNewsroom,
  bonfire,
  ...jsonPortals.slice(0, 4).map(createPortalSource),
  createAwardListSource([LIST]),
  pagesSource,
]
type Folders = ReturnType<typeof datasetFolder>

function oneNight(
  folders: Folders,
  servers: Servers,
  { now }: World,
  release: readonly SeasonSource[],
): Promise<Report> {
  const settings = readIngestSettings(servers.env)
  return runNight({
    ...folders,
    now,
    allowed: [],
    progress: () => {},
    ingest: async (data, judge) => {
      const network = testNetwork(servers.env, { timeoutMs: 3_000, now: () => now.getTime() })
      const released = new Set<string>(release)
      const results = await ingest({ sources: SOURCES, data, network, settings, now, judge, released, clock: () => 0 })
      const skewMs = network.skewMs()
      await network.close()
      return { results, skewMs }
    },
  })
}

/** Names of the sources that a night could not take, each with why. */
function heldIn(report: Report): Record<string, string> {
  return Object.fromEntries(
    report.sources.flatMap(({ source, quarantined }) => {
      const whole = quarantined.filter(({ check }) => check !== 'dates')
      return whole[0] ? [[source, whole[0].check]] : []
    }),
  )
}

const failedIn = (report: Report): string[] => report.sources.flatMap(({ source, failed }) => (failed ? [source] : []))

/**
 * The expected state after a run: the truth for sources that were used, the previous state for the others and for
 * held-back rows.
 */
function expectedSlices(truth: Slices, before: Slices, plan: Night, world: World): Slices {
  const expected = { ...truth }
  const names = SEASON_SOURCES.filter((name) => name !== 'pages')
  for (const name of names) {
    const isStopped = plan.outcome !== undefined || plan.held?.[name] || plan.failed?.includes(name)
    if (isStopped) expected[name] = before[name]
    for (const key of plan.heldRows?.[name]?.(world) ?? []) {
      const { [key]: _, ...others } = expected[name]
      const stood = before[name][key]
      expected[name] = stood ? { ...others, [key]: stood } : others
    }
  }
  return expected
}

it(`a season of ${PLANS.length} runs: each publishes what a perfect observer would publish, or gives its reason`, async () => {
  const folders = seasonFolder(['DE', 'IA', 'SD'])
  const world = firstWorld(new Date(FIRST))
  const servers = await openServers(world)
  await oneNight(folders, servers, world, [])
  let truth = observed(world, null)
  let stood = truth
  const sights: Sights = { words: new Map(world.pages), down: new Set() }
  expect(await published(folders, world.now)).toEqual(shownAt(stood, world.now))

  for (const [number, planned] of PLANS.entries()) {
    world.now = new Date(FIRST + (number + 1) * DAY_MS)
    const plan = planned(world)
    const label = `night ${number + 1}: ${plan.name}`
    plan.truth?.(world, 100 + number)
    plan.person?.(folders.data)
    servers.tell(plan.lies ?? {}, plan.clockMs ?? 0)
    const told = readFeed(folders.data).length
    const { count } = readLedgerState(folders)
    const before = stood
    const report = await oneNight(folders, servers, world, plan.release ?? [])
    expectOutcome(report, plan, label)
    truth = observed(world, truth)
    stood = expectedSlices(truth, before, plan, world)
    expect([label, await published(folders, world.now)]).toEqual([label, shownAt(stood, world.now)])
    const isStopped = plan.outcome !== undefined || plan.held?.pages !== undefined
    const unseen = new Set(isStopped ? HOSTS : (plan.unseen ?? []))
    const events = expectedEvents(world, sights, unseen, new Set(plan.down))
    expect([label, pageEvents(folders.data, told)]).toEqual([label, events])
    const changes = expectedChanges(shownAt(before, world.now), shownAt(stood, world.now))
    expect([label, ledgerChanges(folders, count, world.now)]).toEqual([label, changes])
    expectAgreement(folders, label)
  }
}, 600_000)

function expectOutcome(report: Report, plan: Night, label: string): void {
  const { outcome, reasons } = report
  const isPublished = outcome === 'published' || outcome === 'unchanged'
  expect([label, isPublished ? 'published' : outcome, isPublished ? reasons : []]).toEqual([
    label,
    plan.outcome ?? 'published',
    [],
  ])
  if (plan.outcome === 'refused') return
  expect([label, heldIn(report), failedIn(report)]).toEqual([label, plan.held ?? {}, plan.failed ?? []])
}

/** Ledger, feed and bake belong to one run. */
function expectAgreement({ data, out }: Folders, label: string): void {
  const times = readFeed(data).map(({ occurredAt }) => String(occurredAt))
  expect([label, times]).toEqual([label, [...new Set(times)].sort()])
  expect([label, readManifest(out)?.datasetVersion]).toEqual([label, readBaseline(data)?.datasetVersion])
  expect([label, readManifest(out)?.counts.activity]).toEqual([label, times.length])
  expect([label, readLedgerState({ data, out }).version]).toEqual([label, readManifest(out)?.datasetVersion])
}
