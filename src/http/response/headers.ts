import type { Usage, WindowName } from '../../metering/admission.ts'
import { PLANS, type Plan } from '../../metering/plans.ts'
import { getMinuteEnd, getMonthEnd, getSecondsUntil } from '../../metering/windows.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { ApiError, rateLimited } from './errors.ts'

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

type Figures = ReturnType<typeof getFigures>

/** The headers of every authenticated response, including 304, 4xx and 429. */
export const QUOTA_HEADERS = {
  'X-RateLimit-Limit': ({ plan }) => plan.perMinute,
  'X-RateLimit-Remaining': ({ minuteLeft }) => minuteLeft,
  'X-RateLimit-Reset': ({ minuteReset }) => minuteReset,
  'X-RateLimit-Monthly-Limit': ({ plan }) => plan.perMonth,
  'X-RateLimit-Monthly-Remaining': ({ monthLeft }) => monthLeft,
  'X-Quota-Remaining': ({ monthLeft }) => monthLeft,
  'X-AI-Search-Monthly-Limit': ({ plan }) => plan.answersPerMonth,
  'X-AI-Search-Monthly-Remaining': ({ answersLeft }) => answersLeft,
  'RateLimit-Policy': ({ plan, monthSeconds }) =>
    `"minute";q=${plan.perMinute};w=60, "month";q=${plan.perMonth};w=${monthSeconds}, "ai-answers";q=${plan.answersPerMonth};w=${monthSeconds}`,
  RateLimit: ({ minuteLeft, minuteReset, monthLeft, answersLeft, monthReset }) =>
    `"minute";r=${minuteLeft};t=${minuteReset}, "month";r=${monthLeft};t=${monthReset}, "ai-answers";r=${answersLeft};t=${monthReset}`,
} as const satisfies { [name: string]: (figures: Figures) => string | number }

export const QUOTA_HEADER_NAMES = Object.keys(QUOTA_HEADERS)
const WRITERS = Object.entries(QUOTA_HEADERS)

export function writeQuota(headers: { [name: string]: string }, usage: Usage, now: Instant): void {
  const figures = getFigures(usage, now)
  for (const [name, getValue] of WRITERS) headers[name] = String(getValue(figures))
}

/** The values of the quota headers; resets and lengths in seconds. */
function getFigures({ plan: name, minute, month, minuteUsed, monthUsed, answersUsed }: Usage, now: Instant) {
  const plan: Plan = PLANS[name]
  const end = getMonthEnd(month)
  return {
    plan,
    minuteLeft: getLeft(plan.perMinute, minuteUsed),
    monthLeft: getLeft(plan.perMonth, monthUsed),
    answersLeft: getLeft(plan.answersPerMonth, answersUsed),
    minuteReset: getSecondsUntil(getMinuteEnd(minute), now),
    monthReset: getSecondsUntil(end, now),
    monthSeconds: (end - Date.parse(month)) / 1000,
  }
}

const getLeft = (limit: number, used: number): number => Math.max(0, limit - used)

/** The error for an exceeded limit. `Retry-After` covers the longest exceeded window. */
export function toRefusal(by: readonly WindowName[], usage: Usage, now: number): ApiError {
  const { label, perMinute, perMonth } = PLANS[usage.plan]
  const used = (limit: number, window: WindowName): string =>
    `You have used all ${limit.toLocaleString('en-US')} requests per ${window} of the ${label} plan.`
  if (!by.includes('month'))
    return rateLimited(used(perMinute, 'minute'), getSecondsUntil(getMinuteEnd(usage.minute), now))
  return new ApiError(
    'MONTHLY_QUOTA_EXCEEDED',
    `${used(perMonth, 'month')} The allowance resets on the 1st at 00:00 UTC.`,
    { headers: { 'Retry-After': String(getSecondsUntil(getMonthEnd(usage.month), now)) } },
  )
}

// biome-ignore format: word lists read better as running lines
export const EXPOSED_HEADERS = [
  ...QUOTA_HEADER_NAMES, 'Accept-Ranges', 'Allow', 'Content-Range', 'ETag', 'Link', 'Retry-After', 'Vary',
  'WWW-Authenticate', 'X-Dataset-Version', 'X-RateLimit-Status', 'X-Request-Id',
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
