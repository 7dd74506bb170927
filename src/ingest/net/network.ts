import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import robotsModule from 'robots-parser'
import { Agent, buildConnector } from 'undici'
import { createCheckedLookup, type Resolve, resolveWithSystem } from '../../net/addresses.ts'
import { onceEach } from '../../rules/once.ts'
import { ROBOT_NAME, type Settings } from '../settings.ts'
import {
  type FetchRequest,
  type FetchResponse,
  formatReason,
  NetworkFailure,
  parseUrl,
  send,
  toFailure,
  toResponse,
} from './exchange.ts'
import type { Tape } from './recording.ts'

// The package is CommonJS and exports the function itself, although its types declare a default export.
const robotsParser = robotsModule as unknown as typeof robotsModule.default
const DELAY_MAX_SECONDS = 60

export interface Traffic {
  host: string
  requests: number
  /** Number of responses by status; requests without one by what failed. */
  statuses: Record<string, number>
  bytes: number
  ms: number
}

/** Each pause before a retry is this many times as long as the last: 2, 10 and 50 seconds. */
const PAUSE_FACTOR = 5
const RETRY_AFTER_MAX_MS = 60_000
/** A host that left this many requests in a row without a response is not asked again in the run. */
const UNANSWERED_MAX = 2
const REDIRECTS_MAX = 5

export interface Asker {
  /**
   * Sends a request and reads its response (2xx or 304). The robots.txt of every host holds, for redirects too; one
   * request at a time per host, with a pause between them, and few in total. Timeouts, transient errors and responses
   * that `read` cannot parse are retried.
   * @throws NetworkFailure
   */
  ask<T>(request: FetchRequest, read: (response: FetchResponse) => T): Promise<T>
}

export type Network = ReturnType<typeof openNetwork>

export interface NetworkOptions {
  settings: Settings
  resolve?: Resolve
  timeoutMs?: number
  /** The pause before the first retry. */
  pauseMs?: number
  pause?: (ms: number) => Promise<unknown>
  now?: () => number
  tape?: Tape
}

