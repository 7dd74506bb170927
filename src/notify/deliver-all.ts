import type { Delivery } from './delivery.ts'
import { announce, type DeliveryDeps, deliverDue } from './webhooks.ts'

const LOOKED_AT = 200

/** What a run did. */
export interface Tally {
  /** Deliveries that the newest publications made due. */
  announced: number
  /** Deliveries that were taken by their receivers. */
  delivered: number
  /** Deliveries whose last attempt failed. */
  failed: number
}

/**
 * Announces what was published, sends what is due, and goes on with the retries that fall due until an instant. Those
 * that fall due later stay for the next run.
 * @param pause waits that many milliseconds
 */
export async function deliverAll(
  deps: DeliveryDeps,
  until: number,
  pause: (ms: number) => Promise<unknown>,
): Promise<Tally> {
  const { store, clock } = deps
  const latest = new Map<string, Delivery>()
  const announced = await announce(deps)
  for (;;) {
    const tried = await deliverDue(deps)
    for (const delivery of tried) latest.set(delivery.id, delivery)
    // Those behind a failed one of their webhook are still due.
    if (tried.length > 0) continue
    const now = clock()
    // What is due and was not tried tells of a publication that is not known here.
    const next = (await store.dueDeliveries(until, LOOKED_AT)).find(({ nextAttemptAt }) => (nextAttemptAt ?? 0) > now)
    if (!next?.nextAttemptAt) break
    await pause(next.nextAttemptAt - now)
  }
  const ended = [...latest.values()]
  const delivered = ended.filter(({ state }) => state === 'DELIVERED').length
  return { announced, delivered, failed: ended.length - delivered }
}
