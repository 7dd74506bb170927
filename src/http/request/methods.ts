import type { Method } from '../endpoints/endpoint.ts'
import { ApiError } from '../response/errors.ts'

/** The methods that an endpoint supports, besides OPTIONS. */
const ALLOWED = { GET: ['GET', 'HEAD'], POST: ['POST'], DELETE: ['DELETE'] } as const satisfies Record<
  Method,
  readonly string[]
>

/** Whether a request's method is that of the endpoint. GET endpoints also support HEAD. */
export const isMethod = (method: Method, sent: string): boolean =>
  sent === method || (method === 'GET' && sent === 'HEAD')

/** The error for an unsupported method. @param allowed the supported methods */
export function methodNotAllowed(sent: string, allowed: readonly string[]): ApiError {
  const offered = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').join(' or ')
  return new ApiError('METHOD_NOT_ALLOWED', `${sent} is not supported here. Use ${offered}.`, {
    headers: { Allow: allowed.join(', ') },
  })
}

/** The same error for a path with endpoints of these methods. */
export const wrongMethod = (methods: readonly Method[], sent: string): ApiError =>
  methodNotAllowed(sent, [...methods.flatMap((method) => ALLOWED[method]), 'OPTIONS'])
