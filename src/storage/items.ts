import { BILLING_MEMORY_MS, type BillingEvent } from '../account/billing.ts'
import { LINK_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../account/person.ts'
import type { MailboxHash } from '../account/record.ts'
import { DELIVERY_MEMORY_MS, type Delivery } from '../notify/delivery.ts'
import type { Item } from './port.ts'

/** The items that a store keeps beside its accounts. */

const DEFAULTS = { owner: null, dueAt: null, turn: 1 }

export const createLinkItem = (link: StoredLink): Item<StoredLink> => ({
  ...DEFAULTS,
  kind: 'link',
  id: link.hash,
  createdAt: link.expiresAt - LINK_MS,
  keptMs: LINK_MS,
  content: link,
})

export const createSessionItem = (session: Session): Item<Session> => ({
  ...DEFAULTS,
  kind: 'session',
  id: session.hash,
  owner: session.email,
  createdAt: session.createdAt,
  keptMs: SESSION_MAX_MS,
  content: session,
})

export const createDeliveryItem = (delivery: Delivery): Item<Delivery> => ({
  kind: 'delivery',
  id: delivery.id,
  owner: delivery.webhookId,
  createdAt: delivery.createdAt,
  keptMs: DELIVERY_MEMORY_MS,
  dueAt: delivery.nextAttemptAt,
  turn: delivery.turn,
  content: delivery,
})

/** A billing event that was received. */
export const createBillingItem = ({ id }: Pick<BillingEvent, 'id'>, now: number): Item<null> => ({
  ...DEFAULTS,
  kind: 'billing',
  id,
  createdAt: now,
  keptMs: BILLING_MEMORY_MS,
  content: null,
})

/** A person who had a trial. It is kept permanently, even if the account is deleted. */
export const createTrialItem = (person: MailboxHash, now: number): Item<null> => ({
  ...DEFAULTS,
  kind: 'trial',
  id: person,
  createdAt: now,
  keptMs: null,
  content: null,
})
