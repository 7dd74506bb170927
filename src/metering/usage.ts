import { type Counts, countsAt } from './decide.ts'
import { PLANS, type PlanName } from './plans.ts'
import { minuteEnd, monthEnd, monthsUntil, type Windows } from './windows.ts'

/** What was used in one month. */
export interface MonthUsed {
  month: string
  requests: number
  answers: number
}

/** How much of an allowance is used. `resetsAt` is in milliseconds since 1970. */
export interface Allowance {
  limit: number
  used: number
  remaining: number
  resetsAt: number
}

/** An account's use of the service. */
export interface UsageFigures {
  month: string
  minute: Allowance
  requests: Allowance
  answers: Allowance
  /** The last twelve months, this one first. */
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
 * What an account of a plan has used at the moment of the windows.
 * @param past the figures of the months before `counts.month`
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

// A change to a smaller plan can leave more used than allowed.
const allowance = (limit: number, used: number, resetsAt: number): Allowance => ({
  limit,
  used,
  remaining: Math.max(0, limit - used),
  resetsAt,
})
