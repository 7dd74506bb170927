import * as z from 'zod'
import { type RemovedRecord, removal } from '../../schema/wire/fields.ts'

interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 413 | 415 | 416 | 429 | 500 | 503
  title: string
}

/**
 * Every error code of the API. Codes are never renamed; new ones may be added. Account errors have their own table. What to
 * do about each is in `content/remedies.json`.
 */
export const ERRORS = {
  API_KEY_MISSING: { status: 401, title: 'API key missing' },
  API_KEY_INVALID: { status: 403, title: 'API key invalid' },
  API_KEY_REVOKED: { status: 403, title: 'API key revoked' },
  ACCOUNT_SUSPENDED: { status: 403, title: 'Account suspended' },
  PLAN_REQUIRED: { status: 403, title: 'Plan required' },
  INVALID_PARAMETER: { status: 400, title: 'Invalid parameter' },
  UNKNOWN_PARAMETER: { status: 400, title: 'Unknown parameter' },
  INVALID_JSON: { status: 400, title: 'Invalid JSON' },
  BAD_REQUEST: { status: 400, title: 'Bad request' },
  CREDENTIALS_CONFLICT: { status: 400, title: 'Two different API keys' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  GONE: { status: 410, title: 'No longer published' },
  CURSOR_EXPIRED: { status: 409, title: 'Cursor expired' },
  SUBSCRIPTION_INVALID: { status: 403, title: 'Signed address invalid' },
  SUBSCRIPTION_REVOKED: { status: 403, title: 'Signed address revoked' },
  SUBSCRIPTIONS_EXHAUSTED: { status: 409, title: 'All signed addresses in use' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'Format not supported' },
  REQUEST_TIMEOUT: { status: 408, title: 'Request timeout' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type' },
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'Range not satisfiable' },
  RATE_LIMITED: { status: 429, title: 'Rate limit exceeded' },
  MONTHLY_QUOTA_EXCEEDED: { status: 429, title: 'Monthly allowance used up' },
  INTERNAL: { status: 500, title: 'Internal error' },
  STORE_UNAVAILABLE: { status: 503, title: 'Key store unavailable' },
  DATASET_UNAVAILABLE: { status: 503, title: 'Dataset unavailable' },
} as const satisfies { [code: string]: ErrorEntry }

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** The error codes of accounts, in the format of the API's error codes. */
export const ACCOUNT_ERRORS = {
  SIGN_IN_REQUIRED: { status: 401, title: 'Sign-in required' },
  CROSS_SITE: { status: 403, title: 'Request from another site' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  SIGNATURE_INVALID: { status: 403, title: 'Signature invalid' },
  LINK_INVALID: { status: 400, title: 'Link not valid' },
  KEYS_EXHAUSTED: { status: 409, title: 'All keys in use' },
  TRIAL_USED: { status: 409, title: 'Trial already used' },
  TRIAL_UNNEEDED: { status: 409, title: 'No trial needed' },
  KEY_ENDED: { status: 409, title: 'Key no longer valid' },
  OWNER_NEEDED: { status: 409, title: 'Owner needed' },
  MEMBER_KNOWN: { status: 409, title: 'Already a member' },
  INVITATIONS_EXHAUSTED: { status: 409, title: 'Too many open invitations' },
  WEBHOOKS_EXHAUSTED: { status: 409, title: 'All webhooks in use' },
  WEBHOOK_DISABLED: { status: 409, title: 'Webhook disabled' },
  DELIVERY_PENDING: { status: 409, title: 'Delivery in progress' },
} as const satisfies { [code: string]: ErrorEntry }

export type AccountErrorCode = keyof typeof ACCOUNT_ERRORS
export const ACCOUNT_ERROR_CODES = Object.keys(ACCOUNT_ERRORS) as AccountErrorCode[]

export type AnyCode = ErrorCode | AccountErrorCode

export const ParameterProblem = z
  .strictObject({
    parameter: z.string().describe('Name of the parameter or field.'),
    value: z.unknown().describe('The value that was sent; null when it is missing.'),
    message: z.string().describe('What is wrong, in one sentence.'),
    supportedValues: z.array(z.string()).optional().describe('The supported values, if they are a closed set.'),
    didYouMean: z.string().optional().describe('The value that was probably meant.'),
  })
  .meta({ id: 'ParameterProblem' })
export type ParameterProblem = z.infer<typeof ParameterProblem>

/** The body of every error (RFC 9457, `application/problem+json`). */
export const Problem = z
  .strictObject({
    type: z.url().describe('URL of the docs about this error.'),
    title: z.string().describe('Kind of error.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What happened and what to do.'),
    instance: z.string().describe('The path of the request.'),
    code: z.enum(ERROR_CODES).describe('Stable name of the error. See the list of codes.'),
    requestId: z.string().describe('Id of the request in our logs.'),
    errors: z.array(ParameterProblem).optional().describe('For invalid parameters: up to 10 problems of the request.'),
    supportedValues: z
      .array(z.string())
      .optional()
      .describe('For an invalid programCategory or format: the supported values.'),
    removedAt: removal.removedAt.optional(),
    reason: removal.reason.optional(),
    mergedInto: removal.mergedInto.optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

interface ErrorExtras {
  headers?: { [name: string]: string }
  errors?: ParameterProblem[]
  supportedValues?: readonly string[]
  gone?: Omit<RemovedRecord, 'id'>
}

/** The only error that the service reports to callers, who see its `detail`. */
export class ApiError<Code extends AnyCode = AnyCode> extends Error {
  override name = 'ApiError'
  readonly code: Code
  readonly extras: ErrorExtras
  constructor(code: Code, detail: string, extras: ErrorExtras = {}) {
    super(detail)
    this.code = code
    this.extras = extras
  }
}

/** The error of a limit. @param detail ends before "Try again" */
export const rateLimited = (detail: string, retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMITED', `${detail} Try again in ${retryAfterSeconds} seconds.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

const ENTRIES: { [Code in AnyCode]: ErrorEntry } = { ...ERRORS, ...ACCOUNT_ERRORS }

export const getErrorStatus = (code: AnyCode): ErrorEntry['status'] => ENTRIES[code].status

export const getErrorPath = (code: AnyCode): string =>
  code in ACCOUNT_ERRORS ? `/docs/accounts#${code}` : `/docs/errors#${code}`

/** The problem document of an error. @param base base URL of the service, without a trailing slash */
export function toProblem<Code extends AnyCode>(
  error: ApiError<Code>,
  about: { base: string; path: string; requestId: string },
): Omit<Problem, 'code'> & { code: Code } {
  const { status, title } = ENTRIES[error.code]
  const { errors, supportedValues, gone } = error.extras
  return {
    type: about.base + getErrorPath(error.code),
    title,
    status,
    detail: error.message,
    instance: about.path,
    code: error.code,
    requestId: about.requestId,
    ...(errors && { errors }),
    ...(supportedValues && { supportedValues: [...supportedValues] }),
    ...gone,
  }
}

/** The same message for a mistyped key and an unknown one. */
export const invalidKey = (): ApiError =>
  new ApiError('API_KEY_INVALID', 'The API key is not valid. Check it for typos.')

/** The error for an unsupported method. @param methods the supported ones; GET includes HEAD */
export function methodNotAllowed(sent: string, methods: readonly string[]): ApiError {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  const offered = methods.filter((method) => method !== 'OPTIONS').join(' or ')
  const detail = `${sent} is not supported here. Use ${offered}.`
  return new ApiError('METHOD_NOT_ALLOWED', detail, { headers: { Allow: allowed.join(', ') } })
}
