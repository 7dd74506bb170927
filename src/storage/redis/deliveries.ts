import { DELIVERY_MEMORY_MS, type Deliveries, Delivery } from '../../notify/delivery.ts'
import * as at from './names.ts'
import { ask, type Command, type Condition, Json, read, Texts, transact } from './scripts.ts'
import type { Wire } from './wire.ts'

const Content = Json.pipe(Delivery)

/**
 * The deliveries on Redis: each is a hash of its `turn` and its `content`, which expires, plus two ordered sets of ids:
 * those of a webhook, and those that are due.
 */
export function redisDeliveries(wire: Wire): Omit<Deliveries, 'claimDelivery'> {
  /** The deliveries of these ids that are still known. */
  async function known(found: readonly string[]): Promise<Delivery[]> {
    if (found.length === 0) return []
    const commands = found.map((id): Command => ['HGET', at.delivery(id), 'content'])
    return ((await transact(wire, commands)) ?? []).flatMap((reply) =>
      typeof reply === 'string' ? [read(Content, reply)] : [],
    )
  }

  return {
    async addDeliveries(deliveries) {
      for (const delivery of deliveries) {
        const { id, webhookId, createdAt } = delivery
        const own = at.deliveriesOf(webhookId)
        const isNew: Condition[] = [[['EXISTS', at.delivery(id)], 0]]
        await transact(
          wire,
          [
            ...written(delivery),
            ['PEXPIRE', at.delivery(id), DELIVERY_MEMORY_MS],
            ['ZADD', own, createdAt, id],
            ['ZREMRANGEBYSCORE', own, '-inf', createdAt - DELIVERY_MEMORY_MS],
            ['PEXPIRE', own, DELIVERY_MEMORY_MS],
          ],
          isNew,
        )
      }
    },
    async dueDeliveries(now, limit) {
      const found = await ask(wire, Texts, 'ZRANGEBYSCORE', at.DUE, '-inf', now, 'LIMIT', 0, limit)
      const deliveries = await known(found)
      const lost = found.filter((id) => !deliveries.some((delivery) => delivery.id === id))
      if (lost.length > 0) await transact(wire, [['ZREM', at.DUE, ...lost]])
      return deliveries
    },
    saveDelivery: async (before, after) =>
      (await transact(wire, written(after), [[['HGET', at.delivery(before.id), 'turn'], before.turn]])) !== null,
    deliveriesOf: async (webhookId, limit) =>
      known(await ask(wire, Texts, 'ZREVRANGE', at.deliveriesOf(webhookId), 0, limit - 1)),
    delivery: async (id) => (await known([id]))[0] ?? null,
  }
}

const written = (delivery: Delivery): Command[] => {
  const { id, turn, nextAttemptAt } = delivery
  return [
    ['HSET', at.delivery(id), 'turn', turn, 'content', JSON.stringify(delivery)],
    nextAttemptAt === null ? ['ZREM', at.DUE, id] : ['ZADD', at.DUE, nextAttemptAt, id],
  ]
}
