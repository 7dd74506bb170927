import * as z from 'zod'
import table from '../../../content/errors.json' with { type: 'json' }
import { type RemovedRecord, removal } from '../../schema/wire/fields.ts'

/** An error code: its HTTP status, its title, and what to do about it. */
type ErrorEntry = { status: number; title: string; remedy: string }

export type ErrorCode = keyof typeof table.api
/** Every error code of the API. Codes are never renamed; new ones may be added. */
export const ERRORS: { readonly [Code in ErrorCode]: ErrorEntry } = table.api
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

export type AccountErrorCode = keyof typeof table.account
/** The error codes of accounts, in the format of the API's error codes. */
const ACCOUNT_ERRORS: { readonly [Code in AccountErrorCode]: ErrorEntry } = table.account
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

export const getErrorEntry = (code: AnyCode): ErrorEntry => ENTRIES[code]

export const getErrorPath = (code: AnyCode): string =>
  code in ACCOUNT_ERRORS ? `/docs/accounts#${code}` : `/docs/errors#${code}`

/** The problem document of an error. @param base base URL of the service, without a trailing slash */
export function toProblem<Code extends AnyCode>(
  error: ApiError<Code>,
  about: { base: string; path: string; requestId: string },
): Omit<Problem, 'code'> & { code: Code } {
  const { status, title } = getErrorEntry(error.code)
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
