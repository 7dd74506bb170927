import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import { Agent } from 'undici'
import { checkedLookup, type Resolve, systemResolve } from '../../net/addresses.ts'
import { onceEach } from '../../rules/once.ts'
import type { Settings } from '../settings.ts'
import { exchange, type FetchRequest, type FetchResponse, parsedUrl } from './exchange.ts'
import { failureOf, NetworkFailure } from './failure.ts'

const RETRIES = 3
const TIMEOUT_MS = 30_000
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 60_000
const REQUESTS_AT_ONCE = 6

/** Every request of the ingest goes through one of these. */
export interface Network {
  /**
   * Sends a request and reads its response (2xx or 304). Only one request at a time per host, and few in total.
   * Timeouts, transient errors and responses that `read` cannot parse are retried with growing pauses, at least as long
   * as `Retry-After`.
   * @throws NetworkFailure
   */
  ask<T>(request: FetchRequest, read: (response: FetchResponse) => T): Promise<T>
  /** How far the servers' clocks are ahead: the median over all hosts in milliseconds; null if unknown. */
  skewMs(): number | null
  close(): Promise<void>
}

export interface NetworkOptions {
  settings: Settings
  resolve?: Resolve
  timeoutMs?: number
  /** The pause before the first retry; it doubles each time. */
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
  const limitOf = onceEach((_host: string) => pLimit(1))
  const skews = new Map<string, number>()

  async function once<T>(request: FetchRequest, read: (response: FetchResponse) => T): Promise<T> {
    const response = await exchange(request, { settings, agent, timeoutMs, now })
    const skew = skewOf(response.headers, now())
    if (skew !== null) skews.set(parsedUrl(response.url).host, skew)
    return reading(response, read)
  }

  return {
    ask: async (request, read) => {
      const attempt = () => atOnce(() => once(request, read)).catch((error) => Promise.reject(failureOf(error)))
      return limitOf(parsedUrl(request.url).host)(() =>
        pRetry(attempt, {
          retries: request.retries ?? RETRIES,
          minTimeout: pauseMs,
          maxTimeout: PAUSE_MAX_MS,
          shouldRetry: ({ error }) =>
            error instanceof NetworkFailure && error.transient && error.retryAfter <= PAUSE_MAX_MS,
          onFailedAttempt: async ({ error, retryDelay }) => {
            const longer = error instanceof NetworkFailure ? error.retryAfter - retryDelay : 0
            if (retryDelay > 0 && longer > 0 && longer <= PAUSE_MAX_MS) await pause(longer)
          },
        }),
      )
    },
    skewMs: () => [...skews.values()].sort((a, b) => a - b)[Math.floor((skews.size - 1) / 2)] ?? null,
    close: () => agent.destroy(),
  }
}

/** How far a server's clock is ahead. The `Date` of a cached response is as old as its `Age`. */
function skewOf(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (Number.isFinite(age) ? age * 1_000 : 0) - now
}

function reading<T>(response: FetchResponse, read: (response: FetchResponse) => T): T {
  try {
    return read(response)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NetworkFailure('content', reason, { status: response.status, transient: true })
  }
}
