import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Agent, fetch, type Response } from 'undici'
import * as z from 'zod'
import { AddressRefused, refuseAddressHost } from '../../net/addresses.ts'
import type { Settings } from '../settings.ts'

type Failing = 'address' | 'robots' | 'network' | 'timeout' | 'redirect' | 'status' | 'type' | 'size' | 'content'

/** Why a URL gave no usable response. The message is readable and quotes nothing of the body. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly failing: Failing
  readonly status: number | null
  /** Whether a retry may help, and after how many milliseconds the server allows one. */
  readonly transient: boolean
  readonly retryAfter: number

  constructor(
    failing: Failing,
    message: string,
    more: Partial<Pick<NetworkFailure, 'status' | 'transient' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.failing = failing
    this.status = more.status ?? null
    this.transient = more.transient ?? false
    this.retryAfter = more.retryAfter ?? 0
  }
}

/** Converts a failure to one with our own message. */
export function toFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NetworkFailure) return cause
    if (cause instanceof AddressRefused) return new NetworkFailure('address', cause.message)
    if (cause.name === 'TimeoutError' || /_TIMEOUT$/.test(getCode(cause))) {
      return new NetworkFailure('timeout', 'did not respond in time', { transient: true })
    }
    if (cause.cause === undefined) {
      return new NetworkFailure('network', `cannot be reached (${getCode(cause) || cause.name})`, { transient: true })
    }
  }
  return new NetworkFailure('network', 'cannot be reached', { transient: true })
}

const getCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
const KIB = 1024
const BYTES_MAX = 8 * KIB * KIB
const FORM_TYPE = 'application/x-www-form-urlencoded'
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

export interface FetchRequest {
  url: string
  method?: 'GET' | 'POST'
  /** Sent as JSON, or as the fields of a form. */
  body?: unknown
  isForm?: true
  headers?: Readonly<Record<string, string>>
  /** A key of this service, sent to the host of the URL but to no host that it redirects to. */
  key?: string
  accepts: readonly string[]
  bytesMax?: number
  retries?: number
  /** Accept a 404 with one of the media types: it means that nothing matches. */
  mayMatchNothing?: true
}

export const RSS = {
  accepts: ['application/rss+xml', 'application/xml', 'text/xml'],
  bytesMax: 4 * KIB * KIB,
} as const satisfies Partial<FetchRequest>

export interface FetchResponse {
  status: number
  url: string
  mediaType: string
  headers: Headers
  bytes: Uint8Array
  at: number
}

export type Hop = FetchResponse & { location: string | null }

/**
 * One request to a checked IP address; size and media type of the response are limited. Redirects are not followed.
 * @throws NetworkFailure, or what the platform's fetch throws
 */
export async function exchange(
  url: string,
  ask: FetchRequest,
  { settings, agent, timeoutMs, now }: { settings: Settings; agent: Agent; timeoutMs: number; now: () => number },
): Promise<Hop> {
  const { body } = ask
  const response = await fetch(target(url, settings), {
    dispatcher: agent,
    method: ask.method ?? 'GET',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'user-agent': settings.userAgent,
      accept: ask.accepts.join(', ') || '*/*',
      ...(body !== undefined && { 'content-type': ask.isForm ? FORM_TYPE : 'application/json' }),
      ...ask.headers,
      ...(ask.key && parsedUrl(url).origin === parsedUrl(ask.url).origin && { 'x-api-key': ask.key }),
    },
    body:
      body === undefined
        ? null
        : ask.isForm
          ? String(new URLSearchParams(body as Record<string, string>))
          : JSON.stringify(body),
  })
  const { status } = response
  const headers = response.headers as unknown as Headers
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const hop = { status, url, mediaType, headers, at: now() }
  if (!REDIRECTS.has(status)) {
    await refuseUnusable(response, mediaType, ask, now())
    return { ...hop, location: null, bytes: await readBody(response, ask) }
  }
  await response.body?.cancel()
  return { ...hop, location: redirected(url, response, ask), bytes: new Uint8Array() }
}

export function parsedUrl(url: string): URL {
  const parsed = URL.parse(url)
  if (!parsed) throw new NetworkFailure('address', 'is not a URL')
  return parsed
}

