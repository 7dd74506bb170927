import { isOnTrial, TRIAL_PLAN } from '../metering/plans.ts'
import { ACTORS, type Actor, type Change, changed, noteBy, type Rule, unchanged } from './actions.ts'
import { hashMailbox } from './mailbox.ts'
import { denial } from './permissions.ts'
import type { AccountRecord } from './record.ts'
import { AccountRefusal } from './refusals.ts'

/** Rules for trials: TRIAL_PLAN for some days, then FREE again, with an email before and after the end. */

const DAY_MS = 24 * 60 * 60_000

/** How long before the end of a trial its reminder is sent. Shorter trials have no reminder. */
export const REMINDER_MS = 3 * DAY_MS
/** How long after the end of a trial the last email may still be sent. */
const LATE_MS = 7 * DAY_MS

/** Starts the trial. @param hadTrial whether the person had one, in this account or another */
export const startTrial: Rule<{ days: number; by: Actor; hadTrial: boolean }> = (
  record,
  { days, by, hadTrial },
  now,
) => {
  const { account } = record
  const denied = denial(record, by, 'trial.start')
  if (denied) return denied
  if (record.trial === null && account.plan !== 'FREE') return new AccountRefusal('trial_unneeded', account.plan)
  if (record.trial !== null || hadTrial) return new AccountRefusal('trial_used', by)
  const trialEndsAt = now + days * DAY_MS
  const noticeAt = days * DAY_MS > REMINDER_MS ? trialEndsAt - REMINDER_MS : trialEndsAt
  const parts = { account: { ...account, trialEndsAt }, trial: { person: hashMailbox(by), noticeAt } }
  return changed(record, parts, noteBy(now, by)('TRIAL_STARTED', TRIAL_PLAN, `until ${formatTime(trialEndsAt)}`))
}

/** An email about a trial that ends soon or has ended. */
export interface TrialNotice {
  kind: 'ENDING' | 'ENDED'
  endsAt: number
}

/** The outcome of sending an email. */
export type TrialDelivery = 'sent' | { nextAttemptAt: number }

/** The email that is due at an instant; null when none is. */
export function trialNoticeDue({ account, trial }: AccountRecord, now: number): TrialNotice | null {
  const { trialEndsAt: endsAt } = account
  if (endsAt === null || trial === null || trial.noticeAt === null || now < trial.noticeAt) return null
  return { kind: isOnTrial(account, now) ? 'ENDING' : 'ENDED', endsAt }
}

/** Delays the next attempt, so that no other caller sends the email during the lease. */
export const leaseTrialNotice = (record: AccountRecord, now: number, leaseMs: number): Change =>
  withNoticeAt(record, now + leaseMs)

/**
 * Records that an email was sent, or when to retry it. The trail records the end of a trial once its email is sent, or
 * once LATE_MS have passed without success.
 */
export const settleTrialNotice: Rule<{ notice: TrialNotice; delivery: TrialDelivery }> = (
  record,
  { notice: { kind, endsAt }, delivery },
  now,
) => {
  if (record.account.trialEndsAt !== endsAt || record.trial === null || record.trial.noticeAt === null) {
    return unchanged(record)
  }
  if (kind === 'ENDING') return withNoticeAt(record, delivery === 'sent' ? endsAt : delivery.nextAttemptAt)
  if (delivery !== 'sent' && delivery.nextAttemptAt < endsAt + LATE_MS)
    return withNoticeAt(record, delivery.nextAttemptAt)
  const { record: settled } = withNoticeAt(record, null)
  return changed(settled, {}, noteBy(now, ACTORS.service)('TRIAL_ENDED', TRIAL_PLAN, formatTime(endsAt)))
}

const withNoticeAt = (record: AccountRecord, noticeAt: number | null): Change =>
  changed(record, { trial: record.trial && { ...record.trial, noticeAt } })

const formatTime = (at: number): string => new Date(at).toISOString()
