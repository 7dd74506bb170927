import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import { type AnswerCache, cacheKey, keep, memoryCache, recall } from './cache.ts'
import { ApiProblem, reached } from './errors.ts'
import { type Quota, quotaOf } from './quota.ts'
import { firstOf, isFreeRefusal, RETRY, type RetryPolicy, retried } from './retry.ts'

export interface ClientOptions {
  /** Address of the service, such as `https://api.example.org`. */
  baseUrl: string
  /** Only `stats` and `health` work without one. */
  apiKey?: string | undefined
  /** Sends requests; the platform's fetch when absent. */
  fetch?: (request: Request) => Promise<Response>
  /** Cache for conditional requests: a memoryCache when absent, none when false. */
  cache?: AnswerCache | false
  retry?: Partial<RetryPolicy>
  /** Ends every call of the client. */
  signal?: AbortSignal | undefined
}

export interface CallOptions {
  retry?: Partial<RetryPolicy>
  /** Ends this call. */
  signal?: AbortSignal | undefined
}

/** An answer of the service. */
export interface Answer<Body> {
  body: Body
  quota: Quota
  /** Identifies the request in the service's log. */
  requestId: string | null
  /** The dataset that the answer was made from. */
  datasetVersion: string | null
  /** Whether the service confirmed the cached answer (304), which costs nothing of the month. */
  isCached: boolean
  headers: Headers
}

/** A request before it is serialized. */
export interface Question {
  path: string
  params?: { path?: { [name: string]: string }; query?: object | undefined }
  /** The body of a POST; without it the question is a GET, or a DELETE. */
  posted?: object
  isDeleting?: boolean
  /** The tag of an answer that the caller has; if it still holds, the body is null. */
  etag?: string | null
  /** Another status besides 200 that carries the answer. */
  alsoGood?: number
  /** Streams a file from this byte on. */
  fileFrom?: number
}

/** Asks the service. @throws ApiProblem, ApiUnreachable, or the reason of an aborted signal */
export type Ask = <Body>(question: Question, options?: CallOptions) => Promise<Answer<Body>>

/** Every call: authenticate, ask conditionally, read, cache, and retry where that may help. */
export function openTransport(client: ClientOptions): Ask {
  const { cache = memoryCache(), fetch: send = (request) => fetch(request) } = client
  const apiKey = client.apiKey?.trim() ?? ''
  // The platform's own error would reveal the key.
  if (/[^!-~]/.test(apiKey)) throw new TypeError('apiKey contains characters that no key has.')
  if (!/^https?:\/\//.test(client.baseUrl)) throw new TypeError('baseUrl must be an http(s) address.')
  const address = {
    baseUrl: client.baseUrl.replace(/\/+$/, ''),
    querySerializer: createQuerySerializer({ array: { style: 'form', explode: false } }),
    pathSerializer: defaultPathSerializer,
  }

  async function once<Body>(question: Question, signal: AbortSignal) {
    const { path, params = {}, posted, isDeleting, etag, alsoGood, fileFrom } = question
    const isFile = fileFrom !== undefined
    const url = createFinalURL(path, { ...address, params: params as { [part: string]: { [name: string]: unknown } } })
    const key = cacheKey(url, apiKey)
    const held = posted || isDeleting || isFile || !cache ? null : await recall(cache, key)
    const known = etag ?? held?.etag
    // A file may take longer than an attempt: once its answer starts, only its reader ends it.
    const control = new AbortController()
    const stop = () => control.abort(signal.reason)
    signal.addEventListener('abort', stop)
    const response = await reached(
      send(
        new Request(url, {
          method: posted ? 'POST' : isDeleting ? 'DELETE' : 'GET',
          headers: {
            // Unlike X-Api-Key, this header is dropped when a redirect leaves the service.
            ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
            ...(known && { 'If-None-Match': known }),
            ...(posted && { 'Content-Type': 'application/json' }),
            ...(fileFrom && { Range: `bytes=${fileFrom}-` }),
          },
          body: posted ? JSON.stringify(posted) : null,
          signal: control.signal,
        }),
      ),
    )
    const { ok, status, headers } = response
    const facts = {
      quota: quotaOf(headers),
      requestId: headers.get('X-Request-Id'),
      datasetVersion: headers.get('X-Dataset-Version'),
      headers,
    }
    if (isFile && ok) {
      signal.removeEventListener('abort', stop)
      return { body: response.body as Body, isCached: false, ...facts }
    }
    const text = await reached(response.text())
    const isKnown = status === 304 && known !== undefined
    if (!ok && !isKnown && status !== alsoGood) throw new ApiProblem(response, text)
    const body = isKnown ? held?.body : await reached(jsonOf(text))
    const tag = headers.get('ETag')
    if (ok && cache && tag && !headers.get('Cache-Control')?.includes('no-store')) await keep(cache, key, tag, text)
    return { body: body as Body, isCached: isKnown, ...facts }
  }

  return (question, { retry, signal } = {}) =>
    retried(
      (attempt) => once(question, attempt),
      { ...RETRY, ...client.retry, ...retry },
      firstOf(client.signal, signal),
      question.posted ? isFreeRefusal : undefined,
    )
}

async function jsonOf(text: string): Promise<object> {
  const value = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new SyntaxError('it is not a JSON object')
  return value
}
