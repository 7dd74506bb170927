import { registerHooks } from 'node:module'

/** A separate process: opens the store of its environment and prints the packages that were loaded for it. */
const loaded = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    if (/^@?[a-z]/.test(specifier) && !specifier.startsWith('node:')) loaded.add(specifier)
    return next(specifier, context)
  },
})
const { openStore } = await import('../../src/storage/open.ts')
const store = await openStore(process.env)
await store.close()
process.stdout.write(JSON.stringify([...loaded]))
