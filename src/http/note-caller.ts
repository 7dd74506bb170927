import { REMINDER_MS } from '../account/trial.ts'
import type { Admission, Cost } from '../metering/admission.ts'
import { PLANS } from '../metering/plans.ts'
import { reaches } from '../metering/thresholds.ts'
import type { Instant } from '../rules/moments.ts'
import type { Exchange } from './exchange.ts'

/** Records the account of a request for the log and for due alerts. */
export function noteCaller(exchange: Exchange, admission: Admission, { month }: Cost): void {
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
export function accountWithTrialMail(admission: Admission, now: Instant): string | null {
  if (admission.verdict === 'trial_ended') return admission.accountId
  if (!('usage' in admission)) return null
  const { accountId, trialEndsAt } = admission.usage
  return trialEndsAt !== null && now >= trialEndsAt - REMINDER_MS ? accountId : null
}
