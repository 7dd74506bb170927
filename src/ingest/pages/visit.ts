import type { PageState } from '../../schema/history.ts'
import type { FetchResponse } from '../net/exchange.ts'
import { NetworkFailure } from '../net/failure.ts'
import type { Run } from '../source.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { isChallenge } from './challenge.ts'
import { deadlinesIn } from './deadlines.ts'
import type { Check, TrackedPage } from './state.ts'
import { READER, readPage } from './text.ts'

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const
const PAGE_BYTES_MAX = 5 * 1024 * 1024

/** Statuses with which a server refuses the ingest although the page exists. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 429, 451])

/** The result of a visit to a page. */
export type Visit = { check: Check; candidates: Candidate[] }

/** Visits every page. The network asks failed hosts again at the end of the run, so a short outage does not count. */
export async function visitAll(
  pages: readonly TrackedPage[],
  known: ReadonlyMap<string, PageState>,
  run: Run,
): Promise<Map<string, Visit>> {
  let done = 0
  const visits = await Promise.all(
    pages.map(async (page): Promise<[string, Visit]> => {
      const visited = await visit(page, known.get(page.url) ?? null, run)
      done += 1
      run.say(`${done} of ${pages.length} pages`)
      return [page.url, visited]
    }),
  )
  return new Map(visits)
}

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
