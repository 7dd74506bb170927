import { listParser } from '../http/request/parameters.ts'
import { ERROR_CODES, ERRORS, type ErrorCode } from '../http/response/error-codes.ts'
import { ApiError, Problem, toProblem } from '../http/response/errors.ts'
import { resource } from '../resources/index.ts'
import { getHeaderReferences } from './headers.ts'
import type { Route } from './routes.ts'
import type { Schemas } from './schemas.ts'
import { type Example, type JsonSchema, PROBLEM_TYPE, type Reference, type Response } from './shape.ts'

interface DescribedError {
  code: string
  title: string
  example: Example | Reference
}

/** A response with a problem document that describes one of several errors. */
export const problemResponse = (
  status: number,
  isKeyed: boolean,
  schema: JsonSchema,
  errors: readonly DescribedError[],
): Response => ({
  description: errors.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
  headers: getHeaderReferences({ status, isKeyed }),
  content: {
    [PROBLEM_TYPE]: { schema, examples: Object.fromEntries(errors.map(({ code, example }) => [code, example])) },
  },
})

/** The responses with errors of the API, by status. */
export const errorResponses = (
  codes: ReadonlyMap<number, readonly ErrorCode[]>,
  isKeyed: boolean,
  schemas: Schemas,
): (readonly [status: number, response: Response])[] =>
  [...codes].map(([status, statusCodes]) => {
    const errors = statusCodes.map((code) => ({
      code,
      title: ERRORS[code].title,
      example: { $ref: `#/components/examples/${code}` },
    }))
    return [status, problemResponse(status, isKeyed, schemas.of(Problem, 'output'), errors)]
  })

/** Which endpoints may return an error. Codes without an entry concern every path or another method. */
type Applies = (route: Route) => boolean

const keyed: Applies = ({ endpoint }) => endpoint !== null
const signed: Applies = ({ endpoint }) => endpoint?.isSigned === true
const byKey: Applies = (route) => keyed(route) && !signed(route)
const named: Applies = (route) => route.parameter !== null && !signed(route)
const withBody: Applies = ({ body }) => body !== null
const everywhere: Applies = () => true
const nowhere: Applies = () => false

const APPLIES = {
  API_KEY_MISSING: byKey,
  API_KEY_INVALID: byKey,
  API_KEY_REVOKED: byKey,
  ACCOUNT_SUSPENDED: keyed,
  PLAN_REQUIRED: keyed,
  INVALID_PARAMETER: (route) => keyed(route) && (withBody(route) || Object.keys(route.query).length > 0),
  UNKNOWN_PARAMETER: keyed,
  INVALID_JSON: withBody,
  // Returned for unreadable requests, which belong to no operation.
  BAD_REQUEST: nowhere,
  CREDENTIALS_CONFLICT: byKey,
  NOT_FOUND: named,
  GONE: (route) => named(route) && route.tag !== 'subscriptions',
  SUBSCRIPTION_INVALID: signed,
  SUBSCRIPTION_REVOKED: signed,
  SUBSCRIPTIONS_EXHAUSTED: ({ slug }) => slug === 'subscriptions/create',
  METHOD_NOT_ALLOWED: everywhere,
  REQUEST_TIMEOUT: withBody,
  CURSOR_EXPIRED: ({ query }) => 'cursor' in query,
  NOT_ACCEPTABLE: (route) => route.endpoint?.formats !== undefined && !signed(route),
  PAYLOAD_TOO_LARGE: withBody,
  UNSUPPORTED_MEDIA_TYPE: withBody,
  // Returned only for range requests.
  RANGE_NOT_SATISFIABLE: ({ slug }) => slug === 'exports/file',
  RATE_LIMITED: keyed,
  MONTHLY_QUOTA_EXCEEDED: keyed,
  INTERNAL: everywhere,
  STORE_UNAVAILABLE: keyed,
  DATASET_UNAVAILABLE: ({ statuses }) => !statuses.includes(503),
} as const satisfies Record<ErrorCode, Applies>

/** The error codes that an endpoint may return, by status. */
export function getErrorsByStatus(route: Route): Map<number, ErrorCode[]> {
  const codes = ERROR_CODES.filter((code) => APPLIES[code](route))
  return Map.groupBy(codes, (code) => ERRORS[code].status)
}

const ABOUT = { base: 'https://api.example.org', path: '/api/v1/opportunities', requestId: 'b7c0e1de-example' }

const EXAMPLE_ID = '77ebee70-5864-5495-a92b-9ecbf07dacbe'

const REFUSED: { [Code in ErrorCode]?: string } = { INVALID_PARAMETER: 'status=OPN', UNKNOWN_PARAMETER: 'stat=NE' }
const parse = listParser(resource('opportunities'))

/** An example problem document of an error. @param base base URL of the service; null for the example's own */
export function exampleProblem(code: ErrorCode, base: string | null): Problem {
  return toProblem(refusal(code), { ...ABOUT, base: base ?? ABOUT.base }) as Problem
}

function refusal(code: ErrorCode): ApiError {
  try {
    if (REFUSED[code]) parse(REFUSED[code])
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  if (code === 'GONE') {
    const gone = { removedAt: '2026-11-22T08:00:00.004Z', reason: 'MERGED', mergedInto: EXAMPLE_ID } as const
    return new ApiError(code, `"0052bf48" was merged into "${EXAMPLE_ID}". Use that id instead.`, { gone })
  }
  return new ApiError(code, `${ERRORS[code].title}. ${ERRORS[code].remedy}`)
}
