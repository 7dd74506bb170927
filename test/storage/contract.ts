import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Adapter, Bench } from './adapter.ts'
import { accountContract } from './contract/accounts.ts'
import { admissionContract } from './contract/admissions.ts'
import { alertContract } from './contract/alerts.ts'
import { copyContract } from './contract/copies.ts'
import { peopleContract } from './contract/people.ts'
import { trailContract } from './contract/trail.ts'
import { usageContract } from './contract/usage.ts'
import { customer } from './customer.ts'

/** Every promise of the port `Store`, kept by every adapter. */
export function storeContract(adapters: Adapter[]): void {
  describe.each(adapters)('the $name store', (adapter) => {
    const bench = {} as Bench
    beforeAll(async () => {
      await adapter.start()
      bench.store = await adapter.open()
      bench.other = await adapter.open()
    })
    beforeEach(() => adapter.clear())
    afterAll(async () => {
      await bench.store?.close()
      await bench.other?.close()
      await adapter.stop()
    })

    it('answers a ping', async () => {
      await expect(bench.store.ping()).resolves.toBeUndefined()
    })
    it('knows whether it holds an account', async () => {
      expect(await bench.store.isEmpty()).toBe(true)
      await customer(bench.other)
      expect(await bench.store.isEmpty()).toBe(false)
    })
    admissionContract(bench)
    accountContract(bench)
    usageContract(bench)
    alertContract(bench)
    peopleContract(bench)
    trailContract(bench)
    copyContract(bench)
  })
}
