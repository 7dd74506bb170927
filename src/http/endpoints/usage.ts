import * as z from 'zod'
import type { Key } from '../../account/record.ts'
import { StoreUnavailable, type Usage } from '../../metering/admission.ts'
import { within } from '../../metering/outage.ts'
import { METERS, PlanName, THRESHOLDS } from '../../metering/plans.ts'
import type { Windows } from '../../metering/windows.ts'
import { Alert } from '../../notify/alert.ts'
import { pick } from '../../rules/pick.ts'
import { toIso, withTimestamps } from '../../rules/time/moments.ts'
import { count, timestamp } from '../../schema/fields.ts'
import { listOf, orNull } from '../../schema/wire/fields.ts'
import type { UsageReport } from '../../storage/port.ts'
import { API, type Endpoint, type Inquiry, NOTHING } from './endpoint.ts'

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe('`YYYY-MM`, UTC.')

const Allowance = z
  .strictObject({
    limit: count.describe('What the plan allows.'),
    used: count.describe('Amount used.'),
    remaining: count.describe('Amount left.'),
    resetsAt: timestamp.describe('When the allowance resets.'),
  })
  .meta({ id: 'Allowance' })

const MonthUsage = z.strictObject({
  month,
  requests: count.describe('Requests of the month.'),
  aiAnswers: count.describe('AI answers of the month.'),
})

const UsageKey = z.strictObject({
  id: z.string().describe('Its id.'),
  name: z.string().describe('Its name.'),
  prefix: z.string().describe('The first characters of the key.'),
  lastFour: z.string().describe('The last four characters of the key.'),
  createdAt: timestamp,
  lastUsedAt: orNull(timestamp, 'Time of the last request, to the minute.'),
  revokedAt: orNull(timestamp, 'When it was revoked; null if not revoked.'),
  expiresAt: orNull(timestamp, 'For a rotated key, when it stops working.'),
})

const UsageNotice = z.strictObject({
  month,
  meter: z.enum(METERS).describe('The allowance of the alert.'),
  threshold: z.literal(THRESHOLDS).describe('Percentage of the allowance.'),
  createdAt: timestamp,
  deliveredAt: orNull(timestamp, 'When it was sent; null if not sent yet.'),
  deliveredBy: Alert.shape.deliveredBy.describe('How it was sent.'),
})

const UsageResponse = z
  .strictObject({
    account: z
      .strictObject({
        id: z.string().describe('Id of the account.'),
        name: z.string().describe('Name of the account.'),
      })
      .describe('The account of the key.'),
    plan: PlanName.describe('The plan of the account; during a trial, the trial plan.'),
    trialEndsAt: orNull(timestamp, 'When the trial ends or ended; null without a trial.'),
    month,
    minute: Allowance.describe('Requests of this UTC minute.'),
    requests: Allowance.describe('Requests of this UTC month.'),
    aiAnswers: Allowance.describe('AI answers of this UTC month.'),
    months: listOf(MonthUsage, 'The last 12 months, current month first.'),
    keys: listOf(UsageKey, 'The keys of the account, including revoked ones.'),
    notices: listOf(UsageNotice, 'Usage alerts to owners and administrators, newest first.'),
  })
  .meta({ id: 'Usage' })

/** The usage of the key's account. Counts toward the per-minute limit only. */
export const usageEndpoint: Endpoint = {
  method: 'GET',
  path: `${API}/usage`,
  tag: 'usage',
  needsAccount: true,
  summary: 'Usage of your account',
  description:
    "Usage of the key's account: this minute, this month, the last 12 months, and the last use of each key. Free of charge.",
  query: {},
  response: UsageResponse,
  handle: async (_request, _bake, _now, { meter }) =>
    toAccountInquiry('usage', async ({ accountId }, windows) => toUsageBody(await meter.usage(accountId, windows))),
}

/** The inquiry of an endpoint about the account of the key. It is free of charge, and unavailable without the store. */
export const toAccountInquiry = (name: string, work: (usage: Usage, windows: Windows) => Promise<object>): Inquiry => ({
  name,
  caching: 'none',
  cost: NOTHING,
  async respond({ usage, windows, deadline }) {
    if (!usage) throw new StoreUnavailable('The key store is unavailable.')
    return { body: JSON.stringify(await within(deadline, work(usage, windows))) }
  },
})

export function toUsageBody({ account, plan, minute, requests, answers, keys, alerts, ...report }: UsageReport) {
  return {
    account: { id: account.id, name: account.name },
    plan,
    trialEndsAt: toIso(account.trialEndsAt),
    month: report.month,
    minute: withTimestamps(minute),
    requests: withTimestamps(requests),
    aiAnswers: withTimestamps(answers),
    months: report.months.map((past) => ({ month: past.month, requests: past.requests, aiAnswers: past.answers })),
    keys: keys.map(toKeyBody),
    notices: alerts.map((alert) =>
      withTimestamps(pick(alert, ['month', 'meter', 'threshold', 'createdAt', 'deliveredAt', 'deliveredBy'])),
    ),
  } satisfies z.infer<typeof UsageResponse>
}

const KEY_FIELDS = ['id', 'name', 'prefix', 'lastFour', 'createdAt', 'lastUsedAt', 'revokedAt', 'expiresAt'] as const
export const toKeyBody = (key: Key) => withTimestamps(pick(key, KEY_FIELDS))
