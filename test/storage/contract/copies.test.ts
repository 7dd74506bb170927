import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { generateId } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import type { AccountCopy } from '../../../src/storage/port.ts'
import type { Bench } from '../adapters.ts'
import { ANSWER, customer, getUsage, HOUR, keyDraft, NOON, READ, spend, subscriptionDraft } from '../customer.ts'
import { describeStores } from '../stores.ts'

const OWNER = 'owner@example.org'

/** An account with everything an account can have. */
async function richAccount({ store, preset }: Bench) {
  const { accountId, key, keyId } = await customer(store, 'PRO', Date.parse('2026-08-01T00:00:00Z'))
  await store.rotateKey(keyId, keyDraft(), NOON, OWNER)
  await store.addMember(accountId, { email: 'b@example.org', role: 'MEMBER' }, NOON, ACTORS.maintainer)
  const { id: revoked } = await store.createSubscription(accountId, subscriptionDraft('Old'), NOON, OWNER)
  await store.revokeSubscription(accountId, revoked, NOON + 1, OWNER)
  const address = subscriptionDraft()
  await store.createSubscription(accountId, address, NOON + 2, OWNER)
  await store.admit(address.hash, READ, getWindows(Date.parse('2026-09-29T00:00:00Z')))
  await store.invite(accountId, { email: 'c@example.org', role: 'ADMIN' }, NOON, OWNER)
  await store.bill({ id: 'evt_1', accountId, plan: 'PRO', occurredAt: NOON }, NOON)
  await spend(store, key, 3, ANSWER, Date.parse('2026-09-30T00:00:00Z'))
  await spend(store, key, 1, ANSWER, NOON - HOUR)
  await preset(accountId, { monthUsed: 245, answersUsed: 245 })
  await spend(store, key, 5, ANSWER, NOON - HOUR)
  const [alert] = await store.claimAlerts(accountId, NOON, HOUR)
  if (alert) await store.settleAlert(accountId, alert, { deliveredAt: NOON, deliveredBy: 'log' })
  return { accountId, key }
}

/** Another account with the same content: what is unique has new names. */
function renamed(copy: AccountCopy): AccountCopy {
  const id = generateId('acct')
  const keys = copy.record.keys.map((key) => ({ ...key, ...keyDraft(key.name), accountId: id }))
  const subscriptions = copy.record.subscriptions.map((each) => {
    const { id: subscriptionId, hash } = subscriptionDraft()
    return { ...each, id: subscriptionId, hash }
  })
  return { ...copy, record: { ...copy.record, account: { ...copy.record.account, id }, keys, subscriptions } }
}

/** What an account is moved from one store to another by. */
describeStores((bench) => {
  describe('copies of accounts', () => {
    it('contain the whole account, and are imported unchanged', async () => {
      const { accountId } = await richAccount(bench)
      const copy = await bench.store.readCopy(accountId)
      expect(copy?.alerts.length).toBeGreaterThan(1)
      expect(copy?.past).toEqual([{ month: '2026-09', requests: 4, answers: 3 }])
      expect(
        copy?.record.subscriptions.map(({ revokedAt, lastUsedAt }) => [revokedAt !== null, lastUsedAt !== null]),
      ).toEqual([
        [true, false],
        [false, true],
      ])
      expect(copy?.trail.length).toBeGreaterThan(3)
      const other = renamed(copy as AccountCopy)
      expect(await bench.other.place(other)).toBe(true)
      expect(await bench.store.readCopy(other.record.account.id)).toEqual(other)
    })

    it('continue where they were: keys, figures, members and trail', async () => {
      const { accountId } = await richAccount(bench)
      const copy = renamed((await bench.store.readCopy(accountId)) as AccountCopy)
      const { id } = copy.record.account
      await bench.store.place(copy)
      const [, key] = copy.record.keys
      const before = await bench.store.usage(id, getWindows(NOON))
      const admission = await bench.store.admit(key!.hash, READ, getWindows(NOON))
      expect(getUsage(admission)).toMatchObject({ accountId: id, monthUsed: before.requests.used + 1 })
      expect((await bench.store.memberships('b@example.org')).map(({ account }) => account.id)).toContain(id)
      await bench.store.rename(id, 'Another name', NOON, OWNER)
      expect((await bench.store.trail(id, 1))[0]).toMatchObject({
        number: copy.trail.length + 1,
        action: 'ACCOUNT_RENAMED',
      })
    })

    it('are imported once: an existing id or key changes nothing', async () => {
      const { accountId } = await richAccount(bench)
      const copy = (await bench.store.readCopy(accountId)) as AccountCopy
      const sameKey = {
        ...copy,
        record: { ...copy.record, account: { ...copy.record.account, id: generateId('acct') } },
      }
      expect(await bench.other.place(copy)).toBe(false)
      expect(await bench.other.place(sameKey)).toBe(false)
      expect(await bench.store.accounts()).toHaveLength(1)
      expect(await bench.store.readCopy(accountId)).toEqual(copy)
    })

    it('are null for an unknown account', async () => {
      expect(await bench.store.readCopy(generateId('acct'))).toBeNull()
    })
  })
})
