import { QUOTA_HEADER_NAMES } from './quota.ts'

/** The headers of an answer as data: one plain object, from which the Response is made once. */
export type HeaderFields = { [name: string]: string }

/** Headers that a browser's script may read. */
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

/** What every answer tells browsers, of the API, of accounts and of the site alike. */
const SECURITY_HEADERS = {
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

/** What every page and file of the site carries: any origin may read it. */
export const SITE_HEADERS = {
  ...SECURITY_HEADERS,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const satisfies HeaderFields

/** What every answer of the API carries: any origin may call it. */
export const API_HEADERS = {
  ...SITE_HEADERS,
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const satisfies HeaderFields

/** What every answer about accounts carries: only the service's own pages may read it, and nothing keeps it. */
export const ACCOUNT_HEADERS = {
  ...SECURITY_HEADERS,
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const satisfies HeaderFields

/** The answer to a browser that asks whether it may call; `wished` are the headers that it wants to send. */
export function preflightHeaders(wished: string | undefined): HeaderFields {
  return {
    'Access-Control-Allow-Methods': 'GET,HEAD,POST,DELETE,OPTIONS',
    'Access-Control-Max-Age': '86400',
    ...(wished && { 'Access-Control-Allow-Headers': wished, Vary: 'Access-Control-Request-Headers' }),
  }
}
