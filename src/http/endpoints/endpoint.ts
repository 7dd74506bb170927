import type { z } from 'zod'
import type { AnswerDesk } from '../../answers/desk.ts'
import type { Cost, Usage } from '../../metering/admission.ts'
import type { Instant } from '../../rules/moments.ts'
import type { UsageReport } from '../../storage/usage.ts'
import type { Service } from '../../store/service.ts'

export const API = '/api/v1'

/** A parameter of the query, as it is parsed and documented. */
export interface QueryParameter {
  schema: z.ZodType
  description: string
  /** What its absence means. */
  default?: { value: unknown } | null
  alias?: string | undefined
}

/** One keyed endpoint: what it is, and the way of a request from its parameters to its body. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** In Hono's notation. */
  path: string
  /** The group it stands in, in the documents. */
  tag: string
  summary: string
  description: string
  query: { [parameter: string]: QueryParameter }
  /** The parameter in the path. */
  parameter?: { name: string; description: string }
  body?: z.ZodType
  /** The body of a 200. */
  answer: z.ZodType
  /** What the documents ask it for; where there is none, for as little as it allows. */
  example?: { query?: { [parameter: string]: string }; body?: { [field: string]: unknown } }
  /** Set where the answer depends on more than dataset, request and time: it carries no entity tag. */
  isLive?: true
  /** @throws ApiError when the request is faulty; it is answered after the caller was admitted */
  plan: (request: EndpointRequest, service: Service, now: Instant) => Plan | Promise<Plan>
}

export interface EndpointRequest {
  raw: Request
  query: URLSearchParams
  /** The value of the path's parameter. */
  name: string
}

/** What one request asks for, parsed and not yet run. */
export interface Plan {
  /** Names the answer with everything it depends on but time. */
  request: string
  /** The instant until which the answer stays the same. */
  until: Instant
  /** Whether the caller's cache may keep the answer. */
  caching: 'private' | 'none'
  /** What a fresh answer spends. */
  cost: Cost
  /**
   * Makes the body.
   * @param answers where AI answers are asked for; absent, they are quoted from the documents
   * @throws ApiError, for instance NOT_FOUND; then everything that was spent is given back
   */
  run: (grant: Grant, answers?: AnswerDesk) => Result | Promise<Result>
}

/** What the caller was granted. */
export interface Grant {
  /** Whether the AI unit of the cost was taken. */
  answer: 'taken' | 'exhausted' | 'not_asked'
  /** The account's figures; null while the store is away. */
  usage: Usage | null
  /** Reads all that the account has used. @throws StoreUnavailable */
  report: () => Promise<UsageReport>
}

/** The JSON of an answer, and what of the cost it did not spend after all. */
export type Result = string | { body: string; unspent: Cost }

export const NOTHING: Cost = { month: 0, answer: 0 }
export const ONE_REQUEST: Cost = { month: 1, answer: 0 }

/** The grant of nobody, for examples and checks that have no account. */
export const NO_ACCOUNT: Grant = {
  answer: 'not_asked',
  usage: null,
  report: () => Promise.reject(new Error('There is no account.')),
}
