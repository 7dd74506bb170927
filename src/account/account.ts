import { createHmac, timingSafeEqual } from 'node:crypto'
import { isOnTrial, type PlanName, TRIAL_PLAN } from '../metering/plans.ts'
import {
  ACTORS,
  AccountRefusal,
  type Actor,
  type Change,
  changed,
  findDenial,
  noteBy,
  type Rule,
  requirePermission,
  type SystemActor,
  unchanged,
} from './actions.ts'
import { hashMailbox } from './person.ts'
import type { AccountDraft, AccountRecord } from './record.ts'

export function createAccount({ id, name, plan, ownerEmail }: AccountDraft, now: number, by: Actor): Change {
  const note = noteBy(now, by)
  return {
    record: {
      account: { id, name, plan, trialEndsAt: null, suspended: false, createdAt: now },
      billedAt: null,
      trial: null,
      members: [{ email: ownerEmail, role: 'OWNER' }],
      invitations: [],
      keys: [],
      webhooks: [],
      subscriptions: [],
    },
    notes: [note('ACCOUNT_CREATED', name, plan), note('MEMBER_ADDED', ownerEmail, 'OWNER')],
  }
}

export const rename: Rule<{ name: string; by: Actor }> = (record, { name, by }, now) => {
  const { account } = record
  requirePermission(record, by, 'account.rename')
  if (account.name === name) return unchanged(record)
  return changed(record, { account: { ...account, name } }, noteBy(now, by)('ACCOUNT_RENAMED', name, account.name))
}

/** Keys beyond the plan's limit stay. A paid plan ends a trial, and so does FREE, unless the payment provider sets it. */
export const setPlan: Rule<{ plan: PlanName; by: SystemActor }> = (record, { plan, by }, now) => {
  const { account, trial } = record
  const note = noteBy(now, by)
  const isRunning = isOnTrial(account, now)
  const ended = isRunning ? [note('TRIAL_ENDED', TRIAL_PLAN)] : []
  if (account.plan === plan) {
    if (!isRunning || by !== ACTORS.maintainer) return unchanged(record)
    const parts = { account: { ...account, trialEndsAt: now }, trial: trial && { ...trial, noticeAt: now } }
    return changed(record, parts, ...ended)
  }
  const parts = { account: { ...account, plan, trialEndsAt: null }, trial: trial && { ...trial, noticeAt: null } }
  return changed(record, parts, ...ended, note('PLAN_SET', plan, account.plan))
}

export const setSuspended: Rule<{ suspended: boolean; by: SystemActor }> = (record, { suspended, by }, now) => {
  const { account } = record
  if (account.suspended === suspended) return unchanged(record)
  const action = suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_RESUMED'
  return changed(record, { account: { ...account, suspended } }, noteBy(now, by)(action, account.name))
}

/** Rules for trials: TRIAL_PLAN for some days, then FREE again, with an email before and after the end. */

const DAY_MS = 24 * 60 * 60_000

/** How long before the end of a trial its reminder is sent. Shorter trials have no reminder. */
export const REMINDER_MS = 3 * DAY_MS
/** How long after the end of a trial the last email may still be sent. */
const LATE_MS = 7 * DAY_MS

/** Why an actor may not start a trial; null when they may. @param hadTrial whether they had one, in any account */
export function findTrialRefusal(record: AccountRecord, by: Actor, hadTrial: boolean): AccountRefusal | null {
  const { account, trial } = record
  const denied = findDenial(record, by, 'trial.start')
  if (denied) return denied
  if (trial === null && account.plan !== 'FREE') return new AccountRefusal('trial_unneeded', account.plan)
  return trial !== null || hadTrial ? new AccountRefusal('trial_used', by) : null
}

export const startTrial: Rule<{ days: number; by: Actor; hadTrial: boolean }> = (
  record,
  { days, by, hadTrial },
  now,
) => {
  const { account } = record
  const refusal = findTrialRefusal(record, by, hadTrial)
  if (refusal) throw refusal
  const trialEndsAt = now + days * DAY_MS
  const noticeAt = days * DAY_MS > REMINDER_MS ? trialEndsAt - REMINDER_MS : trialEndsAt
  const parts = { account: { ...account, trialEndsAt }, trial: { person: hashMailbox(by), noticeAt } }
  return changed(record, parts, noteBy(now, by)('TRIAL_STARTED', TRIAL_PLAN, `until ${formatTime(trialEndsAt)}`))
}

export interface TrialNotice {
  kind: 'ENDING' | 'ENDED'
  endsAt: number
}

export type TrialDelivery = 'sent' | { nextAttemptAt: number }

/** The email that is due at an instant; null when none is. */
export function findDueTrialNotice({ account, trial }: AccountRecord, now: number): TrialNotice | null {
  const { trialEndsAt: endsAt } = account
  if (endsAt === null || trial === null || trial.noticeAt === null || now < trial.noticeAt) return null
  return { kind: isOnTrial(account, now) ? 'ENDING' : 'ENDED', endsAt }
}

/** Delays the next attempt, so that no other caller sends the email during the lease. */
export const leaseTrialNotice = (record: AccountRecord, now: number, leaseMs: number): Change =>
  withNoticeAt(record, now + leaseMs)

/** Records that an email was sent, or when to retry it. The trail notes the end once it was told, or LATE_MS after it. */
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

export interface BillingEvent {
  id: string
  accountId: string
  plan: PlanName
  /** When it happened, by the provider's clock. */
  occurredAt: number
}

/** `replayed`: the event was received before. `outdated`: a later event was. Neither changes anything. */
export const BILLING_OUTCOMES = ['applied', 'replayed', 'outdated'] as const
export type BillingOutcome = (typeof BILLING_OUTCOMES)[number]
export const BILLING_MEMORY_MS = 90 * 24 * 60 * 60_000

/** Applies a billing event; null after a later one. Events of the future are refused: they would outdate others. */
export function applyBilling(record: AccountRecord, { plan, occurredAt }: BillingEvent, now: number): Change | null {
  const latest = now + 5 * 60_000
  if (occurredAt > latest) throw new AccountRefusal('event_ahead', new Date(now).toISOString())
  if (record.billedAt !== null && record.billedAt > occurredAt && record.billedAt <= latest) return null
  return setPlan({ ...record, billedAt: occurredAt }, { plan, by: ACTORS.billing }, now)
}

/** Maximum age of a signature, and its maximum lead. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60_000

/**
 * Whether a message was signed with the secret recently.
 * @param header `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`; one of several `v1` must match
 * @param body the bytes of the message, as received
 */
export function isSigned(header: string, body: Uint8Array, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim())
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  if (seconds === undefined || Math.abs(now - Number(seconds) * 1000) > SIGNATURE_TOLERANCE_MS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  return parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .some((part) => timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected))
}
