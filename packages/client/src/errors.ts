import type { ErrorCode, ParameterProblem, Problem } from './contract.ts'
import { parseQuota, type Quota } from './quota.ts'

/** The service rejected a request. `message` says what is wrong and what to do. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  /** Null when the response is not a problem document, for example when it came from a proxy. */
  readonly code: ErrorCode | null
  /** Identifies the request in the service's logs. */
  readonly requestId: string | null
  /** The problems of a request with invalid parameters; otherwise empty. */
  readonly errors: readonly ParameterProblem[]
  /** The remaining quota. `quota.retryAfter` says how long to wait. */
  readonly quota: Quota

  constructor({ status, headers }: Response, text: string) {
    const problem = problemIn(text)
    super(problem.detail ?? `The service responded with status ${status} and no reason.`)
    this.status = status
    this.code = problem.code ?? null
    this.requestId = headers.get('X-Request-Id')
    this.errors = problem.errors ?? []
    this.quota = parseQuota(headers)
  }
}

/** There was no response, or it could not be read. `cause` says why. */
export class ApiUnreachable extends Error {
  override name = 'ApiUnreachable'

  constructor(cause: unknown) {
    super(`The service sent no usable response: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Converts any failure to reach the service to an ApiUnreachable. */
export const reached = <Value>(way: Promise<Value>): Promise<Value> =>
  way.catch((cause) => {
    throw new ApiUnreachable(cause)
  })

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
