import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Counts } from '../../src/metering/decide.ts'
import type { Store } from '../../src/storage/port.ts'
import { accountContract } from './contract/accounts.ts'
import { admissionContract } from './contract/admissions.ts'
import { alertContract } from './contract/alerts.ts'
import { peopleContract } from './contract/people.ts'
import { trailContract } from './contract/trail.ts'
import { usageContract } from './contract/usage.ts'

/** A storage to be tested: a place that many stores can be opened on. */
export interface Adapter {
  name: string
  /** Prepares the place. */
  start(): Promise<void>
  /** Empties the place. */
  clear(): Promise<void>
  /** Opens one more store on the place. */
  open(): Promise<Store>
  /** Writes an account's figures past the port, to begin near a limit. */
  preset(accountId: string, counts: Counts): Promise<void>
  /** All that the place holds, as text. */
  dump(): Promise<string>
  stop(): Promise<void>
}

/** What a contract test works with. */
export interface Bench {
  store: Store
  /** A second client of the same place. */
  other: Store
}

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
    admissionContract(bench)
    accountContract(bench)
    usageContract(bench)
    alertContract(bench)
    peopleContract(bench)
    trailContract(bench)
  })
}
