import type { Method } from './endpoints/endpoint.ts'
import { ApiError } from './errors.ts'

/** The methods that an endpoint of the API answers, beside OPTIONS. */
const ALLOWED = { GET: ['GET', 'HEAD'], POST: ['POST'], DELETE: ['DELETE'] } as const satisfies Record<
  Method,
  readonly string[]
>

/** Whether a request's method is the endpoint's own; HEAD works wherever GET does. */
export const isMethod = (own: Method, sent: string): boolean => sent === own || (own === 'GET' && sent === 'HEAD')

/** The error of a method that a path does not have. @param allowed the methods that it has */
export function methodNotAllowed(sent: string, allowed: readonly string[]): ApiError {
  const offered = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').join(' or ')
  return new ApiError('METHOD_NOT_ALLOWED', `${sent} is not supported here. Use ${offered}.`, {
    headers: { Allow: allowed.join(', ') },
  })
}

/** The same, of a path with endpoints of these methods. */
export const wrongMethod = (own: readonly Method[], sent: string): ApiError =>
  methodNotAllowed(sent, [...own.flatMap((method) => ALLOWED[method]), 'OPTIONS'])
