import { parseFeed } from 'htmlparser2'
import type { StateRecord } from '../../../schema/records.ts'
import { formatReason, makeRecords } from '../../drafts.ts'
import { type FetchResponse, NetworkFailure, RSS } from '../../net/exchange.ts'
import type { Candidate } from '../../pages/candidates.ts'
import { cleanDate, cleanText, cleanUrl } from '../../read/clean.ts'
import { dayAt } from '../../read/moment.ts'
import type { Collected, DraftOf, Rejection, Run, Source } from '../../source.ts'
import { type Listed, takeList } from './portal.ts'

/**
 * Open solicitations of the state portals on Bonfire (Euna). Each portal has a public RSS 2.0 feed of everything it
 * lists, `/opportunities/rss`, meant for syndication. A portal is read only if its robots.txt allows it. Shape of the
 * items, as recorded from public portals in July 2026: the title is `Reference #: REF. Name: NAME`, the description
 * `Description: TEXT Project closes Dec 1, 2026 2:00 PM EST.`, with `link` and `pubDate`.
 */
export const bonfire: Source = {
  name: 'bonfire',
  summary: 'Solicitations on the Bonfire portals of states',
  collect,
}

const FEED = '/opportunities/rss'
const PORTAL = /^https:\/\/[a-z0-9-]{1,63}\.bonfirehub\.com(?:\/|$)/

interface Portal {
  state: StateRecord
  origin: string
}

async function collect(run: Run): Promise<Collected> {
  const drafts: DraftOf<'notices'>[] = []
  const candidates: Candidate[] = []
  const rejected: Rejection[] = []
  const read: Portal[] = []
  const portals = getPortals(run)
  let fetched = 0
  let failures = 0
  for (const portal of portals) {
    run.say(portal.origin)
    try {
      const items = await readItems(run, portal)
      fetched += items.length
      read.push(portal)
      const found = toNotices(items, portal, run, rejected)
      drafts.push(...found.drafts)
      candidates.push(...found.candidates)
    } catch (error) {
      if (!(error instanceof NetworkFailure) || error.failing !== 'robots') failures += 1
      rejected.push({ ref: portal.origin, reason: formatReason(error) })
    }
  }
  if (failures > 0 && failures === portals.length)
    throw new Error(rejected.map(({ ref, reason }) => `${ref} ${reason}`).join('; '))
  return {
    fetched,
    drafts,
    candidates,
    rejected,
    whole: read.length === portals.length,
    wouldShow: ([, origin]) => read.some((portal) => portal.origin === origin),
    confirmed: [...new Set(read.map(({ state }) => state.code))],
  }
}

const getPortals = ({ present }: Run): Portal[] =>
  present.states.flatMap((state) =>
    state.portals.flatMap(({ url }) => (url && PORTAL.test(url) ? [{ state, origin: new URL(url).origin }] : [])),
  )

type Item = NonNullable<ReturnType<typeof parseFeed>>['items'][number]

/** The items of a portal's feed. */
async function readItems({ network }: Run, { origin }: Portal): Promise<Item[]> {
  return network.ask({ url: `${origin}${FEED}`, ...RSS }, ({ bytes }: FetchResponse) => {
    const feed = parseFeed(new TextDecoder().decode(bytes))
    if (feed?.type !== 'rss') throw new Error('is not an RSS feed')
    return feed.items
  })
}

function toNotices(items: readonly Item[], { state, origin }: Portal, run: Run, rejected: Rejection[]) {
  const skipped: Rejection[] = []
  const getReference = ({ title }: Item) => `${origin}: ${cleanText(title, 100) ?? 'an item'}`
  const rows = makeRecords(items, (item) => toListed(item, { state, origin }), getReference, skipped)
  rejected.push(...skipped)
  const list = { key: ['bonfire', origin], name: origin, state, url: `${origin}${FEED}` }
  return takeList(rows, list, run, rejected, skipped.length === 0)
}

const TITLE = /^Reference #:\s*(.+?)\.\s*Name:\s*(.+)$/s

/** The row of an item, or why there is none. */
function toListed(item: Item, { state, origin }: Portal): Listed | string {
  const [, noticeNumber, name] = TITLE.exec((item.title ?? '').trim()) ?? []
  const url = cleanUrl(item.link)
  if (!url || new URL(url).origin !== origin) return 'link: is not a URL of the portal'
  const description = cleanText(item.description, 5_000) ?? ''
  return {
    id: new URL(url).pathname,
    title: name ?? item.title,
    noticeNumber,
    summary: /^(?:Description:\s*)?(.*?)\s*(?:Project closes\b.*)?$/s.exec(description)?.[1],
    postedDate: dayAt(item.pubDate?.getTime(), state.timezone),
    dueDate: findClosing(description),
    url,
  }
}

const CLOSES =
  /Project closes\s+([A-Za-z]{3,9}\.?\s+\d{1,2},\s+\d{4})(?:\s+(?:at\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s*([A-Z]{3,4})?)?/

/** UTC offsets of the time zones that the portals name. */
const OFFSETS: Readonly<Record<string, string>> = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
  UTC: '+00:00',
}

/** When a solicitation closes: to the minute if its zone is named, otherwise the day. */
function findClosing(description: string): string | null {
  const [, words, hour = '', minute, half, zone = ''] = CLOSES.exec(description) ?? []
  const day = cleanDate(words)
  const offset = OFFSETS[zone]
  if (!day || !offset || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return day
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  return `${day}T${String(hours).padStart(2, '0')}:${minute}:00${offset}`
}
