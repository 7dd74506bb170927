import { allAdapters } from './adapters.ts'
import { storeContract } from './contract.ts'
import { findRedisServer } from './engines.ts'
import { memoryAdapter } from './memory.ts'

if (!findRedisServer()) {
  console.warn('SKIPPED: no redis-server on the path nor in REDIS_SERVER, so the stores are tested without it.')
}

storeContract([...allAdapters(), memoryAdapter()])
