import { enableCompileCache, flushCompileCache } from 'node:module'

const SETTLED_MS = 2_000

// Node's compile cache is kept in the temporary folder, which halves the next startup.
enableCompileCache()
await import('./listen.ts')
setTimeout(flushCompileCache, SETTLED_MS).unref()
