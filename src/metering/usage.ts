import type { Counts } from './decide.ts'
import { PLANS, type PlanName } from './plans.ts'
import { minuteEnd, monthEnd, monthsUntil, type Windows } from './windows.ts'

/** The usage of one month. */
export interface MonthUsed {
  month: string
  requests: number
  answers: number
}

/** The usage of one allowance. `resetsAt` is in milliseconds since 1970. */
export interface Allowance {
  limit: number
  used: number
  remaining: number
  resetsAt: number
}

/** The usage of an account. */
export interface UsageFigures {
  month: string
  minute: Allowance
  requests: Allowance
  answers: Allowance
  /** The last 12 months, current month first. */
  months: MonthUsed[]
}

/** The usage of a month; zero for an unknown one. */
export function usedIn(
  month: string,
  counts: Counts,
  past: readonly MonthUsed[],
): Pick<MonthUsed, 'requests' | 'answers'> {
  if (month === counts.month) return { requests: counts.monthUsed, answers: counts.answersUsed }
  const { requests = 0, answers = 0 } = past.find((each) => each.month === month) ?? {}
  return { requests, answers }
}

const MONTHS_SHOWN = 12

/**
 * The usage of an account on a plan at the time of the windows.
 * @param past the usage of the months other than `counts.month`
 */
export function usageFigures(
  name: PlanName,
  counts: Counts,
  past: readonly MonthUsed[],
  { minute, month }: Windows,
): UsageFigures {
  const plan = PLANS[name]
  const { requests, answers } = usedIn(month, counts, past)
  const monthResetsAt = monthEnd(month)
  return {
    month,
    minute: allowance(plan.perMinute, minute === counts.minute ? counts.minuteUsed : 0, minuteEnd(minute)),
    requests: allowance(plan.perMonth, requests, monthResetsAt),
    answers: allowance(plan.answersPerMonth, answers, monthResetsAt),
    months: monthsUntil(month, MONTHS_SHOWN).map((each) => ({ month: each, ...usedIn(each, counts, past) })),
  }
}

// After a change to a smaller plan, usage can exceed the allowance.
const allowance = (limit: number, used: number, resetsAt: number): Allowance => ({
  limit,
  used,
  remaining: Math.max(0, limit - used),
  resetsAt,
})