/** The URL of a request, checked: http(s), default port, and no address outside the public internet. */
function target(url: string, settings: Settings): URL {
  const parsed = parsedUrl(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new NetworkFailure('address', `${parsed.protocol} is neither http nor https`)
  }
  if (parsed.username || parsed.password) throw new NetworkFailure('address', 'contains credentials')
  const mapped = settings.originMap.get(parsed.origin)
  const destination = mapped ? new URL(`${mapped}${parsed.pathname}${parsed.search}`) : parsed
  if (settings.allowedOrigins.has(destination.origin)) return destination
  if (destination.port) throw new NetworkFailure('address', `port ${destination.port} is neither 80 nor 443`)
  refuseAddressHost(destination.hostname)
  return destination
}

function redirected(url: string, response: Response, ask: FetchRequest): string {
  const { status, headers } = response
  if (ask.method === 'POST') throw new NetworkFailure('redirect', 'redirected a POST', { status })
  const target = headers.get('location')
  const location = target && URL.parse(target, url)
  if (!location) throw new NetworkFailure('redirect', 'redirected without a URL', { status })
  return location.href
}

async function refuseUnusable(response: Response, mediaType: string, ask: FetchRequest, now: number): Promise<void> {
  const { status } = response
  const isAccepted = ask.accepts.length === 0 || ask.accepts.includes(mediaType)
  const isExpected = response.ok || (ask.mayMatchNothing && status === 404)
  if (status === 304 || (isExpected && isAccepted)) return
  await response.body?.cancel()
  if (response.ok) {
    const sentType = mediaType.slice(0, 60) || 'no media type'
    throw new NetworkFailure('type', `responded with ${sentType} instead of ${ask.accepts.join(' or ')}`, { status })
  }
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), now)
  const transient = TRANSIENT.has(status)
  throw new NetworkFailure('status', `responded with ${status}`, { status, transient, retryAfter })
}

async function readBody(response: Response, { bytesMax = BYTES_MAX }: FetchRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Counted after decompression, so a small compressed body cannot grow without limit.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytesMax) throw new NetworkFailure('size', `responded with more than ${Math.floor(bytesMax / KIB)} KiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** How long a `Retry-After` header, in seconds or as a date, asks to wait, in milliseconds. 0 if absent or past. */
export function parseRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}

export const JSON_TYPE = ['application/json'] as const

/** The media types under which some portals send JSON. A web page among them fails as malformed JSON. */
export const LOOSE_JSON = [...JSON_TYPE, 'text/plain', 'text/html'] as const

/** A text that may be missing; null for any other type. */
export const word = z.string().nullish().catch(null)

/** An object of a response, unchecked: every value is cleaned where it is used. */
export type Row = Readonly<Record<string, unknown>>

/** The value at a path such as `data.rows`, undefined if there is none; the value itself for an empty path. */
export const findAt = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce((part: unknown, key) => (part as Row | null | undefined)?.[key], value)

/** The values at a path in the items of a list; none if it is no list. */
export const findEach = (list: unknown, path: string): unknown[] =>
  Array.isArray(list) ? list.map((item) => findAt(item, path)) : []

const REASON_MAX = 200

/**
 * A reader for `Network.ask`: UTF-8 JSON that matches a schema. Keys that are not in the schema are dropped.
 * @throws Error with the first field that differs, never its value
 */
export const parseJson =
  <Schema extends z.ZodType>(shape: Schema) =>
  ({ bytes }: FetchResponse): z.infer<Schema> => {
    let value: unknown
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      throw new Error('responded with malformed JSON')
    }
    const parsed = shape.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Error(`responded with an unexpected shape: ${firstIssue(parsed.error, 'body')}`.slice(0, REASON_MAX))
  }

/** The first reason why a value does not match a schema. @param whole the name of the value itself */
export function firstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message}`
}

export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Records what is exchanged, or answers in place of the network. */
export interface Tape {
  isLive: boolean
  play: (url: string, request: FetchRequest, live: () => Promise<Hop>, now: () => number) => Promise<Hop>
}

const Recording = z.object({
  now: z.iso.datetime(),
  sources: z.array(z.string()),
  /** Settings that lead to the APIs, so a replay asks for the same URLs. */
  env: z.record(z.string(), z.string()),
})
export type Recording = z.infer<typeof Recording>
const RECORDING_FILE = 'recording.json'

