import { hash } from 'node:crypto'
import words from '../../../vocabulary/program-pages.json' with { type: 'json' }
import { parseNdjson } from '../../records/ndjson.ts'
import type { ChangeDraft } from '../../rules/notices/changes.ts'
import { formatCount } from '../../rules/text/wording.ts'
import { compare, toPattern } from '../../rules/text/words.ts'
import { DAY_MS } from '../../rules/time/moments.ts'
import { HISTORY, PageState } from '../../schema/history.ts'
import { type FetchResponse, NetworkFailure } from '../net/exchange.ts'
import type { Run, Source } from '../source.ts'
import { type Candidate, findCandidates, findDeadlines, parseLines, type TrackedPage } from './candidates.ts'
import { READER, readPage } from './text.ts'

const SAME_TEXT = 'shows the same new text as a page on another host, probably a block page'

/**
 * The states' program pages, one at a time per host, as their robots.txt allows: which changed since the last run,
 * which are down or back, and which documents and solicitations they link to that are not in the records. It writes
 * page state and candidates for review, never records.
 */
export const pagesSource: Source = {
  name: 'pages',
  summary: 'Program pages of the states: changes, outages, new links',
  async collect(run) {
    const before = parsePages(await run.history(PAGES_FILE))
    const earlierPages = new Map(before.map((page) => [page.url, page]))
    const pages = getTrackedPages(run)
    let done = 0
    const visits = await Promise.all(
      pages.map(async (page) => {
        const last = earlierPages.get(page.url) ?? null
        const visited = await visit(page, last, run)
        done += 1
        run.say(`${done} of ${pages.length} pages`)
        return { page, last, ...visited }
      }),
    )
    const blocked = findBlocked(visits)
    const read = visits.map(({ page, last, ...visited }) => {
      const { check, candidates } = blocked.has(page.url) ? toNothing(null, SAME_TEXT) : visited
      return { url: page.url, last, check, candidates, after: toStateAfter(last, page, check, run.now) }
    })
    const after = read.map((page) => page.after)
    for (const { url, check } of read) if ('error' in check) run.reject(url, check.error)
    const failed = after.filter(({ error }) => error !== null)
    // If most pages cannot be read, the problem is probably on this side, so no page is marked as down.
    if (failed.length > after.length / 2) throw new Error(`${failed.length} of ${after.length} pages could not be read`)

    const changes = toPageChanges(before, after, run.now)
    const texts = read.filter(({ after: { error, hash } }) => error === null && hash !== null)
    const added = texts.filter(({ last }) => !last?.hash).length
    const changed = texts.filter(({ last, after }) => last?.hash && last.hash !== after.hash).length
    return {
      fetched: pages.length,
      drafts: [],
      whole: true,
      confirmed: getConfirmedStates(after),
      changes,
      candidates: read.flatMap(({ candidates }) => candidates),
      tally: { new: added, changed, unchanged: texts.length - added - changed },
      notes: changes.flatMap(({ type, siteUrl }) =>
        type === 'PAGE_UPDATED' && siteUrl && isPdf(siteUrl)
          ? [`${siteUrl} has changed; compare it with the records`]
          : [],
      ),
      history: { [PAGES_FILE]: formatPages(after) },
    }
  },
}

function getConfirmedStates(after: readonly PageState[]): PageState['state'][] {
  const ever = after.filter(({ error, hash }) => error === null || hash !== null)
  const states = Map.groupBy(ever, ({ state }) => state)
  return [...states].flatMap(([state, pages]) => (pages.every(({ error }) => error === null) ? [state] : []))
}

const isPdf = (url: string): boolean => /\.pdf$/i.test(new URL(url).pathname)

function getTrackedPages({ present }: Run): TrackedPage[] {
  const pages = present.states.flatMap(({ code, timezone, sites }) =>
    sites.map(({ url, label }) => ({ url, label, state: code, timezone })),
  )
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].toReversed()
}

const MIB = 1024 * 1024
const PAGE = { accepts: ['text/html', 'application/xhtml+xml'], bytesMax: 5 * MIB } as const
const PDF = { accepts: ['application/pdf', 'application/octet-stream'], bytesMax: 16 * MIB } as const

