import type { PlanName } from '../metering/plans.ts'
import { type Actor, type Change, changed, noting, type Rule, type SystemActor, unchanged } from './actions.ts'
import { denial } from './permissions.ts'
import type { AccountDraft } from './record.ts'

/** Begins an account with its first owner. */
export function createAccount({ id, name, plan, ownerEmail }: AccountDraft, now: number, by: Actor): Change {
  const note = noting(now, by)
  return {
    record: {
      account: { id, name, plan, suspended: false, createdAt: now },
      billedAt: null,
      members: [{ email: ownerEmail, role: 'OWNER' }],
      invitations: [],
      keys: [],
    },
    notes: [note('ACCOUNT_CREATED', name, plan), note('MEMBER_ADDED', ownerEmail, 'OWNER')],
  }
}

export const rename: Rule<{ name: string; by: Actor }> = (record, { name, by }, now) => {
  const { account } = record
  const denied = denial(record, by, 'account.rename')
  if (denied) return denied
  if (account.name === name) return unchanged(record)
  return changed(record, { account: { ...account, name } }, noting(now, by)('ACCOUNT_RENAMED', name, account.name))
}

/** Keys beyond the new plan's number stay; no further one can be created. */
export const setPlan: Rule<{ plan: PlanName; by: SystemActor }> = (record, { plan, by }, now) => {
  const { account } = record
  if (account.plan === plan) return unchanged(record)
  return changed(record, { account: { ...account, plan } }, noting(now, by)('PLAN_SET', plan, account.plan))
}

export const setSuspended: Rule<{ suspended: boolean; by: SystemActor }> = (record, { suspended, by }, now) => {
  const { account } = record
  if (account.suspended === suspended) return unchanged(record)
  const action = suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_RESUMED'
  return changed(record, { account: { ...account, suspended } }, noting(now, by)(action, account.name))
}
