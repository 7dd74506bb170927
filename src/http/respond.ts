import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { StoreUnavailable } from '../metering/admission.ts'
import { isoOf } from '../rules/moments.ts'
import { DatasetUnavailable } from '../store/dataset.ts'
import { CONTRACT_VERSION } from './changelog.ts'
import type { Deps } from './deps.ts'
import type { Plan } from './endpoints/endpoint.ts'
import { ApiError, errorStatus, problemOf } from './errors.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * The strong entity tag of a planned answer: dataset version, normalised request, how long the answer holds, and the
 * version of the contract, since another one may write the same data in another envelope.
 */
export const entityTag = (plan: Plan, datasetVersion: string, contract: string = CONTRACT_VERSION): string =>
  `"${datasetVersion}-${hash('sha256', `${contract} ${plan.request} ${plan.until}`, 'base64url').slice(0, 22)}"`

/** Whether the caller has the answer already. Weak tags match too, since caches may weaken ours. */
export const holdsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)

/** The headers of a keyed answer: never shared, and with `q` or `since` never kept. */
export function writeCaching(headers: Headers, plan: Plan, tag: string | null): void {
  if (tag) headers.set('ETag', tag)
  headers.set('Cache-Control', plan.caching === 'private' ? 'private, max-age=60' : 'no-store')
  headers.set('Vary', 'Authorization, X-Api-Key')
}

export const jsonResponse = (body: string, headers: Headers, status = 200): Response => {
  headers.set('Content-Type', JSON_TYPE)
  return new Response(body, { status, headers })
}

/** Answers an error: the one door that every failure goes through. */
export function errorResponse(
  c: Context,
  deps: Deps,
  error: unknown,
  requestId: string,
  headers = new Headers(),
): Response {
  const known = knownError(error)
  if (known.code === 'INTERNAL') {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    deps.log({ level: 'error', event: 'failure', id: requestId, at: isoOf(deps.clock()), message, stack })
  } else if (error instanceof DatasetUnavailable) {
    deps.log({ level: 'error', event: 'dataset', id: requestId, at: isoOf(deps.clock()), message: error.message })
  }
  const { pathname: path, origin } = new URL(c.req.url)
  for (const [name, value] of Object.entries(known.extras.headers ?? {})) headers.set(name, value)
  headers.set('Content-Type', 'application/problem+json; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  const problem = problemOf(known, { base: deps.base ?? origin, path, requestId })
  return new Response(JSON.stringify(problem), { status: errorStatus(known.code), headers })
}

function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      'STORE_UNAVAILABLE',
      'Keys cannot be checked at the moment; yours was not refused. Call again in 5 seconds.',
      {
        headers: { 'Retry-After': '5' },
      },
    )
  }
  if (error instanceof DatasetUnavailable) {
    return new ApiError('DATASET_UNAVAILABLE', 'The data cannot be read at the moment. Call again in a minute.', {
      headers: { 'Retry-After': '60' },
    })
  }
  return new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our log under the requestId.')
}
