import type { WebhookFilter } from '../account/record.ts'

/** The delivery of one message to one webhook, and the rules about it. Instants are milliseconds since 1970. */

export const DELIVERY_KINDS = ['changes', 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Where a delivery stands: to be sent or retried, taken by its receiver, given up, or ended with its webhook. */
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Why an attempt failed: an answer that is no 2xx, a redirect, no answer in time, a connection that failed, or an address
 * that must not be asked.
 */
export const ATTEMPT_FAULTS = ['STATUS', 'REDIRECT', 'TIMEOUT', 'NETWORK', 'ADDRESS'] as const
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number]

/** One attempt at a delivery. */
export interface Attempt {
  at: number
  /** The status of the answer; null where there was none. */
  status: number | null
  /** Null for an attempt that succeeded. */
  fault: AttemptFault | null
  ms: number
}

export interface Delivery {
  /** The `webhook-id` of its message: the same in every attempt and every replay. */
  id: string
  accountId: string
  webhookId: string
  kind: DeliveryKind
  /** The publication that it tells of; null for a test. */
  version: string | null
  /** The filter at the time of the publication. */
  filter: WebhookFilter
  createdAt: number
  state: DeliveryState
  /** Null when no attempt is to come. */
  nextAttemptAt: number | null
  /** How many attempts were started since it was created or last replayed. */
  tries: number
  /** The latest attempts that ended, the newest last. */
  attempts: readonly Attempt[]
  /** Grows with each change, so that of two processes one alone makes it. */
  turn: number
}

/** The pauses between the attempts, in minutes: ten attempts within 24 hours. */
const PAUSES_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 480] as const

/** How often a delivery is tried before it is given up. */
export const TRIES_MAX = PAUSES_MINUTES.length + 1

/** How many attempts the log of a delivery keeps. */
const ATTEMPTS_KEPT = 2 * TRIES_MAX

/** How long the log keeps a delivery. */
export const DELIVERY_MEMORY_MS = 30 * 24 * 60 * 60_000

/** A webhook to which nothing could be delivered for this long is disabled. */
export const FAILING_MS = 5 * 24 * 60 * 60_000

/** When the attempt after this many is due; null when that was the last. */
export function retryAt(tries: number, now: number): number | null {
  const pause = PAUSES_MINUTES[tries - 1]
  return pause === undefined ? null : now + pause * 60_000
}

export function newDelivery(
  draft: Pick<Delivery, 'id' | 'accountId' | 'webhookId' | 'kind' | 'version' | 'filter'>,
  now: number,
): Delivery {
  return { ...draft, createdAt: now, state: 'PENDING', nextAttemptAt: now, tries: 0, attempts: [], turn: 1 }
}

/**
 * A delivery as a process takes it to send it; null when it is not due. The next attempt is put off by `leaseMs`, after
 * which a process that died on the way has lost it.
 */
export function claimedDelivery(delivery: Delivery, now: number, leaseMs: number): Delivery | null {
  const { state, nextAttemptAt, tries, turn } = delivery
  if (state !== 'PENDING' || nextAttemptAt === null || nextAttemptAt > now) return null
  return { ...delivery, tries: tries + 1, nextAttemptAt: now + leaseMs, turn: turn + 1 }
}

/** A delivery after an attempt. A test is tried once. */
export function settledDelivery(delivery: Delivery, attempt: Attempt): Delivery {
  const { kind, tries, attempts, turn } = delivery
  const isDone = attempt.fault === null
  const nextAttemptAt = isDone || kind === 'test' ? null : retryAt(tries, attempt.at)
  return {
    ...delivery,
    state: isDone ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING',
    nextAttemptAt,
    attempts: [...attempts, attempt].slice(-ATTEMPTS_KEPT),
    turn: turn + 1,
  }
}

/** A delivery that is not sent any more, since its webhook is disabled. */
export const cancelledDelivery = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'CANCELLED',
  nextAttemptAt: null,
  turn: delivery.turn + 1,
})

/** A delivery that ended, to be sent once more from the beginning, with the same id; null when it has not ended. */
export const replayedDelivery = (delivery: Delivery, now: number): Delivery | null =>
  delivery.state === 'PENDING'
    ? null
    : { ...delivery, state: 'PENDING', nextAttemptAt: now, tries: 0, turn: delivery.turn + 1 }

/**
 * Since when nothing could be delivered: the first attempt that failed after the last that succeeded; null when the
 * latest succeeded or there was none.
 * @param deliveries of one webhook
 */
export function failingSince(deliveries: readonly Delivery[]): number | null {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts)
  const isFailed = ({ fault }: Attempt): boolean => fault !== null
  const lastGood = Math.max(...attempts.filter((attempt) => !isFailed(attempt)).map(({ at }) => at), -1)
  const failed = attempts.filter((attempt) => isFailed(attempt) && attempt.at > lastGood).map(({ at }) => at)
  return failed.length > 0 ? Math.min(...failed) : null
}

/** The verbs about deliveries; see Store for what holds for every verb. */
export interface Deliveries {
  /** Adds those whose ids are not known yet, so that an announcement can be repeated. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<void>
  /** The deliveries that are due, the longest first: at most `limit`. */
  dueDeliveries(now: number, limit: number): Promise<Delivery[]>
  /** Takes a delivery that is due, so that no other process sends it within the lease; null when another has it. */
  claimDelivery(delivery: Delivery, now: number, leaseMs: number): Promise<Delivery | null>
  /** Replaces a delivery unless it has changed since; then false. */
  saveDelivery(before: Delivery, after: Delivery): Promise<boolean>
  /** The deliveries of a webhook, the newest first: at most `limit`. */
  deliveriesOf(webhookId: string, limit: number): Promise<Delivery[]>
  delivery(deliveryId: string): Promise<Delivery | null>
}
