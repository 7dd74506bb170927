import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import type { WebhookFilter } from '../../../src/account/record.ts'
import { generateId } from '../../../src/metering/keys.ts'
import {
  createDelivery,
  DELIVERY_MEMORY_MS,
  markDeliveryReplayed,
  markDeliverySettled,
} from '../../../src/notify/delivery.ts'
import { customer, HOUR, MINUTE, NOON } from '../customer.ts'
import { describeStores } from '../stores.ts'

const EVERYTHING: WebhookFilter = { resource: null, state: null, category: null, type: null, change: null }
const filter: WebhookFilter = { ...EVERYTHING, resource: ['opportunities'], state: ['NE', 'NONE'] }
const { maintainer } = ACTORS

/** Webhooks on the record of an account, and their deliveries beside it. */
describeStores((bench) => {
  const draft = () => ({
    id: generateId('whk'),
    url: 'https://example.org/a',
    filter,
    announced: NOON,
    secret: 'whsec_c2VjcmV0',
  })
  async function registered() {
    const { accountId } = await customer(bench.store)
    const made = draft()
    await bench.store.createWebhook(accountId, made, NOON, maintainer)
    return { accountId, webhookId: made.id, secret: made.secret }
  }

  describe('stores webhooks', () => {
    it('as created, and lists them without their secrets', async () => {
      const { accountId, webhookId, secret } = await registered()
      const shown = {
        id: webhookId,
        url: 'https://example.org/a',
        filter,
        createdAt: NOON,
        disabledAt: null,
        disabledBecause: null,
        rotatedUntil: null,
        announced: NOON,
      }
      expect(await bench.other.webhooks(accountId)).toEqual([shown])
      const held = {
        account: expect.objectContaining({ id: accountId }),
        webhook: { ...shown, secret, secretBefore: null },
      }
      expect(await bench.other.findWebhook(accountId, webhookId)).toEqual(held)
      expect(await bench.other.allWebhooks()).toEqual([held])
      expect(await bench.store.findWebhook(accountId, 'whk_0')).toBeNull()
      expect(await bench.store.trail(accountId, 1)).toMatchObject([{ action: 'WEBHOOK_CREATED', subject: webhookId }])
    })

    it('through changes, a rotation and an end, until they are deleted', async () => {
      const { accountId, webhookId, secret } = await registered()
      const update = { id: webhookId, update: { url: 'https://example.org/b', filter: EVERYTHING }, announced: NOON }
      await bench.other.updateWebhook(accountId, update, NOON, maintainer)
      await bench.store.rotateWebhookSecret(accountId, webhookId, 'whsec_bmV3', NOON, maintainer)
      expect(await bench.other.endWebhook(accountId, webhookId, 'GONE', NOON + 1)).toBe(true)
      expect(await bench.store.endWebhook(accountId, webhookId, 'FAILING', NOON + 2)).toBe(false)
      expect((await bench.store.findWebhook(accountId, webhookId))?.webhook).toMatchObject({
        url: 'https://example.org/b',
        filter: EVERYTHING,
        disabledAt: NOON + 1,
        disabledBecause: 'GONE',
        secret: 'whsec_bmV3',
        secretBefore: secret,
        rotatedUntil: NOON + 24 * HOUR,
      })
      await bench.other.deleteWebhook(accountId, webhookId, NOON, maintainer)
      expect(await bench.store.webhooks(accountId)).toEqual([])
      expect(await bench.store.allWebhooks()).toEqual([])
    })

    it('with their announced position, which never moves back', async () => {
      const { accountId, webhookId } = await registered()
      await bench.store.noteAnnounced(accountId, webhookId, NOON + HOUR)
      const update = { id: webhookId, update: { isEnabled: false }, announced: NOON }
      await bench.other.updateWebhook(accountId, update, NOON, maintainer)
      expect(await bench.store.webhooks(accountId)).toMatchObject([{ announced: NOON + HOUR, disabledAt: NOON }])
      await bench.store.deleteWebhook(accountId, webhookId, NOON, maintainer)
      await bench.store.noteAnnounced(accountId, webhookId, NOON + 2 * HOUR)
      expect(await bench.store.webhooks(accountId)).toEqual([])
    })

    it('in a copy of their account', async () => {
      const { accountId, webhookId, secret } = await registered()
      expect((await bench.store.readCopy(accountId))?.record.webhooks).toMatchObject([{ id: webhookId, secret }])
    })
  })

  describe('stores deliveries', () => {
    const delivery = (id: string, webhookId = 'whk_1', at = NOON) =>
      createDelivery({ id, accountId: 'acct_1', webhookId, kind: 'changes', version: '0123456789abcdef', filter }, at)

    it('once, however often they are added, newest of a webhook first', async () => {
      const [first, second] = [delivery('msg_1'), delivery('msg_2', 'whk_1', NOON + 1)]
      await bench.store.addDeliveries([first, delivery('msg_3', 'whk_2')])
      const claimed = await bench.other.claimDelivery(first, NOON, MINUTE)
      await bench.other.addDeliveries([first, second])
      expect(await bench.store.readDeliveries('whk_1', 10)).toEqual([second, claimed])
      expect(await bench.store.readDeliveries('whk_1', 1)).toEqual([second])
      expect(await bench.store.delivery('msg_2')).toEqual(second)
      expect(await bench.store.delivery('msg_4')).toBeNull()
    })

    it('and returns those that are due, longest overdue first', async () => {
      await bench.store.addDeliveries([delivery('msg_b', 'whk_1', NOON + 5), delivery('msg_a', 'whk_2', NOON)])
      const due = async (now: number, limit = 9) => (await bench.other.dueDeliveries(now, limit)).map(({ id }) => id)
      expect(await due(NOON - 1)).toEqual([])
      expect(await due(NOON)).toEqual(['msg_a'])
      expect(await due(NOON + 5)).toEqual(['msg_a', 'msg_b'])
      expect(await due(NOON + 5, 1)).toEqual(['msg_a'])
    })

    it('each for one process at a time, until its lease ends', async () => {
      const made = delivery('msg_1')
      await bench.store.addDeliveries([made])
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          (place % 2 ? bench.store : bench.other).claimDelivery(made, NOON, MINUTE),
        ),
      )
      const [claimed, ...more] = claims.filter((claim) => claim !== null)
      expect([claimed?.tries, more]).toEqual([1, []])
      expect(await bench.store.dueDeliveries(NOON + MINUTE - 1, 9)).toEqual([])
      expect(await bench.other.dueDeliveries(NOON + MINUTE, 9)).toEqual([claimed])
      const again = await bench.other.claimDelivery(claimed!, NOON + MINUTE, MINUTE)
      expect(again?.tries).toBe(2)
      const late = markDeliverySettled(claimed!, { at: NOON, status: 204, fault: null, ms: 70_000 })
      expect(await bench.store.saveDelivery(late)).toBe(false)
    })

    it('with their results, and resumes them for a replay', async () => {
      const made = delivery('msg_1')
      await bench.store.addDeliveries([made])
      const claimed = (await bench.store.claimDelivery(made, NOON, MINUTE))!
      const done = markDeliverySettled(claimed, { at: NOON, status: 204, fault: null, ms: 12 })
      expect(await bench.store.saveDelivery(done)).toBe(true)
      expect(await bench.other.delivery('msg_1')).toEqual(done)
      expect(await bench.other.dueDeliveries(NOON + HOUR, 9)).toEqual([])
      const replayed = markDeliveryReplayed(done, NOON + HOUR)!
      expect(await bench.other.saveDelivery(replayed)).toBe(true)
      expect(await bench.store.dueDeliveries(NOON + HOUR, 9)).toEqual([replayed])
    })

    it('no longer than the log is kept', async () => {
      await bench.store.addDeliveries([delivery('msg_1')])
      await bench.store.addDeliveries([delivery('msg_2', 'whk_1', NOON + DELIVERY_MEMORY_MS)])
      expect((await bench.store.readDeliveries('whk_1', 9)).map(({ id }) => id)).toEqual(['msg_2'])
    })
  })
})
