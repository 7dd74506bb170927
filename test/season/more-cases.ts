import { pdfReply } from './more-servers.ts'
import type { Night, Plan } from './plan.ts'
import type { Lie } from './servers.ts'
import { allocatedOf, bidOf, PORTALS, releaseOf, type World } from './world.ts'

const openBid = ({ bids }: World, number: number) => {
  const open = bids.filter(({ isListed }) => isListed)
  return open[number % open.length]
}

/** What the portals, the newsroom and the PDF lists add, change and remove. */
export const MORE_EVENTS: readonly Night[] = [
  {
    name: 'a portal lists a solicitation',
    truth: ({ bids }, n) => bids.push(bidOf(PORTALS[n % PORTALS.length] ?? 'bonfire', n)),
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
  { name: 'the newsroom publishes a release', truth: ({ releases }, n) => releases.push(releaseOf(n)) },
  { name: 'an award is added to a PDF list', truth: ({ allocated }, n) => allocated.push(allocatedOf(n)) },
  {
    name: 'an amount in a PDF list is corrected',
    truth: ({ allocated }, n) =>
      Object.assign(allocated[n % allocated.length] ?? {}, { amount: `$${(300_000 + n).toLocaleString('en-US')}` }),
  },
]

const page: Lie = () => ({ body: '<html><body>Down for maintenance</body></html>' })

/** Failures and bad data of the portals, the newsroom and the PDF lists. */
export const MORE_BAD: readonly Plan[] = [
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
  () => ({
    name: 'a PDF is damaged',
    lies: { 'award-pdfs': () => ({ type: 'application/pdf', body: '%PDF-1.7 broken' }) },
    failed: ['award-pdfs'],
  }),
  () => ({
    name: 'a PDF lists different recipients than the records',
    lies: { 'award-pdfs': () => pdfReply(Array.from({ length: 8 }, (_, n) => allocatedOf(9_000 + n))) },
    failed: ['award-pdfs'],
  }),
  ({ allocated }) => ({
    name: 'a PDF has more than twice as many rows',
    lies: {
      'award-pdfs': () =>
        pdfReply([...allocated, ...Array.from({ length: allocated.length + 25 }, (_, n) => allocatedOf(9_000 + n))]),
    },
    held: { 'award-pdfs': 'fetched' },
  }),
]
