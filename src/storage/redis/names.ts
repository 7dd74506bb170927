/** How the store's keys are called. A hash per account, a hash per API key under the hash of its secret. */

const PREFIX = 'rhp:'
export const ACCOUNT_PREFIX = `${PREFIX}account:`
export const KEY_PREFIX = `${PREFIX}key:`
/** The set of the accounts that a person, by address, belongs to. */
export const PERSON_PREFIX = `${PREFIX}person:`
/** The set of the accounts that invited an address. */
export const INVITED_PREFIX = `${PREFIX}invited:`
/** The list of an account's changes, the first at its head. */
export const TRAIL_PREFIX = `${PREFIX}trail:`
export const SESSION_PREFIX = `${PREFIX}session:`
/** The set of the hashes of a person's sessions. */
export const SESSIONS_PREFIX = `${PREFIX}sessions:`
/** The set of all account ids. */
export const ACCOUNTS = `${PREFIX}accounts`
export const accountKey = (accountId: string): string => ACCOUNT_PREFIX + accountId
export const keyKey = (hash: string): string => KEY_PREFIX + hash
/** From a key's id to its hash. */
export const keyIdKey = (keyId: string): string => `${PREFIX}keyid:${keyId}`
export const personKey = (email: string): string => PERSON_PREFIX + email
export const invitedKey = (email: string): string => INVITED_PREFIX + email
export const trailKey = (accountId: string): string => TRAIL_PREFIX + accountId
export const linkKey = (hash: string): string => `${PREFIX}link:${hash}`
export const sessionKey = (hash: string): string => SESSION_PREFIX + hash
export const sessionsKey = (email: string): string => SESSIONS_PREFIX + email
/** A billing event that was seen. */
export const billingKey = (eventId: string): string => `${PREFIX}billing:${eventId}`
