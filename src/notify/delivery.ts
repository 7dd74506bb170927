import * as z from 'zod'
import { WebhookFilter } from '../account/record.ts'

/** Rules for the delivery of one message to one webhook. Instants are milliseconds since 1970. */

const Count = z.int().min(0)

export const Attempt = z.object({
  at: Count,
  status: z.int().nullable(),
  /** Why it failed, null if it did not; ADDRESS is one that is not allowed. */
  fault: z.enum(['STATUS', 'REDIRECT', 'TIMEOUT', 'NETWORK', 'ADDRESS']).nullable(),
  ms: z.number(),
})
export type Attempt = z.infer<typeof Attempt>

export const Delivery = z.object({
  /** The `webhook-id` of its message: the same in every attempt and every replay. */
  id: z.string(),
  accountId: z.string(),
  webhookId: z.string(),
  kind: z.enum(['changes', 'test']),
  /** The publication that the message announces; null for a test. */
  version: z.string().nullable(),
  filter: WebhookFilter,
  createdAt: Count,
  /** Waiting to be sent or retried, accepted by the receiver, out of retries, or canceled with its webhook. */
  state: z.enum(['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED']),
  nextAttemptAt: Count.nullable(),
  /** Number of attempts started since the delivery was created or last replayed. */
  tries: Count,
  attempts: z.array(Attempt),
  /** Incremented with each change, so that only one of two concurrent processes makes it. */
  turn: Count,
})
export type Delivery = z.infer<typeof Delivery>

/** The pauses between the attempts, in minutes: ten attempts within 24 hours. */
const PAUSES_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 480] as const
export const TRIES_MAX = PAUSES_MINUTES.length + 1
const ATTEMPTS_KEPT = 2 * TRIES_MAX
export const DELIVERY_MEMORY_MS = 30 * 24 * 60 * 60_000

/** A webhook is disabled after its deliveries have failed for this long. */
export const FAILING_MS = 5 * 24 * 60 * 60_000

/** When the attempt after this many tries is due; null when no tries are left. */
export function retryAt(tries: number, now: number): number | null {
  const pause = PAUSES_MINUTES[tries - 1]
  return pause === undefined ? null : now + pause * 60_000
}

export function createDelivery(
  draft: Pick<Delivery, 'id' | 'accountId' | 'webhookId' | 'kind' | 'version' | 'filter'>,
  now: number,
): Delivery {
  return { ...draft, createdAt: now, state: 'PENDING', nextAttemptAt: now, tries: 0, attempts: [], turn: 1 }
}

const change = (delivery: Delivery, changes: Partial<Delivery>): Delivery => ({
  ...delivery,
  ...changes,
  turn: delivery.turn + 1,
})

/** Claims a due delivery and delays its next attempt by `leaseMs`, in case this process dies; null when it is not due. */
export function markDeliveryClaimed(delivery: Delivery, now: number, leaseMs: number): Delivery | null {
  const { state, nextAttemptAt, tries } = delivery
  if (state !== 'PENDING' || nextAttemptAt === null || nextAttemptAt > now) return null
  return change(delivery, { tries: tries + 1, nextAttemptAt: now + leaseMs })
}

/** The delivery after an attempt. A test is tried once. */
export function markDeliverySettled(delivery: Delivery, attempt: Attempt): Delivery {
  const isDone = attempt.fault === null
  const nextAttemptAt = isDone || delivery.kind === 'test' ? null : retryAt(delivery.tries, attempt.at)
  const state = isDone ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING'
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT)
  return change(delivery, { state, nextAttemptAt, attempts })
}

export const markDeliveryCancelled = (delivery: Delivery): Delivery =>
  change(delivery, { state: 'CANCELLED', nextAttemptAt: null })

/** A finished delivery, reset to be sent again with the same id; null when it has not finished. */
export const markDeliveryReplayed = (delivery: Delivery, now: number): Delivery | null =>
  delivery.state === 'PENDING' ? null : change(delivery, { state: 'PENDING', nextAttemptAt: now, tries: 0 })

/**
 * When deliveries began to fail: the first failed attempt since the last success; null when the latest attempt succeeded
 * or there were none.
 * @param deliveries of one webhook
 */
export function findFailingSince(deliveries: readonly Delivery[]): number | null {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts)
  const isFailed = ({ fault }: Attempt): boolean => fault !== null
  const lastGood = Math.max(...attempts.filter((attempt) => !isFailed(attempt)).map(({ at }) => at), -1)
  const failed = attempts.filter((attempt) => isFailed(attempt) && attempt.at > lastGood).map(({ at }) => at)
  return failed.length > 0 ? Math.min(...failed) : null
}

/** The verbs for deliveries; see Store for the contract of every verb. */
export interface Deliveries {
  /** Adds the deliveries whose ids are new, so that `announce` can be repeated, each for DELIVERY_MEMORY_MS. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<void>
  /** At most `limit` due deliveries, longest due first. */
  dueDeliveries(now: number, limit: number): Promise<Delivery[]>
  /** Claims a due delivery so that no other process sends it during the lease; null when another process has it. */
  claimDelivery(delivery: Delivery, now: number, leaseMs: number): Promise<Delivery | null>
  /** Replaces a delivery. False, without effect, when the turn before its own is no longer stored. */
  saveDelivery(delivery: Delivery): Promise<boolean>
  /** At most `limit` deliveries of a webhook, newest first. */
  readDeliveries(webhookId: string, limit: number): Promise<Delivery[]>
  delivery(deliveryId: string): Promise<Delivery | null>
}
