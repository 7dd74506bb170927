import { isOnTrial, TRIAL_PLAN } from '../metering/plans.ts'
import { ACTORS, type Actor, type Change, changed, noting, type Rule, unchanged } from './actions.ts'
import { mailboxHashOf } from './mailbox.ts'
import { denial } from './permissions.ts'
import type { AccountRecord } from './record.ts'
import { AccountRefusal } from './refusals.ts'

/** The rules about trials: TRIAL_PLAN for some days, then FREE again, with a letter before and one after. */

const DAY_MS = 24 * 60 * 60_000

/** How long before its end the owners are reminded of a trial. A trial that is no longer than this has no reminder. */
export const REMINDER_MS = 3 * DAY_MS
/** How long after its end the last letter is still worth sending. */
const LATE_MS = 7 * DAY_MS

/** Starts the trial. Whether the person had one elsewhere is for the store to know. */
export const startTrial: Rule<{ days: number; by: Actor }> = (record, { days, by }, now) => {
  const { account } = record
  const denied = denial(record, by, 'trial.start')
  if (denied) return denied
  if (record.trial !== null) return new AccountRefusal('trial_used', by)
  if (account.plan !== 'FREE') return new AccountRefusal('trial_unneeded', account.plan)
  const trialEndsAt = now + days * DAY_MS
  const noticeAt = days * DAY_MS > REMINDER_MS ? trialEndsAt - REMINDER_MS : trialEndsAt
  const parts = { account: { ...account, trialEndsAt }, trial: { person: mailboxHashOf(by), noticeAt } }
  return changed(record, parts, noting(now, by)('TRIAL_STARTED', TRIAL_PLAN, `until ${isoOf(trialEndsAt)}`))
}

/** A letter about a trial: that it ends soon, or that it has ended. */
export interface TrialNotice {
  kind: 'ENDING' | 'ENDED'
  endsAt: number
}

/** How sending a letter went. */
export type TrialDelivery = 'sent' | { nextAttemptAt: number }

/** The letter that is due at an instant; null when none is. */
export function trialNoticeDue({ account, trial }: AccountRecord, now: number): TrialNotice | null {
  const { trialEndsAt: endsAt } = account
  if (endsAt === null || trial === null || trial.noticeAt === null || now < trial.noticeAt) return null
  return { kind: isOnTrial(account, now) ? 'ENDING' : 'ENDED', endsAt }
}

/** Puts the next attempt at a letter off, so that no other caller sends it within the lease. */
export const leaseTrialNotice = (record: AccountRecord, now: number, leaseMs: number): Change =>
  withNoticeAt(record, now + leaseMs)

/**
 * Ends the matter of a letter that was sent, or puts it off. The end of a trial enters the trail with its letter. What
 * could not be sent for LATE_MS after the end is given up.
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
  return changed(settled, {}, noting(now, ACTORS.service)('TRIAL_ENDED', TRIAL_PLAN, isoOf(endsAt)))
}

const withNoticeAt = (record: AccountRecord, noticeAt: number | null): Change =>
  changed(record, { trial: record.trial && { ...record.trial, noticeAt } })

const isoOf = (at: number): string => new Date(at).toISOString()
