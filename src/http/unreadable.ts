import { randomUUID } from 'node:crypto'
import type { Deps } from './deps.ts'
import { ApiError, problemOf } from './errors.ts'
import { API_HEADERS } from './headers.ts'
import { PROBLEM_TYPE } from './respond.ts'

/** How the server holds requests to their time; a body that is read has a shorter one of its own. */
export const HTTP_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
} as const

/** Where the documents of errors are, when neither the settings nor the request name the service. */
const NAMELESS = 'http://localhost'

/** Answers requests that cannot be read as such: an invalid Host, a path that is none. Anything else is a failure of ours. */
export const unreadable =
  ({ base, log }: Pick<Deps, 'base' | 'log'>) =>
  (failure: unknown): Response => {
    const { name, message, stack } = failure instanceof Error ? failure : new Error(String(failure))
    const isBad = name === 'RequestError'
    const error = isBad
      ? new ApiError('BAD_REQUEST', `The request cannot be read: ${message}.`)
      : new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our log under the requestId.')
    const requestId = randomUUID()
    if (!isBad) log({ level: 'error', event: 'failure', id: requestId, message, stack })
    const problem = problemOf(error, { base: base ?? NAMELESS, path: '/', requestId })
    const headers = {
      ...API_HEADERS,
      'Content-Type': PROBLEM_TYPE,
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
    }
    return new Response(JSON.stringify(problem), { status: problem.status, headers })
  }
