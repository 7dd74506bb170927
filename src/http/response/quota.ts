import type { Usage, WindowName } from '../../metering/admission.ts'
import { PLANS, type Plan } from '../../metering/plans.ts'
import { minuteEnd, monthEnd, secondsUntil } from '../../metering/windows.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { ApiError, rateLimited } from './errors.ts'

type Figures = ReturnType<typeof getFigures>
type QuotaHeader = { description: string; value: (figures: Figures) => string | number }

/** The headers of every authenticated response, including 304, 4xx and 429. */
export const QUOTA_HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests per minute allowed by the plan.', value: (f) => f.plan.perMinute },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', value: (f) => f.minuteLeft },
  'X-RateLimit-Reset': { description: 'Seconds until the minute ends.', value: (f) => f.minuteReset },
  'X-RateLimit-Monthly-Limit': {
    description: 'Requests per month allowed by the plan.',
    value: (f) => f.plan.perMonth,
  },
  'X-RateLimit-Monthly-Remaining': { description: 'Requests left in this month.', value: (f) => f.monthLeft },
  'X-Quota-Remaining': {
    description: 'Same as X-RateLimit-Monthly-Remaining.',
    value: (f) => f.monthLeft,
  },
  'X-AI-Search-Monthly-Limit': {
    description: 'AI answers per month allowed by the plan.',
    value: (f) => f.plan.answersPerMonth,
  },
  'X-AI-Search-Monthly-Remaining': { description: 'AI answers left in this month.', value: (f) => f.answersLeft },
  'RateLimit-Policy': {
    description: 'The limits of the plan, in the format of the IETF draft.',
    value: ({ plan, monthSeconds }) =>
      `"minute";q=${plan.perMinute};w=60, "month";q=${plan.perMonth};w=${monthSeconds}, "ai-answers";q=${plan.answersPerMonth};w=${monthSeconds}`,
  },
  RateLimit: {
    description: 'What is left of each limit and the seconds until it resets, in the format of the IETF draft.',
    value: ({ minuteLeft, minuteReset, monthLeft, answersLeft, monthReset }) =>
      `"minute";r=${minuteLeft};t=${minuteReset}, "month";r=${monthLeft};t=${monthReset}, "ai-answers";r=${answersLeft};t=${monthReset}`,
  },
} as const satisfies { [name: string]: QuotaHeader }

export const QUOTA_HEADER_NAMES = Object.keys(QUOTA_HEADERS)
const WRITERS = Object.entries(QUOTA_HEADERS)

/** Writes the quota headers of an account. */
export function writeQuota(headers: { [name: string]: string }, usage: Usage, now: Instant): void {
  const figures = getFigures(usage, now)
  for (const [name, { value }] of WRITERS) headers[name] = String(value(figures))
}

/** The values of the quota headers; resets and lengths in seconds. */
function getFigures({ plan: name, minute, month, minuteUsed, monthUsed, answersUsed }: Usage, now: Instant) {
  const plan: Plan = PLANS[name]
  const end = monthEnd(month)
  return {
    plan,
    minuteLeft: left(plan.perMinute, minuteUsed),
    monthLeft: left(plan.perMonth, monthUsed),
    answersLeft: left(plan.answersPerMonth, answersUsed),
    minuteReset: secondsUntil(minuteEnd(minute), now),
    monthReset: secondsUntil(end, now),
    monthSeconds: (end - Date.parse(month)) / 1000,
  }
}

const left = (limit: number, used: number): number => Math.max(0, limit - used)

/** The error for an exceeded limit. `Retry-After` covers the longest exceeded window. */
export function refusal(by: readonly WindowName[], usage: Usage, now: number): ApiError {
  const { label, perMinute, perMonth } = PLANS[usage.plan]
  const used = (limit: number, window: WindowName): string =>
    `You have used all ${limit.toLocaleString('en-US')} requests per ${window} of the ${label} plan.`
  if (!by.includes('month')) return rateLimited(used(perMinute, 'minute'), secondsUntil(minuteEnd(usage.minute), now))
  return new ApiError(
    'MONTHLY_QUOTA_EXCEEDED',
    `${used(perMonth, 'month')} The allowance resets on the 1st at 00:00 UTC.`,
    { headers: { 'Retry-After': String(secondsUntil(monthEnd(usage.month), now)) } },
  )
}
