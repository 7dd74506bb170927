import { isOnTrial, type PlanName, TRIAL_PLAN } from '../metering/plans.ts'
import { ACTORS, type Actor, type Change, changed, noteBy, type Rule, type SystemActor, unchanged } from './actions.ts'
import { denial } from './permissions.ts'
import type { AccountDraft } from './record.ts'

/** Creates an account with its first owner. */
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
  const denied = denial(record, by, 'account.rename')
  if (denied) return denied
  if (account.name === name) return unchanged(record)
  return changed(record, { account: { ...account, name } }, noteBy(now, by)('ACCOUNT_RENAMED', name, account.name))
}

/**
 * Keys beyond the new plan's limit stay, but no more can be created. A paid plan ends a trial, and so does FREE when the
 * maintainer sets it; FREE from the payment provider does not, because the provider does not know about the trial.
 */
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
