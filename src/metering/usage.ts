import type { Account, Key, Member } from './accounts.ts'
import { type Counts, countsAt } from './decide.ts'
import type { Notice } from './notices.ts'
import { PLANS } from './plans.ts'
import { minuteEnd, monthEnd, monthsUntil, type Windows } from './windows.ts'

/** All that a store holds of one account, read in one step. */
export interface AccountRecord {
  account: Account
  members: Member[]
  keys: Key[]
  counts: Counts
  /** The figures of the months before `counts.month`. */
  past: { month: string; requests: number; answers: number }[]
  notices: Notice[]
}

/** How much of an allowance is used. `resetsAt` is in milliseconds since 1970. */
export interface Allowance {
  limit: number
  used: number
  remaining: number
  resetsAt: number
}

/** An account's use of the service. */
export interface UsageReport {
  account: Account
  month: string
  minute: Allowance
  requests: Allowance
  answers: Allowance
  /** The last twelve months, this one first. */
  months: { month: string; requests: number; answers: number }[]
  keys: Key[]
  /** The usage notices, the newest first. */
  notices: Notice[]
}

const MONTHS_SHOWN = 12

/** What an account has used at the moment of the windows. */
export function usageReport(record: AccountRecord, windows: Windows): UsageReport {
  const plan = PLANS[record.account.plan]
  const seen = countsAt(record.counts, windows)
  const monthResetsAt = monthEnd(seen.month)
  const figures = new Map(record.past.map((past) => [past.month, past]))
  const { month, monthUsed, answersUsed } = record.counts
  if (month) figures.set(month, { month, requests: monthUsed, answers: answersUsed })
  return {
    account: record.account,
    month: seen.month,
    minute: allowance(plan.perMinute, seen.minuteUsed, minuteEnd(seen.minute)),
    requests: allowance(plan.perMonth, seen.monthUsed, monthResetsAt),
    answers: allowance(plan.answersPerMonth, seen.answersUsed, monthResetsAt),
    months: monthsUntil(seen.month, MONTHS_SHOWN).map(
      (name) => figures.get(name) ?? { month: name, requests: 0, answers: 0 },
    ),
    keys: record.keys,
    notices: record.notices.toSorted((a, b) => b.createdAt - a.createdAt),
  }
}

// A change to a smaller plan can leave more used than allowed.
const allowance = (limit: number, used: number, resetsAt: number): Allowance => ({
  limit,
  used,
  remaining: Math.max(0, limit - used),
  resetsAt,
})
