import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import type { Adapter, Bench } from './adapter.ts'
import { accountContract } from './contract/accounts.ts'
import { admissionContract } from './contract/admissions.ts'
import { alertContract } from './contract/alerts.ts'
import { copyContract } from './contract/copies.ts'
import { peopleContract } from './contract/people.ts'
import { subscriptionContract } from './contract/subscriptions.ts'
import { trailContract } from './contract/trail.ts'
import { trialContract } from './contract/trials.ts'
import { usageContract } from './contract/usage.ts'
import { webhookContract } from './contract/webhooks.ts'
import { customer, HOUR, keyDraft, NOON } from './customer.ts'

/** Every promise of the port `Store`, kept by every adapter. */
export function storeContract(adapters: Adapter[]): void {
  describe.each(adapters)('the $name store', (adapter) => {
    const bench = {} as Bench
    beforeAll(async () => {
      await adapter.start()
      bench.store = await adapter.open()
      bench.other = await adapter.open()
      bench.preset = adapter.preset
    })
    beforeEach(() => adapter.clear())
    afterAll(async () => {
      await bench.store?.close()
      await bench.other?.close()
      await adapter.stop()
    })

    it('responds to a ping', async () => {
      await expect(bench.store.ping()).resolves.toBeUndefined()
    })
    it('knows whether it has any accounts', async () => {
      expect(await bench.store.isEmpty()).toBe(true)
      await customer(bench.other)
      expect(await bench.store.isEmpty()).toBe(false)
    })
    it('checks a key without counting anything', async () => {
      const { key, keyId, accountId } = await customer(bench.other)
      const now = windowsAt(NOON)
      expect(await bench.store.judge(key, now)).toBe('valid')
      expect(await bench.store.judge(keyDraft().hash, now)).toBe('unknown')
      expect((await bench.store.usage(accountId, now)).minute.used).toBe(0)
      await bench.other.suspend(accountId, NOON, ACTORS.maintainer)
      expect(await bench.store.judge(key, now)).toBe('suspended')
      await bench.other.resume(accountId, NOON, ACTORS.maintainer)
      const { name: _, ...next } = keyDraft()
      await bench.other.rotateKey(keyId, next, NOON, ACTORS.maintainer)
      expect(await bench.store.judge(key, windowsAt(NOON + 24 * HOUR - 1))).toBe('valid')
      expect(await bench.store.judge(key, windowsAt(NOON + 24 * HOUR))).toBe('revoked')
      await bench.other.revokeKey(next.id, NOON, ACTORS.maintainer)
      expect(await bench.store.judge(next.hash, now)).toBe('revoked')
    })
    admissionContract(bench)
    accountContract(bench)
    usageContract(bench)
    alertContract(bench)
    peopleContract(bench)
    trailContract(bench)
    subscriptionContract(bench)
    copyContract(bench)
    trialContract(bench)
    webhookContract(bench)
  })
}
