import { z } from 'zod'
import {
  ATTEMPT_FAULTS,
  DELIVERY_KINDS,
  DELIVERY_MEMORY_MS,
  DELIVERY_STATES,
  type Delivery,
} from '../../notify/delivery.ts'
import type { Driver } from '../port.ts'
import * as at from './names.ts'
import { type Command, type Condition, read, transact } from './scripts.ts'
import type { Wire } from './wire.ts'

const Instant = z.int().min(0)
const Words = z.array(z.string()).nullable()
const Content: z.ZodType<Delivery> = z.object({
  id: z.string(),
  accountId: z.string(),
  webhookId: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  version: z.string().nullable(),
  filter: z.object({ resource: Words, state: Words, category: Words, type: Words, change: Words }),
  createdAt: Instant,
  state: z.enum(DELIVERY_STATES),
  nextAttemptAt: Instant.nullable(),
  tries: Instant,
  attempts: z.array(
    z.object({ at: Instant, status: z.int().nullable(), fault: z.enum(ATTEMPT_FAULTS).nullable(), ms: z.number() }),
  ),
  turn: Instant,
})
const Texts = z.array(z.string())

type Steps = 'addDeliveries' | 'dueDeliveries' | 'saveDelivery' | 'deliveriesOf' | 'delivery'

/**
 * The deliveries on Redis: each is a hash of its `turn` and its `content`, which expires, plus two ordered sets of ids:
 * those of a webhook, and those that are due.
 */
export function redisDeliveries(wire: Wire): Pick<Driver, Steps> {
  const ids = async (...command: Command): Promise<string[]> => {
    const [reply] = (await transact(wire, [command])) ?? []
    return read(Texts, reply)
  }
  /** The deliveries of these ids that are still known. */
  async function known(found: readonly string[]): Promise<Delivery[]> {
    if (found.length === 0) return []
    const replies =
      (await transact(
        wire,
        found.map((id): Command => ['HGET', at.delivery(id), 'content']),
      )) ?? []
    return replies.flatMap((reply) => (typeof reply === 'string' ? [contentOf(reply)] : []))
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
      const found = await ids('ZRANGEBYSCORE', at.DUE, '-inf', now, 'LIMIT', 0, limit)
      const deliveries = await known(found)
      const lost = found.filter((id) => !deliveries.some((delivery) => delivery.id === id))
      if (lost.length > 0) await transact(wire, [['ZREM', at.DUE, ...lost]])
      return deliveries
    },
    saveDelivery: async (before, after) =>
      (await transact(wire, written(after), [[['HGET', at.delivery(before.id), 'turn'], before.turn]])) !== null,
    deliveriesOf: async (webhookId, limit) => known(await ids('ZREVRANGE', at.deliveriesOf(webhookId), 0, limit - 1)),
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

function contentOf(text: string): Delivery {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  return read(Content, value)
}
