import { DomUtils, parseDocument } from 'htmlparser2'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { dayIn } from '../../rules/time/moments.ts'
import { documentDraft, makeRecords } from '../drafts.ts'
import { type FetchResponse, RSS } from '../net/exchange.ts'
import { cleanDate, cleanText, cleanUrl, federalFiscalYear } from '../read/clean.ts'
import type { DraftOf, Source } from '../source.ts'

const SITE = 'https://www.cms.gov'
const FEED = `${SITE}/newsroom/rss-feeds`
const ABOUT = /\brural\b/i

/**
 * Press releases and fact sheets about rural health, from the newsroom of the Centers for Medicare & Medicaid Services.
 * Shape as recorded from the public feed in 2026: RSS 2.0 of the latest releases, in which `title` contains a link (`<a
 * href="/newsroom/press-releases/…">TITLE</a>`), `link` repeats that markup as a URL, and `pubDate` is like `Fri,
 * 08/28/2026 - 10:15`.
 */
export const cmsNewsroom: Source = {
  name: 'cms-newsroom',
  summary: 'Releases about rural health of the federal agency that runs the program (CMS)',
  async collect(run) {
    run.say(FEED)
    const items = await run.network.ask({ url: FEED, ...RSS }, parseItems)
    const about = items.filter(({ title, description }) => ABOUT.test(`${title} ${description}`))
    const getReference = ({ title }: Item) => `${FEED}: ${cleanText(title, 100) ?? 'an item'}`
    const drafts = makeRecords(about, toRelease, getReference, run)
    // The feed has only the latest releases, so a missing one is not removed.
    return { fetched: items.length, drafts, whole: true, wouldShow: () => false, confirmed: [null] }
  },
}

type Item = ReturnType<typeof parseItems>[number]

function parseItems({ bytes }: FetchResponse) {
  const feed = parseDocument(new TextDecoder().decode(bytes), { xmlMode: true })
  if (DomUtils.getElementsByTagName('rss', feed).length === 0) throw new Error('is not an RSS feed')
  return DomUtils.getElementsByTagName('item', feed).map((item) => {
    const child = (name: string) => DomUtils.getElementsByTagName(name, item.children, false)
    const text = (name: string) => DomUtils.textContent(child(name)).trim()
    const [anchor] = DomUtils.getElementsByTagName('a', child('title'))
    const link = text('link')
    return {
      title: text('title'),
      address: anchor?.attribs.href ?? HREF.exec(text('title'))?.[1] ?? (MARKUP.test(link) ? null : link),
      description: text('description'),
      published: text('pubDate'),
    }
  })
}

const HREF = /<a\s[^>]*\bhref="([^"]+)"/
const MARKUP = /%3C|</i
const DAY = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/

function parseDay(published: string): string | null {
  const [day] = DAY.exec(published) ?? []
  const instant = Date.parse(published)
  return cleanDate(day) ?? (Number.isNaN(instant) ? null : cleanDate(dayIn(instant, NATIONAL_ZONE)))
}

function toRelease({ title: heading, address, description, published }: Item): DraftOf<'documents'> | string {
  const title = cleanText(heading, 300)
  const url = cleanUrl(address, SITE)
  if (!title) return 'title: is missing'
  if (!url || new URL(url).origin !== SITE) return 'link: is not a URL of the newsroom'
  const day = parseDay(published)
  const highlights = cleanText(description, 600)
  return documentDraft(
    title,
    ['cms-newsroom', new URL(url).pathname],
    { title, fiscalYear: day && federalFiscalYear(day), highlights, published: day },
    { fileType: 'HTML', documentCategory: 'ANNOUNCEMENT', url, retrievedFrom: FEED },
  )
}
