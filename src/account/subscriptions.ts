import { PLANS, planAt } from '../metering/plans.ts'
import { type Actor, changed, noteBy, type Rule, unchanged } from './actions.ts'
import { denial, type Permission } from './permissions.ts'
import type { AccountRecord, StoredSubscription, SubscriptionDraft } from './record.ts'
import { AccountRefusal } from './refusals.ts'

/** Rules for signed addresses: each reads one query of a list, in one format, without an API key. */

/** Number of revoked addresses kept in the record, so that requests to them are answered with "revoked". */
export const REVOKED_KEPT = 50

/** Adds a signed address up to the plan's limit; revoked ones do not count. */
export const createSubscription: Rule<{ draft: SubscriptionDraft; by: Actor }> = (record, { draft, by }, now) => {
  const denied = findDenial(record, by, 'subscriptions.create')
  if (denied) return denied
  const plan = planAt(record.account, now)
  const live = record.subscriptions.filter(isLive)
  if (PLANS[plan].keys === 0) return new AccountRefusal('plan_without_keys', plan)
  if (live.length >= PLANS[plan].subscriptions) return new AccountRefusal('subscriptions_exhausted', plan)
  const subscriptions = [...record.subscriptions, { ...draft, createdAt: now, revokedAt: null, lastUsedAt: null }]
  const note = noteBy(now, by)('SUBSCRIPTION_CREATED', draft.id, describe(draft))
  return changed(record, { subscriptions }, note)
}

/** Revokes a signed address immediately. Revoking it again changes nothing. */
export const revokeSubscription: Rule<{ id: string; by: Actor }> = (record, { id, by }, now) => {
  const subscription = record.subscriptions.find((each) => each.id === id)
  if (!subscription) return new AccountRefusal('subscription_unknown', id)
  const denied = findDenial(record, by, 'subscriptions.revoke')
  if (denied) return denied
  if (!isLive(subscription)) return unchanged(record)
  const others = record.subscriptions.filter((each) => each !== subscription)
  const subscriptions = pruned([...others, { ...subscription, revokedAt: now }])
  return changed(record, { subscriptions }, noteBy(now, by)('SUBSCRIPTION_REVOKED', id, describe(subscription)))
}

const isLive = ({ revokedAt }: StoredSubscription): boolean => revokedAt === null

function pruned(subscriptions: readonly StoredSubscription[]): StoredSubscription[] {
  const ended = subscriptions.filter((each) => !isLive(each)).sort((a, b) => (b.revokedAt ?? 0) - (a.revokedAt ?? 0))
  const dropped = new Set(ended.slice(REVOKED_KEPT))
  return subscriptions.filter((each) => !dropped.has(each))
}

/** A key of the account may manage signed addresses; a person needs the permission. */
const findDenial = (record: AccountRecord, by: Actor, permission: Permission): AccountRefusal | null =>
  record.keys.some(({ id }) => id === by) ? null : denial(record, by, permission)

const describe = ({ name, list, format }: SubscriptionDraft): string => `${name} (${list}.${format})`
