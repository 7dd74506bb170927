import type { PageState } from '../../schema/history.ts'
import { type FetchResponse, NetworkFailure } from '../net/exchange.ts'
import type { Collected, Run, Source } from '../source.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { deadlinesIn } from './deadlines.ts'
import {
  type Check,
  formatPages,
  isChallenge,
  massSuspicions,
  PAGES_FILE,
  pageChanges,
  parsePages,
  sameNewText,
  stateAfter,
  type TrackedPage,
} from './state.ts'
import { READER, readPage } from './text.ts'

/** A run in which more pages than this go down is held for review: the problem may be on this side. */
const OUTAGES_MAX = 5
const SAME_TEXT = 'shows the same new text as a page on another host, probably a block page'

/**
 * The states' program pages, one at a time per host, as their robots.txt allows: which changed since the last run,
 * which are down or back, and which documents and solicitations they link to that are not in the records. It writes
 * page state and candidates for review, never records.
 */
export const pagesSource: Source = {
  name: 'pages',
  summary: 'Program pages of the states: changes, outages, new links',
  collect,
}

async function collect(run: Run): Promise<Collected> {
  const before = parsePages(await run.history(PAGES_FILE))
  const known = new Map(before.map((page) => [page.url, page]))
  const pages = trackedPages(run)
  let done = 0
  // The network asks failed hosts again at the end of the run, so a short outage does not count.
  const visits = await Promise.all(
    pages.map(async (page) => {
      const last = known.get(page.url) ?? null
      const visited = await visit(page, last, run)
      done += 1
      run.say(`${done} of ${pages.length} pages`)
      return { page, last, ...visited }
    }),
  )
  const blocked = sameNewText(visits.map(({ page: { url }, last, check }) => ({ url, check, before: last })))
  const suspicions = massSuspicions(blocked, pages.length)
  // A few block pages are left out; if there are many, a person decides about the whole run.
  const left = new Set(suspicions.length === 0 ? blocked.flat().map(({ url }) => url) : [])
  const read = visits.map(({ page, last, ...visited }) => {
    const { check, candidates } = left.has(page.url) ? nothing(null, SAME_TEXT) : visited
    return { url: page.url, last, check, candidates, after: stateAfter(last, page, check, run.now) }
  })
  const after = read.map((page) => page.after)
  const failed = after.filter(({ error }) => error !== null)
  // If most pages cannot be read, the problem is probably on this side, so no page is marked as down.
  if (failed.length > after.length / 2) throw new Error(`${failed.length} of ${after.length} pages could not be read`)

  const outages = read.flatMap(({ last, after }) => (after.downSince !== null && !last?.downSince ? [after] : []))
  const isHeld = outages.length > OUTAGES_MAX
  // Pages whose outage is held keep their state, so the next night finds them again.
  const told = isHeld ? after.map((page) => (outages.includes(page) ? { ...page, downSince: null } : page)) : after
  const held = {
    findings: [{ check: 'outages', reason: `${outages.length} pages went down in one run` }],
    changes: pageChanges(before, outages, run.now),
    history: new Map([[PAGES_FILE, formatPages(after)]]),
  }
  const texts = read.filter(({ after: { error, hash } }) => error === null && hash !== null)
  const added = texts.filter(({ last }) => !last?.hash).length
  const changed = texts.filter(({ last, after }) => last?.hash && last.hash !== after.hash).length
  return {
    fetched: pages.length,
    drafts: [],
    whole: true,
    confirmed: confirmedStates(after),
    rejected: read.flatMap(({ url, check }) => ('error' in check ? [{ ref: url, reason: check.error }] : [])),
    changes: pageChanges(before, told, run.now),
    candidates: read.flatMap(({ candidates }) => candidates),
    tally: { new: added, changed, unchanged: texts.length - added - changed },
    suspicions,
    history: new Map([[PAGES_FILE, formatPages(told)]]),
    ...(isHeld && { held }),
  }
}

/** The states of which every page was read that was ever read. */
function confirmedStates(after: readonly PageState[]): PageState['state'][] {
  const ever = after.filter(({ error, hash }) => error === null || hash !== null)
  const failed = new Set(ever.flatMap(({ state, error }) => (error === null ? [] : [state])))
  return [...new Set(ever.map(({ state }) => state))].filter((state) => !failed.has(state))
}

/** A file that is listed among the sites, such as an award list, is not a page: another source reads it. */
const FILE = /\.(?:pdf|docx?|xlsx?|csv|pptx?|zip)$/i

function trackedPages({ present }: Run): TrackedPage[] {
  const pages = present.states.flatMap(({ code, timezone, sites }) =>
    sites.flatMap(({ url, label }) =>
      FILE.test(new URL(url).pathname) ? [] : [{ url, label, state: code, timezone }],
    ),
  )
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].toReversed()
}

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const
const PAGE_BYTES_MAX = 5 * 1024 * 1024

/** Statuses with which a server refuses the ingest although the page exists. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 429, 451])

type Visit = { check: Check; candidates: Candidate[] }

async function visit(page: TrackedPage, last: PageState | null, run: Run): Promise<Visit> {
  try {
    const request = {
      url: page.url,
      accepts: PAGE_TYPES,
      bytesMax: PAGE_BYTES_MAX,
      retries: 1,
      headers: conditions(last),
    }
    return await run.network.ask(request, (response) => reading(response, page, run.now))
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    const { failing, status: httpStatus, message } = error
    const isGone =
      failing === 'network' || failing === 'timeout' || (failing === 'status' && !REFUSALS.has(httpStatus ?? 0))
    if (!isGone) return nothing(httpStatus, message)
    return { check: { found: 'failure', httpStatus, error: message }, candidates: [] }
  }
}

const nothing = (httpStatus: number | null, error: string): Visit => ({
  check: { found: 'nothing', httpStatus, error },
  candidates: [],
})

/** The headers that request the page only if it has changed; none if it was last read by a different reader version. */
function conditions(last: PageState | null): Record<string, string> {
  if (!last || last.hash === null || last.reader !== READER) return {}
  return {
    ...(last.etag ? { 'if-none-match': last.etag } : {}),
    ...(last.lastModified ? { 'if-modified-since': last.lastModified } : {}),
  }
}

function reading(response: FetchResponse, page: TrackedPage, now: Date): Visit {
  const { status: httpStatus, headers, url } = response
  if (httpStatus === 304) return { check: { found: 'same' }, candidates: [] }
  const { text, links, blocks } = readPage(decoded(response), url, now.toISOString().slice(0, 10))
  if (text === '') return nothing(httpStatus, 'has no readable text')
  if (isChallenge(text)) return nothing(httpStatus, 'shows a bot challenge')
  const check: Check = {
    found: 'text',
    text,
    httpStatus,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
  }
  const linked = findCandidates(links, page, now)
  // The row of a linked solicitation has its dates already.
  const rows = links.filter((link) => linked.some(({ kind, title }) => kind === 'notice' && title === link.text))
  const named = deadlinesIn(blocks, page, now).filter(
    ({ evidence = '' }) => !rows.some(({ context }) => context.includes(evidence)),
  )
  return { check, candidates: [...linked, ...named] }
}

const CHARSET = /charset\s*=\s*["']?([\w-]{2,40})/i
const HEAD_BYTES = 2_048

/** The text of a page, in the encoding declared in its headers or its head; UTF-8 if none is known. */
function decoded({ headers, bytes }: FetchResponse): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const name = (CHARSET.exec(headers.get('content-type') ?? '') ?? CHARSET.exec(head))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(name).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
