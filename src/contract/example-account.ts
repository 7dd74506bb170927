import type { EndpointDeps, Grant } from '../http/endpoints/endpoint.ts'
import { hashKey, type NewKey } from '../metering/keys.ts'
import { MINUTE_MS, monthsUntil, windowsAt } from '../metering/windows.ts'
import { DAY_MS, type Instant } from '../rules/time/moments.ts'
import { type UsageReport, usageReport } from '../storage/usage.ts'

/** A fictional account for the examples. */
const ACCOUNT = {
  id: 'acct_2hVn0kQzXw8JbR4t',
  name: 'County Health Alliance',
  plan: 'TEAM',
  trialEndsAt: null,
  suspended: false,
} as const
const KEY = { id: 'key_9fLw3TqYc1ZsD5mP', name: 'Nightly import', prefix: 'rhp_live_7Kd2', lastFour: 'pQ4x' }
const COUNTS = { minuteUsed: 4, monthUsed: 4_210, answersUsed: 37 }

export function exampleGrant(now: Instant): Grant {
  const windows = windowsAt(now)
  const { minute, month } = windows
  return {
    answer: 'not_asked',
    usage: { accountId: ACCOUNT.id, keyId: KEY.id, plan: ACCOUNT.plan, minute, month, ...COUNTS, trialEndsAt: null },
    windows,
    deadline: new AbortController().signal,
  }
}

/** A secret that never works: its checksum is wrong. */
export function exampleSecret(): NewKey {
  const secret = 'rhp_sub_8mQxExampleExampleExampleZk3d'
  return { secret, hash: hashKey(secret), prefix: 'rhp_sub_8mQx', lastFour: 'Zk3d' }
}

/** The signed addresses of the account: always the same one. */
export function exampleSubscriptions(now: Instant): NonNullable<EndpointDeps['subscriptions']> {
  const createdAt = now - 20 * DAY_MS
  const made = {
    id: 'sub_4Jq0ZtX8vWn1LsRb',
    name: 'Team calendar',
    list: 'opportunities',
    format: 'ics',
    query: 'state=NE&status=OPEN,CLOSING_SOON&limit=100',
    prefix: 'rhp_sub_8mQx',
    lastFour: 'Zk3d',
  }
  const used = { ...made, createdAt, revokedAt: null, lastUsedAt: windowsAt(now).minute * MINUTE_MS }
  return {
    subscriptions: async () => [used],
    createSubscription: async (_, { hash: __, ...draft }) => ({
      ...draft,
      id: made.id,
      createdAt: now,
      revokedAt: null,
      lastUsedAt: null,
    }),
    revokeSubscription: async () => ({ ...used, revokedAt: now }),
    subscribedQuery: async () => made,
  }
}

/** The usage of the account, growing from month to month. */
export function exampleUsage(now: Instant): UsageReport {
  const windows = windowsAt(now)
  const [month = '', ...before] = monthsUntil(windows.month, 4)
  const createdAt = Date.parse(`${before.at(-1)}-12T15:00:00Z`)
  const lastUsedAt = windows.minute * MINUTE_MS
  return usageReport(
    {
      account: { ...ACCOUNT, createdAt },
      keys: [{ ...KEY, accountId: ACCOUNT.id, createdAt, revokedAt: null, expiresAt: null, lastUsedAt }],
      counts: { minute: windows.minute, month, ...COUNTS, notified: 0 },
      past: before.map((past, back) => ({ month: past, requests: 3_900 - back * 450, answers: 60 - back * 12 })),
      alerts: [],
    },
    windows,
  )
}
