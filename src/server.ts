import { enableCompileCache, flushCompileCache } from 'node:module'

// Node's compile cache is kept in the temporary folder, which halves the next startup.
enableCompileCache()
await import('./listen.ts')
setTimeout(flushCompileCache, 2_000).unref()