/** Statuses with which a server refuses the ingest although the page exists. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 429, 451])
type Visit = { check: Check; candidates: Candidate[] }

async function visit(page: TrackedPage, last: PageState | null, run: Run): Promise<Visit> {
  try {
    const request = { url: page.url, ...(isPdf(page.url) ? PDF : PAGE), retries: 1 }
    return await run.network.ask({ ...request, headers: toConditions(last) }, (response) =>
      toVisit(response, page, run.now),
    )
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    const { failing, status: httpStatus, message } = error
    const isGone =
      failing === 'network' || failing === 'timeout' || (failing === 'status' && !REFUSALS.has(httpStatus ?? 0))
    if (!isGone) return toNothing(httpStatus, message)
    return { check: { found: 'failure', httpStatus, error: message }, candidates: [] }
  }
}

const toNothing = (httpStatus: number | null, error: string): Visit => ({
  check: { found: 'nothing', httpStatus, error },
  candidates: [],
})

/** The headers that request the page only if it has changed; none if it was last read by a different reader version. */
function toConditions(last: PageState | null): Record<string, string> {
  if (!last || last.hash === null || last.reader !== READER) return {}
  return {
    ...(last.etag ? { 'if-none-match': last.etag } : {}),
    ...(last.lastModified ? { 'if-modified-since': last.lastModified } : {}),
  }
}

function toVisit(response: FetchResponse, page: TrackedPage, now: Date): Visit {
  const { status: httpStatus, headers, url } = response
  if (httpStatus === 304) return { check: { found: 'same' }, candidates: [] }
  if (LOGIN.test(url) && !LOGIN.test(page.url)) return toNothing(httpStatus, 'redirects to a login page')
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
  if (isPdf(page.url)) {
    const text = Buffer.from(response.bytes).toString('latin1')
    return { check: { found: 'text', text, httpStatus, ...validators }, candidates: [] }
  }
  const { text, links, blocks } = readPage(decodeText(response), url, now.toISOString().slice(0, 10))
  if (text === '') return toNothing(httpStatus, 'has no readable text')
  if (isChallenge(text)) return toNothing(httpStatus, 'shows a bot challenge')
  const check: Check = { found: 'text', text, httpStatus, ...validators }
  const linked = findCandidates(links, page, now)
  // The row of a linked solicitation has its dates already.
  const rows = links.filter((link) => linked.some(({ kind, title }) => kind === 'notice' && title === link.text))
  const named = findDeadlines(blocks, page, now).filter(
    ({ evidence = '' }) => !rows.some(({ context }) => context.includes(evidence)),
  )
  return { check, candidates: [...linked, ...named] }
}

const LOGIN = /(?<![a-z])(?:log-?[io]n|sign-?in|sso|saml2?|oauth2?|adfs)(?![a-z])/i
const CHARSET = /charset\s*=\s*["']?([\w-]{2,40})/i

function decodeText({ headers, bytes }: FetchResponse): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048))
  const name = (CHARSET.exec(headers.get('content-type') ?? '') ?? CHARSET.exec(head))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(name).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

export const PAGES_FILE = HISTORY.pages.file
export const parsePages = (text: string | null): PageState[] => parseNdjson(PAGES_FILE, text, PageState)
export const formatPages = (pages: readonly PageState[]): string => parseLines(pages, PageState)

export type Check =
  | { found: 'text'; text: string; httpStatus: number; etag: string | null; lastModified: string | null }
  /** The server reports no change since the last check. */
  | { found: 'same' }
  | { found: 'failure'; httpStatus: number | null; error: string }
  /** The page may work for readers, but the ingest cannot read it: robots.txt, refusals, other content. */
  | { found: 'nothing'; httpStatus: number | null; error: string }

/** After failures in this many nights, a page counts as down; if the server says that it is gone, at once. */
const NIGHTS_UNTIL_DOWN = 3
const GONE: ReadonlySet<number | null> = new Set([404, 410])

