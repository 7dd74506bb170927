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

/** What a server sent. The body of a response that cannot be used is not read. */
export interface Sent {
  status: number
  headers: Headers
  bytes: Uint8Array
  at: number
}

export type FetchResponse = Sent & { url: string; mediaType: string }

/**
 * One request to a checked IP address; the size of the response is limited. Redirects are not followed.
 * @throws NetworkFailure, or what the platform's fetch throws
 */
export async function send(
  url: string,
  ask: FetchRequest,
  { settings, agent, timeoutMs, now }: { settings: Settings; agent: Agent; timeoutMs: number; now: () => number },
): Promise<Sent> {
  const { body, isForm } = ask
  const form = isForm && new URLSearchParams(body as Record<string, string>)
  const response = await fetch(toTarget(url, settings), {
    dispatcher: agent,
    method: ask.method ?? 'GET',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'user-agent': settings.userAgent,
      accept: ask.accepts.join(', ') || '*/*',
      ...(body !== undefined && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...ask.headers,
      ...(ask.key && parseUrl(url).origin === parseUrl(ask.url).origin && { 'x-api-key': ask.key }),
    },
    body: body === undefined ? null : form ? String(form) : JSON.stringify(body),
  })
  const headers = response.headers as unknown as Headers
  const isRead = response.ok && isAccepted(headers, ask)
  if (!isRead) await response.body?.cancel()
  const bytes = isRead ? await readBody(response, ask) : new Uint8Array()
  return { status: response.status, headers, bytes, at: now() }
}

/** Reads what was sent: the response, or the URL that it redirects to. @throws NetworkFailure when it is neither */
export function toResponse(url: string, ask: FetchRequest, sent: Sent): FetchResponse | string {
  const { status, headers, at } = sent
  if (REDIRECTS.has(status)) return findLocation(url, ask, sent)
  const mediaType = getMediaType(headers)
  const isOk = status >= 200 && status < 300
  const isUsable = isAccepted(headers, ask) && (isOk || (ask.mayMatchNothing && status === 404))
  if (status === 304 || isUsable) return { ...sent, url, mediaType }
  if (isOk) {
    const sentType = mediaType.slice(0, 60) || 'no media type'
    throw new NetworkFailure('type', `responded with ${sentType} instead of ${ask.accepts.join(' or ')}`, { status })
  }
  const retryAfter = parseRetryAfter(headers.get('retry-after'), at)
  const transient = TRANSIENT.has(status)
  throw new NetworkFailure('status', `responded with ${status}`, { status, transient, retryAfter })
}

const getMediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const isAccepted = (headers: Headers, { accepts }: FetchRequest): boolean =>
  accepts.length === 0 || accepts.includes(getMediaType(headers))

export function parseUrl(url: string): URL {
  const parsed = URL.parse(url)
  if (!parsed) throw new NetworkFailure('address', 'is not a URL')
  return parsed
}

/** The URL of a request, checked: http(s), default port, and no address outside the public internet. */
function toTarget(url: string, settings: Settings): URL {
  const parsed = parseUrl(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new NetworkFailure('address', `${parsed.protocol} is neither http nor https`)
  }
  if (parsed.username || parsed.password) throw new NetworkFailure('address', 'contains credentials')
  const mapped = settings.originMap.get(parsed.origin)
  if (mapped) return new URL(`${mapped}${parsed.pathname}${parsed.search}`)
  if (parsed.port) throw new NetworkFailure('address', `port ${parsed.port} is neither 80 nor 443`)
  refuseAddressHost(parsed.hostname)
  return parsed
}

function findLocation(url: string, ask: FetchRequest, { status, headers }: Sent): string {
  if (ask.method === 'POST') throw new NetworkFailure('redirect', 'redirected a POST', { status })
  const target = headers.get('location')
  const location = target && URL.parse(target, url)
  if (!location) throw new NetworkFailure('redirect', 'redirected without a URL', { status })
  return location.href
}

async function readBody(response: Response, { bytesMax = 8 * KIB * KIB }: FetchRequest): Promise<Uint8Array> {
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
    throw new Error(`responded with an unexpected shape: ${formatFirstIssue(parsed.error, 'body')}`.slice(0, 200))
  }

/** The first reason why a value does not match a schema. @param whole the name of the value itself */
export function formatFirstIssue({ issues: [issue] }: z.ZodError, whole: string): string {
  return `${issue?.path.join('.') || whole}: ${issue?.message}`
}

export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
