import { getPlanAt, PLANS } from '../metering/plans.ts'
import {
  AccountRefusal,
  type Actor,
  changed,
  findById,
  getOrRefuse,
  noteBy,
  type Permission,
  type Rule,
  requirePermission,
  unchanged,
} from './actions.ts'
import type { AccountRecord, KeyDraft, StoredKey, StoredSubscription, SubscriptionDraft } from './record.ts'

/** Rules for the keys of an account. Ended keys stay in the record. */

/** How long a rotated key keeps working alongside its successor. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** Adds a key up to the plan's limit; revoked and rotated keys do not count. */
export const createKey: Rule<{ draft: KeyDraft; by: Actor }> = (record, { draft, by }, now) => {
  requirePermission(record, by, 'keys.create')
  const plan = getPlanAt(record.account, now)
  const live = record.keys.filter((key) => !hasEnded(key))
  if (PLANS[plan].keys === 0) throw new AccountRefusal('plan_without_keys', plan)
  if (live.length >= PLANS[plan].keys) throw new AccountRefusal('keys_exhausted', plan)
  const keys = [...record.keys, toStoredKey(record, draft, now)]
  return changed(record, { keys }, noteBy(now, by)('KEY_CREATED', draft.id, draft.name))
}

/** Revokes a key immediately. Revoking it again changes nothing. */
export const revokeKey: Rule<{ keyId: string; by: Actor }> = (record, { keyId, by }, now) => {
  const key = getOrRefuse(findById(record.keys, keyId), 'key_unknown', keyId)
  requirePermission(record, by, 'keys.revoke')
  if (key.revokedAt !== null) return unchanged(record)
  const keys = record.keys.with(record.keys.indexOf(key), { ...key, revokedAt: now })
  return changed(record, { keys }, noteBy(now, by)('KEY_REVOKED', keyId, key.name))
}

/** Adds a key of the same name; the old key works for ROTATION_MS more, and the one before it ends now: at most two work. */
export const rotateKey: Rule<{ keyId: string; draft: Omit<KeyDraft, 'name'>; by: Actor }> = (
  record,
  { keyId, draft, by },
  now,
) => {
  const key = getOrRefuse(findById(record.keys, keyId), 'key_unknown', keyId)
  requirePermission(record, by, 'keys.rotate')
  if (hasEnded(key)) throw new AccountRefusal('key_ended', keyId)
  const before = record.keys.find((each) => precedes(each, key) && hasTime(each, now))
  const ending = record.keys.map((each) => {
    if (each === key) return { ...key, expiresAt: now + ROTATION_MS }
    return each === before ? { ...each, expiresAt: now } : each
  })
  const keys = [...ending, toStoredKey(record, { ...draft, name: key.name }, now)]
  return changed(record, { keys }, noteBy(now, by)('KEY_ROTATED', keyId, draft.id))
}

const precedes = (key: StoredKey, next: StoredKey): boolean =>
  key.name === next.name && key.expiresAt === next.createdAt + ROTATION_MS

const hasTime = ({ expiresAt }: StoredKey, now: number): boolean => expiresAt !== null && expiresAt > now
const hasEnded = ({ revokedAt, expiresAt }: StoredKey): boolean => revokedAt !== null || expiresAt !== null

/** Whether a key is neither revoked nor expired at an instant. */
export const isWorking = ({ revokedAt, expiresAt }: StoredKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

const toStoredKey = ({ account }: AccountRecord, draft: KeyDraft, now: number): StoredKey => ({
  ...draft,
  accountId: account.id,
  createdAt: now,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
})

/** Rules for signed addresses: each reads one query of a list, in one format, without an API key. */

/** Number of revoked addresses kept in the record, so that requests to them are answered with "revoked". */
export const REVOKED_KEPT = 50

/** Adds a signed address up to the plan's limit; revoked ones do not count. */
export const createSubscription: Rule<{ draft: SubscriptionDraft; by: Actor }> = (record, { draft, by }, now) => {
  requireKeyOrPermission(record, by, 'subscriptions.create')
  const plan = getPlanAt(record.account, now)
  const live = record.subscriptions.filter(isLive)
  if (PLANS[plan].keys === 0) throw new AccountRefusal('plan_without_keys', plan)
  if (live.length >= PLANS[plan].subscriptions) throw new AccountRefusal('subscriptions_exhausted', plan)
  const subscriptions = [...record.subscriptions, { ...draft, createdAt: now, revokedAt: null, lastUsedAt: null }]
  const note = noteBy(now, by)('SUBSCRIPTION_CREATED', draft.id, describe(draft))
  return changed(record, { subscriptions }, note)
}

/** Revokes a signed address immediately. Revoking it again changes nothing. */
export const revokeSubscription: Rule<{ id: string; by: Actor }> = (record, { id, by }, now) => {
  const subscription = getOrRefuse(findById(record.subscriptions, id), 'subscription_unknown', id)
  requireKeyOrPermission(record, by, 'subscriptions.revoke')
  if (!isLive(subscription)) return unchanged(record)
  const others = record.subscriptions.filter((each) => each !== subscription)
  const subscriptions = pruneSubscriptions([...others, { ...subscription, revokedAt: now }])
  return changed(record, { subscriptions }, noteBy(now, by)('SUBSCRIPTION_REVOKED', id, describe(subscription)))
}

const isLive = ({ revokedAt }: StoredSubscription): boolean => revokedAt === null

function pruneSubscriptions(subscriptions: readonly StoredSubscription[]): StoredSubscription[] {
  const ended = subscriptions.filter((each) => !isLive(each)).sort((a, b) => (b.revokedAt ?? 0) - (a.revokedAt ?? 0))
  const dropped = new Set(ended.slice(REVOKED_KEPT))
  return subscriptions.filter((each) => !dropped.has(each))
}

/** A key of the account may manage signed addresses; a person needs the permission. */
function requireKeyOrPermission(record: AccountRecord, by: Actor, permission: Permission): void {
  if (!record.keys.some(({ id }) => id === by)) requirePermission(record, by, permission)
}

const describe = ({ name, list, format }: SubscriptionDraft): string => `${name} (${list}.${format})`
