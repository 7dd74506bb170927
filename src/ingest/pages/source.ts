import { setTimeout as wait } from 'node:timers/promises'
import type { PageState } from '../../schema/history.ts'
import type { Answer } from '../net/exchange.ts'
import { NetworkFailure } from '../net/failure.ts'
import { openRobots, type Robots } from '../net/robots.ts'
import type { Collected, Rejection, Run, Source } from '../source.ts'
import {
  CANDIDATES_FILE,
  type Candidate,
  candidatesOf,
  formatCandidates,
  mergeCandidates,
  parseCandidates,
} from './candidates.ts'
import { pageChanges } from './changes.ts'
import {
  type Check,
  FAILURES_UNTIL_DOWN,
  formatPages,
  PAGES_FILE,
  parsePages,
  stateAfter,
  type TrackedPage,
} from './state.ts'
import { READER, readPage } from './text.ts'

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const
const PAGE_BYTES_MAX = 5 * 1024 * 1024
const ROUND_PAUSE_MS = 60_000

/** What says that a server turns the ingest away, not that the page is gone. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 429, 451])

export interface PagesOptions {
  /** The pause before failed pages are asked again. */
  roundPauseMs?: number
  pause?: (ms: number) => Promise<unknown>
}

/**
 * The program pages of the states, one after the other on each host, as its robots rules allow: what has changed since
 * the last night, which are down or back, and which documents and solicitations they link to that no record holds. It
 * writes page facts and candidates for review, never records.
 */
export const pagesSource = ({ roundPauseMs = ROUND_PAUSE_MS, pause = wait }: PagesOptions = {}): Source => ({
  name: 'pages',
  summary: 'Program pages of the states: changes, outages, new links',
  collect: (run) => collect(run, (round) => pause(roundPauseMs * round)),
})

type Visit = { check: Check; candidates: Candidate[] }

async function collect(run: Run, pauseBefore: (round: number) => Promise<unknown>): Promise<Collected> {
  const before = parsePages(await run.history(PAGES_FILE))
  const known = new Map(before.map((page) => [page.url, page]))
  const pages = trackedPages(run)
  const visits = await visitAll(pages, known, run, pauseBefore)

  const after = pages.flatMap((page) => {
    const visit = visits.get(page.url)
    return visit ? [stateAfter(known.get(page.url) ?? null, page, visit.check, run.now)] : []
  })
  const found = [...visits.values()].flatMap(({ candidates }) => candidates)
  const present = parseCandidates(await run.history(CANDIDATES_FILE))
  const candidates = mergeCandidates(present, found, run.present)
  refuseOutage(after)
  return {
    fetched: pages.length,
    drafts: [],
    whole: true,
    confirmed: [...new Set(after.filter(({ error }) => error === null).map(({ state }) => state))],
    rejected: pages.flatMap((page) => rejectionOf(page, visits)),
    changes: pageChanges(before, after, run.now),
    tally: tallyOf(known, after),
    history: new Map([
      [PAGES_FILE, formatPages(after)],
      [CANDIDATES_FILE, formatCandidates(candidates)],
    ]),
  }
}

/**
 * When most pages cannot be read, the fault is likely on this side, and no page is called down for it.
 * @throws Error
 */
function refuseOutage(after: readonly PageState[]): void {
  const unread = after.filter(({ error }) => error !== null).length
  if (unread > after.length / 2) throw new Error(`${unread} of ${after.length} pages could not be read`)
}

/** The sites of all states, each address once. */
function trackedPages({ present }: Run): TrackedPage[] {
  const pages = present.states.flatMap(({ code, sites }) =>
    sites.map(({ url, label }) => ({ url, label, state: code })),
  )
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].toReversed()
}

