import { MINUTE_MS, monthsUntil, windowsAt } from '../metering/windows.ts'
import type { Instant } from '../rules/moments.ts'
import { type UsageReport, usageReport } from '../storage/usage.ts'

/** What an account might have used that is made up for the examples; it grows from month to month. */
export function exampleUsage(now: Instant): UsageReport {
  const windows = windowsAt(now)
  const [month = '', ...before] = monthsUntil(windows.month, 4)
  const createdAt = Date.parse(`${before.at(-1)}-12T15:00:00Z`)
  const account = {
    id: 'acct_2hVn0kQzXw8JbR4t',
    name: 'County Health Alliance',
    plan: 'TEAM',
    suspended: false,
  } as const
  const key = { id: 'key_9fLw3TqYc1ZsD5mP', name: 'Nightly import', prefix: 'rhp_live_7Kd2', lastFour: 'pQ4x' }
  return usageReport(
    {
      account: { ...account, createdAt },
      keys: [
        {
          ...key,
          accountId: account.id,
          createdAt,
          revokedAt: null,
          expiresAt: null,
          lastUsedAt: windows.minute * MINUTE_MS,
        },
      ],
      counts: { minute: windows.minute, minuteUsed: 4, month, monthUsed: 4_210, answersUsed: 37, notified: 0 },
      past: before.map((past, back) => ({ month: past, requests: 3_900 - back * 450, answers: 60 - back * 12 })),
      alerts: [],
    },
    windows,
  )
}
