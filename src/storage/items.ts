import { BILLING_MEMORY_MS } from '../account/account.ts'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../account/person.ts'
import { DELIVERY_MEMORY_MS, type Delivery } from '../notify/delivery.ts'
import { type AlertRequest, hashAddress, type ListAlert, REQUEST_MS } from '../notify/list-alerts.ts'

interface ItemHead {
  id: string
  /** What items of a kind are listed by, such as the email address of a session; null if they are not. */
  owner: string | null
  createdAt: number
  /** How long it is kept at least; null for ever. */
  keptMs: number | null
  /** When there is something to do about it; null for never. */
  dueAt: number | null
  /** Changes with each replacement. */
  turn: number
}
type NewItem = Pick<ItemHead, 'id' | 'createdAt' | 'keptMs'> & Partial<ItemHead>

/** That something happened, without anything else about it. */
interface Mark {
  id: string
  createdAt: number
}

/** What a store keeps beside its accounts: where an item of each kind is found, and how long it is kept. */
const KINDS = {
  link: ({ hash, expiresAt }: StoredLink): NewItem => ({
    id: hash,
    createdAt: expiresAt - LINK_MS,
    keptMs: LINK_MS,
  }),
  session: ({ hash, email, createdAt }: Session): NewItem => ({
    id: hash,
    owner: email,
    createdAt,
    keptMs: SESSION_MAX_MS,
  }),
  delivery: ({ id, webhookId, createdAt, nextAttemptAt, turn }: Delivery): NewItem => ({
    ...{ id, owner: webhookId, createdAt, keptMs: DELIVERY_MEMORY_MS },
    ...{ dueAt: nextAttemptAt, turn },
  }),
  /** A billing event that was received. */
  billing: ({ id, createdAt }: Mark): NewItem => ({ id, createdAt, keptMs: BILLING_MEMORY_MS }),
  /** The mailbox hash of a person who had a trial. It is kept permanently, even if the account is deleted. */
  trial: ({ id, createdAt }: Mark): NewItem => ({ id, createdAt, keptMs: null }),
  'alert-request': ({ id, address, createdAt }: AlertRequest): NewItem => ({
    ...{ id, owner: hashAddress(address), createdAt, keptMs: REQUEST_MS },
    dueAt: createdAt + REQUEST_MS,
  }),
  'list-alert': ({ id, address, confirmedAt, dueAt, turn }: ListAlert): NewItem => ({
    ...{ id, owner: hashAddress(address), createdAt: confirmedAt, keptMs: null },
    ...{ dueAt, turn },
  }),
}
export type ItemKind = keyof typeof KINDS
export type Content<Kind extends ItemKind> = Parameters<(typeof KINDS)[Kind]>[0]

/** Something small that is kept beside the accounts, by its kind and id. */
export interface Item<Kind extends ItemKind = ItemKind> extends ItemHead {
  kind: Kind
  content: Content<Kind>
}

export const toItem = <Kind extends ItemKind>(kind: Kind, content: Content<Kind>): Item<Kind> => ({
  ...{ owner: null, dueAt: null, turn: 1 },
  ...KINDS[kind](content as never),
  kind,
  content,
})
