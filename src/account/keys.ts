import { PLANS, planAt } from '../metering/plans.ts'
import { type Actor, changed, noteBy, type Rule, unchanged } from './actions.ts'
import { denial } from './permissions.ts'
import type { AccountRecord, KeyDraft, StoredKey } from './record.ts'
import { AccountRefusal } from './refusals.ts'

/** Rules for the keys of an account. Ended keys stay in the record. */

/** How long a rotated key keeps working alongside its successor. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** Adds a key up to the plan's limit; revoked and rotated keys do not count. */
export const createKey: Rule<{ draft: KeyDraft; by: Actor }> = (record, { draft, by }, now) => {
  const denied = denial(record, by, 'keys.create')
  if (denied) return denied
  const plan = planAt(record.account, now)
  if (PLANS[plan].keys === 0) return new AccountRefusal('plan_without_keys', plan)
  if (record.keys.filter((key) => !hasEnded(key)).length >= PLANS[plan].keys) {
    return new AccountRefusal('keys_exhausted', plan)
  }
  const keys = [...record.keys, toStoredKey(record, draft, now)]
  return changed(record, { keys }, noteBy(now, by)('KEY_CREATED', draft.id, draft.name))
}

/** Revokes a key immediately. Revoking it again changes nothing. */
export const revokeKey: Rule<{ keyId: string; by: Actor }> = (record, { keyId, by }, now) => {
  const key = record.keys.find(({ id }) => id === keyId)
  if (!key) return new AccountRefusal('key_unknown', keyId)
  const denied = denial(record, by, 'keys.revoke')
  if (denied) return denied
  if (key.revokedAt !== null) return unchanged(record)
  const keys = record.keys.with(record.keys.indexOf(key), { ...key, revokedAt: now })
  return changed(record, { keys }, noteBy(now, by)('KEY_REVOKED', keyId, key.name))
}

/**
 * Adds a new key with the same name; the old key works for ROTATION_MS more. The key before the old one ends immediately,
 * so that at most two work however often a key is rotated.
 */
export const rotateKey: Rule<{ keyId: string; draft: Omit<KeyDraft, 'name'>; by: Actor }> = (
  record,
  { keyId, draft, by },
  now,
) => {
  const key = record.keys.find(({ id }) => id === keyId)
  if (!key) return new AccountRefusal('key_unknown', keyId)
  const denied = denial(record, by, 'keys.rotate')
  if (denied) return denied
  if (hasEnded(key)) return new AccountRefusal('key_ended', keyId)
  const before = record.keys.find((each) => precedes(each, key) && hasTime(each, now))
  const ending = record.keys.map((each) => {
    if (each === key) return { ...key, expiresAt: now + ROTATION_MS }
    return each === before ? { ...each, expiresAt: now } : each
  })
  const keys = [...ending, toStoredKey(record, { ...draft, name: key.name }, now)]
  return changed(record, { keys }, noteBy(now, by)('KEY_ROTATED', keyId, draft.id))
}

/** Whether `next` replaced `key` in a rotation. */
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
