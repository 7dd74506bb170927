import * as z from 'zod'
import { ACTORS } from '../../account/actions.ts'
import { PLAN_NAMES, PLANS, PlanName } from '../../metering/plans.ts'
import { getWindows } from '../../metering/windows.ts'
import { findFailingSince } from '../../notify/delivery.ts'
import { pick } from '../../rules/pick.ts'
import { DAY_MS, toIso, withTimestamps } from '../../rules/time/moments.ts'
import { toKeyBody } from '../endpoints/usage.ts'
import { createProblem, readFields } from '../request/problems.ts'
import { findKeyId, notFoundForCaller, type PersonCall, type Route, route } from './route.ts'
import { LOG_MAX } from './webhook-schemas.ts'

const OPERATOR = '/api/account/operator'
const ACCOUNT = `${OPERATOR}/accounts/:account{acct_[0-9A-Za-z]+}`
const AccountsQuery = z.strictObject({ q: z.string().trim().max(100).default('') })
/** The handle of an item, which becomes a word of a command. */
const HANDLE = /^[a-z]-[\w.-]+$/
// Within this time every alert by mail is due.
const ALERTS_WITHIN_MS = 8 * DAY_MS
const ALERTS_MAX = 100_000

/** Whether the signed-in person is the operator. The session proves that they own the email address. */
export const isOperator = ({ operatorEmail, session }: PersonCall): boolean => session.email === operatorEmail

const AccountChange = z
  .strictObject({ plan: PlanName.optional(), suspended: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Send "plan" or "suspended".')
const Decision = z.strictObject({
  decision: z.enum(['release', 'drop', 'take', 'keep', 'accept', 'reject']),
  reason: z.string().trim().min(1, 'is empty').max(500),
})

export const OPERATOR_ROUTES: readonly Route[] = [
  route('operator', 'GET', `${OPERATOR}/accounts`, null, 200, readAccounts),
  // Members can read the trail, which must not reveal the operator's email address.
  route('operator', 'PATCH', ACCOUNT, AccountChange, 204, async ({ store, params, now }, { plan, suspended }) => {
    const { account = '' } = params
    if (plan !== undefined) await store.setPlan(account, plan, now, ACTORS.maintainer)
    if (suspended === true) await store.suspend(account, now, ACTORS.maintainer)
    if (suspended === false) await store.resume(account, now, ACTORS.maintainer)
  }),
  route('operator', 'DELETE', `${ACCOUNT}/keys/:key`, null, 204, async (call) =>
    call.store.revokeKey(await findKeyId(call), call.now, ACTORS.maintainer),
  ),
  route('operator', 'GET', `${OPERATOR}/desk`, null, 200, readDesk),
  route('operator', 'GET', `${OPERATOR}/review`, null, 200, async ({ desk: { review }, aside }) => {
    const items = review ? await aside(review.list) : []
    return { canDecide: review !== null, total: items.length, items: items.slice(0, 50) }
  }),
  route('operator', 'POST', `${OPERATOR}/review/:handle`, Decision, 200, async (call, { decision, reason }) => {
    const { review } = call.desk
    const { handle = '' } = call.params
    if (!review || !HANDLE.test(handle)) throw notFoundForCaller()
    const done = await call
      .aside(() => review.decide(handle, decision, reason))
      .catch((error: Error) => {
        throw createProblem('decision', decision, error.message)
      })
    return { done }
  }),
]

export type AccountsResponse = Awaited<ReturnType<typeof readAccounts>>

async function readAccounts({ url, store, now }: PersonCall) {
  const { q } = readFields(AccountsQuery, Object.fromEntries(url.searchParams), false)
  const term = q.toLowerCase()
  const matching = (await store.accountSummaries())
    .filter(({ id, name }) => id.toLowerCase().includes(term) || name.toLowerCase().includes(term))
    .reverse()
  const shown = await Promise.all(
    matching.slice(0, 50).map(async ({ id }) => {
      const [{ account, requests, answers, keys, alerts }, members] = await Promise.all([
        store.usage(id, getWindows(now)),
        store.members(id),
      ])
      // With the plan that was set, which the operator can change.
      return {
        ...withTimestamps(account),
        owners: members.filter(({ role }) => role === 'OWNER').map(({ email }) => email),
        requests: pick(requests, ['used', 'limit']),
        aiAnswers: pick(answers, ['used', 'limit']),
        keys: keys.filter(({ revokedAt }) => revokedAt === null).map(toKeyBody),
        unsentAlerts: alerts.filter(({ deliveredAt, attempts }) => deliveredAt === null && attempts > 0).length,
      }
    }),
  )
  const plans = PLAN_NAMES.map((name) => ({ name, label: PLANS[name].label }))
  return { total: matching.length, accounts: shown, plans }
}

export type DeskResponse = Awaited<ReturnType<typeof readDesk>>

async function readDesk({ store, desk, now }: PersonCall) {
  const [night, webhooks, alerts] = await Promise.all([
    desk.readNight(),
    store.allWebhooks(),
    store.dueListAlerts(now + ALERTS_WITHIN_MS, now, ALERTS_MAX),
  ])
  const failing = await Promise.all(
    webhooks.map(async ({ account, webhook: { id, url, disabledAt, disabledBecause } }) => {
      const since = findFailingSince(await store.readDeliveries(id, LOG_MAX))
      if (since === null && disabledBecause !== 'GONE' && disabledBecause !== 'FAILING') return []
      return {
        id,
        account: { id: account.id, name: account.name },
        // The URL may contain a token.
        host: new URL(url).host,
        failingSince: toIso(since),
        disabledAt: toIso(disabledAt),
      }
    }),
  )
  return {
    night,
    webhooks: failing.flat(),
    alerts: { total: alerts.length, failing: alerts.filter(({ tries }) => tries > 0).length },
    faults: desk.faults(),
  }
}
