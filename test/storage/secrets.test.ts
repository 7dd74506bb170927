import { expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { hashSecret } from '../../src/account/person.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { createDelivery } from '../../src/notify/delivery.ts'
import { allAdapters } from './adapters.ts'
import { ANSWER, customer, NOON, subscriptionDraft } from './customer.ts'

it.each(allAdapters())('the $name store never contains a secret, only its hash', async (adapter) => {
  await adapter.start()
  const store = await adapter.open()
  const { accountId } = await customer(store, 'TEAM')
  const canaries = Array.from({ length: 3 }, () => generateKey())
  const [first, second, rotated] = canaries as [(typeof canaries)[0], (typeof canaries)[0], (typeof canaries)[0]]
  for (const { secret: _, ...draft } of [first, second]) {
    await store.createKey(accountId, { ...draft, id: generateId('key'), name: 'canary' }, NOON, ACTORS.maintainer)
  }
  const [, key] = await store.keys(accountId)
  const { secret: _, ...draft } = rotated
  await store.rotateKey(key!.id, { ...draft, id: generateId('key') }, NOON, ACTORS.maintainer)
  await adapter.preset(accountId, {
    minute: 0,
    minuteUsed: 0,
    month: getWindows(NOON).month,
    monthUsed: 0,
    answersUsed: 799,
  })
  await store.admit(first.hash, ANSWER, getWindows(NOON))
  expect(await store.claimAlerts(accountId, NOON, 1)).toHaveLength(1)
  await store.revokeKey(key!.id, NOON, ACTORS.maintainer)
  await store.admit(rotated.hash, ANSWER, getWindows(NOON))

  const held = await adapter.dump()
  for (const { secret, hash } of canaries) {
    // The prefix of 13 characters and the last four are shown on purpose; nothing longer is stored.
    for (let from = 0; from + 18 <= secret.length; from += 1) {
      expect(held.includes(secret.slice(from, from + 18))).toBe(false)
    }
    expect(held.includes(hash)).toBe(true)
  }
  await store.close()
  await adapter.stop()
})

it.each(allAdapters())('the $name store has nothing of a deleted account, and all of the others', async (adapter) => {
  await adapter.start()
  const store = await adapter.open()
  const other = await store.createAccount(
    { id: generateId('acct'), name: 'Other', plan: 'PRO', ownerEmail: 'both@example.org' },
    NOON,
    ACTORS.maintainer,
  )
  await store.openSession(hashSecret('both'), 'both@example.org', NOON)
  const { accountId, key } = await customer(store, 'TEAM')
  await store.addMember(accountId, { email: 'both@example.org', role: 'MEMBER' }, NOON, ACTORS.maintainer)
  await store.invite(accountId, { email: 'guest@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer)
  await store.openSession(hashSecret('owner'), 'owner@example.org', NOON)
  const address = subscriptionDraft()
  await store.createSubscription(accountId, address, NOON, ACTORS.maintainer)
  const filter = { resource: null, state: null, category: null, type: null, change: null }
  const webhook = {
    id: generateId('whk'),
    url: 'https://hooks.example.org/a',
    filter,
    announced: NOON,
    secret: 'whsec_YQ',
  }
  await store.createWebhook(accountId, webhook, NOON, ACTORS.maintainer)
  const message = { id: 'msg_1', accountId, webhookId: webhook.id, kind: 'changes', version: 'a', filter } as const
  await store.addDeliveries([createDelivery(message, NOON)])
  await store.admit(key, ANSWER, getWindows(NOON))

  expect(await store.deleteAccount(accountId)).toEqual({
    account: expect.objectContaining({ id: accountId, name: 'Prairie Clinics' }),
    ...{ members: 2, keys: 1, webhooks: 1, subscriptions: 1, sessions: 1 },
  })
  const held = await adapter.dump()
  const traces = [accountId, 'Prairie', 'owner@', 'guest@', key, address.hash, 'hooks.example', 'msg_1', webhook.id]
  expect(traces.filter((trace) => held.includes(trace))).toEqual([])
  expect(await store.admit(key, ANSWER, getWindows(NOON))).toEqual({ verdict: 'unknown' })
  expect(await store.account(accountId)).toBeNull()
  expect((await store.memberships('both@example.org')).map(({ account }) => account.id)).toEqual([other.id])
  expect(await store.sessions('both@example.org', NOON)).toHaveLength(1)
  await expect(store.deleteAccount(accountId)).rejects.toMatchObject({ code: 'account_unknown' })
  await store.close()
  await adapter.stop()
})
