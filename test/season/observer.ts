import { readDataset } from '../../src/records/dataset.ts'
import { DAY_MS } from '../../src/rules/time/moments.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { readFeed } from '../nightly/folders.ts'
import type { SeasonSource } from './servers.ts'
import { HOSTS, LIST_URL, type Notice, PORTALS, type PortalName, type World } from './world.ts'

/** The facts of a source's records, by the source's own key. */
type Facts = Record<string, Record<string, unknown>>
export type Slices = Record<Exclude<SeasonSource, 'pages'>, Facts>

/** The knowledge of a perfect observer of the sources, who keeps what a source no longer lists. */
export function observed(world: World, before: Slices | null): Slices {
  const { notices, rules, grants, listed, bids, releases } = world
  return {
    'grants-gov': {
      ...before?.['grants-gov'],
      ...keyed(
        notices,
        ({ id }) => id,
        (notice) => ({ notice: { ...notice } }),
      ),
    },
    'federal-register': {
      ...before?.['federal-register'],
      ...keyed(
        rules,
        ({ number }) => number,
        ({ title, published, commentsClose }) => ({ title, published, commentsClose }),
      ),
    },
    usaspending: keyed(
      grants,
      ({ id }) => id,
      ({ name, amount }) => ({ name, amount }),
    ),
    'award-lists': keyed(
      listed,
      ({ name, project }) => `${name}, ${project}`,
      ({ amount }) => ({ amount: dollars(amount) }),
    ),
    'cms-newsroom': keyed(
      releases,
      ({ path }) => path,
      ({ title }) => ({ title, published: '2026-11-20' }),
    ),
    ...ofPortals((portal) =>
      keyed(
        bids.filter((bid) => bid.portal === portal),
        ({ id }) => id,
        ({ title, due, isListed }) => ({
          title,
          due,
          said: isListed ? 'OPEN' : 'CLOSED',
          status: isListed ? 'OPEN' : 'CLOSED',
        }),
      ),
    ),
  }
}

const dollars = (amount: string): number => Number(amount.replace(/[$,]/g, ''))

const ofPortals = (facts: (portal: PortalName) => Facts): Record<PortalName, Facts> =>
  Object.fromEntries(PORTALS.map((portal) => [portal, facts(portal)])) as Record<PortalName, Facts>

/** What is visible of it at a moment: a status changes with time alone. */
export const shownAt = (slices: Slices, now: Date): Slices => ({
  ...slices,
  'grants-gov': Object.fromEntries(
    Object.entries(slices['grants-gov']).map(([id, { notice }]) => [id, toFacts(notice as Notice, now)]),
  ),
})

const SAID = {
  posted: 'OPEN',
  forecasted: 'FORECAST',
  closed: 'CLOSED',
  archived: 'ARCHIVED',
  withdrawn: 'WITHDRAWN',
} as const satisfies Record<Notice['status'], string>

function toFacts(notice: Notice, now: Date) {
  const { title, status, posted, forecast } = notice
  const { due, amount } = status === 'forecasted' && forecast ? forecast : notice
  return { title, posted, due, amount, said: SAID[status], status: getStatus(notice, due, now) }
}

/** The effective status as the specification words it. */
function getStatus({ status, version, updated }: Notice, due: string | null, now: Date): string {
  const days = (day: string, time = '23:59:59'): number => (Date.parse(`${day}T${time}-05:00`) - now.getTime()) / DAY_MS
  if (status === 'closed' || status === 'archived' || status === 'withdrawn') return 'CLOSED'
  if (due !== null && days(due) < 0) return 'CLOSED'
  if (status === 'forecasted') return 'UPCOMING'
  if (due !== null && days(due) <= 14) return 'CLOSING_SOON'
  return version > 1 && days(updated, '00:00:00') > -14 ? 'AMENDED' : 'OPEN'
}

const NOTICE_PAGE = /grants\.gov\/search-results-detail\/(\d+)$/
const RULE_PAGE = /federalregister\.gov\/documents\/([\d-]+)$/
const GRANT_PAGE = /usaspending\.gov\/award\/ASST_NON_(\w+)_075$/

const RELEASE_PAGE = /cms\.gov(\/newsroom\/.+)$/

/** The pages of notices, by source, with their keys there. */
export const NOTICE_PAGES: Readonly<Record<'grants-gov' | PortalName, RegExp>> = {
  'grants-gov': NOTICE_PAGE,
  bonfire: /ne\.bonfirehub\.com\/opportunities\/(\d+)$/,
  'delaware-bids': /mmp\.delaware\.gov\/Bids\/Details\/(\d+)$/,
  'hawaii-hands': /opportunity-details\/(\d+)$/,
  'iowa-bids': /bidId=b6ba764c-efe5-4b24-be9f-0*(\d+)$/,
  'south-dakota-board': /eventDetail\/(\d+)$/,
}

