import { QUOTA_HEADER_NAMES } from './quota.ts'

/** Response headers as a plain object, from which the Response is made once. */
export type HeaderFields = { [name: string]: string }

/** The result of an exchange, without its headers. */
export interface Reply {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Size of a text body in UTF-8, if it is known without counting. */
  bytes?: number | undefined
  /** Complete `Set-Cookie` values. */
  cookies?: readonly string[]
}

/** Headers exposed to browser scripts. */
export const EXPOSED_HEADERS = [
  ...QUOTA_HEADER_NAMES,
  'Accept-Ranges',
  'Allow',
  'Content-Range',
  'ETag',
  'Link',
  'Retry-After',
  'Vary',
  'WWW-Authenticate',
  'X-Dataset-Version',
  'X-RateLimit-Status',
  'X-Request-Id',
]

/** Security headers of every response of the API, accounts and site. */
const SECURITY_HEADERS = {
  // Pages have the rest of their policy in a meta element, where this directive is ignored.
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
} as const satisfies HeaderFields

/** Headers of every page and file of the site, readable by any origin. */
export const SITE_HEADERS = {
  ...SECURITY_HEADERS,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const satisfies HeaderFields

/** Headers of every API response, readable by any origin. */
export const API_HEADERS = {
  ...SITE_HEADERS,
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const satisfies HeaderFields

/** Headers of every account response: readable only by the service's own pages, and never cached. */
export const ACCOUNT_HEADERS = {
  ...SECURITY_HEADERS,
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const satisfies HeaderFields
