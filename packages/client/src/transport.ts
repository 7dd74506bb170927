import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import { cachedResponse, cacheKey, cacheResponse, memoryCache, type ResponseCache } from './cache.ts'
import { ApiProblem, reached } from './errors.ts'
import { parseQuota, type Quota } from './quota.ts'
import { getFirstSignal, isFreeRefusal, RETRY, type RetryPolicy, retried, type Wait } from './retry.ts'

export interface ClientOptions {
  /** URL of the service, such as `https://api.example.org`. */
  baseUrl: string
  /** Only `stats` and `health` work without one. */
  apiKey?: string | undefined
  /** Sends requests. Defaults to the platform's fetch. */
  fetch?: (request: Request) => Promise<Response>
  /** Cache for conditional requests. Defaults to a memoryCache; false for none. */
  cache?: ResponseCache | false
  retry?: Partial<RetryPolicy>
  /** Called before a wait that the service asked for, such as for the next minute. */
  onWait?: ((wait: Wait) => void) | undefined
  /** Aborts every call of the client. */
  signal?: AbortSignal | undefined
}

export interface CallOptions {
  retry?: Partial<RetryPolicy>
  /** Aborts this call. */
  signal?: AbortSignal | undefined
}

/** A response of the service. */
export interface ApiResponse<Body> {
  body: Body
  quota: Quota
  /** Identifies the request in the service's logs. */
  requestId: string | null
  /** The dataset version of the response. */
  datasetVersion: string | null
  /** Whether the service confirmed the cached response (304), which does not count toward the monthly allowance. */
  isCached: boolean
  headers: Headers
}

/** A request before it is serialized. */
export interface ApiRequest {
  path: string
  params?: { path?: { [name: string]: string }; query?: object | undefined }
  /** The body of a POST. Without it the request is a GET or DELETE. */
  posted?: object
  isDeleting?: boolean
  /** The entity tag of a response that the caller has. If it still matches, the body is null. */
  etag?: string | null
  /** Another successful status besides 200. */
  alsoGood?: number
  /** Streams a file, starting at this byte. */
  fileFrom?: number
}

/** Sends a request. @throws ApiProblem, ApiUnreachable, or the reason of an aborted signal */
export type Transport = <Body>(request: ApiRequest, options?: CallOptions) => Promise<ApiResponse<Body>>

/** The path of every call: authenticate, send conditionally, read, cache, and retry if that may help. */
export function openTransport(client: ClientOptions): Transport {
  const { cache = memoryCache(), fetch: dispatch = (request) => fetch(request) } = client
  const apiKey = client.apiKey?.trim() ?? ''
  // The platform's own error would reveal the key.
  if (/[^!-~]/.test(apiKey)) throw new TypeError('apiKey contains characters that are not allowed in keys.')
  if (!/^https?:\/\//.test(client.baseUrl)) throw new TypeError('baseUrl must be an http(s) URL.')
  const address = {
    baseUrl: client.baseUrl.replace(/\/+$/, ''),
    querySerializer: createQuerySerializer({ array: { style: 'form', explode: false } }),
    pathSerializer: defaultPathSerializer,
  }

  async function once<Body>(request: ApiRequest, signal: AbortSignal) {
    const { path, params = {}, posted, isDeleting, etag, alsoGood, fileFrom } = request
    const isFile = fileFrom !== undefined
    const url = createFinalURL(path, { ...address, params: params as { [part: string]: { [name: string]: unknown } } })
    const key = cacheKey(url, apiKey)
    const cached = posted || isDeleting || isFile || !cache ? null : await cachedResponse(cache, key)
    const lastEtag = etag ?? cached?.etag
    // A file may take longer than an attempt: once the response starts, only the caller's signal ends it.
    const control = new AbortController()
    const stop = () => control.abort(signal.reason)
    signal.addEventListener('abort', stop)
    const response = await reached(
      dispatch(
        new Request(url, {
          method: posted ? 'POST' : isDeleting ? 'DELETE' : 'GET',
          headers: {
            // Unlike X-Api-Key, this header is dropped when a redirect leads to another host.
            ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
            ...(lastEtag && { 'If-None-Match': lastEtag }),
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
      quota: parseQuota(headers),
      requestId: headers.get('X-Request-Id'),
      datasetVersion: headers.get('X-Dataset-Version'),
      headers,
    }
    if (isFile && ok) {
      signal.removeEventListener('abort', stop)
      return { body: response.body as Body, isCached: false, ...facts }
    }
    const text = await reached(response.text())
    const isKnown = status === 304 && lastEtag !== undefined
    if (!ok && !isKnown && status !== alsoGood) throw new ApiProblem(response, text)
    const body = isKnown ? cached?.body : await reached(parseJson(text))
    const tag = headers.get('ETag')
    if (ok && cache && tag && !headers.get('Cache-Control')?.includes('no-store'))
      await cacheResponse(cache, key, tag, text)
    return { body: body as Body, isCached: isKnown, ...facts }
  }

  return (request, { retry, signal } = {}) =>
    retried(
      (attempt) => once(request, attempt),
      { ...RETRY, ...client.retry, ...retry },
      getFirstSignal(client.signal, signal),
      request.posted ? isFreeRefusal : undefined,
      client.onWait,
    )
}

async function parseJson(text: string): Promise<object> {
  const value = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new SyntaxError('it is not a JSON object')
  return value
}
