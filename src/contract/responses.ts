import remedies from '../../content/remedies.json' with { type: 'json' }
import { createListParser } from '../http/request/parameters.ts'
import {
  ACCOUNT_ERRORS,
  type AnyCode,
  ApiError,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  Problem,
  toProblem,
} from '../http/response/errors.ts'
import { QUOTA_HEADERS } from '../http/response/headers.ts'
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

interface ResponseHeader {
  description: string
  type?: 'integer'
  on: (response: ResponseCase) => boolean
}

// 401 and 403 identify no account. A server error may have the headers, if the account was known before.
const isCounted = ({ status, isKeyed }: ResponseCase) => isKeyed && ![401, 403].includes(status)
const OF_DATA: ReadonlySet<number> = new Set([200, 206, 304, 307])

/** Every response header that callers may rely on, except the standard HTTP headers. */
export const RESPONSE_HEADERS: { [name: string]: ResponseHeader } = {
  'X-Request-Id': {
    description: 'Identifies the request in our logs: your own `X-Request-Id` if it was valid, otherwise a new UUID.',
    on: () => true,
  },
  'X-Dataset-Version': { description: 'The version of the dataset behind the response.', on: () => true },
  ETag: {
    description: 'Entity tag of the response, weak if the response is compressed. Send it back as If-None-Match.',
    on: ({ status, isTagged }) => isTagged === true && OF_DATA.has(status),
  },
  'Cache-Control': {
    description: 'Who may cache the response, and for how long. Keyed responses are never shared.',
    on: () => true,
  },
  'Accept-Ranges': {
    description: '`bytes` for files that support range requests.',
    on: ({ status, isFile }) => isFile === true && [200, 206].includes(status),
  },
  'Content-Range': {
    description: 'The range of bytes in the response, and the size of the file.',
    on: ({ status, isFile }) => (isFile === true && status === 206) || status === 416,
  },
  Location: { description: 'Path of the file, relative to the service.', on: ({ status }) => status === 307 },
  Link: {
    description:
      'URLs of the first, previous, next and last page (RFC 8288); with a cursor, of the first and the next page.',
    on: ({ status, isPaged }) => status === 200 && isPaged === true,
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    on: ({ status, isKeyed }) => isKeyed && OF_DATA.has(status),
  },
  ...Object.fromEntries(
    Object.entries(QUOTA_HEADERS).map(([name, { description }]): [string, ResponseHeader] => [
      name,
      { description, ...(name.startsWith('X-') && { type: 'integer' }), on: isCounted },
    ]),
  ),
  'X-RateLimit-Status': {
    description:
      '`degraded` while the key store is unavailable and a recently verified key keeps working. The quota headers are then absent. `demo` for the demo key, which has only the headers of its own limits.',
    on: isCounted,
  },
  'Retry-After': {
    description: 'Whole seconds to wait. Waiting exactly that long is enough.',
    type: 'integer',
    on: ({ status, isKeyed }) => status === 429 || (status === 503 && isKeyed),
  },
  Allow: { description: 'The methods that the path supports.', on: ({ status }) => status === 405 },
  'WWW-Authenticate': { description: '`Bearer`.', on: ({ status }) => status === 401 },
}

export const getHeaderReferences = (response: ResponseCase): { [name: string]: Reference } =>
  Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([, { on }]) => on(response))
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
export const KEY_ERRORS = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_REVOKED',
  'ACCOUNT_SUSPENDED',
  'PLAN_REQUIRED',
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

const ENTRIES = { ...ERRORS, ...ACCOUNT_ERRORS }
const REMEDIES: Record<AnyCode, string> = remedies

/** The status of an error, what it means and what to do about it. */
export function describeError(code: AnyCode) {
  const { status, title } = ENTRIES[code]
  return { status, title, text: `${title}. ${REMEDIES[code]}` }
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
