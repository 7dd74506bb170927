import { onHosts, type Plan, someHosts } from './plan.ts'
import { csvOf, hitOf, type Lie, pageOf, searched } from './servers.ts'
import { LIST_COLUMNS, type Notice, noticeOf, ruleOf, type World } from './world.ts'

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
export const LIES: readonly Plan[] = [
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
    lies: { 'award-lists': () => ({ type: 'text/csv', body: csvOf(listed.filter((_, index) => index % 2 === 0)) }) },
    held: { 'award-lists': 'fetched' },
  }),
  ({ listed }) => ({
    name: 'cells of a list are unreadable',
    lies: {
      'award-lists': () => ({
        type: 'text/csv',
        body: csvOf(listed.map((row, index) => (index < 2 ? { ...row, amount: '#REF!' } : row))),
      }),
    },
    heldRows: { 'award-lists': () => listed.slice(0, 2).map(({ name, project }) => `${name}, ${project}`) },
  }),
  ({ listed }) => ({
    name: 'a list reorders its columns',
    lies: {
      'award-lists': () => ({ type: 'text/csv', body: csvOf(listed, Object.values(LIST_COLUMNS).toReversed()) }),
    },
  }),
  () => ({
    name: 'many hosts show the same new text',
    lies: { pages: onHosts(someHosts(6), { body: pageOf('Your request was blocked. Contact the network team.') }) },
    held: { pages: 'pages' },
  }),
  () => ({
    name: 'almost all pages change at once',
    lies: {
      pages: (asked, _truth, host) =>
        asked.path === '/robots.txt'
          ? null
          : { body: pageOf(`Welcome to ${host.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}.`) },
    },
    held: { pages: 'pages' },
  }),
  (world) => ({
    name: 'two sources send bad data, and the others are published',
    truth: ({ rules }, n) => rules.push(ruleOf(n)),
    lies: {
      'grants-gov': lyingSearch(() => [])(world),
      usaspending: () => ({ json: { results: [], page_metadata: { hasNext: false } } }),
    },
    held: { 'grants-gov': 'fetched', usaspending: 'fetched' },
  }),
]
