import * as z from 'zod'
import { type RemovedRecord, removal } from '../../schema/wire/fields.ts'

export interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 413 | 415 | 416 | 429 | 500 | 503
  title: string
  /** What the caller should do, for the docs. */
  remedy: string
}
type Row = readonly [status: ErrorEntry['status'], title: string, remedy: string]

const toEntries = <Code extends string>(rows: { [Name in Code]: Row }) =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([code, [status, title, remedy]]) => [code, { status, title, remedy }]),
  ) as { [Name in Code]: ErrorEntry }

/** Every error code of the API. Codes are never renamed; new ones may be added. Account errors have their own table. */
export const ERRORS = toEntries({
  API_KEY_MISSING: [401, 'API key missing', 'Send your key as "Authorization: Bearer <key>" or "X-Api-Key: <key>".'],
  API_KEY_INVALID: [403, 'API key invalid', 'Check the key for typos, or create a new one.'],
  API_KEY_REVOKED: [403, 'API key revoked', 'Use another key of the account, or create a new one.'],
  ACCOUNT_SUSPENDED: [
    403,
    'Account suspended',
    'The account is suspended. Its keys work again when the operator of the service resumes it.',
  ],
  PLAN_REQUIRED: [
    403,
    'Plan required',
    'The plan of the account includes no keys, or its trial has ended. See /plans for paid plans.',
  ],
  INVALID_PARAMETER: [400, 'Invalid parameter', 'Fix the parameters listed in "errors".'],
  UNKNOWN_PARAMETER: [400, 'Unknown parameter', 'Remove or rename the parameters listed in "errors".'],
  INVALID_JSON: [400, 'Invalid JSON', 'Send one JSON object in UTF-8.'],
  BAD_REQUEST: [
    400,
    'Bad request',
    'Send a valid Host header and a path that begins with a slash, as every HTTP client does.',
  ],
  CREDENTIALS_CONFLICT: [400, 'Two different API keys', 'Send one key in one header.'],
  NOT_FOUND: [404, 'Not found', 'Check the path and the id. The reference lists every endpoint.'],
  GONE: [
    410,
    'No longer published',
    'Delete your copy of the record. If "mergedInto" names another record, use that one.',
  ],
  CURSOR_EXPIRED: [
    409,
    'Cursor expired',
    "The cursor's record has changed or is gone. Start again with the first page.",
  ],
  SUBSCRIPTION_INVALID: [403, 'Signed address invalid', 'Check the address for typos, or create a new one.'],
  SUBSCRIPTION_REVOKED: [403, 'Signed address revoked', 'Create a new signed address and use it in place of this one.'],
  SUBSCRIPTIONS_EXHAUSTED: [409, 'All signed addresses in use', 'Revoke a signed address, or choose a larger plan.'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed', 'Use a method listed in the Allow header.'],
  NOT_ACCEPTABLE: [
    406,
    'Format not supported',
    'Request one of the formats in "supportedValues", with Accept or an extension in the path.',
  ],
  REQUEST_TIMEOUT: [408, 'Request timeout', 'Send the whole body without pauses. The request was not counted.'],
  PAYLOAD_TOO_LARGE: [413, 'Payload too large', 'Send a body of at most 16 KiB.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported media type', 'Send "Content-Type: application/json".'],
  RANGE_NOT_SATISFIABLE: [
    416,
    'Range not satisfiable',
    'Request a range within the size of the file, which is in "Content-Range".',
  ],
  RATE_LIMITED: [
    429,
    'Rate limit exceeded',
    'Wait for the number of seconds in Retry-After, then try again. The request was not counted.',
  ],
  MONTHLY_QUOTA_EXCEEDED: [
    429,
    'Monthly allowance used up',
    'Wait until 00:00 UTC on the 1st of next month, or choose a larger plan.',
  ],
  INTERNAL: [500, 'Internal error', 'Try again later. If the error persists, report the requestId.'],
  STORE_UNAVAILABLE: [
    503,
    'Key store unavailable',
    'Your key was not rejected. Wait for the number of seconds in Retry-After, then try again.',
  ],
  DATASET_UNAVAILABLE: [
    503,
    'Dataset unavailable',
    'The data is temporarily unavailable. Wait for the number of seconds in Retry-After, then try again.',
  ],
})

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** The error codes of accounts, in the format of the API's error codes. */
export const ACCOUNT_ERRORS = toEntries({
  SIGN_IN_REQUIRED: [401, 'Sign-in required', 'Sign in, then try again.'],
  CROSS_SITE: [403, 'Request from another site', 'Send the request from a page of this service.'],
  FORBIDDEN: [403, 'Not allowed', 'Ask an owner of the account for access.'],
  SIGNATURE_INVALID: [
    403,
    'Signature invalid',
    'Sign the exact bytes of the body with the shared secret, no more than 5 minutes before sending.',
  ],
  LINK_INVALID: [400, 'Link not valid', 'Request a new link and open it within 15 minutes in the same browser.'],
  KEYS_EXHAUSTED: [409, 'All keys in use', 'Revoke a key, or choose a larger plan.'],
  TRIAL_USED: [409, 'Trial already used', 'Choose a paid plan. See /plans.'],
  TRIAL_UNNEEDED: [409, 'No trial needed', "Use the account's current plan."],
  KEY_ENDED: [409, 'Key no longer valid', 'Create a new key.'],
  OWNER_NEEDED: [409, 'Owner needed', 'Make another member an owner first.'],
  MEMBER_KNOWN: [409, 'Already a member', 'Change the role of that member instead.'],
  INVITATIONS_EXHAUSTED: [409, 'Too many open invitations', 'Withdraw an invitation first.'],
  WEBHOOKS_EXHAUSTED: [409, 'All webhooks in use', 'Delete a webhook, or choose a larger plan.'],
  WEBHOOK_DISABLED: [409, 'Webhook disabled', 'Enable the webhook first.'],
  DELIVERY_PENDING: [409, 'Delivery in progress', 'Wait until the delivery has succeeded or failed.'],
})

export type AccountErrorCode = keyof typeof ACCOUNT_ERRORS
export const ACCOUNT_ERROR_CODES = Object.keys(ACCOUNT_ERRORS) as AccountErrorCode[]

type AnyCode = ErrorCode | AccountErrorCode

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
