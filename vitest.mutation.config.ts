import { defineConfig } from 'vitest/config'

/** The tests of what `npm run mutate` changes. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    globalSetup: ['test/temporary-folder.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
    // Modules are loaded, and datasets baked, once for all files.
    isolate: false,
  },
})
