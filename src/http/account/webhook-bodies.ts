import type { Webhook } from '../../account/record.ts'
import { type Delivery, failingSince } from '../../notify/delivery.ts'
import { isoOf } from '../../rules/moments.ts'
import { pick } from '../../rules/pick.ts'
import type { Store } from '../../storage/port.ts'
import type { DeliveryResponse, WebhookResponse } from './webhook-schemas.ts'

/** Maximum number of deliveries in the log. */
export const LOG_MAX = 100

/** A webhook with the status of its deliveries. */
export async function entryOf(store: Store, webhook: Webhook, now: number): Promise<WebhookResponse['webhook']> {
  const { id, url, filter, createdAt, disabledAt, disabledBecause, rotatedUntil } = webhook
  const deliveries = await store.deliveriesOf(id, LOG_MAX)
  const [latest] = deliveries
  return {
    id,
    url,
    filter,
    createdAt: isoOf(createdAt),
    disabledAt: isoOf(disabledAt),
    disabledBecause,
    rotatedUntil: isoOf(rotatedUntil !== null && rotatedUntil > now ? rotatedUntil : null),
    failingSince: isoOf(failingSince(deliveries)),
    latest: latest ? deliveryOf(latest) : null,
  }
}

/** A delivery without its internal fields. */
export const deliveryOf = (delivery: Delivery): DeliveryResponse['delivery'] => ({
  ...pick(delivery, ['id', 'kind', 'version', 'state']),
  createdAt: isoOf(delivery.createdAt),
  nextAttemptAt: isoOf(delivery.nextAttemptAt),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: isoOf(attempt.at) })),
})
