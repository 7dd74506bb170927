import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { Order } from './test/order.ts'

/**
 * Workers share the processors, so each collects garbage in its own thread. Databases and responses are memory outside
 * the heap, which would otherwise start a full collection for every few of them: a sixth of the time.
 */
const COLLECTOR = [
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=500',
  '--no-memory-reducer',
]
// Another version of Node may have other flags, and would not start.
const isKnown = spawnSync(process.execPath, [...COLLECTOR, '--version']).status === 0

export default defineConfig({
  test: {
    // The long proofs take minutes each.
    testTimeout: process.env.LONG ? 1_200_000 : 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/temporary-folder.ts'],
    // Modules are loaded, and datasets baked, once a worker. A test that changes what is shared puts it back.
    // More workers than processors, since many tests wait for a process or a deadline.
    isolate: false,
    execArgv: isKnown ? COLLECTOR : [],
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: Order },
    // Node runs TypeScript itself, as in production, so a first run transforms nothing.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/**/*.test.ts'],
  },
})
