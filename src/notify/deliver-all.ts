import type { Delivery } from './delivery.ts'
import { announce, type DeliveryDeps, deliverDue } from './webhooks.ts'

const BATCH = 200

/** Counts of one run. */
export interface Tally {
  /** Deliveries created for new publications. */
  announced: number
  /** Deliveries that their receivers accepted. */
  delivered: number
  /** Deliveries whose last attempt failed. */
  failed: number
}

/**
 * Creates the deliveries for new publications, sends what is due, and continues with retries that fall due before
 * `until`. Later retries wait for the next run.
 * @param pause waits for this many milliseconds
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
    // Deliveries queued behind a failed one of the same webhook are still due.
    if (tried.length > 0) continue
    const now = clock()
    // A due delivery that was not tried belongs to a publication that this process has not loaded.
    const next = (await store.dueDeliveries(until, BATCH)).find(({ nextAttemptAt }) => (nextAttemptAt ?? 0) > now)
    if (!next?.nextAttemptAt) break
    await pause(next.nextAttemptAt - now)
  }
  const ended = [...latest.values()]
  const delivered = ended.filter(({ state }) => state === 'DELIVERED').length
  return { announced, delivered, failed: ended.length - delivered }
}
