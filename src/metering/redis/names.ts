/** How the store's keys are called. A hash per account, a hash per API key under the hash of its secret. */

const PREFIX = 'rhp:'
export const ACCOUNT_PREFIX = `${PREFIX}account:`
export const KEY_PREFIX = `${PREFIX}key:`
/** The set of all account ids. */
export const ACCOUNTS = `${PREFIX}accounts`
export const accountKey = (accountId: string): string => ACCOUNT_PREFIX + accountId
export const keyKey = (hash: string): string => KEY_PREFIX + hash
/** From a key's id to its hash. */
export const keyIdKey = (keyId: string): string => `${PREFIX}keyid:${keyId}`
