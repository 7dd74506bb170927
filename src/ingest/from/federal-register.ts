import * as z from 'zod'
import { PROGRAM_NAME, PROGRAM_STARTED } from '../../rules/program.ts'
import { documentDraft } from '../drafts.ts'
import { type FetchResponse, JSON_TYPE, parseJson, word } from '../net/exchange.ts'
import { type Candidate, labeled, toCandidate } from '../pages/candidates.ts'
import { cleanDate, cleanText, cleanUrl, federalFiscalYear } from '../read/clean.ts'
import type { DraftOf, Run, Source } from '../source.ts'

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

const PER_PAGE = 100
// The API returns at most 2,000 documents per search; this also stops endless paging.
const PAGES_MAX = 100
const PATH = '/api/v1/documents'
const NOT_FOUND = 404

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
          const dates = labeled({ Posted: published, Due: deadline })
          const url = draft.start?.url ?? ''
          candidates.set(ref, toCandidate(run.now, { url, kind: 'document', state: null, title, dates }))
        }
      }
      run.say(`${drafts.size} documents`)
    }
    const found = { drafts: [...drafts.values()], candidates: [...candidates.values()] }
    return { fetched, ...found, whole: true, confirmed: [null] }
  },
}

const Page = z.object({ results: z.array(z.unknown()).optional(), next_page_url: z.string().nullish() })
const readPage = parseJson(Page)

/**
 * `GET /api/v1/documents.json`, page after page by `next_page_url`. That nothing matches may be reported with a 404.
 * Source: https://www.federalregister.gov/developers/documentation/api/v1
 */
async function search({ network, settings }: Run, term: string): Promise<unknown[]> {
  const base = settings.federalRegisterUrl
  const query = new URLSearchParams([
    ['conditions[term]', term],
    ['conditions[publication_date][gte]', PROGRAM_STARTED],
    ...Object.keys(Row.shape).map((field) => ['fields[]', field]),
    ['order', 'newest'],
    ['per_page', String(PER_PAGE)],
  ])
  const rows: unknown[] = []
  const visited = new Set<string>()
  let url: string | null = `${base}${PATH}.json?${query}`
  while (url && !visited.has(url) && visited.size < PAGES_MAX) {
    visited.add(url)
    const page: z.infer<typeof Page> = await network.ask(
      { url, accepts: JSON_TYPE, mayMatchNothing: true },
      (answer: FetchResponse) => (answer.status === NOT_FOUND ? {} : readPage(answer)),
    )
    rows.push(...(page.results ?? []))
    url = findNext(page.next_page_url ?? '', base)
  }
  return rows
}

/** The next page, always on the same API: URLs of other hosts in a response are not followed. */
function findNext(next: string, base: string): string | null {
  const { pathname, search } = URL.parse(next) ?? { pathname: '', search: '' }
  return pathname === PATH || pathname === `${PATH}.json` ? `${base}${pathname}${search}` : null
}

function toDocument(row: z.infer<typeof Row>): DraftOf<'documents'> | string {
  const title = cleanText(row.title, 300)
  const url = cleanUrl(row.html_url)
  if (!title) return 'title: is missing'
  if (!url) return 'html_url: is not an http(s) URL of a public host'
  const published = cleanDate(row.publication_date)
  if (published === null || published < PROGRAM_STARTED) return 'publication_date: is missing or before the program'
  const deadline = cleanDate(row.comments_close_on)
  return documentDraft(
    row.document_number,
    ['federal-register', row.document_number],
    {
      title,
      fiscalYear: federalFiscalYear(published),
      highlights: cleanText(row.abstract, 1_000),
      keyDates: labeled({ 'Comments close': deadline, Effective: cleanDate(row.effective_on) }),
      deadline,
      pages: row.page_length ?? null,
      published,
    },
    {
      fileType: 'HTML',
      documentCategory: CATEGORIES[row.type ?? ''] ?? 'OTHER',
      url,
      retrievedFrom: 'https://www.federalregister.gov/api/v1/documents.json',
    },
  )
}