export function toStateAfter(before: PageState | null, page: TrackedPage, check: Check, now: Date): PageState {
  const { url, state, label } = page
  const last = { ...(before ?? UNREAD), url, state, label }
  if (check.found === 'same') return { ...last, ...UP, httpStatus: OK }
  const { httpStatus } = check
  if (check.found === 'nothing') return { ...last, httpStatus, error: check.error }
  if (check.found === 'failure') {
    const failedOn = [...new Set([...last.failedOn, now.toISOString().slice(0, 10)])].slice(-NIGHTS_UNTIL_DOWN)
    // A page that was never read may never have been up.
    const isDown = last.hash !== null && (GONE.has(httpStatus) || failedOn.length >= NIGHTS_UNTIL_DOWN)
    const downSince = last.downSince ?? (isDown ? now.toISOString() : null)
    return { ...last, httpStatus, error: check.error, failedOn, downSince }
  }
  const textHash = hash('sha256', check.text)
  const isOther = last.hash !== null && last.reader === READER && last.hash !== textHash
  // Some servers send different validators every time; those of the same text are kept.
  const { etag, lastModified } = last.hash === textHash && (last.etag ?? last.lastModified) ? last : check
  const changedAt = isOther ? now.toISOString() : last.changedAt
  return { ...last, ...UP, httpStatus, reader: READER, hash: textHash, etag, lastModified, changedAt }
}

// A 304 stands for the 200 that it repeats.
const OK = 200
const UP = { error: null, failedOn: [], downSince: null }
const UNREAD = { reader: READER, hash: null, etag: null, lastModified: null, changedAt: null, httpStatus: null, ...UP }

/**
 * The feed's changes between two states of the tracked pages, by URL; for each page, first that it is back, then that
 * it changed. A page that is new, or was read by a different reader version, has not changed. Pages that are no longer
 * tracked are left out.
 */
export function toPageChanges(before: readonly PageState[], after: readonly PageState[], now: Date): ChangeDraft[] {
  const earlierPages = new Map(before.map((page) => [page.url, page]))
  return after
    .toSorted((a, b) => compare(a.url, b.url))
    .flatMap((page) => findChanges(earlierPages.get(page.url) ?? null, page, now))
}

function findChanges(before: PageState | null, after: PageState, now: Date): ChangeDraft[] {
  const { url, label, state, httpStatus, error, reader, hash } = after
  const head = { state, siteUrl: url, documentId: null }
  const changes: ChangeDraft[] = []
  if (after.downSince !== null && !before?.downSince) {
    const summary = `Site down: ${label}${error ? ` (${error})` : ''}`
    changes.push({ ...head, type: 'SITE_DOWN', summary, detail: { url, label, httpStatus, error } })
  }
  if (before?.downSince && after.downSince === null) {
    const { downSince } = before
    const days = Math.floor((now.getTime() - Date.parse(downSince)) / DAY_MS)
    const summary = `Site restored: ${label}, after ${days < 1 ? 'less than a day' : formatCount(days, 'day')}`
    changes.push({ ...head, type: 'SITE_RESTORED', summary, detail: { url, label, httpStatus, downSince } })
  }
  if (before?.hash && hash !== null && before.reader === reader && before.hash !== hash) {
    const detail = { url, label, previousHash: before.hash, currentHash: hash }
    changes.push({ ...head, type: 'PAGE_UPDATED', summary: `Page updated: ${label}`, detail })
  }
  return changes
}

/** Texts that firewalls show instead of a page. A long page may quote such words. */
const CHALLENGE = toPattern(words.challenge)
const isChallenge = (text: string): boolean => text.length <= 1_500 && CHALLENGE.test(text)

/**
 * The URLs of pages on several hosts that had a text before and now have the same new one: they show a block page. Texts
 * are compared without digits, incident numbers and host names.
 */
function findBlocked(visits: readonly { page: TrackedPage; last: PageState | null; check: Check }[]): Set<string> {
  const changed = visits.flatMap(({ page: { url }, last, check }) => {
    const isNew = check.found === 'text' && last?.hash && last.hash !== hash('sha256', check.text)
    return isNew ? [{ url, host: new URL(url).host, before: last.hash, words: toGist(check.text, url) }] : []
  })
  const groups = [...Map.groupBy(changed, ({ words }) => words).values()].filter((group) =>
    [new Set(group.map(({ host }) => host)), new Set(group.map(({ before }) => before))].every(({ size }) => size > 1),
  )
  return new Set(groups.flat().map(({ url }) => url))
}

const toGist = (text: string, url: string): string =>
  text
    .replaceAll(new URL(url).hostname, ' ')
    .replace(/\b(?=\w*\d)\w+\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
