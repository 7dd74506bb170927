/** The names of the store's keys: a hash per account, a hash per API key under the hash of its secret. */

const PREFIX = 'rhp:'
export const ACCOUNT_PREFIX = `${PREFIX}account:`
export const KEY_PREFIX = `${PREFIX}key:`
/** From a key's id to its hash. */
export const KEY_ID_PREFIX = `${PREFIX}keyid:`
export const TRAIL_PREFIX = `${PREFIX}trail:`
/** The set of all account ids. */
export const ACCOUNTS = `${PREFIX}accounts`

export const accountKey = (accountId: string): string => ACCOUNT_PREFIX + accountId
export const keyKey = (hash: string): string => KEY_PREFIX + hash
export const keyIdKey = (keyId: string): string => KEY_ID_PREFIX + keyId
/** The list of an account's changes, the first at its head. */
export const trailKey = (accountId: string): string => TRAIL_PREFIX + accountId
/** The set of the accounts that a person, by address, belongs to. */
export const personKey = (email: string): string => `${PREFIX}person:${email}`
/** The set of the accounts that invited an address. */
export const invitedKey = (email: string): string => `${PREFIX}invited:${email}`
export const linkKey = (hash: string): string => `${PREFIX}link:${hash}`
export const sessionKey = (hash: string): string => `${PREFIX}session:${hash}`
/** The set of the hashes of a person's sessions. */
export const sessionsKey = (email: string): string => `${PREFIX}sessions:${email}`
/** A billing event that was received. */
export const billingKey = (eventId: string): string => `${PREFIX}billing:${eventId}`
