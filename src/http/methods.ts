import { ApiError } from './errors.ts'

/** The methods that a path of the API answers. */
const ALLOWED = { GET: ['GET', 'HEAD', 'OPTIONS'], POST: ['POST', 'OPTIONS'] } as const

/** Whether a request's method is the endpoint's own; HEAD works wherever GET does. */
export const isMethod = (own: 'GET' | 'POST', sent: string): boolean =>
  sent === own || (own === 'GET' && sent === 'HEAD')

/** The error of a method that a path does not have. @param allowed the methods that it has */
export function methodNotAllowed(sent: string, allowed: readonly string[]): ApiError {
  const offered = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').join(' or ')
  return new ApiError('METHOD_NOT_ALLOWED', `${sent} is not supported here; use ${offered}.`, {
    headers: { Allow: allowed.join(', ') },
  })
}

/** The same, of a path with one endpoint. */
export const wrongMethod = (own: 'GET' | 'POST', sent: string): ApiError => methodNotAllowed(sent, ALLOWED[own])
