import { ACTORS } from '../../src/account/actions.ts'
import type { KeyDraft, SubscriptionDraft } from '../../src/account/record.ts'
import type { Admission, Cost, Usage } from '../../src/metering/admission.ts'
import { toAlertName } from '../../src/metering/decide.ts'
import { generateId, generateKey, type KeyHash } from '../../src/metering/keys.ts'
import { CROSSINGS, hasReached, type MeterName, PLANS, type PlanName } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import type { Store } from '../../src/storage/port.ts'
import type { Bench } from './adapters.ts'

/** The costs that a request can have. */
export const NOTHING: Cost = { month: 0, answer: 0 }
export const READ: Cost = { month: 1, answer: 0 }
export const ANSWER: Cost = { month: 1, answer: 1 }

export const NOON = Date.parse('2026-11-20T12:00:00Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** The windows of an instant given as text. */
export const at = (instant: string) => getWindows(Date.parse(instant))

/** An account of a plan with one key. */
export interface Customer {
  accountId: string
  keyId: string
  key: KeyHash
}

/** What a store receives for a new key. */
export function keyDraft(name = 'default'): KeyDraft {
  const { secret: _, ...draft } = generateKey()
  return { ...draft, id: generateId('key'), name }
}

/** What a store receives for a new signed address. */
export function subscriptionDraft(name = 'Deadlines'): SubscriptionDraft {
  const { secret: _, ...draft } = generateKey('subscription')
  return { ...draft, id: generateId('sub'), name, list: 'opportunities', format: 'ics', query: 'state=NE&limit=100' }
}

export async function customer(store: Store, plan: PlanName = 'PRO', now = NOON): Promise<Customer> {
  const account = await store.createAccount(
    { id: generateId('acct'), name: 'Prairie Clinics', plan, ownerEmail: 'owner@example.org' },
    now,
    ACTORS.maintainer,
  )
  const draft = keyDraft()
  const key = await store.createKey(account.id, draft, now, ACTORS.maintainer)
  return { accountId: account.id, keyId: key.id, key: draft.hash }
}

/** The alerts of an account in a month of which this much is used, by name. */
export const alertsReached = (plan: PlanName, month: string, used: Record<MeterName, number>) =>
  Object.fromEntries(
    CROSSINGS.filter((crossing) => hasReached(crossing, used, PLANS[plan])).map((crossing) => [
      toAlertName(month, crossing),
      NOON,
    ]),
  )

/** Makes an account of a plan look as if it had made this many requests in the minutes of this month before NOON. */
export function spentBefore(bench: Bench, accountId: string, plan: PlanName, requests: number, answers = 0) {
  const { minute, month } = getWindows(NOON - MINUTE)
  const alerts = alertsReached(plan, month, { requests, answers })
  const used = { monthUsed: requests, answersUsed: answers }
  return bench.preset(accountId, { minute, minuteUsed: 0, month, ...used, alerts })
}

/** Admits `times` requests, fifty a minute from `now` on, which no plan's rate refuses. Those of a minute come at once. */
export async function spend(store: Store, key: KeyHash, times: number, cost: Cost, now: number): Promise<Admission[]> {
  const admissions: Admission[] = []
  for (let minute = 0; admissions.length < times; minute += 1) {
    const length = Math.min(50, times - admissions.length)
    const windows = getWindows(now + minute * MINUTE)
    admissions.push(...(await Promise.all(Array.from({ length }, () => store.admit(key, cost, windows)))))
  }
  return admissions
}

/** The figures of an admission that carries some. */
export function getUsage(admission: Admission): Usage {
  if (!('usage' in admission)) throw new Error(`no usage in the verdict ${admission.verdict}`)
  return admission.usage
}
