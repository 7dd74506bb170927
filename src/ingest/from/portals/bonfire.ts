import { parseFeed } from 'htmlparser2'
import type { StateRecord } from '../../../schema/records.ts'
import { makeRecords, readEach } from '../../drafts.ts'
import { type FetchResponse, RSS } from '../../net/exchange.ts'
import type { Candidate } from '../../pages/candidates.ts'
import { cleanDate, cleanText, cleanUrl, dayAt } from '../../read/clean.ts'
import type { DraftOf, Source } from '../../source.ts'
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
  async collect(run) {
    const drafts: DraftOf<'notices'>[] = []
    const candidates: Candidate[] = []
    let fetched = 0
    const portals = run.present.states.flatMap((state) =>
      state.portals.flatMap(({ url }) => (url && PORTAL.test(url) ? [{ state, origin: new URL(url).origin }] : [])),
    )
    const read = async ({ state, origin }: { state: StateRecord; origin: string }) => {
      const url = `${origin}/opportunities/rss`
      const items = await run.network.ask({ url, ...RSS }, parseItems)
      fetched += items.length
      const getReference = ({ title }: Item) => `${origin}: ${cleanText(title, 100) ?? 'an item'}`
      const rows = makeRecords(items, (item) => toListed(item, state, origin), getReference, run)
      const list = { key: ['bonfire', origin], name: origin, state, url }
      const taken = takeList(rows, list, run, rows.length === items.length)
      drafts.push(...taken.drafts)
      candidates.push(...taken.candidates)
    }
    const done = [...(await readEach(portals, run, ({ origin }) => origin, read))]
    return {
      fetched,
      drafts,
      candidates,
      whole: done.length === portals.length,
      wouldShow: ([, origin]) => done.some((portal) => portal.origin === origin),
      confirmed: [...new Set(done.map(({ state }) => state.code))],
    }
  },
}

const PORTAL = /^https:\/\/[a-z0-9-]{1,63}\.bonfirehub\.com(?:\/|$)/

type Item = NonNullable<ReturnType<typeof parseFeed>>['items'][number]

function parseItems({ bytes }: FetchResponse): Item[] {
  const feed = parseFeed(new TextDecoder().decode(bytes))
  if (feed?.type !== 'rss') throw new Error('is not an RSS feed')
  return feed.items
}

const TITLE = /^Reference #:\s*(.+?)\.\s*Name:\s*(.+)$/s

function toListed(item: Item, { timezone }: StateRecord, origin: string): Listed | string {
  const [, noticeNumber, name] = TITLE.exec((item.title ?? '').trim()) ?? []
  const url = cleanUrl(item.link)
  if (!url || new URL(url).origin !== origin) return 'link: is not a URL of the portal'
  const description = cleanText(item.description, 5_000) ?? ''
  return {
    id: new URL(url).pathname,
    title: name ?? item.title,
    noticeNumber,
    summary: /^(?:Description:\s*)?(.*?)\s*(?:Project closes\b.*)?$/s.exec(description)?.[1],
    postedDate: dayAt(item.pubDate?.getTime(), timezone),
    dueDate: findClosing(description),
    url,
  }
}

const CLOSES =
  /Project closes\s+([A-Za-z]{3,9}\.?\s+\d{1,2},\s+\d{4})(?:\s+(?:at\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s*(?:(UTC)|(AK|[ECMPH])([SD])T)?)?/
/** Hours behind UTC in winter of the time zones that the portals name. */
const BEHIND: Readonly<Record<string, number>> = { UTC: 0, E: 5, C: 6, M: 7, P: 8, AK: 9, H: 10 }

/** When a solicitation closes: to the minute if its zone is named, otherwise the day. */
function findClosing(description: string): string | null {
  const [, words, hour = '', minute, half, utc, zone = '', season] = CLOSES.exec(description) ?? []
  const day = cleanDate(words)
  const behind = BEHIND[utc ?? zone]
  if (!day || behind === undefined || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return day
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${day}T${pad(hours)}:${minute}:00${behind === 0 ? '+' : '-'}${pad(behind - (season === 'D' ? 1 : 0))}:00`
}
