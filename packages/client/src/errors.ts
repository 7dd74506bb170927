import type { ErrorCode, ParameterProblem, Problem } from './contract.ts'
import { type Quota, quotaOf } from './quota.ts'

/** The service refused a request. `message` says in a sentence what is wrong and what to do. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  /** Null when the answer is no problem document, as those of a proxy on the way are not. */
  readonly code: ErrorCode | null
  /** Names the request in the log of the service. */
  readonly requestId: string | null
  /** All problems of a request with bad parameters; else empty. */
  readonly errors: readonly ParameterProblem[]
  /** What is left, and in `quota.retryAfter` how long to wait. */
  readonly quota: Quota

  constructor({ status, headers }: Response, text: string) {
    const problem = problemIn(text)
    super(problem.detail ?? `The service answered with status ${status} and no reason.`)
    this.status = status
    this.code = problem.code ?? null
    this.requestId = headers.get('X-Request-Id')
    this.errors = problem.errors ?? []
    this.quota = quotaOf(headers)
  }
}

/** There was no answer, or none that can be read: `cause` is why. */
export class ApiUnreachable extends Error {
  override name = 'ApiUnreachable'

  constructor(cause: unknown) {
    super(`The service gave no usable answer: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Turns whatever fails on the way to the service into an ApiUnreachable. */
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
