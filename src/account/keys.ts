import { newId, newKey } from '../metering/keys.ts'
import { AccountRefusal, type Key } from './account.ts'
import type { Caller } from './caller.ts'
import type { Accounts } from './verbs.ts'

/** How long a rotated key works beside its successor. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** A key with its secret, which is shown this once. */
export interface KeyShown {
  key: Key
  secret: string
}

/** Makes a key for the caller's account. @throws AccountRefusal keys_exhausted or plan_without_keys */
export async function createKey(store: Accounts, caller: Caller, name: string, now: number): Promise<KeyShown> {
  const { secret, ...draft } = newKey()
  const key = await store.createKey(caller.account.id, { ...draft, id: newId('key'), name }, now, caller.email)
  return { key, secret }
}

/** Puts a new key beside one of the caller's account. @throws AccountRefusal key_unknown or key_ended */
export async function rotateKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<KeyShown> {
  await mustHold(store, caller, keyId)
  const { secret, ...draft } = newKey()
  const key = await store.rotateKey(keyId, { ...draft, id: newId('key') }, now, caller.email)
  return { key, secret }
}

/** Ends a key of the caller's account at once. @throws AccountRefusal key_unknown */
export async function revokeKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<Key> {
  await mustHold(store, caller, keyId)
  return store.revokeKey(keyId, now, caller.email)
}

/** A key of another account is as unknown as one that never was. */
async function mustHold(store: Accounts, { account }: Caller, keyId: string): Promise<void> {
  const keys = await store.keys(account.id)
  if (!keys.some(({ id }) => id === keyId)) throw new AccountRefusal('key_unknown', keyId)
}
