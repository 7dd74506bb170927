import type { Account, Key } from '../account/record.ts'
import type { Counts } from '../metering/decide.ts'
import { type PlanName, planAt } from '../metering/plans.ts'
import { type MonthUsed, type UsageFigures, usageFigures } from '../metering/usage.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alert } from '../notify/alert.ts'

/** An account's use of the service, with its keys and the alerts that were made. */
export interface UsageReport extends UsageFigures {
  account: Account
  /** The plan that holds at the moment. */
  plan: PlanName
  keys: Key[]
  /** The newest first. */
  alerts: Alert[]
}

interface UsageCounts {
  counts: Counts
  /** The figures of the months before `counts.month`. */
  past: MonthUsed[]
}

/** What an account has used at the moment of the windows. */
export const usageReport = (
  { account, keys, counts, past, alerts }: Pick<UsageReport, 'account' | 'keys' | 'alerts'> & UsageCounts,
  windows: Windows,
): UsageReport => {
  const plan = planAt(account, windows.now)
  return {
    ...usageFigures(plan, counts, past, windows),
    account,
    plan,
    keys,
    alerts: alerts.toSorted((a, b) => b.createdAt - a.createdAt),
  }
}
