import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { allAdapters, type Bench } from './adapters.ts'
import { findRedisServer } from './engines.ts'

if (!findRedisServer()) {
  console.warn('SKIPPED: tests of the stores on redis-server: it is neither on the PATH nor set in REDIS_SERVER.')
}

/** Runs tests of the port `Store` on every adapter, with two clients of one place that each test finds empty. */
export function describeStores(tests: (bench: Bench) => void): void {
  describe.each(allAdapters())('the $name store', (adapter) => {
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
    tests(bench)
  })
}
