import { DomUtils, parseDocument } from 'htmlparser2'
import * as z from 'zod'
import { NATIONAL_ZONE, PROGRAM_NAME, PROGRAM_STARTED } from '../../rules/program.ts'
import { toLocalDay } from '../../rules/time/moments.ts'
import { createDocumentDraft, makeRecords } from '../drafts.ts'
import { type FetchResponse, JSON_TYPE, parseJson, RSS, word } from '../net/exchange.ts'
import { type Candidate, toCandidate, toLabeled } from '../pages/candidates.ts'
import { cleanDate, cleanText, cleanUrl, toFederalFiscalYear } from '../read/clean.ts'
import type { DraftOf, Run, Source } from '../source.ts'

const SITE = 'https://www.cms.gov'
const FEED = `${SITE}/newsroom/rss-feeds`

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
    const about = items.filter(({ title, description }) => /\brural\b/i.test(`${title} ${description}`))
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

function parseDay(published: string): string | null {
  const [day] = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/.exec(published) ?? []
  const instant = Date.parse(published)
  return cleanDate(day) ?? (Number.isNaN(instant) ? null : cleanDate(toLocalDay(instant, NATIONAL_ZONE)))
}

function toRelease({ title: heading, address, description, published }: Item): DraftOf<'documents'> | string {
  const title = cleanText(heading, 300)
  const url = cleanUrl(address, SITE)
  if (!title) return 'title: is missing'
  if (!url || new URL(url).origin !== SITE) return 'link: is not a URL of the newsroom'
  const day = parseDay(published)
  const highlights = cleanText(description, 600)
  return createDocumentDraft(
    title,
    ['cms-newsroom', new URL(url).pathname],
    { title, fiscalYear: day && toFederalFiscalYear(day), highlights, published: day },
    { fileType: 'HTML', documentCategory: 'ANNOUNCEMENT', url, retrievedFrom: FEED },
  )
}

/**
 * Full-text searches, and the words that title or abstract must contain for a document to be worth a review. Only a
 * document whose title or abstract names the program becomes a record.
 */
const SEARCHES = [
  { term: '"rural health transformation"', about: /(?:)/ },
  { term: '"Federal Office of Rural Health Policy"', about: /\brural\b/i },
  { term: '"National Advisory Committee on Rural Health"', about: /rural health/i },
] as const

/** The category of each type of document. Types: https://www.federalregister.gov/developers/documentation/api/v1 */
const CATEGORIES: Readonly<Record<string, DraftOf<'documents'>['given']['documentCategory']>> = {
  Rule: 'GUIDANCE',
  'Proposed Rule': 'GUIDANCE',
  Notice: 'ANNOUNCEMENT',
  'Presidential Document': 'ANNOUNCEMENT',
}

const Row = z.object({
  abstract: word,
  comments_close_on: word,
  document_number: z.string().regex(/^[A-Za-z0-9-]{4,40}$/),
  effective_on: word,
  html_url: word,
  page_length: z.int().min(1).nullish().catch(null),
  publication_date: word,
  title: word,
  type: word,
})

// The API returns at most 2,000 documents per search; this also stops endless paging.
const PAGES_MAX = 100
const REGISTER = 'https://www.federalregister.gov'
const PATH = '/api/v1/documents'

/** Rules and notices about the program, from the Federal Register. Others about rural health become candidates. */
export const federalRegister: Source = {
  name: 'federal-register',
  summary: 'Rules and notices about the program (Federal Register)',
  async collect(run) {
    const drafts = new Map<string, DraftOf<'documents'>>()
    const candidates = new Map<string, Candidate>()
    let fetched = 0
    for (const { term, about } of SEARCHES) {
      for (const row of await search(run, term)) {
        fetched += 1
        const { data } = Row.safeParse(row)
        if (!data) {
          run.reject(`${term}, row ${fetched}`, 'document_number: is missing or malformed')
          continue
        }
        const ref = data.document_number
        const words = `${data.title} ${data.abstract}`
        if (drafts.has(ref) || candidates.has(ref) || !about.test(words)) continue
        const draft = toDocument(data)
        if (typeof draft === 'string') run.reject(ref, draft)
        else if (PROGRAM_NAME.test(words)) drafts.set(ref, draft)
        else {
          const { title = '', published, deadline } = draft.given
          const dates = toLabeled({ Posted: published, Due: deadline })
          const url = draft.start?.url ?? ''
          candidates.set(ref, toCandidate(run.now, { url, kind: 'document', state: null, title, dates }))
        }
      }
      run.say(`${drafts.size} documents`)
    }
    const [made, offered] = [[...drafts.values()], [...candidates.values()]]
    return { fetched, drafts: made, candidates: offered, whole: true, confirmed: [null] }
  },
}

const Page = z.object({ results: z.array(z.unknown()).optional(), next_page_url: z.string().nullish() })
const readPage = parseJson(Page)

/**
 * `GET /api/v1/documents.json`, page after page by `next_page_url`. That nothing matches may be reported with a 404.
 * Source: https://www.federalregister.gov/developers/documentation/api/v1
 */
async function search({ network }: Run, term: string): Promise<unknown[]> {
  const query = new URLSearchParams([
    ['conditions[term]', term],
    ['conditions[publication_date][gte]', PROGRAM_STARTED],
    ...Object.keys(Row.shape).map((field) => ['fields[]', field]),
    ['order', 'newest'],
    ['per_page', '100'],
  ])
  const rows: unknown[] = []
  const visited = new Set<string>()
  let url: string | null = `${REGISTER}${PATH}.json?${query}`
  while (url && !visited.has(url) && visited.size < PAGES_MAX) {
    visited.add(url)
    const page: z.infer<typeof Page> = await network.ask(
      { url, accepts: JSON_TYPE, mayMatchNothing: true },
      (answer: FetchResponse) => (answer.status === 404 ? {} : readPage(answer)),
    )
    rows.push(...(page.results ?? []))
    url = findNext(page.next_page_url ?? '')
  }
  return rows
}

/** The next page, always on the same API: URLs of other hosts in a response are not followed. */
function findNext(next: string): string | null {
  const { pathname, search } = URL.parse(next) ?? { pathname: '', search: '' }
  return pathname === PATH || pathname === `${PATH}.json` ? `${REGISTER}${pathname}${search}` : null
}

function toDocument(row: z.infer<typeof Row>): DraftOf<'documents'> | string {
  const title = cleanText(row.title, 300)
  const url = cleanUrl(row.html_url)
  if (!title) return 'title: is missing'
  if (!url) return 'html_url: is not an http(s) URL of a public host'
  const published = cleanDate(row.publication_date)
  if (published === null || published < PROGRAM_STARTED) return 'publication_date: is missing or before the program'
  const deadline = cleanDate(row.comments_close_on)
  return createDocumentDraft(
    row.document_number,
    ['federal-register', row.document_number],
    {
      title,
      fiscalYear: toFederalFiscalYear(published),
      highlights: cleanText(row.abstract, 1_000),
      keyDates: toLabeled({ 'Comments close': deadline, Effective: cleanDate(row.effective_on) }),
      deadline,
      pages: row.page_length ?? null,
      published,
    },
    {
      fileType: 'HTML',
      documentCategory: CATEGORIES[row.type ?? ''] ?? 'OTHER',
      url,
      retrievedFrom: `${REGISTER}${PATH}.json`,
    },
  )
}
