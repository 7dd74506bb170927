import type { Item, ItemKind } from '../port.ts'

/** The names of the store's keys. Those of earlier releases begin with `rhp:` alone. */

const PREFIX = 'rhp:2:'
export const ACCOUNT_PREFIX = `${PREFIX}account:`

/** A hash of `version`, `document`, `summary`, `meter`, and `last:HASH`, the minute of the last use of each secret. */
export const account = (accountId: string): string => ACCOUNT_PREFIX + accountId
/** A hash of `account`, the id, and `access`, of a key or signed address by the hash of its secret. */
export const key = (hash: string): string => `${PREFIX}key:${hash}`
/** The set of the ids of accounts with a term. */
export const term = (text: string): string => `${PREFIX}term:${text}`
/** The list of an account's changes, the first at its head. */
export const trail = (accountId: string): string => `${PREFIX}trail:${accountId}`
/** A hash of `turn` and `item`. */
export const item = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string => `${PREFIX}item:${kind}:${id}`
/** The ids of an owner's items, by creation time. */
export const owned = (kind: ItemKind, owner: string): string => `${PREFIX}owned:${kind}:${owner}`
/** The ids of the items that are due, by time. */
export const due = (kind: ItemKind): string => `${PREFIX}due:${kind}`
/** What a ping writes. */
export const PROBE = `${PREFIX}probe`
/** Set once a server has no data of an earlier release that was not migrated. */
export const FORMAT = `${PREFIX}format`
