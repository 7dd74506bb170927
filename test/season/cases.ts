import { rewrite } from '../night/folders.ts'
import { csvOf, hitOf, type Lie, pageOf, type SeasonSource, searched } from './servers.ts'
import { HOSTS, LIST_COLUMNS, listedOf, type Notice, noticeOf, ruleOf, type World } from './world.ts'

/** One night of a season: what is true from then on, what the sources say instead, and how the night must end. */
export interface Night {
  name: string
  /** Changes the truth. `number` is another one each time. */
  truth?: (world: World, number: number) => void
  /** What sources say tonight in place of the truth. */
  lies?: Partial<Record<SeasonSource, Lie>>
  /** How far the clocks of all sources are ahead tonight. */
  clockMs?: number
  /** What a person does to the dataset before the night. */
  person?: (data: string) => void
  /** Sources that a person releases from quarantine. */
  release?: readonly SeasonSource[]

  /** How the night must end; `published` when absent, which `unchanged` satisfies. */
  outcome?: 'refused' | 'silent'
  /** The sources that must be held back whole, with the check that does. */
  held?: Partial<Record<SeasonSource, string>>
  /** The keys of the rows that alone must be held back. */
  heldRows?: Partial<Record<SeasonSource, (world: World) => string[]>>
  /** The sources that must fail. */
  failed?: readonly SeasonSource[]
  /** Hosts of pages that say nothing tonight, and those that count as down. */
  unseen?: readonly string[]
  down?: readonly string[]
}

const ALL = ['grants-gov', 'usaspending', 'federal-register', 'award-lists', 'pages'] as const

const status =
  (code: number): Lie =>
  () => ({ status: code, json: {} })
const hangs: Lie = () => ({ hang: true })
const drops: Lie = () => ({ drop: true })
const garbage: Lie = () => ({ type: 'application/json', body: '{"errorcode": 0, "data": {"hitCo' })
const html: Lie = () => ({ body: '<html><body>Down for maintenance</body></html>' })

/** Changes one of the notices that are posted, another one each time. */
function change(world: World, number: number, edit: (notice: Notice) => void): void {
  const posted = world.notices.filter((notice) => notice.status === 'posted' && notice.isFound)
  const chosen = posted[number % posted.length]
  if (chosen) edit(chosen)
}

const dayOf = ({ now }: World, days = 0): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Answers a search with other notices than the true ones, and details with changed ones. */
const lyingSearch =
  (notices: (world: Notice[]) => Notice[]): ((world: World) => Lie) =>
  (world) =>
  (asked) =>
    asked.path === '/v1/api/search2' ? searched(notices(world.notices), asked) : null

/** A lie that is told of the details of every notice. */
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

const someHosts = (count: number) => HOSTS.slice(0, count)
const onHosts =
  (hosts: readonly string[], reply: ReturnType<Lie>): Lie =>
  (asked, _truth, host) =>
    hosts.includes(host) && asked.path !== '/robots.txt' ? reply : null

const quiet: Night = { name: 'nothing happens' }

