import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Deps } from './deps.ts'
import { ApiError, problemOf } from './errors.ts'
import { API_HEADERS } from './headers.ts'
import { knownError, logFailure, PROBLEM_TYPE } from './respond.ts'

/** The host in error URLs when neither the settings nor the request have one. */
const NAMELESS = 'http://localhost'

export type Written = Pick<Deps, 'base' | 'log' | 'clock'>

/** Responds to unreadable requests: an invalid Host or path. Anything else is a server error. */
export const unreadable =
  (deps: Written) =>
  (failure: unknown): Response => {
    const { status, headers, body } = replyTo(failure, deps)
    return new Response(body, { status, headers })
  }

/** The raw response to bytes that are not an HTTP request. Ends the connection. */
export function rawReply(error: ApiError, deps: Written): string {
  const { status, headers, body } = replyTo(error, deps)
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** The response to something that never became a request. */
export function replyTo(failure: unknown, deps: Written) {
  const requestId = randomUUID()
  // The error name that the HTTP adapter uses for unreadable requests.
  const isUnreadable = failure instanceof Error && failure.name === 'RequestError'
  const error = isUnreadable
    ? new ApiError('BAD_REQUEST', `The request cannot be read: ${failure.message}.`)
    : knownError(failure)
  if (error.code === 'INTERNAL') logFailure(requestId, deps, failure)
  const problem = problemOf(error, { base: deps.base ?? NAMELESS, path: '/', requestId })
  const headers = {
    ...API_HEADERS,
    'Content-Type': PROBLEM_TYPE,
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  }
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}
