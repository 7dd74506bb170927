import headers from '../../content/headers.json' with { type: 'json' }
import { createListParser } from '../http/request/parameters.ts'
import {
  type AnyCode,
  ApiError,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  getErrorEntry,
  Problem,
  toProblem,
} from '../http/response/errors.ts'
import { QUOTA_HEADER_NAMES, QUOTA_HEADERS } from '../http/response/headers.ts'
import { getResource } from '../resources/index.ts'
import type { Route } from './routes.ts'
import { type Example, type JsonSchema, PROBLEM_TYPE, type Reference, type Response, type Schemas } from './schemas.ts'

interface ResponseCase {
  status: number
  isKeyed: boolean
  isTagged?: boolean
  isPaged?: boolean
  isFile?: boolean
}

// 401 and 403 identify no account. A server error may have the headers, if the account was known before.
const isCounted = ({ status, isKeyed }: ResponseCase) => isKeyed && ![401, 403].includes(status)
const OF_DATA: ReadonlySet<number> = new Set([200, 206, 304, 307])

type QuotaHeaders = { [Name in keyof typeof QUOTA_HEADERS]: typeof isCounted }

/** Which responses have each header that callers may rely on, except the standard HTTP headers. */
const HEADERS = {
  'X-Request-Id': () => true,
  'X-Dataset-Version': () => true,
  ETag: ({ status, isTagged }) => isTagged === true && OF_DATA.has(status),
  'Cache-Control': () => true,
  'Accept-Ranges': ({ status, isFile }) => isFile === true && [200, 206].includes(status),
  'Content-Range': ({ status, isFile }) => (isFile === true && status === 206) || status === 416,
  Location: ({ status }) => status === 307,
  Link: ({ status, isPaged }) => status === 200 && isPaged === true,
  Vary: ({ status, isKeyed }) => isKeyed && OF_DATA.has(status),
  ...(Object.fromEntries(QUOTA_HEADER_NAMES.map((name) => [name, isCounted])) as QuotaHeaders),
  'X-RateLimit-Status': isCounted,
  'Retry-After': ({ status, isKeyed }) => status === 429 || (status === 503 && isKeyed),
  Allow: ({ status }) => status === 405,
  'WWW-Authenticate': ({ status }) => status === 401,
} satisfies { [Name in keyof typeof headers]: (response: ResponseCase) => boolean }

/** The headers with what they mean. */
export const RESPONSE_HEADERS = (Object.keys(HEADERS) as (keyof typeof HEADERS)[]).map((name) => ({
  name,
  description: headers[name],
  type: name === 'Retry-After' || (name in QUOTA_HEADERS && name.startsWith('X-')) ? 'integer' : 'string',
}))

export const getHeaderReferences = (response: ResponseCase): { [name: string]: Reference } =>
  Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([, isOn]) => isOn(response))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  )

export const toProblemResponse = (
  status: number,
  isKeyed: boolean,
  schema: JsonSchema,
  errors: readonly { code: string; title: string; example: Example | Reference }[],
): Response => ({
  description: errors.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
  headers: getHeaderReferences({ status, isKeyed }),
  content: {
    [PROBLEM_TYPE]: { schema, examples: Object.fromEntries(errors.map(({ code, example }) => [code, example])) },
  },
})

export const toErrorResponses = (codes: readonly ErrorCode[], isKeyed: boolean, schemas: Schemas) =>
  [...Map.groupBy(codes, (code) => ERRORS[code].status)].map(([status, statusCodes]) => {
    const toError = (code: ErrorCode) => {
      return { code, title: ERRORS[code].title, example: { $ref: `#/components/examples/${code}` } }
    }
    const schema = schemas.of(Problem, 'output')
    return [status, toProblemResponse(status, isKeyed, schema, statusCodes.map(toError))] as const
  })

/** The errors of a missing or refused key. */
// biome-ignore format: word lists read better as running lines
export const KEY_ERRORS = [
  'API_KEY_MISSING', 'API_KEY_INVALID', 'API_KEY_REVOKED', 'ACCOUNT_SUSPENDED', 'PLAN_REQUIRED',
  'CREDENTIALS_CONFLICT',
] as const satisfies ErrorCode[]

/** Which endpoints may return an error. Codes without an entry concern every path or another method. */
type Applies = (route: Route) => boolean

const keyed: Applies = ({ endpoint }) => endpoint !== null
const signed: Applies = ({ endpoint }) => endpoint?.isSigned === true
const byKey: Applies = (route) => keyed(route) && !signed(route)
const named: Applies = (route) => route.parameter !== undefined && !signed(route)
const withBody: Applies = ({ body }) => body !== undefined
const everywhere: Applies = () => true

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
  BAD_REQUEST: () => false,
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

export const getErrors = (route: Route): ErrorCode[] => ERROR_CODES.filter((code) => APPLIES[code](route))

/** The status of an error, what it means and what to do about it. */
export function describeError(code: AnyCode) {
  const { status, title, remedy } = getErrorEntry(code)
  return { status, title, text: `${title}. ${remedy}` }
}

const EXAMPLE_ID = '77ebee70-5864-5495-a92b-9ecbf07dacbe'
const REFUSED: { [Code in ErrorCode]?: string } = { INVALID_PARAMETER: 'status=OPN', UNKNOWN_PARAMETER: 'stat=NE' }

/** An example problem document of an error. @param base base URL of the service; null for the example's own */
export const createExampleProblem = (code: AnyCode, base: string | null, path = '/api/v1/opportunities'): Problem =>
  toProblem(createExampleError(code), {
    base: base ?? 'https://api.example.org',
    path,
    requestId: 'b7c0e1de-example',
  }) as Problem

function createExampleError(code: AnyCode): ApiError {
  const query = REFUSED[code as ErrorCode]
  try {
    if (query) createListParser(getResource('opportunities'))(query)
  } catch (error) {
    return error as ApiError
  }
  if (code === 'GONE') {
    const gone = { removedAt: '2026-11-22T08:00:00.004Z', reason: 'MERGED', mergedInto: EXAMPLE_ID } as const
    return new ApiError(code, `"0052bf48" was merged into "${EXAMPLE_ID}". Use that id instead.`, { gone })
  }
  return new ApiError(code, describeError(code).text)
}
