import type { Usage, WindowName } from '../metering/admission.ts'
import { PLANS } from '../metering/plans.ts'
import { minuteEnd, monthEnd, secondsUntil } from '../metering/windows.ts'
import { ApiError } from './errors.ts'

interface Figures {
  usage: Usage
  /** Milliseconds since 1970. */
  now: number
}

type QuotaHeader = { description: string; value: (figures: Figures) => string | number }

const plan = ({ usage }: Figures) => PLANS[usage.plan]
const left = (limit: number, used: number) => Math.max(0, limit - used)
const minuteLeft = (f: Figures) => left(plan(f).perMinute, f.usage.minuteUsed)
const monthLeft = (f: Figures) => left(plan(f).perMonth, f.usage.monthUsed)
const answersLeft = (f: Figures) => left(plan(f).answersPerMonth, f.usage.answersUsed)
const minuteReset = ({ usage, now }: Figures) => secondsUntil(minuteEnd(usage.minute), now)
const monthReset = ({ usage, now }: Figures) => secondsUntil(monthEnd(usage.month), now)
const monthSeconds = ({ usage }: Figures) => {
  const [year, month] = usage.month.split('-').map(Number) as [number, number]
  return (monthEnd(usage.month) - Date.UTC(year, month - 1, 1)) / 1000
}

/** The headers of every authenticated answer, 304, 4xx and 429 included. */
export const QUOTA_HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests per minute that the plan allows.', value: (f) => plan(f).perMinute },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', value: minuteLeft },
  'X-RateLimit-Reset': { description: 'Seconds until the minute ends.', value: minuteReset },
  'X-RateLimit-Monthly-Limit': {
    description: 'Requests per month that the plan allows.',
    value: (f) => plan(f).perMonth,
  },
  'X-RateLimit-Monthly-Remaining': { description: 'Requests left in this month.', value: monthLeft },
  'X-Quota-Remaining': { description: 'The same number as X-RateLimit-Monthly-Remaining.', value: monthLeft },
  'X-AI-Search-Monthly-Limit': {
    description: 'AI answers per month that the plan allows.',
    value: (f) => plan(f).answersPerMonth,
  },
  'X-AI-Search-Monthly-Remaining': { description: 'AI answers left in this month.', value: answersLeft },
  'RateLimit-Policy': {
    description: 'The windows of the plan, as the IETF draft writes them.',
    value: (f) =>
      `"minute";q=${plan(f).perMinute};w=60, "month";q=${plan(f).perMonth};w=${monthSeconds(f)}, "ai-answers";q=${plan(f).answersPerMonth};w=${monthSeconds(f)}`,
  },
  RateLimit: {
    description: 'What is left in each window and the seconds until it ends, as the IETF draft writes them.',
    value: (f) =>
      `"minute";r=${minuteLeft(f)};t=${minuteReset(f)}, "month";r=${monthLeft(f)};t=${monthReset(f)}, "ai-answers";r=${answersLeft(f)};t=${monthReset(f)}`,
  },
} as const satisfies Record<string, QuotaHeader>

export const QUOTA_HEADER_NAMES = Object.keys(QUOTA_HEADERS)

/** Writes the quota headers of an account's figures at an instant. */
export function writeQuota(headers: { [name: string]: string }, figures: Figures): void {
  for (const [name, { value }] of Object.entries(QUOTA_HEADERS)) headers[name] = String(value(figures))
}

/** The error of a refused request; `Retry-After` is the end of the longest window that refuses. */
export function refusal(by: readonly WindowName[], usage: Usage, now: number): ApiError {
  const { label, perMinute, perMonth } = PLANS[usage.plan]
  const isMonth = by.includes('month')
  const seconds = secondsUntil(isMonth ? monthEnd(usage.month) : minuteEnd(usage.minute), now)
  const number = (value: number) => value.toLocaleString('en-US')
  return new ApiError(
    isMonth ? 'MONTHLY_QUOTA_EXCEEDED' : 'RATE_LIMITED',
    isMonth
      ? `The ${number(perMonth)} requests of the month that the ${label} plan allows are used up. They are renewed on the 1st at 00:00 UTC.`
      : `The ${number(perMinute)} requests per minute that the ${label} plan allows are used up. Call again in ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