/** Things that the sources add, change, end and take back. */
const EVENTS: readonly Night[] = [
  { name: 'a notice is posted', truth: ({ notices }, n) => notices.push(noticeOf(n)) },
  {
    name: 'a forecast appears',
    truth: ({ notices }, n) =>
      notices.push(
        noticeOf(n, {
          status: 'forecasted',
          due: null,
          amount: null,
          forecast: { due: '2027-12-01', amount: 7_000_000 },
        }),
      ),
  },
  {
    name: 'the forecast is posted: what only the forecast said goes',
    truth: (world) => {
      for (const notice of world.notices) if (notice.status === 'forecasted') notice.status = 'posted'
    },
  },
  {
    name: 'a due date is extended',
    truth: (world, n) => change(world, n, (notice) => (notice.due = dayOf(world, 200))),
  },
  { name: 'a due date is taken back', truth: (world, n) => change(world, n, (notice) => (notice.due = null)) },
  { name: 'a due date comes near', truth: (world, n) => change(world, n, (notice) => (notice.due = dayOf(world, 6))) },
  {
    name: 'a notice is amended',
    truth: (world, n) =>
      change(world, n, (notice) => Object.assign(notice, { version: notice.version + 1, updated: dayOf(world, -1) })),
  },
  {
    name: 'the money of a notice is taken back',
    truth: (world, n) => change(world, n, (notice) => (notice.amount = null)),
  },
  {
    name: 'a notice is retitled, with words that forges obey',
    truth: (world, n) => change(world, n, (notice) => (notice.title = `Rural grants ${n} [skip ci] @octocat Fixes #1`)),
  },
  { name: 'a notice is closed early', truth: (world, n) => change(world, n, (notice) => (notice.status = 'closed')) },
  { name: 'a notice is archived', truth: (world, n) => change(world, n, (notice) => (notice.status = 'archived')) },
  { name: 'a notice is withdrawn', truth: (world, n) => change(world, n, (notice) => (notice.status = 'withdrawn')) },
  {
    name: 'the withdrawn notice is posted again under its id',
    truth: ({ notices }) => {
      const withdrawn = notices.findLast(({ status }) => status === 'withdrawn')
      if (withdrawn) withdrawn.status = 'posted'
    },
  },
  {
    name: 'a posted notice is no longer found by the search',
    // One that was found before: nobody can know of one that never was.
    truth: ({ notices }, n) => Object.assign(notices[n % 20] ?? {}, { isFound: false }),
  },
  { name: 'a rule is published', truth: ({ rules }, n) => rules.push(ruleOf(n)) },
  {
    name: 'the comment period of a rule is extended',
    truth: (world, n) => Object.assign(world.rules[n % world.rules.length] ?? {}, { commentsClose: dayOf(world, 300) }),
  },
  {
    name: 'the comment period of a rule is taken back',
    truth: ({ rules }, n) => Object.assign(rules[n % rules.length] ?? {}, { commentsClose: null }),
  },
  { name: 'an award is added to a list', truth: ({ listed }, n) => listed.push(listedOf(n)) },
  {
    name: 'the amount of an award is corrected',
    truth: ({ listed }, n) =>
      Object.assign(listed[n % listed.length] ?? {}, { amount: `$${(200_000 + n).toLocaleString('en-US')}` }),
  },
  { name: 'an award leaves its list', truth: ({ listed }, n) => listed.splice(n % listed.length, 1) },
  { name: 'a list is sorted anew', truth: ({ listed }) => listed.reverse() },
  {
    name: 'a federal award is raised',
    truth: ({ grants }, n) => Object.assign(grants[n % grants.length] ?? {}, { amount: 60_000 + n }),
  },
  {
    name: 'a page says something new',
    truth: ({ pages }, n) => pages.set(HOSTS[n % HOSTS.length] ?? '', `Round ${n} is open for applications.`),
  },
  { name: 'a page goes down', lies: { pages: onHosts(someHosts(1), { status: 503 }) }, down: someHosts(1) },
  {
    name: 'the page is back, and says something new',
    truth: ({ pages }, n) => pages.set(HOSTS[0] ?? '', `Back with round ${n}.`),
  },
]

/** Faults: the source cannot be read, and nothing of it changes. */
const FAULTS: readonly Night[] = [
  { name: 'a source answers 500', lies: { 'grants-gov': status(500) }, failed: ['grants-gov'] },
  { name: 'a source never answers', lies: { usaspending: hangs }, failed: ['usaspending'] },
  { name: 'a source drops the connection', lies: { 'federal-register': drops }, failed: ['federal-register'] },
  { name: 'a source breaks off in its JSON', lies: { 'grants-gov': garbage }, failed: ['grants-gov'] },
  { name: 'a source sends a page in place of JSON', lies: { 'federal-register': html }, failed: ['federal-register'] },
  { name: 'a list is gone (404)', lies: { 'award-lists': status(404) }, failed: ['award-lists'] },
  { name: 'a list is a web page now', lies: { 'award-lists': html }, failed: ['award-lists'] },
  {
    name: 'a list has lost a heading',
    lies: { 'award-lists': () => ({ type: 'text/csv', body: 'Name,Sum\n"Clinic","$5"\n' }) },
    failed: ['award-lists'],
  },
  {
    name: 'every source is down',
    lies: Object.fromEntries(ALL.map((name) => [name, status(500)])),
    outcome: 'silent',
    failed: ALL,
  },
  {
    name: 'a page refuses the ingest (403)',
    lies: { pages: onHosts(someHosts(2), { status: 403 }) },
    unseen: someHosts(2),
  },
  {
    name: 'a few pages show a bot challenge',
    lies: { pages: onHosts(someHosts(3), { body: pageOf('Just a moment... Checking your browser.') }) },
    unseen: someHosts(3),
  },
]

