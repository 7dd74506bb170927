import { availableParallelism } from 'node:os'
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
    // Workers share two processors: helpers of the collector take away from others, and small spaces are collected often.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: Order },
    // Node runs TypeScript itself, as in production, so a first run transforms nothing.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/**/*.test.ts'],
  },
})