const RecordedResponse = z.object({
  status: z.int(),
  mediaType: z.string(),
  headers: z.record(z.string(), z.string()),
  location: z.string().nullable(),
  /** The file with the body, beside this one; null if it is empty. */
  body: z.string().nullable(),
})
const RecordedFailure = z.object({
  failing: z.custom<NetworkFailure['failing']>(),
  message: z.string(),
  status: z.int().nullable(),
  transient: z.boolean(),
  retryAfter: z.number(),
})
const Exchange = z.object({
  request: z.object({ method: z.string(), url: z.string(), body: z.unknown() }),
  at: z.iso.datetime(),
  response: RecordedResponse.nullable(),
  failure: RecordedFailure.nullable(),
})
type Exchange = z.infer<typeof Exchange>

/** Headers that the ingest reads. No other is kept: they may set cookies. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['age', 'content-type', 'date', 'etag', 'last-modified'])
const toRequest = (url: string, ask: FetchRequest) => ({ method: ask.method ?? 'GET', url, body: ask.body ?? null })

/**
 * Keeps every exchange of a run in a folder: `NNNNN-HOST.json` with the request and the response, and the body in a file
 * beside it. Request headers are not kept, because they may contain keys.
 * @throws Error when the folder is not empty
 */
export function recordTo(folder: string, recording: Recording): Tape {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty; record into a new one.`)
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`)
  write(RECORDING_FILE, recording)
  let count = 0
  return {
    isLive: true,
    async play(url, ask, live, now) {
      const hop = await live().catch(toFailure)
      count += 1
      const host = URL.parse(url)?.hostname.replace(/[^\w.-]/g, '_') ?? 'unknown'
      const name = `${String(count).padStart(5, '0')}-${host}`
      const keep = (at: number, outcome: Pick<Exchange, 'response' | 'failure'>) =>
        write(`${name}.json`, { request: toRequest(url, ask), at: new Date(at).toISOString(), ...outcome })
      if (hop instanceof NetworkFailure) {
        keep(now(), { response: null, failure: RecordedFailure.parse({ ...hop, message: hop.message }) })
        throw hop
      }
      const body = hop.bytes.length > 0 ? `${name}.body` : null
      if (body) writeFileSync(path.join(folder, body), hop.bytes)
      const headers = Object.fromEntries([...hop.headers].filter(([header]) => KEPT_HEADERS.has(header)))
      keep(hop.at, { response: RecordedResponse.parse({ ...hop, headers, body }), failure: null })
      return hop
    },
  }
}

/**
 * Answers the requests of a run from a recording, each with the responses it got then, in their order.
 * @throws Error when the folder has no recording
 */
export function replayFrom(folder: string): { recording: Recording; tape: Tape } {
  const read = <Value>(schema: z.ZodType<Value>, name: string): Value => {
    try {
      return schema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    } catch {
      throw new Error(`${path.join(folder, name)} is not part of a recording made with --record.`)
    }
  }
  const recording = read(Recording, RECORDING_FILE)
  const files = readdirSync(folder).filter((name) => /^\d{5,}-.*\.json$/.test(name))
  const exchanges = Map.groupBy(
    files.sort().map((name) => read(Exchange, name)),
    ({ request: { method, url, body } }) => JSON.stringify({ method, url, body }),
  )
  const tape: Tape = {
    isLive: false,
    async play(url, ask) {
      const recorded = exchanges.get(JSON.stringify(toRequest(url, ask))) ?? []
      // Sources that share a host may ask for its robots.txt once more or less than then.
      const exchange = recorded.length > 1 ? recorded.shift() : recorded[0]
      if (exchange?.failure)
        throw new NetworkFailure(exchange.failure.failing, exchange.failure.message, exchange.failure)
      if (!exchange?.response) throw new NetworkFailure('network', 'was not recorded')
      const { body, headers, ...response } = exchange.response
      const bytes = body === null ? new Uint8Array() : readFileSync(path.join(folder, path.basename(body)))
      return { ...response, url, headers: new Headers(headers), bytes, at: Date.parse(exchange.at) } satisfies Hop
    },
  }
  return { recording, tape }
}
