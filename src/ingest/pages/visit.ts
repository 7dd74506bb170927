import { setTimeout as wait } from 'node:timers/promises'
import type { PageState } from '../../schema/history.ts'
import type { FetchResponse } from '../net/exchange.ts'
import { NetworkFailure } from '../net/failure.ts'
import { openRobots, type Robots } from '../net/robots.ts'
import type { Run } from '../source.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { isChallenge } from './challenge.ts'
import { type Check, FAILURES_UNTIL_DOWN, type TrackedPage } from './state.ts'
import { READER, readPage } from './text.ts'

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const
const PAGE_BYTES_MAX = 5 * 1024 * 1024

/** Statuses with which a server refuses the ingest although the page exists. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 429, 451])

/** The result of a visit to a page. */
export type Visit = { check: Check; candidates: Candidate[] }

/** Visits every page. Failed ones are visited again later in the run, so a short outage does not count. */
export async function visitAll(
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
    // An outage on this side: two more attempts per page would not help.
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
    if (!rules.allowed) return nothing(null, "disallowed by the site's robots.txt")
    if (rules.delayMs > 0) await wait(rules.delayMs)
    const request = {
      url: page.url,
      accepts: PAGE_TYPES,
      bytesMax: PAGE_BYTES_MAX,
      retries: 0,
      headers: conditions(last),
    }
    return await run.network.ask(request, (response) => reading(response, page, run.now))
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    const { failing, status: httpStatus, message } = error
    const isGone =
      failing === 'network' || failing === 'timeout' || (failing === 'status' && !REFUSALS.has(httpStatus ?? 0))
    if (!isGone) return nothing(httpStatus, message)
    return { check: { found: 'failure', httpStatus, error: message, attempts: attempt }, candidates: [] }
  }
}

/** A visit that gives no information about the page. */
export const nothing = (httpStatus: number | null, error: string): Visit => ({
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
  const { text, links } = readPage(decoded(response), url, now.toISOString().slice(0, 10))
  if (text === '') return nothing(httpStatus, 'has no readable text')
  if (isChallenge(text)) return nothing(httpStatus, 'shows a bot challenge')
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
