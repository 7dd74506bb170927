import { defineConfig } from 'vitest/config'
import { Order } from './test/order.ts'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/temporary-folder.ts'],
    // Modules are loaded, and datasets baked, once a worker. A test that changes what is shared puts it back.
    // More workers than processors, since many tests wait for a process or a deadline.
    isolate: false,
    maxWorkers: '150%',
    sequence: { sequencer: Order },
    include: ['test/**/*.test.ts'],
  },
})
