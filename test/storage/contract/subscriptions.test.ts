import { describe, expect, it } from 'vitest'
import { ACTORS, type RefusalCode } from '../../../src/account/actions.ts'
import { REVOKED_KEPT } from '../../../src/account/keys.ts'
import { generateId } from '../../../src/metering/keys.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { ANSWER, customer, getUsage, keyDraft, MINUTE, NOON, READ, subscriptionDraft } from '../customer.ts'
import { describeStores } from '../stores.ts'

const OWNER = 'owner@example.org'
const noon = getWindows(NOON)
const refusal = (code: RefusalCode) => expect.objectContaining({ name: 'AccountRefusal', code })

/** Signed addresses, which return one query without headers. */
describeStores((bench) => {
  const { hash: _, ...SHOWN } = subscriptionDraft()

  describe('stores signed addresses', () => {
    it('lists them without their hash, oldest first, separate from the keys', async () => {
      const { accountId, keyId } = await customer(bench.store)
      const [first, second] = [
        subscriptionDraft('Müller & Søn | "Ärzte"'),
        { ...subscriptionDraft(), query: 'q=a%7Cb&bom=true' },
      ]
      const created = await bench.store.createSubscription(accountId, second, NOON + 1, OWNER)
      await bench.store.createSubscription(accountId, first, NOON, keyId)
      const { hash, ...shown } = second
      expect(created).toEqual({ ...shown, createdAt: NOON + 1, revokedAt: null, lastUsedAt: null })
      expect(Object.keys(created).sort()).toEqual(
        [...Object.keys(SHOWN), 'createdAt', 'revokedAt', 'lastUsedAt'].sort(),
      )
      expect((await bench.other.subscriptions(accountId)).map(({ name }) => name)).toEqual([first.name, second.name])
      expect((await bench.other.keys(accountId)).map(({ id }) => id)).toEqual([keyId])
      expect(await bench.other.subscribedQuery(hash)).toEqual({
        list: 'opportunities',
        format: 'ics',
        query: 'q=a%7Cb&bom=true',
      })
      expect(await bench.other.subscribedQuery(subscriptionDraft().hash)).toBeNull()
    })

    it('does not confuse them with keys', async () => {
      const { accountId, key, keyId } = await customer(bench.store)
      const { id } = await bench.store.createSubscription(accountId, subscriptionDraft(), NOON, OWNER)
      expect(await bench.store.subscribedQuery(key)).toBeNull()
      await expect(bench.store.revokeKey(id, NOON, OWNER)).rejects.toEqual(refusal('key_unknown'))
      const { name: __, ...next } = keyDraft()
      await expect(bench.store.rotateKey(id, next, NOON, OWNER)).rejects.toEqual(refusal('key_unknown'))
      await expect(bench.store.revokeSubscription(accountId, keyId, NOON, OWNER)).rejects.toEqual(
        refusal('subscription_unknown'),
      )
    })

    it('meters their requests to the account, and records the minute of the last one', async () => {
      const { accountId, key } = await customer(bench.store)
      const draft = subscriptionDraft()
      await bench.store.createSubscription(accountId, draft, NOON, OWNER)
      await bench.store.admit(key, READ, noon)
      const admission = await bench.other.admit(draft.hash, READ, noon)
      expect(getUsage(admission)).toMatchObject({ accountId, keyId: draft.id, minuteUsed: 2, monthUsed: 2 })
      const free = await bench.store.admit(draft.hash, { month: 0, answer: 0 }, getWindows(NOON + MINUTE + 7))
      expect(getUsage(free)).toMatchObject({ minuteUsed: 1, monthUsed: 2 })
      expect(await bench.other.subscriptions(accountId)).toMatchObject([{ lastUsedAt: NOON + MINUTE }])
      expect(await bench.other.keys(accountId)).toMatchObject([{ lastUsedAt: NOON }])
    })

    it('checks suspension, plan and revocation at each use', async () => {
      const { accountId } = await customer(bench.store)
      const draft = subscriptionDraft()
      await bench.store.createSubscription(accountId, draft, NOON, OWNER)
      const verdict = async () => (await bench.other.admit(draft.hash, ANSWER, noon)).verdict
      expect(await verdict()).toBe('admitted')
      await bench.store.suspend(accountId, NOON, ACTORS.maintainer)
      expect(await verdict()).toBe('suspended')
      await bench.store.resume(accountId, NOON, ACTORS.maintainer)
      await bench.store.setPlan(accountId, 'FREE', NOON, ACTORS.maintainer)
      expect(await verdict()).toBe('plan_required')
      await bench.store.setPlan(accountId, 'PRO', NOON, ACTORS.maintainer)
      expect(await verdict()).toBe('admitted')
      const revoked = await bench.store.revokeSubscription(accountId, draft.id, NOON + 5, OWNER)
      expect(revoked).toMatchObject({ id: draft.id, revokedAt: NOON + 5 })
      expect(await verdict()).toBe('revoked')
      expect(await bench.store.revokeSubscription(accountId, draft.id, NOON + 9, OWNER)).toEqual(revoked)
    })

    it("allows the plan's number, not counting revoked ones", async () => {
      const { accountId } = await customer(bench.store, 'PRO')
      const create = () => bench.store.createSubscription(accountId, subscriptionDraft(), NOON, OWNER)
      for (let count = 0; count < PLANS.PRO.subscriptions; count += 1) await create()
      await expect(create()).rejects.toEqual(refusal('subscriptions_exhausted'))
      const [first] = await bench.store.subscriptions(accountId)
      await bench.store.revokeSubscription(accountId, first?.id ?? '', NOON, OWNER)
      await expect(create()).resolves.toMatchObject({ revokedAt: null })
      await bench.store.setPlan(accountId, 'FREE', NOON, ACTORS.maintainer)
      await expect(create()).rejects.toEqual(refusal('plan_without_keys'))
    })

    it('deletes the oldest of many revoked ones, whose secrets are then unknown', async () => {
      const { accountId } = await customer(bench.store, 'PRO')
      const drafts = Array.from({ length: REVOKED_KEPT + 1 }, () => subscriptionDraft())
      for (const [place, draft] of drafts.entries()) {
        await bench.store.createSubscription(accountId, draft, NOON + place, OWNER)
        await bench.store.revokeSubscription(accountId, draft.id, NOON + place, OWNER)
      }
      const [oldest, next] = drafts
      expect(await bench.other.subscriptions(accountId)).toHaveLength(REVOKED_KEPT)
      expect(await bench.other.judge(oldest!.hash, noon)).toBe('unknown')
      expect(await bench.other.subscribedQuery(oldest!.hash)).toBeNull()
      expect(await bench.other.judge(next!.hash, noon)).toBe('revoked')
    })

    it('records who created and revoked them in the trail; members can do neither', async () => {
      const { accountId, keyId } = await customer(bench.store)
      const draft = subscriptionDraft()
      await bench.store.createSubscription(accountId, draft, NOON, keyId)
      await bench.store.revokeSubscription(accountId, draft.id, NOON, OWNER)
      expect(await bench.other.trail(accountId, 2)).toMatchObject([
        { by: OWNER, action: 'SUBSCRIPTION_REVOKED', subject: draft.id, detail: 'Deadlines (opportunities.ics)' },
        { by: keyId, action: 'SUBSCRIPTION_CREATED', subject: draft.id, detail: 'Deadlines (opportunities.ics)' },
      ])
      await bench.store.addMember(accountId, { email: 'm@example.org', role: 'MEMBER' }, NOON, ACTORS.maintainer)
      const denied = [
        bench.store.createSubscription(accountId, subscriptionDraft(), NOON, 'm@example.org'),
        bench.store.revokeSubscription(accountId, draft.id, NOON, 'm@example.org'),
        bench.store.createSubscription(accountId, subscriptionDraft(), NOON, generateId('key')),
      ]
      const codes = (await Promise.allSettled(denied)).map((each) => each.status === 'rejected' && each.reason.code)
      expect(codes).toEqual(['role_denied', 'role_denied', 'account_unknown'])
    })
  })
})
