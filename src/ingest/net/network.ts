import { setTimeout as wait } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import pRetry from 'p-retry'
import { Agent, fetch, type Response } from 'undici'
import type { Settings } from '../settings.ts'
import { checkedLookup, type Resolve, refuseAddressHost, systemResolve } from './addresses.ts'
import { failureOf, NetworkFailure } from './failure.ts'
import { retryAfterOf } from './retry-after.ts'

const KIB = 1024
const REDIRECTS_MAX = 5
const RETRIES = 3
const TIMEOUT_MS = 30_000
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 60_000
const REQUESTS_AT_ONCE = 6

/** The cap on the body of an answer, when the caller sets none. */
const BYTES_MAX = 8 * KIB * KIB

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

export interface Ask {
  url: string
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Media types of which the answer must be one; none: any. */
  accepts: readonly string[]
  bytesMax?: number
  retries?: number
}

export interface Answer {
  status: number
  /** The address that answered, after redirects. */
  url: string
  mediaType: string
  headers: Headers
  bytes: Uint8Array
}

/** The only way out: every request of the ingest goes through one of these. */
export interface Network {
  /**
   * Asks an address and reads its answer (2xx or 304). One request at a time per host, few at once in all; time-outs,
   * passing faults and answers that `read` cannot make sense of are asked again after growing pauses, at least as long
   * as `Retry-After` says; redirects, sizes and addresses are held within bounds.
   * @throws NetworkFailure
   */
  ask<T>(ask: Ask, read: (answer: Answer) => T): Promise<T>
  close(): Promise<void>
}

export interface NetworkOptions {
  settings: Settings
  resolve?: Resolve
  timeoutMs?: number
  /** The first pause before asking again; each next one is twice as long. */
  pauseMs?: number
  pause?: (ms: number) => Promise<unknown>
  now?: () => number
}

export function openNetwork(options: NetworkOptions): Network {
  const { settings, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS, pause = wait, now = Date.now } = options
  const agent = new Agent({
    connect: { lookup: checkedLookup(options.resolve ?? systemResolve), timeout: timeoutMs },
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
  })
  const atOnce = pLimit(REQUESTS_AT_ONCE)
  const hosts = new Map<string, LimitFunction>()
  const hostLimit = (url: string): LimitFunction => {
    const { host } = parsed(url)
    const limit = hosts.get(host) ?? pLimit(1)
    hosts.set(host, limit)
    return limit
  }

  async function once(ask: Ask): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = ask.url
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const response = await send(url, ask, signal)
      if (!REDIRECTS.has(response.status)) return answerOf(response, url, ask)
      await response.body?.cancel()
      url = redirected(url, response, ask)
    }
    throw new NetworkFailure('redirect', `redirected more than ${REDIRECTS_MAX} times`)
  }

  function send(url: string, ask: Ask, signal: AbortSignal): Promise<Response> {
    return fetch(target(url, settings), {
      dispatcher: agent,
      method: ask.method ?? 'GET',
      redirect: 'manual',
      signal,
      headers: {
        'user-agent': settings.userAgent,
        accept: ask.accepts.join(', ') || '*/*',
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      body: ask.body === undefined ? null : JSON.stringify(ask.body),
    })
  }

  async function answerOf(response: Response, url: string, ask: Ask): Promise<Answer> {
    const { status } = response
    if (!response.ok && status !== 304) {
      await response.body?.cancel()
      const retryAfter = retryAfterOf(response.headers.get('retry-after'), now())
      throw new NetworkFailure('status', `answered ${status}`, { status, passing: PASSING.has(status), retryAfter })
    }
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (status !== 304 && ask.accepts.length > 0 && !ask.accepts.includes(mediaType)) {
      await response.body?.cancel()
      throw new NetworkFailure(
        'type',
        `answered with ${mediaType.slice(0, 60) || 'no media type'}, not ${ask.accepts.join(' or ')}`,
        { status },
      )
    }
    return {
      status,
      url,
      mediaType,
      headers: response.headers as unknown as Headers,
      bytes: await bodyOf(response, ask),
    }
  }

  return {
    ask: async (ask, read) => {
      const attempt = () =>
        atOnce(async () => reading(await once(ask), read)).catch((error) => Promise.reject(failureOf(error)))
      return hostLimit(ask.url)(() =>
        pRetry(attempt, {
          retries: ask.retries ?? RETRIES,
          minTimeout: pauseMs,
          maxTimeout: PAUSE_MAX_MS,
          shouldRetry: ({ error }) =>
            error instanceof NetworkFailure && error.passing && error.retryAfter <= PAUSE_MAX_MS,
          onFailedAttempt: async ({ error, retryDelay }) => {
            const longer = error instanceof NetworkFailure ? error.retryAfter - retryDelay : 0
            if (retryDelay > 0 && longer > 0 && longer <= PAUSE_MAX_MS) await pause(longer)
          },
        }),
      )
    },
    close: () => agent.destroy(),
  }
}

function parsed(url: string): URL {
  if (!URL.canParse(url)) throw new NetworkFailure('address', 'is not an address')
  return new URL(url)
}

/** Where a request really goes, checked: http(s) on its own port to a host that is not an address outside the internet. */
function target(url: string, settings: Settings): URL {
  const wanted = parsed(url)
  if (wanted.protocol !== 'http:' && wanted.protocol !== 'https:') {
    throw new NetworkFailure('address', `${wanted.protocol} is neither http nor https`)
  }
  if (wanted.username || wanted.password) throw new NetworkFailure('address', 'carries credentials')
  const mapped = settings.originMap.get(wanted.origin)
  const goal = mapped ? new URL(`${mapped}${wanted.pathname}${wanted.search}`) : wanted
  if (settings.allowedOrigins.has(goal.origin)) return goal
  if (goal.port) throw new NetworkFailure('address', `port ${goal.port} is neither 80 nor 443`)
  refuseAddressHost(goal.hostname)
  return goal
}

function redirected(url: string, response: Response, ask: Ask): string {
  const location = response.headers.get('location')
  if (ask.method === 'POST') throw new NetworkFailure('redirect', 'redirected a POST', { status: response.status })
  if (!location || !URL.canParse(location, url)) {
    throw new NetworkFailure('redirect', 'redirected to no address', { status: response.status })
  }
  return new URL(location, url).href
}

async function bodyOf(response: Response, { bytesMax = BYTES_MAX }: Ask): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Counted as it is unpacked, so that a small compressed body cannot grow without bound.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytesMax) throw new NetworkFailure('size', `answered with more than ${Math.floor(bytesMax / KIB)} KiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reading<T>(answer: Answer, read: (answer: Answer) => T): T {
  try {
    return read(answer)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NetworkFailure('content', reason, { status: answer.status, passing: true })
  }
}
