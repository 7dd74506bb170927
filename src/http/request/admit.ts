import { REMINDER_MS } from '../../account/account.ts'
import { type Admission, type Cost, type KeyVerdict, StoreUnavailable } from '../../metering/admission.ts'
import { PLANS, reaches } from '../../metering/plans.ts'
import { windowsAt } from '../../metering/windows.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Deps } from '../deps.ts'
import type { Grant } from '../endpoints/endpoint.ts'
import { ApiError, invalidKey, rateLimited } from '../response/errors.ts'
import type { HeaderFields } from '../response/headers.ts'
import { refusal, writeQuota } from '../response/quota.ts'
import type { Callers } from './callers.ts'
import { admitDemo, type Caller, DEMO_KEY } from './credentials.ts'
import type { Exchange } from './exchange.ts'

type Refusals = { [Verdict in Exclude<KeyVerdict, 'valid' | 'unknown'>]: ConstructorParameters<typeof ApiError> }

const KEY_REFUSALS: Refusals = {
  revoked: ['API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.'],
  suspended: ['ACCOUNT_SUSPENDED', 'The account of this key is suspended. Ask the operator of the service.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this key has no paid plan. See /plans.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of this account has ended. The key works again once the account has a paid plan. See /plans.',
  ],
}

const ADDRESS_REFUSALS: Refusals = {
  revoked: ['SUBSCRIPTION_REVOKED', 'This address was revoked. Ask its owner for a new one or unsubscribe.'],
  suspended: ['ACCOUNT_SUSPENDED', 'The account of this address is suspended. Ask its owner.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this address has no paid plan. Ask its owner.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of the account of this address has ended. It works again once the account has a paid plan.',
  ],
}

/** The same message for a mistyped address, an unknown one, and one with another extension. */
export const invalidAddress = (): ApiError =>
  new ApiError('SUBSCRIPTION_INVALID', 'The address is not valid. Copy it completely, including the extension.')

/** The error of a key or signed address that is not valid. */
export function keyRefusal(verdict: Exclude<KeyVerdict, 'valid'>, isAddress = false): ApiError {
  if (verdict === 'unknown') return isAddress ? invalidAddress() : invalidKey()
  return new ApiError(...(isAddress ? ADDRESS_REFUSALS : KEY_REFUSALS)[verdict])
}

/** The grant of an admitted request; writes the quota headers. @throws ApiError when it was not admitted */
export function granted(
  admission: Admission,
  headers: HeaderFields,
  now: Instant,
  isAddress = false,
): Pick<Grant, 'usage' | 'answer'> {
  if ('usage' in admission) writeQuota(headers, admission.usage, now)
  switch (admission.verdict) {
    case 'admitted':
      return { answer: admission.answer, usage: admission.usage }
    case 'refused':
      throw refusal(admission.by, admission.usage, now)
    case 'degraded':
      headers['X-RateLimit-Status'] = 'degraded'
      return { answer: 'not_asked', usage: null }
    case 'degraded_refused':
      headers['X-RateLimit-Status'] = 'degraded'
      throw rateLimited('You have used all requests per minute of your plan.', admission.retryAfterSeconds)
    default:
      throw keyRefusal(admission.verdict, isAddress)
  }
}

/** The dependencies of keyed requests, with this instance's knowledge of its callers. */
export type ServeDeps = Deps & { callers: Callers }

/** Admits and counts a request. @throws ApiError when it is not admitted */
export async function admitted(
  exchange: Exchange,
  caller: Caller,
  deps: ServeDeps,
  cost: Cost,
): Promise<Omit<Grant, 'deadline'> & { now: Instant }> {
  const { clock, callers, meter, remind } = deps
  // Requests may have been delayed, so the time of the decision counts.
  const now = clock()
  const windows = windowsAt(now)
  if (caller.isDemo) {
    exchange.keyId = DEMO_KEY
    await admitDemo(exchange, deps, now)
    return { usage: null, answer: cost.answer ? 'exhausted' : 'not_asked', windows, now }
  }
  const admission = await callers.ask(
    { ...caller, now },
    () => meter.admit(caller.key, cost, windows, exchange.deadline),
    (result) => ('plan' in result || 'usage' in result ? 'known' : result.verdict === 'unknown' ? 'unknown' : 'other'),
  )
  noteCaller(exchange, admission, cost)
  const tried = accountWithTrialMail(admission, now)
  if (tried !== null) remind?.(tried)
  return { ...granted(admission, exchange.headers, now, caller.isAddress), windows, now }
}

/** Rejects an unknown, revoked or suspended key. If the store does not respond in time, admission decides. */
export async function judged(exchange: Exchange, caller: Caller, { callers, meter }: ServeDeps): Promise<void> {
  if (caller.isDemo) return
  let verdict: KeyVerdict
  try {
    verdict = await callers.ask(
      caller,
      () => meter.judge(caller.key, windowsAt(caller.now), exchange.deadline),
      (result) => (result === 'valid' ? 'known' : result === 'unknown' ? 'unknown' : 'other'),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) return
    throw error
  }
  if (verdict !== 'valid') throw keyRefusal(verdict)
}

function noteCaller(exchange: Exchange, admission: Admission, { month }: Cost): void {
  if (!('usage' in admission)) return
  const { accountId, keyId, plan, monthUsed, answersUsed } = admission.usage
  exchange.keyId = keyId
  const isTaken = admission.verdict === 'admitted' && admission.answer === 'taken'
  const { perMonth, answersPerMonth } = PLANS[plan]
  // An earlier alert may have waited for usage to reach its threshold again.
  const isBack =
    (admission.verdict === 'admitted' && month === 1 && reaches(monthUsed, perMonth)) ||
    (isTaken && reaches(answersUsed, answersPerMonth))
  if (admission.pending || isBack) exchange.alertsOf = accountId
}

/** The account with a due trial email, because its trial has ended or ends soon; otherwise null. */
function accountWithTrialMail(admission: Admission, now: Instant): string | null {
  if (admission.verdict === 'trial_ended') return admission.accountId
  if (!('usage' in admission)) return null
  const { accountId, trialEndsAt } = admission.usage
  return trialEndsAt !== null && now >= trialEndsAt - REMINDER_MS ? accountId : null
}
