import { expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { newId, newKey } from '../../src/metering/keys.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { allAdapters } from './adapters.ts'
import { ANSWER, customer, NOON, spend } from './customer.ts'

it.each(allAdapters())('the $name store never contains a secret, only its hash', async (adapter) => {
  await adapter.start()
  const store = await adapter.open()
  const { accountId } = await customer(store, 'TEAM')
  const canaries = Array.from({ length: 3 }, () => newKey())
  const [first, second, rotated] = canaries as [(typeof canaries)[0], (typeof canaries)[0], (typeof canaries)[0]]
  for (const { secret: _, ...draft } of [first, second]) {
    await store.createKey(accountId, { ...draft, id: newId('key'), name: 'canary' }, NOON, ACTORS.maintainer)
  }
  const [, key] = await store.keys(accountId)
  const { secret: _, ...draft } = rotated
  await store.rotateKey(key!.id, { ...draft, id: newId('key') }, NOON, ACTORS.maintainer)
  await spend(store, first.hash, 250, ANSWER, NOON)
  await store.claimAlerts(accountId, NOON, 1)
  await store.revokeKey(key!.id, NOON, ACTORS.maintainer)
  await store.admit(rotated.hash, ANSWER, windowsAt(NOON))

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
