import { describe, expect, it } from 'vitest'
import {
  createDelivery,
  type Delivery,
  findFailingSince,
  markDeliveryClaimed,
  markDeliveryReplayed,
  markDeliverySettled,
  retryAt,
  TRIES_MAX,
} from '../../src/notify/delivery.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const filter = { resource: null, state: null, category: null, type: null, change: null }
const made = (kind: Delivery['kind'] = 'changes') =>
  createDelivery({ id: 'msg_1', accountId: 'acct_1', webhookId: 'whk_1', kind, version: null, filter }, NOON)
const failed = (at: number) => ({ at, status: 500, fault: 'STATUS', ms: 5 }) as const
const good = (at: number) => ({ at, status: 200, fault: null, ms: 5 }) as const

describe('a delivery that fails', () => {
  it('is attempted ten times within 24 hours, with pauses that never get shorter', () => {
    let delivery = made()
    const times: number[] = []
    while (delivery.nextAttemptAt !== null) {
      const now = delivery.nextAttemptAt
      times.push(now)
      delivery = markDeliverySettled(markDeliveryClaimed(delivery, now, MINUTE)!, failed(now))
    }
    const pauses = times.slice(1).map((at, place) => (at - times[place]!) / MINUTE)
    expect(pauses).toEqual([1, 5, 15, 30, 60, 120, 240, 480, 480])
    expect(times).toHaveLength(TRIES_MAX)
    expect(times.at(-1)! - NOON).toBeLessThanOrEqual(24 * HOUR)
    expect(times.at(-1)! - NOON).toBeGreaterThan(23 * HOUR)
    expect(delivery).toMatchObject({ state: 'FAILED', nextAttemptAt: null })
    expect(retryAt(TRIES_MAX, NOON)).toBeNull()
  })

  it('restarts when it is replayed, under the same id', () => {
    const ended = { ...made(), state: 'FAILED', nextAttemptAt: null, tries: 10 } as const
    expect(markDeliveryReplayed(ended, NOON + HOUR)).toMatchObject({
      id: 'msg_1',
      state: 'PENDING',
      nextAttemptAt: NOON + HOUR,
      tries: 0,
    })
    expect(markDeliveryReplayed(made(), NOON)).toBeNull()
  })

  it('is not retried if it is a test', () => {
    const taken = markDeliveryClaimed(made('test'), NOON, MINUTE)!
    expect(markDeliverySettled(taken, failed(NOON))).toMatchObject({ state: 'FAILED', nextAttemptAt: null })
  })
})

describe('a webhook has been failing', () => {
  const log = (...attempts: Delivery['attempts'][number][]) => [{ ...made(), attempts }]
  it.each<[string, Delivery[], number | null]>([
    ['not at all without attempts', [made()], null],
    ['not after a successful attempt', log(failed(NOON), good(NOON + 1)), null],
    ['since the first failed attempt', log(failed(NOON), failed(NOON + HOUR)), NOON],
    ['since the first one after the last success', log(failed(1), good(2), failed(3), failed(4)), 3],
    ['across deliveries', [...log(failed(NOON + HOUR)), ...log(failed(NOON - HOUR))], NOON - HOUR],
    ['unless another delivery succeeded later', [...log(failed(NOON)), ...log(good(NOON + 1))], null],
  ])('%s', (_, deliveries, since) => {
    expect(findFailingSince(deliveries)).toBe(since)
  })
})
