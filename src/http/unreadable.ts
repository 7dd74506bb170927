import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Deps } from './deps.ts'
import type { ErrorCode } from './error-codes.ts'
import { ApiError, problemOf } from './errors.ts'
import { API_HEADERS, type HeaderFields } from './headers.ts'
import { PROBLEM_TYPE } from './respond.ts'

/** Where the documents of errors are, when neither the settings nor the request name the service. */
const NAMELESS = 'http://localhost'

export type Written = Pick<Deps, 'base' | 'log'>

/** An answer to something that never became a request of the app. */
interface Reply {
  status: number
  headers: HeaderFields
  body: string
}

/** Answers requests that cannot be read as such: an invalid Host, a path that is none. Anything else is a failure of ours. */
export const unreadable =
  (deps: Written) =>
  (failure: unknown): Response => {
    const { status, headers, body } = replyTo(failure, deps)
    return new Response(body, { status, headers })
  }

/** What a refusal of bytes that are no HTTP request looks like on the connection, which it ends. */
export function rawReply(error: ApiError, deps: Written): string {
  const { status, headers, body } = replyTo(error, deps)
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

export function replyTo(failure: unknown, { base, log }: Written): Reply {
  const requestId = randomUUID()
  const error = refusalOf(failure)
  if (error.code === 'INTERNAL') {
    const { message, stack } = failure instanceof Error ? failure : new Error(String(failure))
    log({ level: 'error', event: 'failure', id: requestId, message, stack })
  }
  const problem = problemOf(error, { base: base ?? NAMELESS, path: '/', requestId })
  const headers = {
    ...API_HEADERS,
    'Content-Type': PROBLEM_TYPE,
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  }
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}

function refusalOf(failure: unknown): ApiError<ErrorCode> {
  if (failure instanceof ApiError) return failure
  // The name that the HTTP adapter gives to what it cannot make a request of.
  return failure instanceof Error && failure.name === 'RequestError'
    ? new ApiError('BAD_REQUEST', `The request cannot be read: ${failure.message}.`)
    : new ApiError('INTERNAL', 'Something went wrong on our side. The cause is in our logs under the requestId.')
}
