import { allAdapters } from './adapters.ts'
import { storeContract } from './contract.ts'
import { findRedisServer } from './engines.ts'
import { memoryAdapter } from './memory.ts'

if (!findRedisServer()) {
  console.warn('SKIPPED: tests of the stores on redis-server: it is neither on the PATH nor set in REDIS_SERVER.')
}

storeContract([...allAdapters(), memoryAdapter()])
