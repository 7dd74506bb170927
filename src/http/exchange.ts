import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { type Deadline, type Cost, StoreUnavailable } from '../metering/admission.ts'
import { newDeadline } from '../metering/outage.ts'
import type { Service } from '../store/service.ts'
import type { Deps } from './deps.ts'
import type { HeaderFields, Reply } from './response/headers.ts'
import { FORMATS, type Format } from '../formats/formats.ts'
import { withoutSecrets } from '../metering/keys.ts'
import { once, orNull } from '../rules/once.ts'
import { getDigest } from '../rules/text/digest.ts'
import { toIso } from '../rules/time/moments.ts'
import { CursorExpired } from '../store/history/changes.ts'
import type { Written } from '../store/lists/bodies.ts'
import { DatasetUnavailable } from '../store/open/dataset.ts'
import { CONTRACT_VERSION } from './endpoints/changelog.ts'
import { type Inquiry, SIGNED } from './endpoints/endpoint.ts'
import { ApiError, errorStatus, toProblem } from './response/errors.ts'

/** One request from start to log line. The response headers are completed along the way. */
export interface Exchange {
  c: Context
  id: string
  /** The route, such as `/api/v1/states/:code`. */
  route: string
  startedAt: number
  /** The end of the time for calls to the store. */
  deadline: Deadline
  /**
   * The bake of this request: the same for body, tag and headers, even if a new bake is adopted in the meantime.
   * @throws DatasetUnavailable
   */
  bake: () => Service
  /** The headers of the response. */
  headers: HeaderFields
  keyId: string | null
  /** The account whose alerts became due with this request. */
  alertsOf: string | null
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Starts an exchange. @param constant headers of every response of its kind */
export function begin(c: Context, deps: Pick<Deps, 'service'>, route: string, constant: HeaderFields): Exchange {
  const startedAt = performance.now()
  const requested = c.req.header('x-request-id')
  const id = requested !== undefined && REQUEST_ID.test(requested) ? requested : randomUUID()
  const headers: HeaderFields = { ...constant, 'X-Request-Id': id }
  let bake: Exchange['bake']
  try {
    const current = deps.service()
    bake = () => current
    headers['X-Dataset-Version'] = current.manifest.datasetVersion
  } catch (error) {
    bake = () => {
      throw error
    }
  }
  return { c, id, route, startedAt, deadline: newDeadline(), bake, headers, keyId: null, alertsOf: null }
}

/**
 * The strong entity tag of a response: its format, its name, the digest of its content, and the contract version, because
 * another version may have a different envelope. It stays the same through publications that do not change the response.
 */
export const entityTag = (
  name: string,
  digest: string,
  { format = 'json', contract = CONTRACT_VERSION }: { format?: Format; contract?: string } = {},
): string => `"${format}-${getDigest(`${contract}\n${name}\n${digest}`)}"`

/**
 * The inquiry of a response of one text, made once for its entity tag and its body.
 * @param read may throw an ApiError, such as NOT_FOUND
 */
export function toInquiry(name: string, cost: Cost, read: () => Written, format?: Format): Inquiry {
  const readOnce = once(read)
  return {
    name,
    caching: 'private',
    cost,
    ...(format && { format }),
    tag: () => entityTag(name, readOnce().digest, { format }),
    respond: async () => ({ body: readOnce().body }),
  }
}

/** Whether the caller already has the response. Weak tags match too, since caches may weaken ours. */
export const holdsTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)

/**
 * Whether `If-None-Match` shows that the caller already has the response: with its tag, or with `*`, which matches any
 * existing response and may require making the response first.
 */
