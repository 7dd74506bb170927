import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { type Format, getContentType } from '../formats/formats.ts'
import { type Cost, type Deadline, StoreUnavailable } from '../metering/admission.ts'
import { hideSecretsIn } from '../metering/keys.ts'
import { createDeadline } from '../metering/outage.ts'
import { once, orNull } from '../rules/once.ts'
import { getDigest } from '../rules/text/digest.ts'
import { toIso } from '../rules/time/moments.ts'
import { CursorExpired } from '../store/history/changes.ts'
import type { Written } from '../store/lists/bodies.ts'
import { DatasetUnavailable } from '../store/open/dataset.ts'
import type { Service } from '../store/service.ts'
import type { Deps } from './deps.ts'
import { CONTRACT_VERSION, type FileContent, type FileElsewhere, type Inquiry, SIGNED } from './endpoints/endpoint.ts'
import { ApiError, getErrorEntry, toProblem } from './response/errors.ts'
import type { HeaderFields, Reply } from './response/headers.ts'

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
  headers: HeaderFields
  keyId: string | null
  /** The account whose alerts became due with this request. */
  alertedAccountId: string | null
}

export function begin(c: Context, deps: Pick<Deps, 'service'>, route: string, constant: HeaderFields): Exchange {
  const startedAt = performance.now()
  const requested = c.req.header('x-request-id')
  const id = requested !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(requested) ? requested : randomUUID()
  const headers: HeaderFields = { ...constant, 'X-Request-Id': id }
  const bake = once(deps.service)
  const version = orNull(() => bake().manifest.datasetVersion)
  if (version !== null) headers['X-Dataset-Version'] = version
  return { c, id, route, startedAt, deadline: createDeadline(), bake, headers, keyId: null, alertedAccountId: null }
}

/**
 * The strong entity tag of a response: its format, its name, the digest of its content, and the contract version, because
 * another version may have a different envelope. It stays the same through publications that do not change the response.
 */
export const createEntityTag = (
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
    tag: () => createEntityTag(name, readOnce().digest, { format }),
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
export function findMatch({ req }: Context, { tag }: Pick<Inquiry, 'tag'>): 'tag' | 'any' | null {
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

/** A text as a response in a format, with its size in UTF-8 if known. */
export function toTextReply(
  headers: HeaderFields,
  { body, bytes }: Pick<Reply, 'bytes'> & { body: string },
  format: Format = 'json',
  status = 200,
): Reply {
  headers['Content-Type'] = getContentType(format)
  return { status, body, bytes }
}

/** The response to an error. Every failure goes through here. */
export function toErrorReply({ c, id, headers, bake }: Exchange, deps: Deps, failure: unknown): Reply {
  const error = isOfDamagedData(bake, failure) ? new DatasetUnavailable('The current database is damaged.') : failure
  const reported = toKnownError(error)
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
  return { status: getErrorEntry(reported.code).status, body: hideSecretsIn(JSON.stringify(problem)) }
}

/** Logs a server error under the id of its request. */
export function logFailure(id: string, { log, clock }: Pick<Deps, 'log' | 'clock'>, failure: unknown): void {
  const { message, stack } = failure instanceof Error ? failure : new Error(String(failure))
  const [logged, from] = [message, stack].map((text) => text && hideSecretsIn(text))
  log({ level: 'error', event: 'failure', id, at: toIso(clock()), message: logged, stack: from })
}

function isOfDamagedData(bake: Exchange['bake'], failure: unknown): boolean {
  if (failure instanceof ApiError || failure instanceof StoreUnavailable || failure instanceof DatasetUnavailable) {
    return false
  }
  return orNull(() => bake().isDamagedBy(failure)) ?? false
}

const toRetryAfter = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } })

/** What callers are told about a failure. */
export function toKnownError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  if (failure instanceof CursorExpired) {
    const detail =
      "The cursor's record has changed or is gone, so the next page is unknown. Start again without a cursor."
    return new ApiError('CURSOR_EXPIRED', detail)
  }
  if (failure instanceof StoreUnavailable) {
    const detail = 'Keys and accounts cannot be checked right now. Your key was not rejected. Try again in 5 seconds.'
    return new ApiError('STORE_UNAVAILABLE', detail, toRetryAfter(5))
  }
  if (failure instanceof DatasetUnavailable) {
    return new ApiError(
      'DATASET_UNAVAILABLE',
      'The data is temporarily unavailable. Try again in a minute.',
      toRetryAfter(60),
    )
  }
  return new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our logs under the requestId.')
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

/**
 * A response with a file or the requested range of it (RFC 9110). Multiple ranges, and ranges with an `If-Range` that does
 * not match, get the whole file. A file at another URL is a redirect, which handles ranges itself. The headers of the
 * content are written once it can be read, so that an error does not have them.
 * @param report called when reading fails after the response has begun
 * Rejects with ApiError RANGE_NOT_SATISFIABLE, or with what opening the file fails with.
 */
export async function toFileReply(
  headers: HeaderFields,
  { method, headers: sent }: Pick<Request, 'method' | 'headers'>,
  file: FileContent | FileElsewhere,
  tag: string | null,
  report: (failure: unknown) => void,
): Promise<Reply> {
  if ('location' in file) {
    headers.Location = file.location
    return { status: 307, body: null }
  }
  const { bytes, contentType, open } = file
  const isCurrent = method === 'GET' && [null, tag].includes(sent.get('if-range'))
  const range = isCurrent ? parseRange(sent.get('range'), bytes) : null
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  const length = last - first + 1
  const body = method === 'HEAD' || length === 0 ? null : createStream(await open(), first, last, report)
  headers['Accept-Ranges'] = 'bytes'
  headers['Content-Type'] = contentType
  headers['Content-Length'] = String(length)
  if (range) headers['Content-Range'] = `bytes ${first}-${last}/${bytes}`
  return { status: range ? 206 : 200, body }
}

/** The bytes of a file from `first` to `last`, inclusive. The stream closes the file however it ends. */
function createStream(
  file: FileHandle,
  first: number,
  last: number,
  report: (failure: unknown) => void,
): ReadableStream<Uint8Array> {
  const stream = file.createReadStream({ start: first, end: last })
  stream.on('error', report).on('end', () => {
    // A caller would wait for the rest of a file that was cut short.
    if (stream.bytesRead <= last - first) report(new Error(`The file ends before ${last}.`))
  })
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function parseRange(text: string | null, length: number): { first: number; last: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(text?.trim() ?? '') ?? []
  if (from === undefined && to === undefined) return null
  const first = from === undefined ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === undefined || to === undefined ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== undefined && to !== undefined && Number(to) < first) return null
  if (first < length && last >= first) return { first, last }
  const detail = `The file has ${length} bytes, numbered from 0. Request a range within them.`
  throw new ApiError('RANGE_NOT_SATISFIABLE', detail, { headers: { 'Content-Range': `bytes */${length}` } })
}
