import { type Counts, countsAt } from './decide.ts'
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
  return past.find((each) => each.month === month) ?? { requests: 0, answers: 0 }
}

const MONTHS_SHOWN = 12

/**
 * The usage of an account on a plan at the time of the windows.
 * @param past the usage of the months before `counts.month`
 */
export function usageFigures(
  name: PlanName,
  counts: Counts,
  past: readonly MonthUsed[],
  windows: Windows,
): UsageFigures {
  const plan = PLANS[name]
  const seen = countsAt(counts, windows)
  const monthResetsAt = monthEnd(seen.month)
  const figures = new Map(past.map((each) => [each.month, each]))
  const { month, monthUsed, answersUsed } = counts
  if (month) figures.set(month, { month, requests: monthUsed, answers: answersUsed })
  return {
    month: seen.month,
    minute: allowance(plan.perMinute, seen.minuteUsed, minuteEnd(seen.minute)),
    requests: allowance(plan.perMonth, seen.monthUsed, monthResetsAt),
    answers: allowance(plan.answersPerMonth, seen.answersUsed, monthResetsAt),
    months: monthsUntil(seen.month, MONTHS_SHOWN).map(
      (each) => figures.get(each) ?? { month: each, requests: 0, answers: 0 },
    ),
  }
}

// After a change to a smaller plan, usage can exceed the allowance.
const allowance = (limit: number, used: number, resetsAt: number): Allowance => ({
  limit,
  used,
  remaining: Math.max(0, limit - used),
  resetsAt,
})