export function matchedBy({ req }: Context, { tag }: Pick<Inquiry, 'tag'>): 'tag' | 'any' | null {
  const sent = req.header('if-none-match')
  if (sent === undefined || req.method === 'POST') return null
  try {
    const current = tag?.() ?? null
    if (sent.trim() === '*') return tag === undefined ? 'any' : current === null ? null : 'tag'
    return current !== null && holdsTag(sent, current) ? 'tag' : null
  } catch {
    // A failure here happens again when the response is made, after admission, and is reported then.
    return null
  }
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Writes the caching headers of a keyed response: never shared, and not cached with `q` or `since`. */
export function writeCaching(
  headers: HeaderFields,
  { caching, format }: Pick<Inquiry, 'caching' | 'format'>,
  tag: string | null,
): void {
  if (tag) headers.ETag = tag
  headers['Cache-Control'] = caching === 'private' ? 'private, max-age=60' : 'no-store'
  headers.Vary = format ? 'Authorization, X-Api-Key, Accept' : 'Authorization, X-Api-Key'
}

/** A JSON response. */
export const jsonReply = (headers: HeaderFields, body: string, status = 200): Reply =>
  textReply(headers, { body }, 'json', status)

/** A text as a response in a format, with its size in UTF-8 if known. */
export function textReply(
  headers: HeaderFields,
  { body, bytes }: Pick<Reply, 'bytes'> & { body: string },
  format: Format = 'json',
  status = 200,
): Reply {
  headers['Content-Type'] = FORMATS[format].contentType
  return { status, body, bytes }
}

/** The response to an error. Every failure goes through here. */
export function errorReply({ c, id, headers, bake }: Exchange, deps: Deps, failure: unknown): Reply {
  const error = isOfDamagedData(bake, failure) ? new DatasetUnavailable('The current database is damaged.') : failure
  const reported = knownError(error)
  if (reported.code === 'INTERNAL') {
    logFailure(id, deps, error)
  } else if (error instanceof DatasetUnavailable) {
    deps.log({ level: 'error', event: 'dataset', id, at: toIso(deps.clock()), message: error.message })
  }
  const { pathname, origin } = new URL(c.req.url)
  const path = pathname.startsWith(`${SIGNED}/`) ? `${SIGNED}/…` : pathname
  Object.assign(headers, reported.extras.headers)
  headers['Content-Type'] = PROBLEM_TYPE
  headers['Cache-Control'] = 'no-store'
  const problem = toProblem(reported, { base: deps.base ?? origin, path, requestId: id })
  // Errors get shared, and a mistyped address may contain the whole secret.
  return { status: errorStatus(reported.code), body: withoutSecrets(JSON.stringify(problem)) }
}

/** Logs a server error under the id of its request. */
export function logFailure(id: string, { log, clock }: Pick<Deps, 'log' | 'clock'>, failure: unknown): void {
  const { message, stack } = failure instanceof Error ? failure : new Error(String(failure))
  const [logged, from] = [message, stack].map((text) => text && withoutSecrets(text))
  log({ level: 'error', event: 'failure', id, at: toIso(clock()), message: logged, stack: from })
}

function isOfDamagedData(bake: Exchange['bake'], failure: unknown): boolean {
  if (failure instanceof ApiError || failure instanceof StoreUnavailable || failure instanceof DatasetUnavailable) {
    return false
  }
  return orNull(() => bake().isDamagedBy(failure)) ?? false
}

/** What callers are told about failures that pass, with the seconds to wait. */
const KNOWN_FAILURES = [
  [
    CursorExpired,
    'CURSOR_EXPIRED',
    "The cursor's record has changed or is gone, so the next page is unknown. Start again without a cursor.",
    null,
  ],
  [
    StoreUnavailable,
    'STORE_UNAVAILABLE',
    'Keys and accounts cannot be checked right now. Your key was not rejected. Try again in 5 seconds.',
    '5',
  ],
  [DatasetUnavailable, 'DATASET_UNAVAILABLE', 'The data is temporarily unavailable. Try again in a minute.', '60'],
] as const

/** What callers are told about a failure. */
export function knownError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  const known = KNOWN_FAILURES.find(([kind]) => failure instanceof kind)
  if (!known) {
    return new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our logs under the requestId.')
  }
  const [, code, detail, seconds] = known
  return new ApiError(code, detail, seconds === null ? {} : { headers: { 'Retry-After': seconds } })
}

/** Ends an exchange: writes the log line and makes the Response. */
export function finish(exchange: Exchange, { log, clock }: Pick<Deps, 'log' | 'clock'>, reply: Reply): Response {
  const { c, id, route, startedAt, keyId, headers } = exchange
  const { status, body, bytes, cookies } = reply
  const ms = Math.round((performance.now() - startedAt) * 100) / 100
  log({ level: 'info', event: 'request', at: toIso(clock()), id, method: c.req.method, route, status, ms, key: keyId })
  if (bytes !== undefined && typeof body === 'string') headers['Content-Length'] = String(bytes)
  const withCookies = cookies && [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
  ]
  return new Response(body, { status, headers: withCookies ?? headers })
}