/** The same facts as the service publishes them, from its records and its answers. */
export async function published({ data, out }: { data: string; out: string }, now: Date): Promise<Slices> {
  const { records } = await readDataset(data)
  const service = openService(out)
  try {
    const opportunities = listItems(service, 'opportunities', now)
    const publishedOn = new Map<unknown, unknown>(records.documents.map((record) => [record.url, record.published]))
    const said = new Map(records.notices.map(({ sourceUrl, sourceStatus }) => [sourceUrl, sourceStatus]))
    const due = new Map(records.notices.map(({ sourceUrl, dueDate }) => [sourceUrl, dueDate]))
    const documents = listItems(service, 'documents', now).map((item): Item => ({ ...item, sourceUrl: item.url }))
    return {
      'grants-gov': matched(opportunities, NOTICE_PAGE, (item) => ({
        title: item.title,
        posted: localDay(item.postedDate),
        due: localDay(item.dueDate),
        amount: item.budgetMax,
        said: said.get(String(item.sourceUrl)),
        status: item.status,
      })),
      'federal-register': matched(documents, RULE_PAGE, (item) => ({
        title: item.title,
        published: publishedOn.get(item.url),
        commentsClose:
          (item.keyDates as { label: string; date: string }[]).find(({ label }) => label === 'Comments close')?.date ??
          null,
      })),
      usaspending: matched(records.awards, GRANT_PAGE, (award) => ({
        name: award.awardeeName,
        amount: award.federalAmount,
      })),
      'award-lists': keyed(
        records.awards.filter(({ sourceUrl }) => sourceUrl === LIST_URL),
        ({ awardeeName, projectTitle }) => `${awardeeName}, ${projectTitle}`,
        ({ federalAmount }) => ({ amount: federalAmount }),
      ),
      'cms-newsroom': matched(documents, RELEASE_PAGE, (item) => ({
        title: item.title,
        published: publishedOn.get(item.url),
      })),
      ...ofPortals((portal) =>
        matched(opportunities, NOTICE_PAGES[portal], (item) => ({
          title: item.title,
          due: due.get(String(item.sourceUrl))?.slice(0, 10),
          said: said.get(String(item.sourceUrl)),
          status: item.status,
        })),
      ),
    }
  } finally {
    service.close()
  }
}

type Item = Record<string, unknown>

/** Everything that a list returns at a moment. */
export function listItems(service: Service, list: 'opportunities' | 'documents', now: Date): Item[] {
  const { data } = service.readers[list].list({ filters: {}, page: 1, limit: 10_000 }, now.getTime())
  return JSON.parse(data)
}

const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** The day of a published moment in New York. */
const localDay = (moment: unknown): string | null => (moment ? NEW_YORK.format(new Date(String(moment))) : null)

function keyed<T>(rows: readonly T[], getKey: (row: T) => string, facts: (row: T) => Item): Facts {
  return Object.fromEntries(rows.map((row) => [getKey(row), facts(row)]))
}

function matched<T extends { sourceUrl?: unknown }>(rows: readonly T[], page: RegExp, facts: (row: T) => Item): Facts {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [, key] = page.exec(String(row.sourceUrl)) ?? []
      return key ? [[key, facts(row)]] : []
    }),
  )
}

/** What the observer last saw of the pages: their words, and which are down. */
export interface Sights {
  words: Map<string, string>
  down: Set<string>
}

/** The page events in the feed after a number of events. */
export const pageEvents = (data: string, from: number): string[] =>
  readFeed(data)
    .slice(from)
    .filter(({ type }) => /^(?:PAGE|SITE)_/.test(String(type)))
    .map(({ type, siteUrl }) => `${type} ${new URL(String(siteUrl)).host}`)
    .sort()

/** The events the observer would report, with those pages down that have stopped responding. */
export function expectedEvents(
  world: World,
  seen: Sights,
  unseen: ReadonlySet<string>,
  down: ReadonlySet<string>,
): string[] {
  const events: string[] = []
  for (const host of HOSTS) {
    if (unseen.has(host)) continue
    if (down.has(host)) {
      if (!seen.down.has(host)) events.push(`SITE_DOWN ${host}`)
      seen.down.add(host)
      continue
    }
    if (seen.down.delete(host)) events.push(`SITE_RESTORED ${host}`)
    const words = world.pages.get(host) ?? ''
    const before = seen.words.get(host)
    if (before !== undefined && before !== words) events.push(`PAGE_UPDATED ${host}`)
    seen.words.set(host, words)
  }
  return events.sort()
}
