import { type Night, onHosts, someHosts } from './plan.ts'
import { HOSTS, listedOf, type Notice, noticeOf, ruleOf, type World } from './world.ts'

/** What the sources add, change, close and remove. */
export const EVENTS: readonly Night[] = [
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
    name: 'the forecast is posted: values that only the forecast had are removed',
    truth: (world) => {
      for (const notice of world.notices) if (notice.status === 'forecasted') notice.status = 'posted'
    },
  },
  {
    name: 'a due date is extended',
    truth: (world, n) => change(world, n, (notice) => (notice.due = dayOf(world, 200))),
  },
  { name: 'a due date is removed', truth: (world, n) => change(world, n, (notice) => (notice.due = null)) },
  {
    name: 'a due date is moved close',
    truth: (world, n) => change(world, n, (notice) => (notice.due = dayOf(world, 6))),
  },
  {
    name: 'a notice is amended',
    truth: (world, n) =>
      change(world, n, (notice) => Object.assign(notice, { version: notice.version + 1, updated: dayOf(world, -1) })),
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
  { name: 'a rule is published', truth: ({ rules }, n) => rules.push(ruleOf(n)) },
  {
    name: 'the comment period of a rule is extended',
    truth: (world, n) => Object.assign(world.rules[n % world.rules.length] ?? {}, { commentsClose: dayOf(world, 300) }),
  },
  {
    name: 'the comment period of a rule is removed',
    truth: ({ rules }, n) => Object.assign(rules[n % rules.length] ?? {}, { commentsClose: null }),
  },
  { name: 'an award is added to a list', truth: ({ listed }, n) => listed.push(listedOf(n)) },
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

const dayOf = ({ now }: World, days = 0): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
