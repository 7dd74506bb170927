import { enableCompileCache, flushCompileCache } from 'node:module'

const SETTLED_MS = 2_000

// What Node makes of the source files is kept in the folder for temporary files: the next start takes half the time.
enableCompileCache()
await import('./listen.ts')
setTimeout(flushCompileCache, SETTLED_MS).unref()