/** Visits every page; those that fail are visited again, later in the night, so that a short outage is none. */
async function visitAll(
  pages: readonly TrackedPage[],
  known: ReadonlyMap<string, PageState>,
  run: Run,
  pauseBefore: (round: number) => Promise<unknown>,
): Promise<Map<string, Visit>> {
  const robots = openRobots(run.network)
  const visits = new Map<string, Visit>()
  let due = pages
  for (let attempt = 1; attempt <= FAILURES_UNTIL_DOWN && due.length > 0; attempt += 1) {
    if (attempt > 1) await pauseBefore(attempt - 1)
    const hosts = Map.groupBy(due, ({ url }) => new URL(url).host)
    await Promise.all(
      [...hosts.values()].map(async (group) => {
        for (const page of group) {
          visits.set(page.url, await visit(page, known.get(page.url) ?? null, attempt, robots, run))
          run.say(`${visits.size} of ${pages.length} pages`)
        }
      }),
    )
    due = due.filter(({ url }) => visits.get(url)?.check.found === 'failure')
    // An outage on this side: asking every page twice more would not help.
    if (due.length > pages.length / 2) break
  }
  return visits
}

async function visit(
  page: TrackedPage,
  last: PageState | null,
  attempt: number,
  robots: Robots,
  run: Run,
): Promise<Visit> {
  try {
    const rules = await robots.rulesFor(page.url)
    if (!rules.allowed) return nothing(null, 'disallowed by the robots rules of the site')
    if (rules.delayMs > 0) await wait(rules.delayMs)
    const ask = { url: page.url, accepts: PAGE_TYPES, bytesMax: PAGE_BYTES_MAX, retries: 0, headers: conditions(last) }
    return await run.network.ask(ask, (answer) => reading(answer, page, run.now))
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    const { failing, status: httpStatus, message } = error
    const isGone =
      failing === 'network' || failing === 'timeout' || (failing === 'status' && !REFUSALS.has(httpStatus ?? 0))
    if (!isGone) return nothing(httpStatus, message)
    return { check: { found: 'failure', httpStatus, error: message, attempts: attempt }, candidates: [] }
  }
}

const nothing = (httpStatus: number | null, error: string): Visit => ({
  check: { found: 'nothing', httpStatus, error },
  candidates: [],
})

/** The headers that ask for the page only if it has changed; none when the last reading was another reader's. */
function conditions(last: PageState | null): Record<string, string> {
  if (!last || last.hash === null || last.reader !== READER) return {}
  return {
    ...(last.etag ? { 'if-none-match': last.etag } : {}),
    ...(last.lastModified ? { 'if-modified-since': last.lastModified } : {}),
  }
}

function reading(answer: Answer, page: TrackedPage, now: Date): Visit {
  const { status: httpStatus, headers, url } = answer
  if (httpStatus === 304) return { check: { found: 'same' }, candidates: [] }
  const { text, links } = readPage(decoded(answer), url, now.toISOString().slice(0, 10))
  if (text === '') return nothing(httpStatus, 'holds no readable text')
  const check: Check = {
    found: 'text',
    text,
    httpStatus,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
  }
  return { check, candidates: candidatesOf(links, page, now) }
}

const CHARSET = /charset\s*=\s*["']?([\w-]{2,40})/i
const HEAD_BYTES = 2_048

/** The text of a page, in the encoding that its headers or its head name; UTF-8 when they name none that is known. */
function decoded({ headers, bytes }: Answer): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const name = (CHARSET.exec(headers.get('content-type') ?? '') ?? CHARSET.exec(head))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(name).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function rejectionOf(page: TrackedPage, visits: ReadonlyMap<string, Visit>): Rejection[] {
  const check = visits.get(page.url)?.check
  return check && 'error' in check ? [{ ref: page.url, reason: check.error }] : []
}

function tallyOf(known: ReadonlyMap<string, PageState>, after: readonly PageState[]) {
  const read = after.filter(({ error, hash }) => error === null && hash !== null)
  const isNew = (page: PageState) => !known.get(page.url)?.hash
  const isChanged = (page: PageState) => !isNew(page) && known.get(page.url)?.hash !== page.hash
  const changed = read.filter(isChanged).length
  const added = read.filter(isNew).length
  return { new: added, changed, unchanged: read.length - added - changed }
}