/** Lies: the source can be read and says what is not so. `world` is asked for when the night comes. */
const LIES: readonly ((world: World) => Night)[] = [
  (world) => ({
    name: 'a search finds nothing',
    lies: { 'grants-gov': lyingSearch(() => [])(world) },
    held: { 'grants-gov': 'fetched' },
  }),
  (world) => ({
    name: 'a search finds half, and the others have no record',
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
    name: 'a search finds twice the rows',
    lies: {
      'grants-gov': (asked, truth) => {
        if (asked.path === '/v1/api/search2') {
          const more = Array.from({ length: world.notices.length + 25 }, (_, n) => noticeOf(9_000 + n))
          return searched([...world.notices.filter(({ isFound }) => isFound), ...more], asked)
        }
        const id = Number(asked.body.opportunityId)
        if (id < 359_000) return null
        const reply = structuredClone(truth())
        const { number, title } = hitOf(noticeOf(id - 350_000))
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
  () => ({
    name: 'every due date is gone',
    lies: {
      'grants-gov': lyingDetails((block) =>
        Object.assign(block, { responseDate: null, estApplicationResponseDate: null }),
      ),
    },
    held: { 'grants-gov': 'values' },
  }),
  () => ({
    name: 'every amount is another one',
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
    name: 'a search of rules matches nothing (404)',
    lies: { 'federal-register': () => ({ status: 404, json: { errors: {} } }) },
    held: { 'federal-register': 'fetched' },
  }),
  () => ({
    name: 'a source has no rows any more',
    lies: { usaspending: () => ({ json: { results: [], page_metadata: { hasNext: false } } }) },
    held: { usaspending: 'fetched' },
  }),
  ({ listed }) => ({
    name: 'a list shrinks by half',
    lies: { 'award-lists': () => ({ type: 'text/csv', body: csvOf(listed.filter((_, index) => index % 2 === 0)) }) },
    held: { 'award-lists': 'fetched' },
  }),
  ({ listed }) => ({
    name: 'cells of a list cannot be read',
    lies: {
      'award-lists': () => ({
        type: 'text/csv',
        body: csvOf(listed.map((row, index) => (index < 2 ? { ...row, amount: '#REF!' } : row))),
      }),
    },
    heldRows: { 'award-lists': () => listed.slice(0, 2).map(({ name, project }) => `${name}, ${project}`) },
  }),
  ({ listed }) => ({
    name: 'a list moves its columns and says the same',
    lies: {
      'award-lists': () => ({ type: 'text/csv', body: csvOf(listed, Object.values(LIST_COLUMNS).toReversed()) }),
    },
  }),
  () => ({
    name: 'the same new text on many hosts',
    lies: { pages: onHosts(someHosts(6), { body: pageOf('Your request was blocked. Contact the network team.') }) },
    held: { pages: 'pages' },
  }),
  () => ({
    name: 'almost all pages are new at once',
    lies: {
      pages: (asked, _truth, host) =>
        asked.path === '/robots.txt'
          ? null
          : { body: pageOf(`Welcome to ${host.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}.`) },
    },
    held: { pages: 'pages' },
  }),
  (world) => ({
    name: 'two sources lie at once, and the others are published',
    truth: ({ rules }, n) => rules.push(ruleOf(n)),
    lies: {
      'grants-gov': lyingSearch(() => [])(world),
      usaspending: () => ({ json: { results: [], page_metadata: { hasNext: false } } }),
    },
    held: { 'grants-gov': 'fetched', usaspending: 'fetched' },
  }),
]

const HOUR_MS = 3_600_000

/** What happens to the machine, and what people do. */
const PEOPLE: readonly Night[] = [
  { name: 'the clock of the machine is a day ahead of the sources', clockMs: -24 * HOUR_MS, outcome: 'refused' },
  { name: 'the clock of the machine is hours behind the sources', clockMs: 5 * HOUR_MS, outcome: 'refused' },
  {
    name: 'a person leaves a broken line',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 7 }, ...others]),
    outcome: 'refused',
  },
  {
    name: 'the person corrects the line',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 'Corrected' }, ...others]),
  },
  {
    name: 'a source truly doubles',
    truth: ({ notices }, n) => {
      const count = notices.length + 40
      for (let more = 0; more < count; more += 1) notices.push(noticeOf(n * 100 + more))
    },
    held: { 'grants-gov': 'fetched' },
  },
  { name: 'the doubled source is released by a person', release: ['grants-gov'] },
]

type Plan = (world: World) => Night

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
    }
  }

const plansOf = (nights: readonly Night[]): Plan[] => nights.map((night) => () => night)
const BAD: readonly Plan[] = [...plansOf(FAULTS), ...LIES]
const GOOD = plansOf(EVENTS)
const nth = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

/** A season in which one night of three is bad, and each case comes again and again. */
export const longSeason = (nights: number): Plan[] =>
  Array.from({ length: nights }, (_, number) => {
    if (number % 60 >= 60 - PEOPLE.length) return () => nth(PEOPLE, (number % 60) - 60 + PEOPLE.length)
    const good = nth(GOOD, number)
    return number % 3 === 2 ? together(good, nth(BAD, (number - 2) / 3)) : good
  })

const EACH = 4
/** The bad cases of the short season, one of each sort. */
const SHORT_BAD = [20, 16, 22, 24, 13, 10, 8]

/** Every event once, several a night, each night with a lie or a fault; then what people do. */
export const shortSeason = (): Plan[] => [
  ...Array.from({ length: Math.ceil(GOOD.length / EACH) }, (_, number) =>
    together(...GOOD.slice(number * EACH, (number + 1) * EACH), nth(BAD, nth(SHORT_BAD, number))),
  ),
  () => quiet,
  ...plansOf(PEOPLE.slice(-2)),
]
