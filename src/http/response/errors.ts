import * as z from 'zod'
import { type RemovedRecord, removal } from '../../schema/wire/fields.ts'
import {
  ACCOUNT_ERRORS,
  type AccountErrorCode,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
} from './error-codes.ts'

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
  /** For GONE: details of the removal. */
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

export const errorStatus = (code: AnyCode): ErrorEntry['status'] => ENTRIES[code].status

/** The path of an error in the docs. */
export const errorPath = (code: AnyCode): string =>
  code in ACCOUNT_ERRORS ? `/docs/accounts#${code}` : `/docs/errors#${code}`

/** The problem document of an error. @param base base URL of the service, without a trailing slash */
export function toProblem<Code extends AnyCode>(
  error: ApiError<Code>,
  about: { base: string; path: string; requestId: string },
): Omit<Problem, 'code'> & { code: Code } {
  const { status, title } = ENTRIES[error.code]
  const { errors, supportedValues, gone } = error.extras
  return {
    type: about.base + errorPath(error.code),
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
