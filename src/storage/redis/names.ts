/**
 * The names of the store's keys: a hash per account, and a hash per API key or signed address under the hash of its
 * secret.
 */

const PREFIX = 'rhp:'
export const ACCOUNT_PREFIX = `${PREFIX}account:`
export const KEY_PREFIX = `${PREFIX}key:`
/** From a key's id to its hash. */
export const KEY_ID_PREFIX = `${PREFIX}keyid:`
export const TRAIL_PREFIX = `${PREFIX}trail:`
/** The set of all account ids. */
export const ACCOUNTS = `${PREFIX}accounts`

export const account = (accountId: string): string => ACCOUNT_PREFIX + accountId
export const key = (hash: string): string => KEY_PREFIX + hash
export const keyId = (id: string): string => KEY_ID_PREFIX + id
/** The list of an account's changes, the first at its head. */
export const trail = (accountId: string): string => TRAIL_PREFIX + accountId
/** The set of the accounts that a person, by address, belongs to. */
export const person = (email: string): string => `${PREFIX}person:${email}`
/** The set of the accounts that invited an address. */
export const invited = (email: string): string => `${PREFIX}invited:${email}`
export const link = (hash: string): string => `${PREFIX}link:${hash}`
export const session = (hash: string): string => `${PREFIX}session:${hash}`
/** The set of the hashes of a person's sessions. */
export const sessions = (email: string): string => `${PREFIX}sessions:${email}`
/** A billing event that was received. */
export const billingEvent = (eventId: string): string => `${PREFIX}billing:${eventId}`
/** The mark of a person who has had a trial. */
export const trial = (person: string): string => `${PREFIX}trial:${person}`
/** The set of the accounts that have webhooks. */
export const WEBHOOKS = `${PREFIX}webhooks`
/** The deliveries that are due, by time. */
export const DUE = `${PREFIX}due`
export const delivery = (deliveryId: string): string => `${PREFIX}delivery:${deliveryId}`
/** The deliveries of a webhook, by creation time. */
export const deliveriesOf = (webhookId: string): string => `${PREFIX}deliveries:${webhookId}`
/** What a ping writes. */
export const PROBE = `${PREFIX}probe`
