import type { Account, Key, Member } from '../account/account.ts'
import type { Counts } from '../metering/decide.ts'
import { type MonthUsed, type UsageFigures, usageFigures } from '../metering/usage.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alert } from '../notify/alert.ts'

/** All that a store holds of one account, read in one step. */
export interface AccountRecord {
  account: Account
  members: Member[]
  keys: Key[]
  counts: Counts
  /** The figures of the months before `counts.month`. */
  past: MonthUsed[]
  alerts: Alert[]
}

/** An account's use of the service, with its keys and the alerts that were made. */
export interface UsageReport extends UsageFigures {
  account: Account
  keys: Key[]
  /** The newest first. */
  alerts: Alert[]
}

/** What an account has used at the moment of the windows. */
export const usageReport = (
  { account, counts, past, keys, alerts }: Omit<AccountRecord, 'members'>,
  windows: Windows,
): UsageReport => ({
  ...usageFigures(account.plan, counts, past, windows),
  account,
  keys,
  alerts: alerts.toSorted((a, b) => b.createdAt - a.createdAt),
})
