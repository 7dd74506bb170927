import { StoreUnavailable } from '../metering/admission.ts'
import { isoOf } from '../rules/moments.ts'
import { DatasetUnavailable } from '../store/dataset.ts'
import type { Deps } from './deps.ts'
import type { Inquiry } from './endpoints/endpoint.ts'
import { ApiError, errorStatus, problemOf } from './errors.ts'
import type { Answer, Exchange } from './exchange.ts'
import type { HeaderFields } from './headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Writes the caching headers of a keyed answer: never shared, and with `q` or `since` never kept. */
export function writeCaching(headers: HeaderFields, { caching }: Pick<Inquiry, 'caching'>, tag: string | null): void {
  if (tag) headers.ETag = tag
  headers['Cache-Control'] = caching === 'private' ? 'private, max-age=60' : 'no-store'
  headers.Vary = 'Authorization, X-Api-Key'
}

/** An answer in JSON. */
export function jsonAnswer(headers: HeaderFields, body: string, status = 200): Answer {
  headers['Content-Type'] = JSON_TYPE
  return { status, body }
}

/** The answer to an error: the only way in which a failure is answered. */
export function errorAnswer({ c, id, headers, bake }: Exchange, deps: Deps, failure: unknown): Answer {
  const error = isOfDamagedData(bake, failure)
    ? new DatasetUnavailable('The database that is served is damaged.')
    : failure
  const known = knownError(error)
  if (known.code === 'INTERNAL') {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    deps.log({ level: 'error', event: 'failure', id, at: isoOf(deps.clock()), message, stack })
  } else if (error instanceof DatasetUnavailable) {
    deps.log({ level: 'error', event: 'dataset', id, at: isoOf(deps.clock()), message: error.message })
  }
  const { pathname: path, origin } = new URL(c.req.url)
  Object.assign(headers, known.extras.headers)
  headers['Content-Type'] = PROBLEM_TYPE
  headers['Cache-Control'] = 'no-store'
  const problem = problemOf(known, { base: deps.base ?? origin, path, requestId: id })
  return { status: errorStatus(known.code), body: JSON.stringify(problem) }
}

function isOfDamagedData(bake: Exchange['bake'], failure: unknown): boolean {
  if (failure instanceof ApiError || failure instanceof StoreUnavailable || failure instanceof DatasetUnavailable) {
    return false
  }
  try {
    return bake().isDamagedBy(failure)
  } catch {
    return false
  }
}

function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      'STORE_UNAVAILABLE',
      'Keys and accounts cannot be checked at the moment; nothing was refused. Try again in 5 seconds.',
      { headers: { 'Retry-After': '5' } },
    )
  }
  if (error instanceof DatasetUnavailable) {
    return new ApiError('DATASET_UNAVAILABLE', 'The data cannot be read at the moment. Call again in a minute.', {
      headers: { 'Retry-After': '60' },
    })
  }
  return new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our log under the requestId.')
}
