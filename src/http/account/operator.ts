import { ACTORS } from '../../account/actions.ts'
import type { Account } from '../../account/record.ts'
import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'
import { windowsAt } from '../../metering/windows.ts'
import { failingSince } from '../../notify/delivery.ts'
import { toIso } from '../../rules/time/moments.ts'
import { keyBody } from '../endpoints/usage.ts'
import { problem, readFields } from '../request/problems.ts'
import {
  AccountChangeBody,
  AccountsQuery,
  DecisionBody,
  forPerson,
  noContent,
  notFoundForCaller,
  type Outcome,
  type PersonCall,
  type Route,
} from './route.ts'
import { LOG_MAX } from './webhook-schemas.ts'

const ACCOUNTS_SHOWN = 50
const ITEMS_SHOWN = 50
const OPERATOR = '/api/account/operator'
const ACCOUNT = `${OPERATOR}/accounts/:account{acct_[0-9A-Za-z]+}`
/** The handle of an item, which becomes a word of a command. */
const HANDLE = /^[a-z]-[\w.-]+$/
const DAY_MS = 24 * 60 * 60_000
/** Within this time every alert by mail is due. */
const ALERTS_WITHIN_MS = 8 * DAY_MS
const ALERTS_MAX = 100_000

/** Whether the signed-in person is the operator. The session proves that they own the email address. */
export const isOperator = ({ operatorEmail, session }: PersonCall): boolean => session.email === operatorEmail

/** Routes for the operator. Anyone else gets a 404. */
export const OPERATOR_ROUTES: readonly Route[] = [
  forPerson({
    method: 'GET',
    path: `${OPERATOR}/accounts`,
    run: guarded(async (call) => ({ body: await accounts(call) })),
  }),
  forPerson({
    method: 'PATCH',
    path: ACCOUNT,
    body: AccountChangeBody,
    run: guarded(({ store, params: { account = '' }, now }, { plan, suspended }) =>
      // Members can read the trail, which must not reveal the operator's email address.
      noContent(
        (async () => {
          if (plan !== undefined) await store.setPlan(account, plan, now, ACTORS.maintainer)
          if (suspended === true) await store.suspend(account, now, ACTORS.maintainer)
          if (suspended === false) await store.resume(account, now, ACTORS.maintainer)
        })(),
      ),
    ),
  }),
  forPerson({
    method: 'DELETE',
    path: `${ACCOUNT}/keys/:key`,
    run: guarded(async ({ store, params: { account = '', key = '' }, now }) => {
      if (!(await store.keys(account)).some(({ id }) => id === key)) throw notFoundForCaller()
      return noContent(store.revokeKey(key, now, ACTORS.maintainer))
    }),
  }),
  forPerson({
    method: 'GET',
    path: `${OPERATOR}/desk`,
    run: guarded(async (call) => ({ body: await readDesk(call) })),
  }),
  forPerson({
    method: 'GET',
    path: `${OPERATOR}/review`,
    run: guarded(async ({ desk: { review }, aside }) => {
      const items = review ? await aside(review.list) : []
      const shown = items.slice(0, ITEMS_SHOWN)
      return { body: { canDecide: review !== null, total: items.length, items: shown } }
    }),
  }),
  forPerson({
    method: 'POST',
    path: `${OPERATOR}/review/:handle`,
    body: DecisionBody,
    run: guarded(async ({ desk: { review }, params: { handle = '' }, aside }, { decision, reason }) => {
      if (!review || !HANDLE.test(handle)) throw notFoundForCaller()
      const done = await aside(() => review.decide(handle, decision, reason)).catch((error: Error) => {
        throw problem('decision', decision, error.message)
      })
      return { body: { done } }
    }),
  }),
]

function guarded<Body>(run: (call: PersonCall, body: Body) => Promise<Outcome>) {
  return async (call: PersonCall, body: Body): Promise<Outcome> => {
    if (!isOperator(call)) throw notFoundForCaller()
    return run(call, body)
  }
}

export type AccountsResponse = Awaited<ReturnType<typeof accounts>>

/** The newest accounts whose id or name contains the search text. */
async function accounts({ url, store, now }: PersonCall) {
  const { q } = readFields(AccountsQuery, Object.fromEntries(url.searchParams), false)
  const wanted = q.toLowerCase()
  const found = (await store.accountSummaries())
    .filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .reverse()
  const shown = await Promise.all(
    found.slice(0, ACCOUNTS_SHOWN).map(async ({ id }) => {
      const [{ account, requests, answers, keys, alerts }, members] = await Promise.all([
        store.usage(id, windowsAt(now)),
        store.members(id),
      ])
      // The plan that was set, which the operator can change.
      const { createdAt, trialEndsAt, ...rest } = account
      return {
        ...rest,
        trialEndsAt: toIso(trialEndsAt),
        createdAt: toIso(createdAt),
        owners: members.filter(({ role }) => role === 'OWNER').map(({ email }) => email),
        requests: { used: requests.used, limit: requests.limit },
        aiAnswers: { used: answers.used, limit: answers.limit },
        keys: keys.filter(({ revokedAt }) => revokedAt === null).map(keyBody),
        unsentAlerts: alerts.filter(({ deliveredAt, attempts }) => deliveredAt === null && attempts > 0).length,
      }
    }),
  )
  const plans = PLAN_NAMES.map((name) => ({ name, label: PLANS[name].label }))
  return { total: found.length, accounts: shown, plans }
}

export type DeskResponse = Awaited<ReturnType<typeof readDesk>>

/** What needs the operator's attention. */
async function readDesk({ store, desk, now }: PersonCall) {
  const [night, webhooks, alerts] = await Promise.all([
    desk.readNight(),
    store.allWebhooks(),
    store.dueListAlerts(now + ALERTS_WITHIN_MS, now, ALERTS_MAX),
  ])
  const failing = await Promise.all(
    webhooks.map(async ({ account, webhook: { id, url, disabledAt, disabledBecause } }) => {
      const since = failingSince(await store.readDeliveries(id, LOG_MAX))
      const isFailing = since !== null || disabledBecause === 'GONE' || disabledBecause === 'FAILING'
      return isFailing ? [toFailing(account, { id, url, disabledAt, since })] : []
    }),
  )
  return {
    night,
    webhooks: failing.flat(),
    alerts: { total: alerts.length, failing: alerts.filter(({ tries }) => tries > 0).length },
    faults: desk.faults(),
  }
}

/** The URL of a webhook may contain a token, so only its host is shown. */
const toFailing = (
  { id, name }: Account,
  webhook: { id: string; url: string; disabledAt: number | null; since: number | null },
) => ({
  id: webhook.id,
  account: { id, name },
  host: new URL(webhook.url).host,
  failingSince: toIso(webhook.since),
  disabledAt: toIso(webhook.disabledAt),
})
