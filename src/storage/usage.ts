import type { Account, Key } from '../account/record.ts'
import type { Counts } from '../metering/decide.ts'
import { type PlanName, planAt } from '../metering/plans.ts'
import { type MonthUsed, type UsageFigures, usageFigures } from '../metering/usage.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alert } from '../notify/alert.ts'

/** An account's usage of the service, with its keys and its alerts. */
export interface UsageReport extends UsageFigures {
  account: Account
  plan: PlanName
  keys: Key[]
  /** Newest first. */
  alerts: Alert[]
}

/** An account's usage in the current windows. */
export const usageReport = (
  {
    account,
    keys,
    counts,
    past,
    alerts,
  }: Pick<UsageReport, 'account' | 'keys' | 'alerts'> & { counts: Counts; past: readonly MonthUsed[] },
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