export function openNetwork(options: NetworkOptions) {
  const { settings, timeoutMs = 30_000, pauseMs = 2_000, pause = wait, now = Date.now } = options
  const { tape = (_url, _request, live) => live() } = options
  const agent = new Agent({
    connect: openConnector({ lookup: createCheckedLookup(options.resolve ?? resolveWithSystem), timeout: timeoutMs }),
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
  })
  const atOnce = pLimit(6)
  // Each host may be asked again at `freeAt` of the monotonic clock. One that does not respond, or that asks for a longer
  // pause than a run makes, is left alone: `refusal` says why.
  const getHost = onceEach((_host: string) => ({
    queue: pLimit(1),
    freeAt: 0,
    delayMs: settings.spacingMs,
    unanswered: 0,
    refusal: null as NetworkFailure | null,
  }))
  const robots = new Map<string, ReturnType<typeof robotsParser>>()
  const skews = new Map<string, number>()
  const getTraffic = onceEach((_source: string) => new Map<string, Traffic>())

  async function fetchHop(url: string, request: FetchRequest, source: string): Promise<FetchResponse | string> {
    const { host } = parseUrl(url)
    const place = getHost(host)
    const due = place.freeAt - performance.now()
    place.freeAt = Math.max(place.freeAt, performance.now()) + place.delayMs
    // A timer drops the fraction of a millisecond.
    if (due > 0) await pause(Math.ceil(due))
    const counts = getTraffic(source).get(host) ?? { host, requests: 0, statuses: {}, bytes: 0, ms: 0 }
    getTraffic(source).set(host, counts)
    counts.requests += 1
    const began = performance.now()
    const count = (status: number | string) => {
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
      counts.ms += Math.round(performance.now() - began)
    }
    try {
      const live = () => send(url, request, { settings, agent, timeoutMs, now })
      const sent = await atOnce(() => tape(url, request, live))
      const response = toResponse(url, request, sent)
      count(sent.status)
      counts.bytes += sent.bytes.length
      const skew = findSkew(sent)
      if (skew !== null) skews.set(host, skew)
      return response
    } catch (error) {
      const failure = toFailure(error)
      count(failure.status ?? failure.failing)
      throw failure
    } finally {
      place.freeAt = Math.max(place.freeAt, performance.now() + place.delayMs)
    }
  }

  async function follow(request: FetchRequest, source: string, permit: (url: string) => Promise<void>) {
    let { url } = request
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      await permit(url)
      const response = await fetchHop(url, request, source)
      if (typeof response !== 'string') return response
      url = response
    }
    throw new NetworkFailure('redirect', `redirected more than ${REDIRECTS_MAX} times`)
  }

  /** The rules of a host (RFC 9309). One without the file (4xx) allows everything; from one that fails, nothing is read. */
  async function readRobots(origin: string, source: string) {
    const url = `${origin}/robots.txt`
    try {
      const { bytes } = await follow({ url, accepts: [], bytesMax: 500 * 1024 }, source, async () => {})
      return robotsParser(url, new TextDecoder().decode(bytes))
    } catch (error) {
      const { status } = toFailure(error)
      if (status !== null && status >= 400 && status < 500 && status !== 429) return robotsParser(url, '')
      throw error
    }
  }

  async function refuseDisallowed(url: string, source: string): Promise<void> {
    const { origin, host } = parseUrl(url)
    const rules = robots.get(origin) ?? (await readRobots(origin, source))
    robots.set(origin, rules)
    const delay = Math.max(0, rules.getCrawlDelay(ROBOT_NAME) ?? 0)
    const isPatient = delay <= DELAY_MAX_SECONDS
    const place = getHost(host)
    const delayMs = Math.max(settings.spacingMs, isPatient ? delay * 1_000 : 0)
    // It also counts from the request for robots.txt.
    place.freeAt += delayMs - place.delayMs
    place.delayMs = delayMs
    if (rules.isAllowed(url, ROBOT_NAME) === false) {
      throw new NetworkFailure('robots', "disallowed by the site's robots.txt")
    }
    if (!isPatient) throw new NetworkFailure('robots', `its robots.txt asks for ${delay} seconds between requests`)
  }

  async function ask<T>(request: FetchRequest, read: (response: FetchResponse) => T, source: string): Promise<T> {
    const place = getHost(parseUrl(request.url).host)
    const { retries = 3 } = request
    const once = async () => {
      const response = await follow(request, source, (url) => refuseDisallowed(url, source))
      try {
        return read(response)
      } catch (error) {
        throw new NetworkFailure('content', formatReason(error), { status: response.status, transient: true })
      }
    }
    return place.queue(async () => {
      if (place.refusal) throw place.refusal
      try {
        const value = await pRetry(once, {
          retries,
          minTimeout: pauseMs,
          factor: PAUSE_FACTOR,
          onFailedAttempt: ({ error }) => {
            const pauseAsked = Math.min(toFailure(error).retryAfter, RETRY_AFTER_MAX_MS)
            place.freeAt = Math.max(place.freeAt, performance.now() + pauseAsked)
          },
          shouldRetry({ error }) {
            const { transient, retryAfter } = toFailure(error)
            return transient && retryAfter <= RETRY_AFTER_MAX_MS
          },
        })
        place.unanswered = 0
        return value
      } catch (error) {
        const failure = toFailure(error)
        const isUnanswered = failure.failing === 'timeout' || failure.failing === 'network'
        place.unanswered = isUnanswered ? place.unanswered + 1 : 0
        if (failure.retryAfter > RETRY_AFTER_MAX_MS || place.unanswered >= UNANSWERED_MAX) place.refusal = failure
        throw failure
      }
    })
  }

  const forSource = (source: string): Asker => ({ ask: (request, read) => ask(request, read, source) })
  return {
    ...forSource(''),
    forSource,
    traffic: (source: string): Traffic[] => structuredClone([...getTraffic(source).values()]),
    /** How far the servers' clocks are ahead: the median over all hosts in milliseconds; null if unknown. */
    skewMs: (): number | null => [...skews.values()].sort((a, b) => a - b)[Math.floor((skews.size - 1) / 2)] ?? null,
    close: () => agent.destroy(),
  }
}

/** How far a server's clock is ahead. The `Date` of a cached response is as old as its `Age`. */
function findSkew({ headers, at }: Pick<FetchResponse, 'headers' | 'at'>): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (Number.isFinite(age) ? age * 1_000 : 0) - at
}

const CERTIFICATES = path.join(import.meta.dirname, '..', '..', '..', 'certificates')

/**
 * Certificates that a host should send with its own and does not. Browsers fetch them; here they are added to the
 * trusted ones for this host alone, so its certificate is verified like every other.
 */
export const MISSING_CERTIFICATES: Readonly<Record<string, readonly string[]>> = {
  'webprocure.proactiscloud.com': [readFileSync(path.join(CERTIFICATES, 'thawte-tls-rsa-ca-g1.pem'), 'utf8')],
}

export function openConnector(
  options: buildConnector.BuildOptions,
  missing = MISSING_CERTIFICATES,
): buildConnector.connector {
  const plain = buildConnector(options)
  const completed = new Map(
    Object.entries(missing).map(([host, certificates]) => {
      const ca = [...getCACertificates('default'), ...certificates]
      return [host, buildConnector({ ...options, ca })]
    }),
  )
  return (target, callback) => (completed.get(target.hostname) ?? plain)(target, callback)
}
